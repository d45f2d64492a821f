package filesystem_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/filesystem"
	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var seeded = map[string]string{
	"/a.txt": "one\ntwo\nthree\n", "/b.txt": "x\r\ny\r\n", "/d/c.txt": "one", "/d/e/f": "\x00\x01", "/d/e/.hidden": "h",
	"/empty/": "", "/memories/note.md": "remember one\n", "/memories/deep/n": "two\n",
}

// paths that calls are made with: good ones, bad ones, and memories spelled in
// many ways.
var paths = []string{
	"/", "/a.txt", "/b.txt", "/d", "/d/", "/d/c.txt", "/d/e", "/d/e/f", "/d/e/.hidden", "/empty", "/new", "/new/deep/file", "/a.txt/x",
	"/memories", "/memories/note.md", "/memories/new", "/memories/deep", "/d/../memories/note.md", "//memories//note.md", "/MEMORIES/x",
	"/Memories", "/./memories/./deep/n", "/%6demories/x", "/../x", "relative", "", "/a\\b", "/\x00", "/\xff", strings.Repeat("/x", 600),
}

var texts = []string{"", "one", "two", "x", "\n", "one\ntwo", "x\ny", "$&", "\ufeff", "\u2028", "\x00", "unchanged", "// ... rest unchanged", "é", strings.Repeat("long ", 500)}

// anyCall draws a call of any action with any parameters.
func anyCall(t *rapid.T) in {
	names := make([]string, 0, 13)
	for _, action := range filesystem.Actions() {
		names = append(names, action.Name)
	}
	action := filesystem.Actions()[rapid.IntRange(0, len(names)-1).Draw(t, "action")]
	call := in{"action": action.Name}
	set := func(name string, value any) { call[name] = value }
	parameters := slices.Clone(action.Optional)
	for _, required := range action.Required {
		parameters = append(parameters, strings.Split(required, "|")...)
	}
	isRequired := func(name string) bool {
		return slices.ContainsFunc(action.Required, func(r string) bool { return strings.HasPrefix(r, name) })
	}
	for _, name := range parameters {
		if !isRequired(name) && rapid.IntRange(0, 2).Draw(t, name+"?") > 0 {
			continue
		}
		switch name {
		case "path", "new_path":
			set(name, rapid.SampledFrom(paths).Draw(t, name))
		case "paths":
			set(name, rapid.SliceOfN(rapid.SampledFrom(paths), 1, 3).Draw(t, name))
		case "content", "old_str", "new_str", "insert_text", "pattern":
			set(name, rapid.SampledFrom(texts).Draw(t, name))
		case "view_range":
			set(name, rapid.SliceOfN(rapid.IntRange(-3, 6), 2, 2).Draw(t, name))
		case "edits":
			var edits []in
			for range rapid.IntRange(1, 3).Draw(t, "edits") {
				edits = append(edits, in{"old_str": rapid.SampledFrom(texts).Draw(t, "old"), "new_str": rapid.SampledFrom(texts).Draw(t, "new"),
					"replace_all": rapid.Bool().Draw(t, "all")})
			}
			set(name, edits)
		case "if_exists":
			set(name, rapid.SampledFrom([]string{"overwrite", "error"}).Draw(t, name))
		case "sort":
			set(name, rapid.SampledFrom([]string{"name", "size", "modified"}).Draw(t, name))
		case "output":
			set(name, rapid.SampledFrom([]string{"lines", "files", "count"}).Draw(t, name))
		case "include":
			set(name, rapid.SampledFrom([]string{"*", "*.txt", "d/**", "["}).Draw(t, name))
		case "exclude":
			set(name, []string{rapid.SampledFrom([]string{"*", "*.txt", "d/**", "["}).Draw(t, name)})
		case "at_line", "insert_line", "limit", "offset", "depth", "context":
			set(name, rapid.IntRange(0, 4).Draw(t, name))
		case "if_hash":
			set(name, rapid.SampledFrom([]string{"00000000", "zz", "e3b0c442"}).Draw(t, name))
		default:
			set(name, rapid.Bool().Draw(t, name))
		}
	}
	return call
}

