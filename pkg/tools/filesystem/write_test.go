package filesystem_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/filesystem"
	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWrite(t *testing.T) {
	r := newRig(t)
	assert.Equal(t, "File created successfully at: /new/dir/a.txt", r.ok(in{"action": "write", "path": "/new/dir/a.txt", "content": "one\ntwo\n"}))
	assert.Equal(t, "one\ntwo\n", r.get("/new/dir/a.txt"))
	assert.Equal(t, "File unchanged: /new/dir/a.txt already has this content.", r.ok(in{"action": "write", "path": "/new/dir/a.txt", "content": "one\ntwo\n"}))
	assert.Equal(t, "File overwritten: /new/dir/a.txt (1 line, 5B; was 2 lines, 8B)", r.ok(in{"action": "write", "path": "/new/dir/a.txt", "content": "three"}))
	assert.Equal(t, "three", r.get("/new/dir/a.txt"), "nothing is added")
	assert.Equal(t, "Error: File /new/dir/a.txt already exists. Set if_exists to overwrite to replace it.",
		r.fails(filesystem.CodeExists, in{"action": "write", "path": "/new/dir/a.txt", "content": "x", "if_exists": "error"}))
	r.ok(in{"action": "write", "path": "/empty", "content": ""})
	assert.Contains(t, r.tree(), "/empty")

	assert.Equal(t, "Error: /new is a directory, not a file.", r.fails(filesystem.CodeIsDirectory, in{"action": "write", "path": "/new", "content": "x"}))
	assert.Equal(t, "Error: / is a directory, not a file.", r.fails(filesystem.CodeIsDirectory, in{"action": "write", "path": "/", "content": "x"}))
	assert.Equal(t, "Error: /new/dir/a.txt is a file, not a directory.", r.fails(filesystem.CodeNotADirectory, in{"action": "write", "path": "/new/dir/a.txt/b/c", "content": "x"}))
}

func TestWriteKeepsNames(t *testing.T) {
	r := newRig(t)
	for _, name := range []string{"/constructor", "/__proto__", "/😀.txt", "/a b", "/e\u0301.txt"} {
		r.ok(in{"action": "write", "path": name, "content": name})
	}
	assert.Equal(t, "/e\u0301.txt", r.get("/\u00e9.txt"), "names are composed")
	assert.Contains(t, r.ok(in{"action": "read", "path": "/\u00e9.txt"}), "Here's the content of /\u00e9.txt")
}

func TestAppend(t *testing.T) {
	for _, tt := range []struct{ name, before, content, after, want string }{
		{"to a line end", "one\n", "two\n", "one\ntwo\n", "Appended 4B to /a (now 2 lines)."},
		{"to an open line", "one", "two", "one\ntwo", "Appended 3B to /a (now 2 lines). A newline was added first, since the file did not end in one."},
		{"to CRLF", "one\r\ntwo", "three", "one\r\ntwo\r\nthree", "Appended 5B to /a (now 3 lines). A newline was added first, since the file did not end in one."},
		{"to nothing", "", "two", "two", "Appended 3B to /a (now 1 line)."},
		{"nothing", "one", "", "one", "Appended 0B to /a (now 1 line)."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRig(t).put(map[string]string{"/a": tt.before})
			assert.Equal(t, tt.want, r.ok(in{"action": "append", "path": "/a", "content": tt.content}))
			assert.Equal(t, tt.after, r.get("/a"))
		})
	}
	r := newRig(t)
	assert.Equal(t, "File created successfully at: /d/new", r.ok(in{"action": "append", "path": "/d/new", "content": "x"}))
	assert.Equal(t, "x", r.get("/d/new"))
	r.fails(filesystem.CodeIsDirectory, in{"action": "append", "path": "/d", "content": "x"})
}

