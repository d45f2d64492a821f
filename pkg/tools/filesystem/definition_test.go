package filesystem_test

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/filesystem"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type definition struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"input_schema"`
}

// agreed is the definition as it was agreed on, in testdata.
type agreed struct {
	Filesystem definition `json:"filesystem"`
	ReadOnly   definition `json:"filesystem_readonly"`
	Actions    map[string]struct {
		ReadOnly    bool     `json:"readOnly"`
		Destructive bool     `json:"destructive"`
		Idempotent  bool     `json:"idempotent"`
		OpenWorld   bool     `json:"openWorld"`
		Required    []string `json:"required"`
		Optional    []string `json:"optional"`
	} `json:"actions"`
	Aliases    map[string]json.RawMessage `json:"aliases"`
	ErrorCodes []filesystem.Code          `json:"error_codes"`
}

func readAgreed(t *testing.T) agreed {
	data, err := os.ReadFile("testdata/schema.json")
	require.NoError(t, err)
	var a agreed
	require.NoError(t, json.Unmarshal(data, &a))
	return a
}

func TestDefinition(t *testing.T) {
	a := readAgreed(t)
	tool := filesystem.New(nil, filesystem.Options{})
	for name, tt := range map[string]struct {
		options registry.Options
		want    definition
	}{
		"all actions": {registry.Options{"readOnly": false}, a.Filesystem},
		"read-only":   {registry.Options{"readOnly": true}, a.ReadOnly},
	} {
		t.Run(name, func(t *testing.T) {
			description, err := tool.Description(context.Background(), tt.options)
			require.NoError(t, err)
			assert.Equal(t, tt.want.Description, description)
			schema, err := tool.InputSchema(context.Background(), tt.options)
			require.NoError(t, err)
			assert.JSONEq(t, string(tt.want.InputSchema), string(schema.AppendJSON(nil)))
			assert.Equal(t, tt.want.Name, tool.Name)
			assert.Equal(t, propertyNames(t, tt.want.InputSchema), schemaNames(schema), "the order is what a model reads first")
		})
	}
	assert.Equal(t, "Filesystem Access", tool.DisplayName)
	assert.Equal(t, "Read/write VFS files (/memories readonly)", tool.DisplaySubtitle)
	assert.Equal(t, "files", tool.Category)
}

func schemaNames(schema *registry.Schema) (names []string) {
	for _, property := range schema.Properties {
		names = append(names, property.Name)
	}
	return names
}

func propertyNames(t *testing.T, raw json.RawMessage) []string {
	schema, err := registry.ParseSchema(raw)
	require.NoError(t, err)
	return schemaNames(schema)
}

func TestActions(t *testing.T) {
	a := readAgreed(t)
	seen := 0
	for _, action := range filesystem.Actions() {
		want, ok := a.Actions[action.Name]
		require.True(t, ok, action.Name)
		seen++
		assert.Equal(t, want.ReadOnly, action.ReadOnly, action.Name)
		assert.Equal(t, want.Destructive, action.Destructive, action.Name)
		assert.Equal(t, want.Idempotent, action.Idempotent, action.Name)
		assert.Equal(t, want.OpenWorld, action.OpenWorld, action.Name)
		assert.ElementsMatch(t, want.Required, action.Required, action.Name)
		assert.ElementsMatch(t, want.Optional, action.Optional, action.Name)
	}
	assert.Equal(t, len(a.Actions), seen)

	// Whoever gets the list may change it.
	filesystem.Actions()[0].Name = "changed"
	assert.Equal(t, "list", filesystem.Actions()[0].Name)
}

func TestErrorCodes(t *testing.T) {
	assert.Equal(t, readAgreed(t).ErrorCodes, []filesystem.Code{
		filesystem.CodeInvalidArgument, filesystem.CodeInvalidPath, filesystem.CodeOutsideRoot, filesystem.CodeReadOnly,
		filesystem.CodeNotFound, filesystem.CodeExists, filesystem.CodeIsDirectory, filesystem.CodeNotADirectory,
		filesystem.CodeNotEmpty, filesystem.CodeBinary, filesystem.CodeTooLarge, filesystem.CodeNoMatch,
		filesystem.CodeAmbiguousMatch, filesystem.CodeNoChange, filesystem.CodeOutOfRange, filesystem.CodeStale,
		filesystem.CodePlaceholder, filesystem.CodeQuotaExceeded, filesystem.CodeUnsupported, filesystem.CodeCancelled,
		filesystem.CodeInternal,
	})
}

