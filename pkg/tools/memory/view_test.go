package memory_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/textview"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const listing = "Here're the files and directories up to 2 levels deep in %s, excluding hidden items and node_modules:\n"

func listed(given, rows string) string { return fmt.Sprintf(listing, given) + rows }

func shown(given, lines string) string {
	return "Here's the content of " + given + " with line numbers:\n" + lines
}

func TestViewDirectory(t *testing.T) {
	d := newDesk(t, nil)
	for _, given := range []string{"/memories", "/memories/", "/memories/.", "//memories", "/memories/a/.."} {
		assert.Equal(t, listed(given, "0B\t/memories"), d.ok(view(given)), "before the first note")
	}
	assert.Empty(t, d.tree(), "looking makes nothing")

	d.put(map[string]string{
		"/memories/b.txt": strings.Repeat("b", 1536), "/memories/B.txt": "B", "/memories/é": "",
		"/memories/.hidden": "x", "/memories/node_modules/m.js": "x",
		"/memories/sub/one.md": strings.Repeat("1", 340), "/memories/sub/deep/two.md": strings.Repeat("2", 1024),
		"/memories/sub/.git/config": "x", "/memories/empty/": "", "/elsewhere": "x",
	})
	rows := "2.8K\t/memories\n1B\t/memories/B.txt\n1.5K\t/memories/b.txt\n0B\t/memories/empty/\n" +
		"1.3K\t/memories/sub/\n1K\t/memories/sub/deep/\n340B\t/memories/sub/one.md\n0B\t/memories/é"
	assert.Equal(t, listed("/memories", rows), d.ok(view("/memories")))
	assert.Equal(t, listed("/memories//", rows), d.ok(view("/memories//")), "the path as given, the rows clean")
	assert.Equal(t, listed("/memories", rows), d.ok(in{"command": "view", "path": "/memories", "view_range": []int{9, 3, 1}}),
		"a range means nothing for a directory")
	assert.Equal(t, listed("/memories/sub/", "1.3K\t/memories/sub\n1K\t/memories/sub/deep/\n1K\t/memories/sub/deep/two.md\n340B\t/memories/sub/one.md"),
		d.ok(view("/memories/sub/")))
	assert.Equal(t, shown("/memories/.hidden", "     1\tx"), d.ok(view("/memories/.hidden")), "hidden files have names too")
}

func TestViewManyNotes(t *testing.T) {
	files := map[string]string{}
	for i := range 1500 {
		files[fmt.Sprintf("/memories/note %04d.md", i)] = "x"
	}
	d := newDesk(t, files)
	text := d.ok(view("/memories"))
	assert.LessOrEqual(t, textview.Chars(text), 16_000)
	assert.Contains(t, text, "\n1B\t/memories/note 0000.md\n")
	assert.Regexp(t, `\n\[\d+ of 1500 entries shown\. View a directory below to see what is in it\.\]$`, text)
}

func TestViewFile(t *testing.T) {
	d := newDesk(t, map[string]string{
		"/memories/empty": "", "/memories/a": "one\ntwo\nthree\n", "/memories/b": "one\ntwo",
		"/memories/crlf": "a\r\nb\u2028c\x0cd\r\n", "/memories/bin": "PK\x00\x01", "/memories/latin": "caf\xe9",
	})
	assert.Equal(t, shown("/memories/empty", "     1\t"), d.ok(view("/memories/empty")))
	assert.Equal(t, shown("/memories/./a", "     1\tone\n     2\ttwo\n     3\tthree"), d.ok(view("/memories/./a")))
	assert.Equal(t, shown("/memories/b", "     1\tone\n     2\ttwo"), d.ok(view("/memories/b")))
	assert.Equal(t, shown("/memories/crlf", "     1\ta\r\n     2\tb\u2028c\x0cd\r"), d.ok(view("/memories/crlf")))
	assert.Equal(t, "Unsupported file type for /memories/bin: it is not a text file", d.refused(view("/memories/bin")))
	assert.Equal(t, "Unsupported file type for /memories/latin: it is not a valid UTF-8 text file", d.refused(view("/memories/latin")))
	assert.Equal(t, "Unsupported file type for /memories/latin: it is not a valid UTF-8 text file", d.refused(replace("/memories/latin", "c", "k")))
	for _, missing := range []string{"/memories/none", "/memories/a/below", "/memories/none/below"} {
		assert.Equal(t, "The path "+missing+" does not exist. Please provide a valid path.", d.refused(view(missing)))
	}
}