// What append says of a large file, of which it looks only at the end.
func TestAppendLarge(t *testing.T) {
	for name, before := range map[string]string{
		"lines": numberedLines(10_000), "an open line": numberedLines(10_000) + "open", "one line": strings.Repeat("x", 100_000), "CRLF": strings.Repeat("a line\r\n", 5000) + "open",
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t).put(map[string]string{"/f": before})
			appended := r.call(in{"action": "append", "path": "/f", "content": "one\ntwo"})
			require.False(t, appended.IsError)
			stat := r.call(in{"action": "stat", "path": "/f"})
			for _, fact := range []string{"hash", "lines", "bytes"} {
				assert.Equal(t, stat.Data[fact], appended.Data[fact], fact)
			}
			end := "one\ntwo"
			if !strings.HasSuffix(before, "\n") {
				end = "\n" + end
			}
			if name == "CRLF" {
				end = "\r" + end
			}
			assert.Equal(t, before+end, r.get("/f"))
			switch name {
			case "lines":
				assert.Equal(t, "--- /f\n+++ /f\n@@ -9998,3 +9998,5 @@\n line 9998\n line 9999\n line 10000\n+one\n+two\n\\ No newline at end of file\n", appended.Data["diff"])
			case "one line":
				assert.NotContains(t, appended.Data, "diff")
			default:
				assert.Contains(t, appended.Data["diff"], "-open\n")
			}
		})
	}
}

func TestInsert(t *testing.T) {
	for _, tt := range []struct {
		name, before string
		line         int
		text, after  string
	}{
		{"at the beginning", "one\n", 0, "zero", "zero\none\n"},
		{"in between", "one\ntwo\n", 1, "and\na half\n", "one\nand\na half\ntwo\n"},
		{"at the end", "one\n", 1, "two", "one\ntwo\n"},
		{"after an open line", "one", 1, "two\n", "one\ntwo"},
		{"into nothing", "", 0, "one", "one\n"},
		{"an empty line", "one\ntwo\n", 1, "", "one\n\ntwo\n"},
		{"into CRLF", "one\r\ntwo\r\n", 1, "a\nb", "one\r\na\r\nb\r\ntwo\r\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRig(t).put(map[string]string{"/a": tt.before})
			text := r.ok(in{"action": "insert", "path": "/a", "insert_line": tt.line, "insert_text": tt.text})
			assert.True(t, strings.HasPrefix(text, "The file /a has been edited. Here is the snippet showing the change (with line numbers):\n"), text)
			assert.Equal(t, tt.after, r.get("/a"))
		})
	}
	r := newRig(t).put(map[string]string{"/a": "one\ntwo\n", "/empty": ""})
	assert.Equal(t, "Error: Invalid `insert_line` parameter: 3. It should be within the range of lines of the file: [0, 2]",
		r.fails(filesystem.CodeOutOfRange, in{"action": "insert", "path": "/a", "insert_line": 3, "insert_text": "x"}))
	assert.Equal(t, "Error: Invalid `insert_line` parameter: 1. It should be within the range of lines of the file: [0, 0]",
		r.fails(filesystem.CodeOutOfRange, in{"action": "insert", "path": "/empty", "insert_line": 1, "insert_text": "x"}))
	r.fails(filesystem.CodeInvalidArgument, in{"action": "insert", "path": "/a", "insert_line": -1, "insert_text": "x"})
	r.fails(filesystem.CodeInvalidArgument, in{"action": "insert", "path": "/a", "insert_line": 0.5, "insert_text": "x"})
	r.fails(filesystem.CodeNotFound, in{"action": "insert", "path": "/missing", "insert_line": 0, "insert_text": "x"})
	assert.Equal(t, "The file /a has been edited. Here is the snippet showing the change (with line numbers):\n"+
		"     1\tone\n     2\tnew\n     3\ttwo", r.ok(in{"action": "insert", "path": "/a", "insert_line": 1, "insert_text": "new"}))
}

