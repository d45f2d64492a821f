package api_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/wasm/api"
)

func TestCallRefusesBadInput(t *testing.T) {
	tests := []struct {
		name, method, args string
		content            []byte
		want               string
		field              string
	}{
		{"unknown method", "file.list", `{}`, nil, `unknown method "file.list"; did you mean files.list?`, ""},
		{"unknown method like none", "\x00<>", `{}`, nil, `unknown method "\x00<>"; there are start, close,`, ""},
		{"empty method", "", `{}`, nil, `unknown method "";`, ""},
		{"method of megabytes", strings.Repeat("x", 1<<20), `{}`, nil, `unknown method "xxx`, ""},
		{"no JSON", "tools", ``, nil, "args is broken JSON", ""},
		{"half JSON", "tools", `{"a`, nil, "args is broken JSON at byte 3", ""},
		{"NUL", "tools", "{\x00}", nil, `args is broken JSON at byte 2: invalid character '\x00'`, ""},
		{"two values", "tools", `{} {}`, nil, "args is broken JSON at byte 4", ""},
		{"array", "tools", `[]`, nil, "args must be a JSON object, got array", ""},
		{"null", "tools", `null`, nil, "args must be a JSON object, got null", ""},
		{"string", "tools", `"x"`, nil, "args must be a JSON object, got string", ""},
		{"bytes that nobody wants", "tools", `{}`, []byte{1}, "tools takes no bytes", ""},
		{"bytes that are missing", "files.write", `{"projectId":"p","path":"/a"}`, nil, "files.write needs bytes", ""},
		{"missing project id", "files.list", `{}`, nil, "projectId is missing", "projectId"},
		{"null project id", "files.list", `{"projectId":null}`, nil, "projectId is missing", "projectId"},
		{"empty project id", "files.list", `{"projectId":""}`, nil, "projectId is missing", "projectId"},
		{"project id a number", "files.list", `{"projectId":1}`, nil, "projectId must be a string, got number", "projectId"},
		{"project id with NUL", "files.list", `{"projectId":"a\u0000"}`, nil, `projectId has a control character or half a surrogate pair: "a\x00"`, "projectId"},
		{"project id with a lone surrogate", "files.list", `{"projectId":"\ud800"}`, nil, "projectId has a control character", "projectId"},
		{"project id too long", "files.list", `{"projectId":"` + strings.Repeat("x", 300) + `"}`, nil, "projectId is longer than 200 bytes", "projectId"},
		{"wrong case", "files.list", `{"projectID":"p"}`, nil, "projectId is missing", "projectId"},
		{"unknown field", "files.list", `{"projectId":"p","dept":1}`, nil, "dept is not an argument of this method; did you mean depth?", "dept"},
		{"unknown field like none", "files.stat", `{"projectId":"p","path":"/","zzzzzzz":1}`, nil, "zzzzzzz is not an argument of this method; it takes projectId, path", "zzzzzzz"},
		{"field of a method without", "tools", `{"a":1}`, nil, "a is not an argument of this method; it takes none", "a"},
		{"depth no integer", "files.list", `{"projectId":"p","depth":1.5}`, nil, "depth must be an integer, got number 1.5", "depth"},
		{"version below 0", "files.readVersion", `{"projectId":"p","path":"/a","version":-1}`, nil, "version must be an integer of at least 0, got number -1", "version"},
		{"overwrite a text", "files.copy", `{"projectId":"p","from":"/a","to":"/b","overwrite":"yes"}`, nil, "overwrite must be true or false, got string", "overwrite"},
		{"names no array", "definitions", `{"apiType":"anthropic","enabledToolNames":"memory"}`, nil, "enabledToolNames must be an array, got string", "enabledToolNames"},
		{"a name no string", "definitions", `{"apiType":"anthropic","enabledToolNames":[1]}`, nil, "enabledToolNames must be a string, got number", "enabledToolNames"},
		{"options no object", "definitions", `{"apiType":"anthropic","enabledToolNames":[],"toolOptions":[]}`, nil, "toolOptions must be an object, got array", "toolOptions"},
		{"deep options", "definitions", `{"apiType":"anthropic","enabledToolNames":[],"toolOptions":` + strings.Repeat(`{"a":`, 300) + `1` + strings.Repeat(`}`, 300) + `}`, nil, "toolOptions is nested deeper than 200 levels", "toolOptions"},
		{"unknown API", "definitions", `{"apiType":"cohere","enabledToolNames":[]}`, nil, `unknown API "cohere"; allowed: anthropic,`, ""},
		{"unknown level", "toolsSection", `{"enabledToolNames":[],"layout":{"level":"x"}}`, nil, `layout.level must be standard or detailed, got "x"`, "layout.level"},
		{"unknown field of the layout", "toolsSection", `{"enabledToolNames":[],"layout":{"lvl":"x"}}`, nil, `layout is wrong: unknown field "lvl"`, "layout"},
		{"execute without a project", "execute", `{"name":"memory","enabledToolNames":[],"context":{}}`, nil, "context.projectId is missing", "context.projectId"},
		{"execute without a context", "execute", `{"name":"memory","enabledToolNames":[]}`, nil, "context is missing", "context"},
		{"context field of the wrong type", "execute", `{"name":"memory","enabledToolNames":[],"context":{"projectId":"p","chatId":5}}`, nil, "context.chatId must be a string, got number", "context.chatId"},
		{"run without a project", "run", `{"apiType":"anthropic","calls":[],"enabledToolNames":[],"context":{"projectId":""}}`, nil, "context.projectId is missing", "context.projectId"},
		{"calls no array", "run", `{"apiType":"anthropic","calls":{},"enabledToolNames":[],"context":{"projectId":"p"}}`, nil, "calls must be an array, got object", "calls"},
		{"script that does not run", "sandbox.files", `{"run":"1","op":"readFile","path":"/a"}`, nil, `run "1" is not running`, "run"},
		{"script of the wrong type", "sandbox.files", `{"run":1}`, nil, "args are wrong", ""},
		{"second start", "start", `{}`, nil, "start was called already", ""},
	}
	c := startClient(t, api.Deps{})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			result, content, err := c.api.Call(context.Background(), test.method, json.RawMessage(test.args), test.content)
			var failed *api.Error
			require.ErrorAs(t, err, &failed)
			assert.Equal(t, api.InvalidArgument, failed.Code)
			assert.Contains(t, failed.Message, test.want)
			assert.Less(t, len(failed.Message), 800, "no error repeats megabytes")
			if test.field != "" {
				assert.Equal(t, test.field, failed.Details["field"])
			}
			assert.Nil(t, result)
			assert.Nil(t, content)

			_, _, err = c.api.Call(context.Background(), "tools", json.RawMessage(`{}`), nil)
			assert.NoError(t, err, "the next call works")
		})
	}
}

