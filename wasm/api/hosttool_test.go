package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/wasm/api"
)

// weather is a tool of an application, as the realm describes it.
func weather(change object) object {
	tool := object{
		"name": "weather", "description": "The weather of a city.",
		"inputSchema": object{"type": "object", "properties": object{"city": object{"type": "string"}}, "required": []string{"city"}},
	}
	for name, value := range change {
		tool[name] = value
	}
	return tool
}

// lend answers for the tools of an application by "name part".
func lend(answers map[string]func(ctx context.Context, args string) (string, error)) api.Lent {
	return func(ctx context.Context, args ...string) (string, error) {
		answer := answers[args[0]+" "+args[1]]
		if answer == nil {
			return "", errors.New("nobody answers " + args[0] + " " + args[1])
		}
		return answer(ctx, args[2])
	}
}

func always(answer string) func(context.Context, string) (string, error) {
	return func(context.Context, string) (string, error) { return answer, nil }
}

var here = object{"projectId": "p", "chatId": "c"}

func TestRegister(t *testing.T) {
	c := startClient(t, api.Deps{Tool: lend(nil)})
	before := string(c.ok("tools", object{}))
	tests := []struct {
		name string
		tool object
		code api.Code
		want string
	}{
		{"a name that is taken", weather(object{"name": "memory"}), api.DuplicateTool, `tool "memory" is already registered`},
		{"an invalid name", weather(object{"name": "we ather"}), api.InvalidArgument, `tool name "we ather"`},
		{"no description", weather(object{"description": ""}), api.InvalidArgument, `tool "weather": needs a description`},
		{"no schema", weather(object{"inputSchema": nil}), api.InvalidArgument, `tool "weather": inputSchema is missing`},
		{"a schema that is none", weather(object{"inputSchema": []int{}}), api.InvalidArgument, `tool "weather": inputSchema is no JSON Schema`},
		{"a schema of a string", weather(object{"inputSchema": object{"type": "string"}}), api.InvalidArgument, `tool "weather": inputSchema must have the type "object"`},
		{"a deep schema", weather(object{"inputSchema": json.RawMessage(strings.Repeat(`{"not":`, 300) + "true" + strings.Repeat("}", 300))}), api.InvalidArgument, "nested deeper than 200"},
		{"an unknown dynamic part", weather(object{"dynamic": []string{"name"}}), api.InvalidArgument, `tool "weather": dynamic part "name" is not known`},
		{"an unknown policy", weather(object{"policy": "sometimes"}), api.InvalidArgument, "policy"},
		{"an unknown field", weather(object{"icon": "x"}), api.InvalidArgument, `unknown field "icon"`},
		{"a bad option", weather(object{"optionDefinitions": []object{{"id": "a", "label": "A", "default": "yes"}}}), api.InvalidArgument, `option "a"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			failed := c.fails("register", object{"tools": []object{weather(object{"name": "good"}), test.tool}})
			assert.Equal(t, test.code, failed.Code)
			assert.Contains(t, failed.Message, test.want)
			assert.Equal(t, before, string(c.ok("tools", object{})), "all or none")
		})
	}
	c.seen()
	after := c.ok("register", object{"tools": []object{weather(nil), weather(object{"name": "other", "userFacing": false, "internal": true})}})
	assert.Equal(t, []string{"tools " + string(after)}, c.seen())
	assert.Contains(t, string(after), `{"name":"weather","displayName":"weather","category":"general","userFacing":true,"internal":false,"optionDefinitions":[]}`)
	assert.Contains(t, string(after), `"userFacing":false,"internal":true`)

	c.ok("unregister", object{"name": "weather"})
	failed := c.fails("unregister", object{"name": "weather"})
	assert.Equal(t, api.UnknownTool, failed.Code)
	assert.Equal(t, "weather", failed.Details["tool"])

	c.ok("reset", object{})
	assert.Equal(t, "[]", string(c.ok("tools", object{})))

	alone := startClient(t, api.Deps{})
	assert.Contains(t, alone.fails("register", object{"tools": []object{weather(nil)}}).Message, "the host object has no function tool")
}

func TestHostToolParts(t *testing.T) {
	var asked []string
	note := func(answer string) func(context.Context, string) (string, error) {
		return func(_ context.Context, args string) (string, error) {
			asked = append(asked, args)
			return answer, nil
		}
	}
	c := startClient(t, api.Deps{Tool: lend(map[string]func(context.Context, string) (string, error){
		"weather description":  note(`"told"`),
		"weather inputSchema":  note(`{"type":"object","properties":{"x":{"type":"number"}}}`),
		"weather systemPrompt": note(`"Look up."`),
		"native override":      note(`{"type":"native_20260101"}`),
	})})
	c.ok("register", object{"tools": []object{
		weather(object{"description": "", "inputSchema": nil, "dynamic": []string{"description", "inputSchema", "systemPrompt"},
			"optionDefinitions": []object{{"id": "metric", "label": "Metric", "default": true}}}),
		weather(object{"name": "native", "dynamic": []string{"override"}, "systemPrompt": "never seen"}),
		weather(object{"name": "silent", "dynamic": []string{"override", "systemPrompt"}}),
		weather(object{"name": "plain", "systemPrompt": "Plainly."}),
	}})
	names := []string{"weather", "native", "silent", "plain"}
	args := object{"apiType": "anthropic", "enabledToolNames": names, "toolOptions": object{"weather": object{"metric": false}}}
	c.seen()
	assert.JSONEq(t, `[
		{"name":"weather","description":"told","input_schema":{"type":"object","properties":{"x":{"type":"number"}}}},
		{"type":"native_20260101"},
		{"name":"plain","description":"The weather of a city.","input_schema":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}
	]`, string(c.ok("definitions", args)))
	assert.Equal(t, []string{`{"options":{"metric":false}}`, `{"options":{"metric":false}}`, `{"apiType":"anthropic","options":{}}`}, asked)
	assert.Equal(t, []string{`failure {"tool":"silent","part":"override","message":"nobody answers silent override"}`}, c.seen(), "one tool's failure is its own")

	asked = nil
	args["context"] = object{"projectId": "p", "modelId": "m"}
	assert.JSONEq(t, `["Look up.","Plainly."]`, string(c.ok("systemPrompts", args)))
	assert.Contains(t, asked, `{"context":{"projectId":"p","modelId":"m","apiType":"anthropic"},"options":{"metric":false}}`)

	section := string(c.ok("toolsSection", object{"enabledToolNames": names, "layout": object{"level": "detailed", "categorize": false, "exclude": []string{"silent"}}}))
	assert.Contains(t, section, "  - x (number) (optional)")
	assert.NotContains(t, section, "###  Tools")
	assert.NotContains(t, section, "silent")
}

func TestHostToolAnnotations(t *testing.T) {
	for _, tt := range []struct {
		name string
		said object
		want string
	}{
		{"nothing said", nil, `{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":false,"openWorldHint":true}`},
		{"read-only", object{"readOnly": true}, `{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":false,"openWorldHint":true}`},
		{"all said", object{"readOnly": false, "destructive": false, "idempotent": true, "openWorld": false},
			`{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := startClient(t, api.Deps{Tool: lend(nil)})
			change := object{}
			if tt.said != nil {
				change["annotations"] = tt.said
			}
			c.ok("register", object{"tools": []object{weather(change)}})
			var definitions []struct{ Annotations json.RawMessage }
			require.NoError(t, json.Unmarshal(c.ok("definitions", object{"apiType": "mcp", "enabledToolNames": []string{"weather"}}), &definitions))
			require.Len(t, definitions, 1)
			assert.JSONEq(t, tt.want, string(definitions[0].Annotations))
		})
	}
}

func TestHostToolExecute(t *testing.T) {
	tests := []struct {
		name   string
		answer func(context.Context, string) (string, error)
		want   string
		bytes  string
	}{
		{"a text", always(`"sunny"`), `{"content":"sunny"}`, ""},
		{"an empty text", always(`""`), `{"content":""}`, ""},
		{"a result", always(`{"content":"sunny","data":{"t":20},"fullResultPath":"/x"}`), `{"content":"sunny","data":{"t":20},"fullResultPath":"/x"}`, ""},
		{"an error", always(`{"content":"no such city","isError":true}`), `{"content":"no such city","isError":true}`, ""},
		{"parts", always(`{"content":"a map","parts":[{"mimeType":"image/png","data":"YWI="},{"mimeType":"text/plain","data":"Yw==","path":"/c"}]}`),
			`{"content":"a map","parts":[{"mimeType":"image/png","offset":0,"length":2},{"mimeType":"text/plain","path":"/c","offset":2,"length":1}]}`, "abc"},
		{"null", always(`null`), `{"content":"Tool execution failed: weather gave neither a text nor a result with content","isError":true}`, ""},
		{"no content", always(`{}`), `{"content":"Tool execution failed: weather gave neither a text nor a result with content","isError":true}`, ""},
		{"a number", always(`5`), `{"content":"Tool execution failed: weather gave neither a text nor a result with content","isError":true}`, ""},
		{"deep data", always(`{"content":"x","data":{"a":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}}`), `{"content":"Tool execution failed: weather gave a result that is nested deeper than 200 levels","isError":true}`, ""},
		{"no JSON", always(`{{`), `{"content":"Tool execution failed: weather gave neither a text nor a result with content","isError":true}`, ""},
		{"parts that are none", always(`{"content":"x","parts":[{"data":"%%%"}]}`), `{"content":"Tool execution failed: weather gave neither a text nor a result with content","isError":true}`, ""},
		{"an exception", func(context.Context, string) (string, error) { return "", reject("odd", "no network") }, `{"content":"Tool execution failed: no network","isError":true}`, ""},
		{"a panic", func(context.Context, string) (string, error) { panic("x") }, `{"content":"Tool execution failed: weather stopped with an internal error","isError":true}`, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := startClient(t, api.Deps{Tool: lend(map[string]func(context.Context, string) (string, error){"weather execute": test.answer})})
			c.ok("register", object{"tools": []object{weather(nil)}})
			result, content, err := c.call("execute", object{"name": "weather", "input": object{"city": "Oslo"}, "enabledToolNames": []string{"weather"}, "context": here})
			require.NoError(t, err)
			assert.JSONEq(t, test.want, string(result))
			assert.Equal(t, test.bytes, string(content))
		})
	}
}

func TestHostToolIsAnEqual(t *testing.T) {
	var c *client
	var asked string
	c = startClient(t, api.Deps{Tool: lend(map[string]func(context.Context, string) (string, error){
		"weather execute": func(_ context.Context, args string) (string, error) {
			asked = args
			var given api.ExecuteToolArgs
			if err := json.Unmarshal([]byte(args), &given); err != nil {
				return "", err
			}
			c.ok("tool.progress", object{"call": given.Call, "message": "asking", "fraction": 0.5, "data": object{"step": 1}})
			c.ok("tool.progress", object{"call": "another", "message": "nobody hears"})
			return `"sunny"`, nil
		},
	})})
	c.ok("register", object{"tools": []object{weather(nil)}})
	c.seen()
	run := object{"apiType": "openai_chat", "enabledToolNames": []string{"weather"}, "context": here, "calls": []object{
		{"id": "1", "type": "function", "function": object{"name": "weather", "arguments": `{"city":"Oslo"}`}},
		{"id": "2", "type": "function", "function": object{"name": "weather", "arguments": `{"cit`}},
		{"id": "3", "type": "function", "function": object{"name": "weather", "arguments": `{"city":5}`}},
		{"id": "4", "type": "function", "function": object{"name": "nothing", "arguments": ``}},
	}}
	var results []struct {
		Role, Content string
		ID            string `json:"tool_call_id"`
	}
	require.NoError(t, json.Unmarshal(c.ok("run", run), &results))
	require.Len(t, results, 4)
	assert.Equal(t, "sunny", results[0].Content)
	assert.JSONEq(t, `{"call":"1","id":"1","input":{"city":"Oslo"},"options":{},"context":{"projectId":"p","chatId":"c"}}`, asked)
	assert.Contains(t, results[1].Content, "not valid JSON")
	assert.Contains(t, results[2].Content, "city")
	assert.Contains(t, results[3].Content, "Unknown tool: nothing")
	for i, result := range results {
		assert.Equal(t, "tool", result.Role)
		assert.Equal(t, string(rune('1'+i)), result.ID)
	}
	var mine []string
	for _, event := range c.seen() {
		if strings.Contains(event, `"id":"1"`) {
			mine = append(mine, event)
		}
	}
	require.Len(t, mine, 5)
	assert.Contains(t, mine[0], `"status":"in_progress"`)
	assert.Contains(t, mine[1], `"displayMessage":"asking"`)
	assert.Contains(t, mine[2], `"data":{"step":1}`)
	assert.Contains(t, mine[3], `"fraction":0.5`)
	assert.Contains(t, mine[4], `"status":"success"`)
}

func TestHostToolAborted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c := startClient(t, api.Deps{Tool: lend(map[string]func(context.Context, string) (string, error){
		"weather execute": func(ctx context.Context, _ string) (string, error) {
			cancel()
			<-ctx.Done()
			return "", reject("", "aborted")
		},
	})})
	c.ok("register", object{"tools": []object{weather(nil)}})
	args, err := json.Marshal(object{"name": "weather", "input": object{"city": "x"}, "enabledToolNames": []string{"weather"}, "context": here})
	require.NoError(t, err)
	result, _, err := c.api.Call(ctx, "execute", args, nil)
	require.NoError(t, err)
	assert.JSONEq(t, `{"content":"The call was cancelled.","isError":true}`, string(result))
}

func TestApproval(t *testing.T) {
	tests := []struct {
		name    string
		approve api.Lent
		want    string
	}{
		{"yes", func(context.Context, ...string) (string, error) { return `{"allow":true}`, nil }, "sunny"},
		{"no", func(context.Context, ...string) (string, error) { return `{"allow":false,"reason":"too far"}`, nil }, "The call was not approved and not executed: too far"},
		{"nobody there", nil, "The call was not approved and not executed: no one is there who could approve it"},
		{"thrown", func(context.Context, ...string) (string, error) { return "", errors.New("x") }, "The call was not approved and not executed: the question could not be asked"},
		{"garbage", func(context.Context, ...string) (string, error) { return `yes`, nil }, "The call was not approved and not executed: the question could not be asked"},
		{"null", func(context.Context, ...string) (string, error) { return `null`, nil }, "The call was not approved and not executed: the user said no"},
		{"allow a text", func(context.Context, ...string) (string, error) { return `{"allow":"yes"}`, nil }, "The call was not approved and not executed: the question could not be asked"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var asked string
			deps := api.Deps{Tool: lend(map[string]func(context.Context, string) (string, error){"weather execute": always(`"sunny"`)})}
			if test.approve != nil {
				deps.Approve = func(ctx context.Context, args ...string) (string, error) {
					asked = args[0]
					return test.approve(ctx, args...)
				}
			}
			c := startClient(t, deps)
			c.ok("register", object{"tools": []object{weather(object{"policy": "always"})}})
			var result api.ExecuteResult
			require.NoError(t, json.Unmarshal(c.ok("execute", object{"name": "weather", "input": object{"city": "x"}, "enabledToolNames": []string{"weather"}, "context": here}), &result))
			assert.Equal(t, test.want, result.Content)
			if test.approve != nil {
				assert.JSONEq(t, `{"tool":"weather","input":{"city":"x"},"context":{"projectId":"p","chatId":"c"},"reason":"weather always needs approval"}`, asked)
			}
		})
	}
}