func TestPlaceholder(t *testing.T) {
	for _, line := range []string{
		"// ... rest of the code unchanged", "# ... existing code ...", "/* rest of the file remains the same */", "... rest unchanged",
		"<!-- ... rest of content ... -->", "[rest of file unchanged]", "// … remaining methods …", "    // ... (other functions remain unchanged) ...",
		"-- rest of the file is the same", "// Rest of implementation...", "; ... unchanged ...", "# (rest of the code stays the same)",
	} {
		r := newRig(t).put(map[string]string{"/a": "one\n"})
		text := r.fails(filesystem.CodePlaceholder, in{"action": "write", "path": "/a", "content": "first\n" + line + "\n"})
		assert.Contains(t, text, "Error: content seems to leave text out at line 2 (\"", line)
		assert.True(t, strings.HasSuffix(text, "\"). Write the complete file, or use edit."), text)

		r.put(map[string]string{"/a": line + "\n"})
		r.ok(in{"action": "write", "path": "/a", "content": "it was there before\n" + line + "\n"})
	}
	for _, line := range []string{
		"The rest of the day was quiet.", "func f(args ...string) {", "// the existing users keep their sessions", "return f(...rest)",
		"const rest = [...items];", "# Loading...", "unchanged: true", "x = same", "and so on ...", "...", "The code remains the same.",
		"import * as rest from './rest'", "echo \"Installing remaining packages...\"", "const { a, ...rest } = props;", "...original", "  ...rest,", // a spread
		"// other cases are handled by the caller", "\"...\": \"existing\"", "content", "- the remainder is stored in r",
	} {
		r := newRig(t)
		result := r.call(in{"action": "write", "path": "/a", "content": "first\n" + line + "\n"})
		assert.False(t, result.IsError, "%q: %s", line, result.Content)
	}
}

func TestDryRun(t *testing.T) {
	r := newRig(t).put(map[string]string{"/a.txt": "one\ntwo\nthree\n", "/d/b": "x", "/d/c": "y"})
	before := r.tree()
	const hunk = "--- /a.txt\n+++ /a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three"
	for _, tt := range []struct {
		call in
		want string
	}{
		{in{"action": "edit", "path": "/a.txt", "old_str": "two", "new_str": "2"}, "Dry run, nothing written. Diff for /a.txt:\n" + hunk},
		{in{"action": "write", "path": "/a.txt", "content": "one\n2\nthree\n"}, "Dry run, nothing written. Diff for /a.txt:\n" + hunk},
		{in{"action": "write", "path": "/n.txt", "content": "new\n"}, "Dry run, nothing written. Diff for /n.txt:\n--- /dev/null\n+++ /n.txt\n@@ -0,0 +1 @@\n+new"},
		{in{"action": "append", "path": "/a.txt", "content": "four\n"}, "Dry run, nothing written. Diff for /a.txt:\n--- /a.txt\n+++ /a.txt\n@@ -1,3 +1,4 @@\n one\n two\n three\n+four"},
		{in{"action": "insert", "path": "/a.txt", "insert_line": 0, "insert_text": "zero"}, "Dry run, nothing written. Diff for /a.txt:\n--- /a.txt\n+++ /a.txt\n@@ -1,3 +1,4 @@\n+zero\n one\n two\n three"},
		{in{"action": "move", "path": "/a.txt", "new_path": "/e/a"}, "Dry run, nothing written. Would move /a.txt to /e/a (14B)."},
		{in{"action": "copy", "path": "/d", "new_path": "/e"}, "Dry run, nothing written. Would copy /d to /e (2 files)."},
		{in{"action": "copy", "path": "/d/b", "new_path": "/a.txt", "if_exists": "overwrite"}, "Dry run, nothing written. Would copy /d/b to /a.txt (1B), replacing what is there."},
		{in{"action": "delete", "path": "/d", "recursive": true}, "Dry run, nothing written. Would delete /d (2 files)."},
		{in{"action": "delete", "path": "/a.txt"}, "Dry run, nothing written. Would delete /a.txt (14B)."},
	} {
		tt.call["dry_run"] = true
		assert.Equal(t, tt.want, r.ok(tt.call))
		assert.Equal(t, before, r.tree())
	}
	r.fails(filesystem.CodeReadOnly, in{"action": "write", "path": "/memories/a", "content": "x", "dry_run": true})
	r.fails(filesystem.CodeNoMatch, in{"action": "edit", "path": "/a.txt", "old_str": "four", "dry_run": true})
}

