package filesystem_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/filesystem"
	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func numberedLines(n int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "line %d\n", i)
	}
	return b.String()
}

func TestRead(t *testing.T) {
	r := newRig(t).put(map[string]string{
		"/a.txt": numberedLines(12), "/empty": "", "/open": "no newline", "/crlf": "a\r\nb\r\n",
		"/memories/note.md": "remember\n",
	})
	for _, tt := range []struct {
		name string
		call in
		want string
	}{
		{"a part", in{"path": "/a.txt", "view_range": []int{2, 3}},
			"Here's the content of /a.txt with line numbers:\n     2\tline 2\n     3\tline 3\n[Lines 2-3 of 12, 87B, hash HASH]"},
		{"from below one", in{"path": "/a.txt", "view_range": []int{0, 1}},
			"Here's the content of /a.txt with line numbers:\n     1\tline 1\n[Lines 1-1 of 12, 87B, hash HASH]"},
		{"the last lines", in{"path": "/a.txt", "view_range": []int{-2, -1}},
			"Here's the content of /a.txt with line numbers:\n    11\tline 11\n    12\tline 12\n[Lines 11-12 of 12, 87B, hash HASH]"},
		{"more last lines than there are", in{"path": "/open", "view_range": []int{-100, -1}},
			"Here's the content of /open with line numbers:\n     1\tno newline\n[Lines 1-1 of 1, 10B, hash HASH]"},
		{"past the end", in{"path": "/a.txt", "view_range": []int{12, 99}},
			"Here's the content of /a.txt with line numbers:\n    12\tline 12\n[Lines 12-12 of 12, 87B, hash HASH]"},
		{"an empty file", in{"path": "/empty"},
			"Here's the content of /empty with line numbers:\n     1\t\n[Lines 1-1 of 1, 0B, hash HASH]"},
		{"the path as given", in{"path": "//open/"},
			"Here's the content of //open/ with line numbers:\n     1\tno newline\n[Lines 1-1 of 1, 10B, hash HASH]"},
		{"memories", in{"path": "/memories/note.md"},
			"Here's the content of /memories/note.md with line numbers:\n     1\tremember\n[Lines 1-1 of 1, 9B, hash HASH]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.call["action"] = "read"
			result := r.call(tt.call)
			require.False(t, result.IsError, result.Content)
			hash, _ := result.Data["hash"].(string)
			assert.Len(t, hash, 8)
			assert.Equal(t, strings.ReplaceAll(tt.want, "HASH", hash), result.Content)
		})
	}
	t.Run("the hash is SHA-256", func(t *testing.T) {
		assert.Equal(t, "e3b0c442", r.call(in{"action": "read", "path": "/empty"}).Data["hash"])
	})
	t.Run("a directory gives its listing", func(t *testing.T) {
		assert.Equal(t, r.ok(in{"action": "list", "path": "/memories"}), r.ok(in{"action": "read", "path": "/memories"}))
	})
	t.Run("the sidecar", func(t *testing.T) {
		assert.Equal(t, map[string]any{
			"ok": true, "type": "filesystem_read", "action": "read", "path": "/open", "bytes": int64(10), "lines": 1, "hash": "26f2cb60",
		}, withHash(r.call(in{"action": "read", "path": "/open"}).Data, "26f2cb60"))
	})
}

// withHash puts a known hash into a sidecar whose other members are compared.
func withHash(data map[string]any, hash string) map[string]any {
	if data["hash"] != nil {
		data["hash"] = hash
	}
	return data
}

func TestReadOutOfRange(t *testing.T) {
	r := newRig(t).put(map[string]string{"/a.txt": numberedLines(12)})
	for _, view := range [][]int{{13, 20}, {5, 4}, {1, -2}, {13, -1}} {
		assert.Equal(t,
			fmt.Sprintf("Error: Invalid `view_range` parameter: [%d, %d]. It should be within the range of lines of the file: [1, 12]", view[0], view[1]),
			r.fails(filesystem.CodeOutOfRange, in{"action": "read", "path": "/a.txt", "view_range": view}))
	}
	r.fails(filesystem.CodeInvalidArgument, in{"action": "read", "path": "/a.txt", "view_range": []int{1}})
	r.fails(filesystem.CodeInvalidArgument, in{"action": "read", "path": "/a.txt", "view_range": []int{1, 2, 3}})
}