// TestAliases makes a call under every alias that was agreed on.
func TestAliases(t *testing.T) {
	a := readAgreed(t)
	files := map[string]string{"/a.txt": "one\ntwo\n", "/d/b.txt": "three\n"}
	proper := map[string]in{
		"path":        {"action": "read", "path": "/a.txt"},
		"content":     {"action": "write", "path": "/n.txt", "content": "x\n"},
		"old_str":     {"action": "edit", "path": "/a.txt", "old_str": "one", "new_str": "1"},
		"new_str":     {"action": "edit", "path": "/a.txt", "old_str": "one", "new_str": "1"},
		"insert_text": {"action": "insert", "path": "/a.txt", "insert_line": 0, "insert_text": "zero"},
		"new_path":    {"action": "move", "path": "/a.txt", "new_path": "/c.txt"},
		"include":     {"action": "grep", "pattern": "o", "include": "*.txt"},
		"ignore_case": {"action": "grep", "pattern": "ONE", "ignore_case": true},
		"action":      {"action": "list", "path": "/"},
	}
	for parameter, raw := range a.Aliases {
		var aliases []string
		if parameter == "action_values" || json.Unmarshal(raw, &aliases) != nil {
			continue
		}
		for _, alias := range aliases {
			t.Run(parameter+"="+alias, func(t *testing.T) {
				call := proper[parameter]
				require.NotNil(t, call, "no call for this parameter")
				plain, aliased := newRig(t).put(files), newRig(t).put(files)
				want := plain.ok(call)
				renamed := in{}
				for name, value := range call {
					renamed[name] = value
				}
				delete(renamed, parameter)
				renamed[alias] = call[parameter]
				assert.Equal(t, want, aliased.ok(renamed))
				assert.Equal(t, plain.tree(), aliased.tree())

				both := in{parameter: call[parameter], alias: "something else"}
				for name, value := range call {
					both[name] = value
				}
				newRig(t).put(files).fails(filesystem.CodeInvalidArgument, both)
			})
		}
	}
}

func TestActionAliases(t *testing.T) {
	files := map[string]string{"/a.txt": "one\ntwo\n", "/d/b.txt": "three\n"}
	for _, tt := range []struct {
		alias        string
		call, proper in
	}{
		{"view", in{"path": "/a.txt"}, in{"action": "read", "path": "/a.txt"}},
		{"view", in{"path": "/"}, in{"action": "list", "path": "/"}},
		{"view-all", in{"paths": []string{"/a.txt", "/d/b.txt"}}, in{"action": "read", "paths": []string{"/a.txt", "/d/b.txt"}}},
		{"create", in{"path": "/n.txt", "file_text": "x"}, in{"action": "write", "path": "/n.txt", "content": "x"}},
		{"str_replace", in{"path": "/a.txt", "old_str": "one", "new_str": "1"}, in{"action": "edit", "path": "/a.txt", "old_str": "one", "new_str": "1"}},
		{"multi_edit", in{"path": "/a.txt", "edits": []in{{"oldText": "one", "new_string": "1"}}}, in{"action": "edit", "path": "/a.txt", "edits": []in{{"old_str": "one", "new_str": "1"}}}},
		{"rename", in{"old_path": "/a.txt", "new_path": "/c.txt"}, in{"action": "move", "path": "/a.txt", "new_path": "/c.txt"}},
		{"cat", in{"file": "/a.txt"}, in{"action": "read", "path": "/a.txt"}},
		{"ls", in{"dir": "/d"}, in{"action": "list", "path": "/d"}},
		{"tree", in{}, in{"action": "list"}},
		{"find", in{"pattern": "*.txt"}, in{"action": "glob", "pattern": "*.txt"}},
		{"search", in{"pattern": "t"}, in{"action": "grep", "pattern": "t"}},
		{"rm", in{"path": "/a.txt"}, in{"action": "delete", "path": "/a.txt"}},
		{"mv", in{"source": "/a.txt", "dest": "/c.txt"}, in{"action": "move", "path": "/a.txt", "new_path": "/c.txt"}},
		{"cp", in{"source": "/a.txt", "to": "/c.txt"}, in{"action": "copy", "path": "/a.txt", "new_path": "/c.txt"}},
		{"info", in{"path": "/d"}, in{"action": "stat", "path": "/d"}},
	} {
		t.Run(tt.alias, func(t *testing.T) {
			plain, aliased := newRig(t).put(files), newRig(t).put(files)
			tt.call["command"] = tt.alias
			assert.Equal(t, plain.ok(tt.proper), aliased.ok(tt.call))
			assert.Equal(t, plain.tree(), aliased.tree())
		})
	}
	t.Run("create does not replace", func(t *testing.T) {
		newRig(t).put(files).fails(filesystem.CodeExists, in{"command": "create", "path": "/a.txt", "file_text": "x"})
	})
	t.Run("insert's new_str", func(t *testing.T) {
		r := newRig(t).put(files)
		r.ok(in{"command": "insert", "path": "/a.txt", "insert_line": 1, "new_str": "new"})
		assert.Equal(t, "one\nnew\ntwo\n", r.get("/a.txt"))
	})
}