func TestDiffIsInTheSidecar(t *testing.T) {
	lines := strings.Repeat("line\n", 100_000)
	r := newRig(t).put(map[string]string{"/big": lines + "old\n" + lines})
	result := r.call(in{"action": "edit", "path": "/big", "old_str": "old", "new_str": "new"})
	assert.Equal(t, "--- /big\n+++ /big\n@@ -99998,7 +99998,7 @@\n line\n line\n line\n-old\n+new\n line\n line\n line\n", result.Data["diff"])

	large := r.call(in{"action": "write", "path": "/big", "content": strings.Repeat("other\n", 150_000), "dry_run": true})
	assert.Equal(t, "Dry run, nothing written. Diff for /big:\nThe change is too large to show: 150000 lines, 878.9K instead of 200001 lines, 976.6K.", large.Content)
}

// A write over a content that somebody else made meanwhile is refused; what the
// chat has done itself is no reason to refuse.
func TestStaleWrite(t *testing.T) {
	r := newRig(t).put(map[string]string{"/a": "one\n"})
	write := in{"action": "write", "path": "/a", "content": "mine\n"}
	r.ok(in{"action": "read", "path": "/a"})
	r.put(map[string]string{"/a": "theirs\n"})
	assert.Regexp(t, `^Error: /a changed since it was read \(hash [0-9a-f]{8}, now [0-9a-f]{8}\)\. Read it again before changing it\.$`,
		r.fails(filesystem.CodeStale, write))
	dry := in{"dry_run": true}
	for name, value := range write {
		dry[name] = value
	}
	r.fails(filesystem.CodeStale, dry)

	// It may be the content that the model knows by hash, or from reading again.
	hash := r.call(in{"action": "stat", "path": "/a"}).Data["hash"]
	r.ok(in{"action": "write", "path": "/a", "content": "by hash\n", "if_hash": hash})
	r.put(map[string]string{"/a": "theirs\n"})
	r.fails(filesystem.CodeStale, write)
	r.ok(in{"action": "read", "path": "/a"})
	r.ok(write)

	// One's own changes are known.
	r.ok(in{"action": "edit", "path": "/a", "old_str": "mine", "new_str": "ours"})
	r.ok(in{"action": "append", "path": "/a", "content": "more\n"})
	r.ok(in{"action": "write", "path": "/a", "content": "again\n"})
	r.ok(in{"action": "move", "path": "/a", "new_path": "/b"})
	r.put(map[string]string{"/b": "theirs\n"})
	r.fails(filesystem.CodeStale, in{"action": "write", "path": "/b", "content": "x"})

	// An edit over a content that was not read does not make it known.
	r.ok(in{"action": "edit", "path": "/b", "old_str": "theirs", "new_str": "edited"})
	r.fails(filesystem.CodeStale, in{"action": "write", "path": "/b", "content": "x"})

	// Another chat has read nothing and is not held up.
	other := *r
	other.chat = "other"
	other.ok(in{"action": "write", "path": "/b", "content": "by another chat\n"})
}

func TestStaleReplacedByMove(t *testing.T) {
	r := newRig(t).put(map[string]string{"/a": "one\n", "/b": "two\n"})
	r.ok(in{"action": "read", "path": "/b"})
	r.put(map[string]string{"/b": "theirs\n"})
	r.fails(filesystem.CodeStale, in{"action": "move", "path": "/a", "new_path": "/b", "if_exists": "overwrite"})
	r.fails(filesystem.CodeStale, in{"action": "copy", "path": "/a", "new_path": "/b", "if_exists": "overwrite"})
}