// A failed call changes nothing, nor does a dry run or a call that only reads;
// and nothing ever changes /memories.
func TestRuleNothingChanges(t *testing.T) {
	reads := map[string]bool{}
	for _, action := range filesystem.Actions() {
		reads[action.Name] = action.ReadOnly
	}
	rapid.Check(t, func(t *rapid.T) {
		r := newRig(t).put(seeded)
		memories := below(r.tree(), "/memories")
		for range 8 {
			call := anyCall(t)
			before := r.tree()
			result := r.call(call)
			require.NotContains(t, result.Content, "internal error", "%v", call)
			after := r.tree()
			if result.IsError || reads[call["action"].(string)] || call["dry_run"] == true {
				require.Equal(t, before, after, "%v: %s", call, result.Content)
			}
			require.Equal(t, memories, below(after, "/memories"), "%v", call)
			for name := range after {
				first := strings.ToLower(strings.Split(name, "/")[1])
				require.False(t, first == "memories" && !strings.HasPrefix(name, "/memories/"), "%v made %s", call, name)
			}
			if result.IsError {
				require.NotEmpty(t, result.Data["code"], result.Content)
				require.NotRegexp(t, `syscall|errno|PathError|invalid argument|no such file|goroutine|runtime error`, result.Content)
			}
			require.LessOrEqual(t, utf8.RuneCountInString(result.Content), 48_000)
		}
	})
}

func below(tree map[string]string, dir string) map[string]string {
	part := map[string]string{}
	for name, content := range tree {
		if strings.HasPrefix(name, dir+"/") {
			part[name] = content
		}
	}
	return part
}

// spelling draws a way to write a path that leads into /memories, or looks so.
func spelling(t *rapid.T) string {
	name := []rune("memories")
	for i := range name {
		switch rapid.IntRange(0, 9).Draw(t, "letter") {
		case 0:
			name[i] -= 'a' - 'A'
		case 1:
			if name[i] == 's' {
				name[i] = 'ſ'
			}
		}
	}
	text := string(name)
	if rapid.IntRange(0, 3).Draw(t, "escaped") == 0 {
		at := rapid.IntRange(0, len(text)-1).Draw(t, "at")
		if text[at] < 0x80 {
			text = text[:at] + fmt.Sprintf("%%%02x", text[at]) + text[at+1:]
			if rapid.Bool().Draw(t, "twice") {
				text = strings.Replace(text, "%", "%25", 1)
			}
		}
	}
	if rapid.IntRange(0, 4).Draw(t, "invisible") == 0 {
		text += rapid.SampledFrom([]string{"\u200b", "\u200d", " ", ".", "\u00ad"}).Draw(t, "mark")
	}
	before := rapid.SampledFrom([]string{"/", "//", "/./", "/x/../", "/d/e/../../", "/%2e/", "/memories/../", "///.//"}).Draw(t, "before")
	behind := rapid.SampledFrom([]string{"", "/", "/.", "/note.md", "//note.md", "/./deep/n", "/deep/../note.md", "/new", "/deep", "/new/x/y", "%2fnote.md"}).Draw(t, "behind")
	return before + text + behind
}

// Every mutating action is refused on /memories, however it is spelled and
// whichever parameter names it.
func TestRuleMemoriesAreReadOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := newRig(t).put(seeded)
		path := spelling(t)
		call := rapid.SampledFrom([]in{
			{"action": "write", "path": path, "content": "x"}, {"action": "append", "path": path, "content": "x"},
			{"action": "edit", "path": path, "old_str": "e", "new_str": "E", "replace_all": true},
			{"action": "edit", "path": path, "edits": []in{{"old_str": "remember"}}},
			{"action": "insert", "path": path, "insert_line": 0, "insert_text": "x"},
			{"action": "move", "path": path, "new_path": "/out"}, {"action": "move", "path": "/a.txt", "new_path": path, "if_exists": "overwrite"},
			{"action": "copy", "path": "/a.txt", "new_path": path, "if_exists": "overwrite"}, {"action": "copy", "path": "/d", "new_path": path},
			{"action": "delete", "path": path, "recursive": true}, {"action": "mkdir", "path": path},
			{"action": "write", "path": path, "content": "x", "dry_run": true},
			{"command": "str_replace", "file_path": path, "old_string": "remember", "new_string": "forget"},
			{"command": "create", "path": path, "file_text": "x"}, {"command": "rm", "path": path}, {"command": "mv", "old_path": path, "to": "/out"},
		}).Draw(t, "call")
		before := r.tree()
		result := r.call(call)
		require.True(t, result.IsError, "%v: %s", call, result.Content)
		require.Contains(t, []any{"read_only", "outside_root", "invalid_path"}, result.Data["code"], "%v: %s", call, result.Content)
		require.Equal(t, before, r.tree())
	})
}