func TestReadLarge(t *testing.T) {
	r := newRig(t).put(map[string]string{"/big": numberedLines(5000), "/wide": strings.Repeat("x", 5120) + "\nshort\n"})
	result := r.call(in{"action": "read", "path": "/big"})
	assert.LessOrEqual(t, len(result.Content), 16_000)
	assert.Greater(t, len(result.Content), 15_000, "the room is used")
	assert.Regexp(t, `\n\[Lines 1-(\d+) of 5000, 47\.7K, hash [0-9a-f]{8}\. Continue with view_range \[\d+, -1\]\.\]$`, result.Content)
	assert.Equal(t, true, result.Data["truncated"])
	next := result.Data["next"].(map[string]any)
	assert.Equal(t, "/big", next["path"])
	assert.Contains(t, result.Content, fmt.Sprintf("Continue with view_range [%d, -1]", next["view_range"].([]int)[0]))

	wide := r.ok(in{"action": "read", "path": "/wide"})
	assert.Contains(t, wide, "     1\t"+strings.Repeat("x", 2000)+"… [3120 more characters in this line]\n     2\tshort\n")
}

func TestReadSeveral(t *testing.T) {
	r := newRig(t).put(map[string]string{"/a": "one\n", "/b": "two\n", "/big": numberedLines(5000), "/z.bin": "\x00\x01"})
	content := r.ok(in{"action": "read", "paths": []string{"/a", "/missing-file", "/b"}})
	blocks := strings.Split(content, "\n\n")
	require.Len(t, blocks, 3)
	assert.True(t, strings.HasPrefix(blocks[0], "Here's the content of /a with line numbers:\n     1\tone\n[Lines 1-1 of 1"))
	assert.True(t, strings.HasPrefix(blocks[1], "Error: The path /missing-file does not exist. Please provide a valid path."), blocks[1])
	assert.True(t, strings.HasPrefix(blocks[2], "Here's the content of /b"))

	failed := r.fails(filesystem.CodeNotFound, in{"action": "read", "paths": []string{"/missing-file", "/z.bin"}})
	assert.Contains(t, failed, "Error: The path /missing-file does not exist.")
	assert.Contains(t, failed, "\n\nError: /z.bin is a binary file (application/octet-stream, 2B) and cannot be shown or edited as text.")

	many := []string{"/a", "/big", "/big", "/b"}
	all := r.ok(in{"action": "read", "paths": many})
	assert.LessOrEqual(t, len(all), 16_000)
	assert.Equal(t, 4, strings.Count(all, "Here's the content of"))
	assert.Equal(t, 2, strings.Count(all, "Continue with view_range"))

	r.fails(filesystem.CodeInvalidArgument, in{"action": "read", "path": "/a", "paths": many})
	r.fails(filesystem.CodeInvalidArgument, in{"action": "read", "paths": make([]string, 21)})
}

func TestReadImages(t *testing.T) {
	images := map[string]string{
		"image/png":  "\x89PNG\r\n\x1a\n\x00\x00",
		"image/jpeg": "\xff\xd8\xff\xe0\x00\x10JFIF\x00",
		"image/gif":  "GIF89a\x01\x00\x01\x00\x00\x00\x00",
		"image/webp": "RIFF\x10\x00\x00\x00WEBPVP8 ",
	}
	r := newRig(t)
	for mime, content := range images {
		// The format is in the content, whatever the name says.
		r.put(map[string]string{"/picture.txt": content})
		result := r.call(in{"action": "read", "path": "/picture.txt"})
		require.False(t, result.IsError, result.Content)
		require.Len(t, result.Parts, 1)
		assert.Equal(t, mime, result.Parts[0].MimeType)
		assert.Equal(t, content, string(result.Parts[0].Data))
		assert.Equal(t, "/picture.txt", result.Parts[0].Path)
		assert.Contains(t, result.Content, "Here's the image /picture.txt ("+mime+", ")
		r.fails(filesystem.CodeBinary, in{"action": "edit", "path": "/picture.txt", "old_str": "G", "new_str": "g"})
	}
	r.put(map[string]string{"/huge.png": "\x89PNG\r\n\x1a\n" + strings.Repeat("\x00", 4_000_000)})
	assert.Equal(t, "Error: The image /huge.png is 3.8M; images up to 3.6M can be shown.",
		r.fails(filesystem.CodeTooLarge, in{"action": "read", "path": "/huge.png"}))
}