func TestIfHash(t *testing.T) {
	files := map[string]string{"/a": "one\n", "/d/b": "x"}
	for _, call := range []in{
		{"action": "write", "path": "/a", "content": "x"},
		{"action": "append", "path": "/a", "content": "x"},
		{"action": "edit", "path": "/a", "old_str": "one", "new_str": "1"},
		{"action": "insert", "path": "/a", "insert_line": 0, "insert_text": "x"},
		{"action": "move", "path": "/a", "new_path": "/c"},
		{"action": "delete", "path": "/a"},
	} {
		t.Run(call["action"].(string), func(t *testing.T) {
			r := newRig(t).put(files)
			hash := r.call(in{"action": "read", "path": "/a"}).Data["hash"].(string)
			with := func(hash string) in {
				guarded := in{"if_hash": hash}
				for name, value := range call {
					guarded[name] = value
				}
				return guarded
			}
			assert.Equal(t, "Error: /a changed since it was read (hash 00000000, now "+hash+"). Read it again before changing it.",
				r.fails(filesystem.CodeStale, with("00000000")))
			r.fails(filesystem.CodeStale, with(hash+"00"))
			r.fails(filesystem.CodeInvalidArgument, with(hash[:7]))
			r.fails(filesystem.CodeInvalidArgument, with("not a hash"))
			r.ok(with(strings.ToUpper(hash)))
		})
	}
	r := newRig(t).put(files)
	r.fails(filesystem.CodeInvalidArgument, in{"action": "delete", "path": "/d", "recursive": true, "if_hash": "00000000"})
	r.fails(filesystem.CodeInvalidArgument, in{"action": "move", "path": "/d", "new_path": "/e", "if_hash": "00000000"})
	r.fails(filesystem.CodeNotFound, in{"action": "write", "path": "/n", "content": "x", "if_hash": "00000000"})
}

func TestLimits(t *testing.T) {
	t.Run("a file", func(t *testing.T) {
		r := newRigWith(t, filesystem.Options{MaxFileBytes: 1 << 20}, vfs.Config{})
		assert.Equal(t, "Error: /a would be 1.2M; the limit is 1M.",
			r.fails(filesystem.CodeTooLarge, in{"action": "write", "path": "/a", "content": strings.Repeat("x", 1_260_000)}))
		r.put(map[string]string{"/a": strings.Repeat("x\n", 500_000)})
		r.fails(filesystem.CodeTooLarge, in{"action": "append", "path": "/a", "content": strings.Repeat("x", 100_000)})
		r.fails(filesystem.CodeTooLarge, in{"action": "edit", "path": "/a", "old_str": "x", "new_str": "xxx", "replace_all": true})
		r.fails(filesystem.CodeTooLarge, in{"action": "insert", "path": "/a", "insert_line": 0, "insert_text": strings.Repeat("x", 100_000)})
		r.ok(in{"action": "edit", "path": "/a", "old_str": "x", "new_str": "", "replace_all": true})
	})
	t.Run("a project", func(t *testing.T) {
		r := newRigWith(t, filesystem.Options{}, vfs.Config{Limits: vfs.Limits{ProjectBytes: 1000}})
		r.put(map[string]string{"/a": strings.Repeat("x", 900)})
		text := r.fails(filesystem.CodeQuotaExceeded, in{"action": "write", "path": "/b", "content": strings.Repeat("x", 200)})
		assert.True(t, strings.HasPrefix(text, "Error: Storage is full"), text)
		assert.True(t, strings.HasSuffix(text, ". Delete files first."), text)
		r.fails(filesystem.CodeQuotaExceeded, in{"action": "append", "path": "/a", "content": strings.Repeat("x", 200)})
		r.fails(filesystem.CodeQuotaExceeded, in{"action": "copy", "path": "/a", "new_path": "/b"})
		r.ok(in{"action": "read", "path": "/a"})
		r.ok(in{"action": "delete", "path": "/a"})
		r.ok(in{"action": "write", "path": "/b", "content": strings.Repeat("x", 200)})
	})
}

func TestCancelled(t *testing.T) {
	r := newRig(t).put(map[string]string{"/a": "one\n"})
	tool := filesystem.New(r.files, filesystem.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	before := r.tree()
	for _, call := range []string{
		`{"action":"write","path":"/a","content":"x"}`, `{"action":"grep","pattern":"one"}`, `{"action":"glob","pattern":"*"}`,
		`{"action":"list"}`, `{"action":"read","path":"/a"}`, `{"action":"edit","path":"/a","old_str":"one"}`, `{"action":"delete","path":"/a"}`,
	} {
		result, err := tool.Execute(ctx, registry.Call{Input: json.RawMessage(call), Context: registry.CallContext{ProjectID: project}})
		require.NoError(t, err)
		assert.Equal(t, "Error: The call was cancelled; nothing was changed.", result.Content, call)
		assert.Equal(t, "cancelled", result.Data["code"], call)
	}
	assert.Equal(t, before, r.tree())
}
