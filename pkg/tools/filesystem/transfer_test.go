package filesystem_test

import (
	"testing"

	"github.com/clienttools/clienttools/pkg/tools/filesystem"
	"github.com/stretchr/testify/assert"
)

var transferred = map[string]string{
	"/a.txt": "aaa\n", "/b.txt": "bbb\n", "/d/x": "x", "/d/e/y": "y", "/full/f": "f", "/empty/": "", "/memories/n.md": "note\n",
}

func TestMove(t *testing.T) {
	for _, tt := range []struct {
		name string
		call in
		want string
		from string
		tree map[string]string
	}{
		{"a file", in{"path": "/a.txt", "new_path": "/new/c.txt"}, "Successfully moved /a.txt to /new/c.txt", "/a.txt", map[string]string{"/new/c.txt": "aaa\n"}},
		{"a directory", in{"path": "/d", "new_path": "/n/d2/"}, "Successfully moved /d to /n/d2/", "/d/x", map[string]string{"/n/d2/x": "x", "/n/d2/e/y": "y"}},
		{"over a file", in{"path": "/a.txt", "new_path": "/b.txt", "if_exists": "overwrite"}, "Successfully moved /a.txt to /b.txt", "/a.txt", map[string]string{"/b.txt": "aaa\n"}},
		{"over an empty directory", in{"path": "/d", "new_path": "/empty", "if_exists": "overwrite"}, "Successfully moved /d to /empty", "/d/x", map[string]string{"/empty/x": "x"}},
		{"up", in{"path": "/d/e/y", "new_path": "/d/y"}, "Successfully moved /d/e/y to /d/y", "/d/e/y", map[string]string{"/d/y": "y"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRig(t).put(transferred)
			tt.call["action"] = "move"
			assert.Equal(t, tt.want, r.ok(tt.call))
			tree := r.tree()
			assert.NotContains(t, tree, tt.from)
			for path, content := range tt.tree {
				assert.Equal(t, content, tree[path], path)
			}
		})
	}
}

func TestCopy(t *testing.T) {
	for _, tt := range []struct {
		name string
		call in
		want string
		tree map[string]string
	}{
		{"a file", in{"path": "/a.txt", "new_path": "/new/c.txt"}, "Successfully copied /a.txt to /new/c.txt", map[string]string{"/new/c.txt": "aaa\n", "/a.txt": "aaa\n"}},
		{"a directory", in{"path": "/d", "new_path": "/n/d2"}, "Successfully copied /d to /n/d2", map[string]string{"/n/d2/x": "x", "/n/d2/e/y": "y", "/d/e/y": "y"}},
		{"over a file", in{"path": "/a.txt", "new_path": "/b.txt", "if_exists": "overwrite"}, "Successfully copied /a.txt to /b.txt", map[string]string{"/b.txt": "aaa\n"}},
		{"over an empty directory", in{"path": "/d", "new_path": "/empty", "if_exists": "overwrite"}, "Successfully copied /d to /empty", map[string]string{"/empty/e/y": "y"}},
		{"out of memories", in{"path": "/memories/n.md", "new_path": "/n.md"}, "Successfully copied /memories/n.md to /n.md", map[string]string{"/n.md": "note\n"}},
		{"all of memories", in{"path": "/memories", "new_path": "/m"}, "Successfully copied /memories to /m", map[string]string{"/m/n.md": "note\n"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRig(t).put(transferred)
			before := r.tree()
			tt.call["action"] = "copy"
			assert.Equal(t, tt.want, r.ok(tt.call))
			tree := r.tree()
			for path, content := range tt.tree {
				assert.Equal(t, content, tree[path], path)
			}
			for path := range before {
				assert.Contains(t, tree, path, "a copy takes nothing away")
			}
		})
	}
}