func TestReadBinary(t *testing.T) {
	for name, tt := range map[string]struct{ content, mime string }{
		"zip":           {"PK\x03\x04\x14\x00", "application/zip"},
		"gzip":          {"\x1f\x8b\x08\x00\x00\x00", "application/gzip"},
		"pdf":           {"%PDF-1.7\n%text only\n", "application/pdf"},
		"wasm":          {"\x00asm\x01\x00\x00\x00", "application/wasm"},
		"anything else": {"a\x00b", "application/octet-stream"},
		"no text":       {strings.Repeat("\xff\xfe\xfd", 100), "application/octet-stream"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t).put(map[string]string{"/f.bin": tt.content})
			want := fmt.Sprintf("Error: /f.bin is a binary file (%s, %dB) and cannot be shown or edited as text.", tt.mime, len(tt.content))
			for _, call := range []in{
				{"action": "read", "path": "/f.bin"},
				{"action": "grep", "path": "/f.bin", "pattern": "a"},
				{"action": "append", "path": "/f.bin", "content": "x"},
				{"action": "insert", "path": "/f.bin", "insert_line": 0, "insert_text": "x"},
				{"action": "edit", "path": "/f.bin", "old_str": "a", "new_str": "x"},
			} {
				assert.Equal(t, want, r.fails(filesystem.CodeBinary, call))
			}
			assert.NotContains(t, r.ok(in{"action": "stat", "path": "/f.bin"}), "line")
			r.ok(in{"action": "write", "path": "/f.bin", "content": "now text\n"})
		})
	}
	t.Run("text in an old encoding is text", func(t *testing.T) {
		r := newRig(t).put(map[string]string{"/latin1": "caf\xe9 au lait, s'il vous pla\xeet\n"})
		assert.Contains(t, r.ok(in{"action": "read", "path": "/latin1"}), "caf\uFFFD au lait")
		r.ok(in{"action": "edit", "path": "/latin1", "old_str": "au lait", "new_str": "noir"})
		assert.Equal(t, "caf\xe9 noir, s'il vous pla\xeet\n", r.get("/latin1"))
	})
}

func TestList(t *testing.T) {
	r := newRig(t).put(map[string]string{
		"/b/x.txt": strings.Repeat("x", 2048), "/b/deep/y.txt": "yy", "/b/deep/er/z": "z", "/a.txt": "aaa",
		"/.hidden": "h", "/node_modules/m.js": "mm", "/empty/": "",
	})
	header := "Here're the files and directories up to 2 levels deep in /, excluding hidden items and node_modules:\n"
	for _, tt := range []struct {
		name string
		call in
		want string
	}{
		{"everything", in{}, header + "2.0K\t/\n3B\t/a.txt\n2.0K\t/b/\n3B\t/b/deep/\n2K\t/b/x.txt\n0B\t/empty/"},
		{"one level", in{"depth": 1}, "Here're the files and directories up to 1 level deep in /, excluding hidden items and node_modules:\n" +
			"2.0K\t/\n3B\t/a.txt\n2.0K\t/b/\n0B\t/empty/"},
		{"hidden", in{"depth": 1, "hidden": true}, "Here're the files and directories up to 1 level deep in /:\n" +
			"2.0K\t/\n1B\t/.hidden\n3B\t/a.txt\n2.0K\t/b/\n0B\t/empty/\n2B\t/node_modules/"},
		{"by size", in{"sort": "size", "depth": 3}, "Here're the files and directories up to 3 levels deep in /, excluding hidden items and node_modules:\n" +
			"2.0K\t/\n2.0K\t/b/\n2K\t/b/x.txt\n3B\t/a.txt\n3B\t/b/deep/\n2B\t/b/deep/y.txt\n1B\t/b/deep/er/\n0B\t/empty/"},
		{"without", in{"exclude": []string{"*.txt", "deep/"}}, header + "2.0K\t/\n2.0K\t/b/\n0B\t/empty/"},
		{"a part", in{"limit": 2}, header + "2.0K\t/\n3B\t/a.txt\n2.0K\t/b/\n" +
			"[2 of 5 entries shown. Continue with offset 2, or narrow with path or depth.]"},
		{"the rest", in{"limit": 2, "offset": 3}, header + "2.0K\t/\n2K\t/b/x.txt\n0B\t/empty/"},
		{"past the end", in{"offset": 9}, header + "2.0K\t/\n[No entries from offset 9 on; there are 5.]"},
		{"a file", in{"path": "/a.txt"}, "3B\t/a.txt"},
		{"below", in{"path": "/b/deep"}, "Here're the files and directories up to 2 levels deep in /b/deep, excluding hidden items and node_modules:\n" +
			"3B\t/b/deep\n1B\t/b/deep/er/\n1B\t/b/deep/er/z\n2B\t/b/deep/y.txt"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.call["action"] = "list"
			assert.Equal(t, tt.want, r.ok(tt.call))
		})
	}
	assert.Equal(t, "Error: The path /Emtpy does not exist. Please provide a valid path. Did you mean /empty?",
		r.fails(filesystem.CodeNotFound, in{"action": "list", "path": "/Emtpy"}))
	assert.Contains(t, newRig(t).ok(in{"action": "list"}), "0B\t/", "an empty project is no error")
}