func TestCallBeforeStart(t *testing.T) {
	c := newClient(t, api.Deps{})
	failed := c.fails("tools", object{})
	assert.Equal(t, api.InvalidArgument, failed.Code)
	assert.Equal(t, "call start before tools", failed.Message)
}

func TestStart(t *testing.T) {
	tests := []struct {
		name, args, want string
	}{
		{"unknown storage", `{"storage":"opfs"}`, `storage must be indexeddb, directory or memory, got "opfs"`},
		{"limit below 0", `{"limits":{"fileBytes":-1}}`, "limits.fileBytes must be positive, got -1"},
		{"limit no number", `{"limits":{"fileBytes":"1"}}`, "limits.fileBytes must be an integer, got string"},
		{"limit unknown", `{"limits":{"fileBites":1}}`, `limits is wrong: unknown field "fileBites"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := newClient(t, api.Deps{})
			failed := c.fails("start", json.RawMessage(test.args))
			assert.Equal(t, api.InvalidArgument, failed.Code)
			assert.Equal(t, test.want, failed.Message)
			c.ok("start", object{}) // it can be tried again
		})
	}
	c := newClient(t, api.Deps{})
	var started api.StartResult
	require.NoError(t, json.Unmarshal(c.ok("start", object{"storage": "indexeddb", "limits": object{}, "searchURL": ""}), &started))
	assert.Equal(t, api.Version, started.Version)
	assert.Equal(t, api.Storage{Kind: "memory", Durable: false}, started.Storage, "what is not lent is not used")
	assert.Equal(t, "memory", started.Tools[0].Name)
}

func TestClose(t *testing.T) {
	stopped := 0
	c := startClient(t, api.Deps{Stop: func() { stopped++ }})
	c.ok("close", object{})
	assert.Equal(t, 1, stopped)
	failed := c.fails("tools", object{})
	assert.Equal(t, api.Closed, failed.Code)
	assert.Equal(t, api.Closed, c.fails("close", object{}).Code)
	assert.Equal(t, 1, stopped)
}

// The arguments of a call may be large, and what a model sends may be anything.
func TestCallTakesLargeInput(t *testing.T) {
	c := startClient(t, api.Deps{})
	text := strings.Repeat("x", 10<<20)
	c.ok("execute", object{"name": "memory", "enabledToolNames": []string{"memory"}, "context": object{"projectId": "p", "mine": 1},
		"input": object{"command": "view", "path": text}})
	c.ok("execute", object{"name": text, "enabledToolNames": []string{"memory"}, "context": object{"projectId": "p"}})
	failed := c.fails("files.list", object{"projectId": text})
	assert.Less(t, len(failed.Message), 800)
}

func TestVersionIsThePackages(t *testing.T) {
	var pack struct{ Version string }
	readJSON(t, "../../web/package.json", &pack)
	assert.Equal(t, pack.Version, api.Version)
}