func TestTransferErrors(t *testing.T) {
	r := newRig(t).put(transferred)
	for _, tt := range []struct {
		code filesystem.Code
		call in
		want string
	}{
		{filesystem.CodeExists, in{"path": "/a.txt", "new_path": "/b.txt"}, "Error: The destination /b.txt already exists. Set if_exists to overwrite to replace it."},
		{filesystem.CodeExists, in{"path": "/a.txt", "new_path": "/d"}, "Error: The destination /d already exists. It is a directory; new_path must include the final name."},
		{filesystem.CodeExists, in{"path": "/a.txt", "new_path": "/d", "if_exists": "overwrite"}, "Error: The destination /d already exists. It is a directory; new_path must include the final name."},
		{filesystem.CodeExists, in{"path": "/d", "new_path": "/d"}, "Error: The destination /d already exists. Set if_exists to overwrite to replace it."},
		{filesystem.CodeExists, in{"path": "/a.txt", "new_path": "/./a.txt"}, "Error: The destination /./a.txt already exists. Set if_exists to overwrite to replace it."},
		{filesystem.CodeNoChange, in{"path": "/a.txt", "new_path": "/a.txt", "if_exists": "overwrite"}, "Error: path and new_path are the same; /a.txt was not changed."},
		{filesystem.CodeNotADirectory, in{"path": "/d", "new_path": "/a.txt", "if_exists": "overwrite"}, "Error: /a.txt is a file, not a directory."},
		{filesystem.CodeNotEmpty, in{"path": "/d", "new_path": "/full", "if_exists": "overwrite"}, "Error: /full is not empty (1 file). Delete it first, or choose another new_path."},
		{filesystem.CodeInvalidArgument, in{"path": "/d", "new_path": "/d/e/d"}, "Error: /d cannot be put into itself: /d/e/d is below it."},
		{filesystem.CodeNotADirectory, in{"path": "/d", "new_path": "/a.txt/d"}, "Error: /a.txt is a file, not a directory."},
		{filesystem.CodeNotFound, in{"path": "/nowhere/at/all", "new_path": "/x"}, "Error: The path /nowhere/at/all does not exist. Please provide a valid path."},
		{filesystem.CodeReadOnly, in{"path": "/a.txt", "new_path": "/memories/a"}, "Error: Cannot write to readonly path /memories/a. The /memories directory is managed by the memory tool."},
	} {
		for _, action := range []string{"move", "copy"} {
			tt.call["action"] = action
			assert.Equal(t, tt.want, r.fails(tt.code, tt.call))
		}
	}
	r.fails(filesystem.CodeReadOnly, in{"action": "move", "path": "/memories/n.md", "new_path": "/n.md"})
	r.fails(filesystem.CodeReadOnly, in{"action": "move", "path": "/", "new_path": "/n"})
	r.fails(filesystem.CodeInvalidArgument, in{"action": "copy", "path": "/", "new_path": "/n"})
}

func TestDelete(t *testing.T) {
	r := newRig(t).put(transferred)
	assert.Equal(t, "Successfully deleted /a.txt", r.ok(in{"action": "delete", "path": "/a.txt"}))
	assert.Equal(t, "Successfully deleted /empty (0 files)", r.ok(in{"action": "delete", "path": "/empty"}))
	assert.Equal(t, "Error: /d is not empty (2 files). Set recursive to delete it with its contents.", r.fails(filesystem.CodeNotEmpty, in{"action": "delete", "path": "/d"}))
	assert.Equal(t, "Successfully deleted /d/ (2 files)", r.ok(in{"action": "delete", "path": "/d/", "recursive": true}))
	assert.Equal(t, map[string]string{"/b.txt": "bbb\n", "/full/": "", "/full/f": "f", "/memories/": "", "/memories/n.md": "note\n"}, r.tree())
	assert.Equal(t, "Error: The path /a.txt does not exist. Please provide a valid path.", r.fails(filesystem.CodeNotFound, in{"action": "delete", "path": "/a.txt"}))
	r.fails(filesystem.CodeNotADirectory, in{"action": "delete", "path": "/b.txt/x"})
	for _, root := range []string{"/", "//", "/.", "/b.txt/.."} {
		r.fails(filesystem.CodeReadOnly, in{"action": "delete", "path": root, "recursive": true})
	}
}

func TestMkdir(t *testing.T) {
	r := newRig(t).put(transferred)
	assert.Equal(t, "Successfully created directory /n/m", r.ok(in{"action": "mkdir", "path": "/n/m"}))
	assert.Contains(t, r.tree(), "/n/m/")
	before := r.tree()
	assert.Equal(t, "Successfully created directory /n/m", r.ok(in{"action": "mkdir", "path": "/n/m"}))
	assert.Equal(t, "Successfully created directory /", r.ok(in{"action": "mkdir", "path": "/"}))
	assert.Equal(t, before, r.tree())
	assert.Equal(t, "Error: File /a.txt already exists", r.fails(filesystem.CodeExists, in{"action": "mkdir", "path": "/a.txt"}))
	r.fails(filesystem.CodeNotADirectory, in{"action": "mkdir", "path": "/a.txt/b"})
}