func TestViewRange(t *testing.T) {
	d := newDesk(t, map[string]string{"/memories/a": "1\n2\n3\n4\n5\n", "/memories/empty": ""})
	for asked, want := range map[string]string{
		"[1, 5]":       "1-5",
		"[2, 3]":       "2-3",
		"[3, 3]":       "3-3",
		"[4, -1]":      "4-5",
		"[0, 2]":       "1-2",
		"[-3, 2]":      "1-2",
		"[-3, -1]":     "1-5",
		"[2, 99]":      "2-5",
		"[2, 1e300]":   "2-5",
		"[1.0, 2.0]":   "1-2",
		"null":         "1-5",
		"[6, 7]":       "[6, 7]",
		"[6, -1]":      "[6, -1]",
		"[3, 2]":       "[3, 2]",
		"[0, 0]":       "[0, 0]",
		"[2, -2]":      "[2, -2]",
		"[1]":          "[1]",
		"[]":           "[]",
		"[1, 2, 3]":    "[1, 2, 3]",
		"[1.5, 2]":     "[1.5, 2]",
		"[-1e300, -5]": "[-9007199254740992, -5]",
	} {
		input := `{"command":"view","path":"/memories/a","view_range":` + asked + `}`
		result := d.send([]byte(input))
		if strings.HasPrefix(want, "[") {
			assert.True(t, result.IsError, asked)
			assert.Equal(t, "Error: Invalid `view_range`: "+want+". It should be within the range of lines of the file: [1, 5]", result.Content)
			assert.Equal(t, "out_of_range", result.Data["code"])
			continue
		}
		assert.False(t, result.IsError, asked)
		var lines []string
		for i := want[0]; i <= want[2]; i++ {
			lines = append(lines, fmt.Sprintf("     %c\t%c", i, i))
		}
		assert.Equal(t, shown("/memories/a", strings.Join(lines, "\n")), result.Content, asked)
	}
	whole := in{"command": "view", "path": "/memories/empty", "view_range": []int{1, -1}}
	assert.Equal(t, shown("/memories/empty", "     1\t"), d.ok(whole))
	for _, wrong := range []any{"1-5", []any{"1", "5"}, map[string]int{"start": 1}, true} {
		assert.Equal(t, "Error: view: view_range must be two integers [first, last], where last -1 means the end of the file.",
			d.refused(in{"command": "view", "path": "/memories/a", "view_range": wrong}))
	}
}

func TestViewLongFile(t *testing.T) {
	var b strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&b, "line %d %s\n", i+1, strings.Repeat("☃", i%40))
	}
	d := newDesk(t, map[string]string{"/memories/long": b.String()})
	var got strings.Builder
	input := view("/memories/long")
	for {
		result := d.call(input)
		require.False(t, result.IsError, result.Content)
		assert.LessOrEqual(t, textview.Chars(result.Content), 16_000)
		assert.Empty(t, result.FullResultPath)
		lines := strings.Split(result.Content, "\n")[1:]
		next, cut := result.Data["next"].([]int)
		if cut {
			assert.Regexp(t, fmt.Sprintf(`^\[Lines \d+-%d of 4000\. Continue with view_range \[%d, -1\]\.\]$`, next[0]-1, next[0]), lines[len(lines)-1])
			lines = lines[:len(lines)-1]
		}
		for _, line := range lines {
			_, text, _ := strings.Cut(line, "\t")
			got.WriteString(text + "\n")
		}
		if !cut {
			break
		}
		input = in{"command": "view", "path": "/memories/long", "view_range": next}
	}
	assert.Equal(t, b.String(), got.String(), "following the footers gives the file once")
}

func TestViewLongLine(t *testing.T) {
	d := newDesk(t, map[string]string{"/memories/long": strings.Repeat("x", 20_000) + "\nshort\n"})
	text := d.ok(view("/memories/long"))
	assert.LessOrEqual(t, textview.Chars(text), 16_000)
	assert.Regexp(t, `x… \[\d+ more characters in this line\]`, text)
	assert.NotContains(t, text, "\n\n")
}

func TestViewTooManyLines(t *testing.T) {
	d := newDesk(t, map[string]string{"/memories/a": strings.Repeat("\n", 999_999), "/memories/b": strings.Repeat("\n", 1_000_000)})
	d.ok(view("/memories/a"))
	assert.Equal(t, "File /memories/b exceeds maximum line limit of 999,999 lines.", d.refused(view("/memories/b")))
}

func TestViewImage(t *testing.T) {
	png := "\x89PNG\r\n\x1a\n\x00\x00rest"
	d := newDesk(t, map[string]string{"/memories/a.PNG": png, "/memories/b.jpg": "\xff\xd8\xff\x00", "/memories/c.png": "text", "/memories/d.png": "\x00"})
	result := d.call(view("/memories/a.PNG"))
	assert.Equal(t, "Here's the image /memories/a.PNG (image/png, 14B).", result.Content)
	assert.Equal(t, []registry.Part{{MimeType: "image/png", Data: []byte(png), Path: "/memories/a.PNG"}}, result.Parts)
	assert.Equal(t, "image/jpeg", d.call(view("/memories/b.jpg")).Parts[0].MimeType)
	assert.Equal(t, shown("/memories/c.png", "     1\ttext"), d.ok(view("/memories/c.png")))
	assert.Equal(t, "Unsupported file type for /memories/d.png: it is not a text file", d.refused(view("/memories/d.png")))
}