// An edit keeps every byte outside the match.
func TestRuleEditKeepsBytes(t *testing.T) {
	pieces := []string{"a", "b", " ", "\t", "\n", "\r\n", "\r", "\ufeff", "\u2028", "$&", "$1", "\\1", "é", "e\u0301", "\xff", "😀", "\v", "\f", "%s", "line\n"}
	draw := func(t *rapid.T, label string, most int) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, most).Draw(t, label), "")
	}
	const mark = "⟦here⟧" // makes the match unique
	rapid.Check(t, func(t *rapid.T) {
		prefix, suffix := draw(t, "prefix", 40), draw(t, "suffix", 40)
		old := strings.ToValidUTF8(draw(t, "old", 4)+mark+draw(t, "old", 4), "")
		replaced := strings.ToValidUTF8(draw(t, "new", 8), "")
		if strings.Contains(old, "\r") && rapid.Bool().Draw(t, "plain") {
			old = strings.ReplaceAll(old, "\r", "")
		}
		inFile, written := old, replaced
		if crlf := rapid.Bool().Draw(t, "crlf"); crlf && strings.Contains(old, "\n") && !strings.Contains(old, "\r") {
			inFile = strings.ReplaceAll(old, "\n", "\r\n")
			written = strings.ReplaceAll(strings.ReplaceAll(replaced, "\r\n", "\n"), "\n", "\r\n")
		}
		if strings.HasSuffix(prefix, "\r") && strings.HasPrefix(inFile, "\n") || strings.HasSuffix(inFile, "\r") && strings.HasPrefix(suffix, "\n") {
			return // the seam makes a line end of its own
		}
		r := newRig(t).put(map[string]string{"/f": prefix + inFile + suffix})
		call := in{"action": "edit", "path": "/f", "old_str": old, "new_str": replaced}
		result := r.call(call)
		if result.IsError {
			require.Contains(t, []any{"no_change", "binary"}, result.Data["code"], result.Content)
			return
		}
		require.Equal(t, prefix+written+suffix, r.get("/f"))
	})
}

var numberedRow = regexp.MustCompile(`(?s)^ *(\d+)\t(.*)$`)

// Following what the footer says, to the end, gives every line exactly once.
func TestRuleContinueGivesEverythingOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var lines []string
		for range rapid.IntRange(0, 60).Draw(t, "groups") {
			line := rapid.SampledFrom([]string{"", "short", "\ttab", "é😀", "\r", "[Lines 1-2 of 3]", strings.Repeat("wide ", 150), strings.Repeat("x", 2500), strings.Repeat("ä", 2001)}).Draw(t, "line")
			for range rapid.IntRange(1, 40).Draw(t, "times") {
				lines = append(lines, line)
			}
		}
		content := strings.Join(lines, "\n")
		if len(lines) > 0 && rapid.Bool().Draw(t, "final newline") {
			content += "\n"
		} else if len(lines) > 0 && lines[len(lines)-1] == "" {
			lines = lines[:len(lines)-1] // no newline behind it: there is no such line
		}
		if len(lines) == 0 {
			lines = []string{""} // an empty file shows one
		}
		r := newRig(t).put(map[string]string{"/f": content})
		call := map[string]any{"action": "read", "path": "/f"}
		next := 1
		for pages := 0; ; pages++ {
			require.Less(t, pages, 1000)
			result := r.call(call)
			require.False(t, result.IsError, result.Content)
			require.LessOrEqual(t, utf8.RuneCountInString(result.Content), 16_000)
			rows := strings.Split(result.Content, "\n")
			footer := rows[len(rows)-1]
			for _, row := range rows[1 : len(rows)-1] {
				parts := numberedRow.FindStringSubmatch(row)
				require.NotNil(t, parts, "%q", row)
				number, _ := strconv.Atoi(parts[1])
				require.Equal(t, next, number)
				want := lines[number-1]
				if utf8.RuneCountInString(want) > 2000 {
					want = string([]rune(want)[:2000])
					require.True(t, strings.HasPrefix(parts[2], want+"… ["), row)
				} else {
					require.Equal(t, want, parts[2])
				}
				next++
			}
			ranges := regexp.MustCompile(`Continue with view_range \[(\d+), -1\]\.\]$`).FindStringSubmatch(footer)
			if ranges == nil {
				break
			}
			from, _ := strconv.Atoi(ranges[1])
			call["view_range"] = []int{from, -1}
		}
		require.Equal(t, len(lines), next-1)
	})
}