func TestPaths(t *testing.T) {
	r := newRig(t).put(transferred)
	for path, want := range map[string]struct {
		code filesystem.Code
		text string
	}{
		"/../x":         {filesystem.CodeOutsideRoot, "Error: Path /../x leaves the workspace."},
		"/a/../../x":    {filesystem.CodeOutsideRoot, "Error: Path /a/../../x leaves the workspace."},
		"../x":          {filesystem.CodeOutsideRoot, "Error: Path ../x leaves the workspace."},
		"/%2e%2e/x":     {filesystem.CodeOutsideRoot, "Error: Path /%2e%2e/x leaves the workspace."},
		`..\x`:          {filesystem.CodeOutsideRoot, `Error: Path ..\x leaves the workspace.`},
		`/a\b`:          {filesystem.CodeInvalidPath, `Error: Invalid path /a\b: backslash; use / as separator.`},
		"/a\x00b":       {filesystem.CodeInvalidPath, `Error: Invalid path /a\x00b: NUL character.`},
		"/a\nb":         {filesystem.CodeInvalidPath, `Error: Invalid path /a\nb: control character.`},
		"a.txt":         {filesystem.CodeInvalidPath, "Error: Invalid path a.txt: not absolute; start it with /."},
		"/\ufffd":       {filesystem.CodeInvalidPath, "Error: Invalid path /\ufffd: it has a broken character."},
		"/" + long(256): {filesystem.CodeInvalidPath, "Error: Invalid path /" + long(256) + ": a name longer than 255 bytes."},
		"/" + long(9) + "/" + long(200) + "/" + long(200) + "/" + long(200) + "/" + long(200) + "/" + long(215): {filesystem.CodeInvalidPath, ""},
	} {
		for _, call := range []in{
			{"action": "read", "path": path}, {"action": "list", "path": path}, {"action": "write", "path": path, "content": "x"},
			{"action": "copy", "path": "/a.txt", "new_path": path}, {"action": "stat", "path": path}, {"action": "glob", "pattern": "*", "path": path},
			{"action": "grep", "pattern": "x", "path": path}, {"action": "read", "paths": []string{path}}, {"action": "mkdir", "path": path},
			{"action": "append", "path": path, "content": "x"}, {"action": "edit", "path": path, "old_str": "x"}, {"action": "delete", "path": path},
			{"action": "move", "path": path, "new_path": "/x"}, {"action": "insert", "path": path, "insert_line": 0, "insert_text": "x"},
		} {
			text := r.fails(want.code, call)
			if want.text != "" {
				assert.Equal(t, want.text, text)
			}
		}
	}
	for _, path := range []string{"/d//x", "/d/./x", "/d/e/../x", "/./d/x/", "//d/x"} {
		assert.Contains(t, r.ok(in{"action": "read", "path": path}), "Here's the content of "+path)
	}
}

func long(n int) string {
	name := make([]byte, n)
	for i := range name {
		name[i] = 'n'
	}
	return string(name)
}

func TestInvalid(t *testing.T) {
	r := newRig(t)
	for _, tt := range []struct {
		call in
		want string
	}{
		{in{"action": "edit"}, "Error: edit needs path and old_str or edits; path and old_str are missing.\n"},
		{in{"action": "edit", "old_str": "x"}, "Error: edit needs path and old_str or edits; path is missing.\n"},
		{in{"action": "insert", "path": "/a"}, "Error: insert needs path, insert_line and insert_text; insert_line and insert_text are missing.\n"},
		{in{"action": "read"}, "Error: read needs path or paths; path is missing.\n"},
		{in{"action": "write", "path": 5, "content": true}, "Error: path must be a string, got 5; content must be a string, got true.\n"},
		{in{"action": "fly"}, "Error: Invalid action 'fly'.\n"},
		{in{}, "Error: action is required"},
		{in{"action": "grep", "pattern": "x", "output": "json"}, "Error: Invalid output 'json'.\n"},
		{in{"action": "stat", "path": "/a", "recursive": true}, "Error: recursive is not a parameter of stat.\n"},
		{in{"action": "stat", "path": "/a", "unheard_of": true}, "Error: unheard_of "},
	} {
		text := r.fails(filesystem.CodeInvalidArgument, tt.call)
		assert.Contains(t, text, tt.want)
	}
	// What models fill in because it is offered says nothing.
	r.put(map[string]string{"/a": "one\n"})
	r.ok(in{"action": "read", "path": "/a", "paths": []string{}})
	r.ok(in{"action": "read", "path": "", "paths": []string{"/a"}})
	r.ok(in{"action": "edit", "path": "/a", "old_str": "one", "new_str": "two", "edits": []in{}, "if_hash": ""})
	r.ok(in{"action": "list", "path": "", "sort": "", "exclude": []string{}})
	r.ok(in{"action": "grep", "pattern": "two", "output": "", "include": ""})
	r.ok(in{"action": "mkdir", "path": "/d", "recursive": false, "content": "", "paths": []string{}, "if_hash": nil})
}
