package memory_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWrongArguments(t *testing.T) {
	const allowed = " Allowed commands: view, create, str_replace, insert, delete, rename."
	tests := []struct{ input, want string }{
		{`{}`, "Error: command is missing." + allowed},
		{``, "Error: command is missing." + allowed},
		{`null`, "Error: command is missing." + allowed},
		{`{"command":null,"path":"/memories"}`, "Error: command is missing." + allowed},
		{`{"command":"fly","path":"/memories"}`, "Error: unknown command fly." + allowed},
		{`{"command":"VIEW"}`, "Error: unknown command VIEW." + allowed},
		{`{"command":""}`, `Error: unknown command "".` + allowed},
		{`{"command":7}`, "Error: unknown command 7." + allowed},
		{`{"command":["view"]}`, `Error: unknown command ["view"].` + allowed},
		{`{"command":"a\u0000b"}`, `Error: unknown command a\x00b.` + allowed},
		{`{"command":"view"}`, "Error: view: path is missing: it must be a path that is /memories or below it."},
		{`{"command":"view","path":null}`, "Error: view: path is missing: it must be a path that is /memories or below it."},
		{`{"command":"view","path":3}`, "Error: view: path must be a path that is /memories or below it."},
		{`{"command":"create","path":"/memories/a"}`, "Error: create: file_text is missing: it must be a string, the content of the file."},
		{`{"command":"create","path":"/memories/a","file_text":{}}`, "Error: create: file_text must be a string, the content of the file."},
		{`{"command":"str_replace","path":"/memories/a"}`, "Error: str_replace: old_str is missing: it must be a string, the text to replace exactly as it is in the file."},
		{`{"command":"insert","path":"/memories/a"}`, "Error: insert: insert_line is missing: it must be an integer from 0 (the beginning) to the number of lines (the end); " +
			"insert_text is missing: it must be a string, the text to add."},
		{`{"command":"insert","path":"/memories/a","insert_line":"one","insert_text":"x"}`, "Error: insert: insert_line must be an integer from 0 (the beginning) to the number of lines (the end)."},
		{`{"command":"delete"}`, "Error: delete: path is missing: it must be a path that is /memories or below it."},
		{`{"command":"rename","path":"/memories/a","new_path":"/memories/b"}`, "Error: rename: old_path is missing: it must be a path below /memories, what to rename."},
		{`{"command":"str_replace","path":"/memories/a","old_str":"a","new_string":"b"}`, "Error: str_replace: new_string is not a parameter of str_replace, which takes path, old_str, new_str."},
	}
	d := newDesk(t, map[string]string{"/memories/a": "a"})
	before := d.tree()
	for _, test := range tests {
		result := d.send(json.RawMessage(test.input))
		assert.True(t, result.IsError, test.input)
		assert.Equal(t, test.want, result.Content, test.input)
		assert.Equal(t, "invalid_argument", result.Data["code"], test.input)
	}
	for _, broken := range []string{`{"command":`, `[]`, `"view"`, `7`, `{"command":"view"}}`} {
		result := d.send(json.RawMessage(broken))
		assert.True(t, result.IsError, broken)
		assert.Regexp(t, "^Error: the input (must be an object, got an? [a-z]+|is not valid JSON: .*)\\.$", result.Content, broken)
	}
	assert.Equal(t, before, d.tree())
}

// Models that are offered ten parameters like to fill in ten.
func TestForeignParametersAreDropped(t *testing.T) {
	d := newDesk(t, map[string]string{"/memories/a": "a\n"})
	assert.Equal(t, shown("/memories/a", "     1\ta"), d.ok(in{
		"command": "view", "path": "/memories/a", "file_text": "", "old_str": "x", "new_str": nil, "insert_line": 0, "view_range": nil, "old_path": "/etc",
	}))
	d.ok(in{"command": "insert", "path": "/memories/a", "insert_line": 1, "insert_text": "b", "old_str": "x", "view_range": []int{}})
	assert.Equal(t, "a\nb\n", d.tree()["/memories/a"])
}