// The read-only variant refuses what its schema does not have.
func TestReadOnlyOption(t *testing.T) {
	r := newRig(t).put(map[string]string{"/a.txt": "one\n"})
	r.options = registry.Options{"readOnly": true}
	assert.Contains(t, r.ok(in{"action": "read", "path": "/a.txt"}), "one")
	before := r.tree()
	for _, call := range []in{
		{"action": "write", "path": "/a.txt", "content": "x"},
		{"action": "delete", "path": "/a.txt"},
		{"action": "rm", "path": "/a.txt"},
		{"action": "mkdir", "path": "/d"},
	} {
		result := r.call(call)
		assert.True(t, result.IsError, call)
		assert.Equal(t, "unsupported", result.Data["code"])
		assert.Regexp(t, `^Error: (write|delete|mkdir) is not available here\.\n`, result.Content)
		assert.Equal(t, before, r.tree())
	}
	assert.Contains(t, r.fails(filesystem.CodeInvalidArgument, in{"action": "fly"}), "Invalid action 'fly'")

	tool := filesystem.New(r.files, filesystem.Options{})
	result, err := tool.Execute(context.Background(), registry.Call{
		Input:   json.RawMessage(`{"action":"delete","path":"/a.txt"}`),
		Options: registry.Options{"readOnly": true}, Context: registry.CallContext{ProjectID: project},
	})
	require.NoError(t, err)
	assert.Equal(t, "Error: delete is not available here.", result.Content)
	assert.Equal(t, before, r.tree())
}

func TestAccess(t *testing.T) {
	tool := filesystem.New(nil, filesystem.Options{})
	for _, tt := range []struct {
		input string
		want  registry.Access
	}{
		{`{"action":"read","path":"/a//b/"}`, registry.Access{Read: []string{"/a/b"}}},
		{`{"action":"read","paths":["/a","/b"]}`, registry.Access{Read: []string{"/a", "/b"}}},
		{`{"action":"list"}`, registry.ReadAll()},
		{`{"action":"write","path":"/a","content":""}`, registry.Access{Write: []string{"/a"}}},
		{`{"action":"write","path":"/a","content":"","dry_run":true}`, registry.Access{Read: []string{"/a"}}},
		{`{"action":"move","path":"/a","new_path":"/b"}`, registry.Access{Write: []string{"/a", "/b"}}},
		{`{"action":"write","path":"/../a","content":""}`, registry.WriteAll()},
	} {
		assert.Equal(t, tt.want, tool.Access(json.RawMessage(tt.input)), tt.input)
	}
}