func TestListLarge(t *testing.T) {
	files := map[string]string{}
	for i := range 1320 {
		files[fmt.Sprintf("/f%04d", i)] = ""
	}
	r := newRig(t).put(files)
	result := r.call(in{"action": "list"})
	assert.True(t, strings.HasSuffix(result.Content, "\n[500 of 1320 entries shown. Continue with offset 500, or narrow with path or depth.]"))
	assert.LessOrEqual(t, len(result.Content), 16_000)

	// Following what the results say gives everything once.
	seen, call := map[string]int{}, map[string]any{"action": "list", "path": "/", "limit": 400}
	for range 100 {
		result := r.call(call)
		require.False(t, result.IsError, result.Content)
		for _, line := range strings.Split(result.Content, "\n") {
			if _, name, found := strings.Cut(line, "\t"); found && name != "/" {
				seen[name]++
			}
		}
		next, more := result.Data["next"].(map[string]any)
		if !more {
			break
		}
		call = next
	}
	assert.Len(t, seen, 1320)
	for name, times := range seen {
		assert.Equal(t, 1, times, name)
	}
}

func TestStat(t *testing.T) {
	r := newRig(t).put(map[string]string{
		"/a.md": "one\ntwo\n", "/d/b": "x", "/d/e/c": "yy", "/memories/n.txt": "n\n", "/p.png": "\x89PNG\r\n\x1a\n\x00",
	})
	const when = `modified \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`
	for path, want := range map[string]string{
		"/a.md":           `^/a\.md: file, 8B, 2 lines, text/markdown, ` + when + `, hash [0-9a-f]{8}$`,
		"/memories/n.txt": `^/memories/n\.txt: file, 2B, 1 line, text/plain, ` + when + `, hash [0-9a-f]{8}, read-only$`,
		"/p.png":          `^/p\.png: file, 9B, image/png, ` + when + `, hash [0-9a-f]{8}$`,
		"/d":              `^/d: directory, 3B, 2 files, ` + when + `$`,
		"/memories":       `^/memories: directory, 2B, 1 file, ` + when + `, read-only$`,
	} {
		assert.Regexp(t, want, r.ok(in{"action": "stat", "path": path}))
	}
	r.fails(filesystem.CodeNotFound, in{"action": "stat", "path": "/nothing-here"})
}

// What is remembered of a large file is about this content of it only.
func TestReadAfterChange(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	r := newRigWith(t, filesystem.Options{}, vfs.Config{Now: func() time.Time { return now }})
	large := strings.Repeat("a line of it\n", 10_000)
	read := in{"action": "read", "path": "/f", "view_range": []int{9_000, 9_000}}
	r.put(map[string]string{"/f": large})
	before := r.call(read)
	assert.Equal(t, before, r.call(read))
	r.put(map[string]string{"/f": strings.ToUpper(large)}) // as large and as old as before
	after := r.call(read)
	assert.Contains(t, after.Content, "A LINE OF IT")
	assert.NotEqual(t, before.Data["hash"], after.Data["hash"])
	assert.Equal(t, r.call(in{"action": "stat", "path": "/f"}).Data["hash"], after.Data["hash"])
}

func TestRecentReads(t *testing.T) {
	where := func(project, chat string) registry.CallContext {
		return registry.CallContext{ProjectID: project, ChatID: chat}
	}
	reads := filesystem.RecentReads(2)
	reads.Saw(where("p", "c"), "/a", "1")
	reads.Saw(where("p", "c"), "/b", "2")
	assert.Equal(t, "1", reads.Last(where("p", "c"), "/a"), "asking keeps it")
	reads.Saw(where("p", "c"), "/c", "3")
	assert.Empty(t, reads.Last(where("p", "c"), "/b"), "the one that was not asked for longest is forgotten")
	assert.Equal(t, "1", reads.Last(where("p", "c"), "/a"))
	assert.Empty(t, reads.Last(where("p", "other"), "/a"))
	assert.Empty(t, reads.Last(where("other", "c"), "/a"))
	reads.Saw(where("p", "c"), "/a", "4")
	assert.Equal(t, "4", reads.Last(where("p", "c"), "/a"))
	assert.Equal(t, "3", reads.Last(where("p", "c"), "/c"))
}