// A search gives what looking at every line gives.
func TestRuleGrepFindsEveryLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "ab", "\n", "\r\n", "\n\n", "A", "é", "xyz", " "}), 1, 80).Draw(t, "content")
		content := strings.Join(pieces, "")
		pattern := rapid.SampledFrom([]string{"a", "ab+", "^a", "b$", "^$", "a|x", "[ab]{2}", "(a)(b)", "é", `\bxyz\b`, ".", "b.a", "(?:xy)+z", "(?:ab){0,2}b", "(?:xyz)?a", "(?:ab){1,2}"}).Draw(t, "pattern")
		ignoreCase := rapid.Bool().Draw(t, "ignore case")
		around := rapid.IntRange(0, 3).Draw(t, "context")
		expression := pattern
		if ignoreCase {
			expression = "(?i)" + pattern
		}
		re := regexp.MustCompile(expression)
		lines := strings.Split(strings.TrimSuffix(content, "\n"), "\n")
		var hits []int
		for i := range lines {
			lines[i] = strings.TrimSuffix(lines[i], "\r")
			if re.MatchString(lines[i]) {
				hits = append(hits, i)
			}
		}
		var want []string
		last := -1
		for _, hit := range hits {
			if from := hit - around; around > 0 && last >= 0 && max(from, 0) > last+1 {
				want = append(want, "--")
			}
			for i := max(hit-around, last+1, 0); i <= min(hit+around, len(lines)-1); i++ {
				sign := "-"
				if slices.Contains(hits, i) {
					sign = ":"
				}
				if i > last {
					want = append(want, fmt.Sprintf("/f%s%d%s%s", sign, i+1, sign, lines[i]))
					last = i
				}
			}
		}
		r := newRig(t).put(map[string]string{"/f": content})
		got := r.ok(in{"action": "grep", "pattern": pattern, "ignore_case": ignoreCase, "context": around})
		if len(hits) == 0 {
			require.True(t, strings.HasPrefix(got, "No matches found"), got)
			return
		}
		require.Equal(t, strings.Join(want, "\n"), got)
	})
}

// opening counts the files that are opened and cancels after some.
type opening struct {
	*vfs.Projects
	opened int
	after  int
	cancel func()
}

type openingFS struct {
	afero.Fs
	o *opening
}

func (o *opening) View(ctx context.Context, id string, read func(afero.Fs) error) error {
	// The files go on working: the tool itself has to stop.
	return o.Projects.View(context.WithoutCancel(ctx), id, func(fsys afero.Fs) error { return read(openingFS{fsys, o}) })
}

func (f openingFS) Open(name string) (afero.File, error) {
	if f.o.opened++; f.o.opened == f.o.after {
		f.o.cancel()
	}
	return f.Fs.Open(name)
}

// A cancelled search stops between files.
func TestRuleCancelledBetweenFiles(t *testing.T) {
	files := map[string]string{}
	for i := range 300 {
		files[fmt.Sprintf("/d%d/f", i)] = "text\n"
	}
	r := newRig(t).put(files)
	for _, call := range []string{`{"action":"grep","pattern":"nothing"}`, `{"action":"glob","pattern":"nothing"}`, `{"action":"list"}`,
		`{"action":"copy","path":"/","new_path":"/x","dry_run":true}`} {
		ctx, cancel := context.WithCancel(context.Background())
		o := &opening{Projects: r.files, after: 5, cancel: cancel}
		result, err := filesystem.New(o, filesystem.Options{}).Execute(ctx, registry.Call{
			Input: json.RawMessage(call), Context: registry.CallContext{ProjectID: project},
		})
		require.NoError(t, err)
		if strings.Contains(call, "copy") {
			continue // refused before it looks at anything
		}
		assert.Equal(t, "cancelled", result.Data["code"], call)
		assert.LessOrEqual(t, o.opened, 7, call)
	}
}
