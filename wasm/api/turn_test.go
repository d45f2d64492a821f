package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/wasm/api"
)

// sent is a call as an API sends it; input is JSON.
func sent(apiType, id, name, input string) json.RawMessage {
	quoted, _ := json.Marshal(input)
	return json.RawMessage(map[string]string{
		"anthropic":        fmt.Sprintf(`{"type":"tool_use","id":%q,"name":%q,"input":%s}`, id, name, input),
		"openai_chat":      fmt.Sprintf(`{"id":%q,"type":"function","function":{"name":%q,"arguments":%s}}`, id, name, quoted),
		"openai_responses": fmt.Sprintf(`{"type":"function_call","call_id":%q,"name":%q,"arguments":%s}`, id, name, quoted),
		"gemini":           fmt.Sprintf(`{"functionCall":{"id":%q,"name":%q,"args":%s}}`, id, name, input),
		"bedrock":          fmt.Sprintf(`{"toolUse":{"toolUseId":%q,"name":%q,"input":%s}}`, id, name, input),
		"mcp":              fmt.Sprintf(`{"name":%q,"arguments":%s}`, name, input),
	}[apiType])
}

// received is what a result says, read as each vendor's client would.
type received struct {
	id, text string
	isError  bool
}

func receive(t *testing.T, apiType string, result json.RawMessage) received {
	t.Helper()
	var r struct {
		ToolUseID  string `json:"tool_use_id"`
		ToolCallID string `json:"tool_call_id"`
		CallID     string `json:"call_id"`
		Content    json.RawMessage
		Output     string
		IsError    bool  `json:"is_error"`
		MCPError   *bool `json:"isError"`
		ToolResult struct {
			ToolUseID string
			Content   []struct{ Text string }
			Status    string
		}
		FunctionResponse struct {
			ID       string
			Response struct{ Output, Error *string }
		}
	}
	decode(t, result, &r)
	var content string
	_ = json.Unmarshal(r.Content, &content)
	byPrefix := func(text string) (string, bool) {
		return strings.TrimPrefix(text, "Error: "), strings.HasPrefix(text, "Error: ")
	}
	got := received{}
	switch apiType {
	case "anthropic":
		got = received{r.ToolUseID, content, r.IsError}
	case "openai_chat":
		got.id = r.ToolCallID
		got.text, got.isError = byPrefix(content)
	case "openai_responses":
		got.id = r.CallID
		got.text, got.isError = byPrefix(r.Output)
	case "gemini":
		response := r.FunctionResponse.Response
		require.NotEqual(t, response.Error == nil, response.Output == nil, "one of both: %s", result)
		got.id = r.FunctionResponse.ID
		if response.Error != nil {
			got.text, got.isError = *response.Error, true
		} else {
			got.text = *response.Output
		}
	case "bedrock":
		got = received{r.ToolResult.ToolUseID, r.ToolResult.Content[0].Text, r.ToolResult.Status == "error"}
	case "mcp":
		var blocks []struct{ Text string }
		decode(t, r.Content, &blocks)
		got = received{"", blocks[0].Text, r.MCPError != nil && *r.MCPError}
	}
	return got
}

// run runs calls of one turn with everything enabled that is registered.
func (c *client) run(ctx context.Context, apiType string, calls ...json.RawMessage) []received {
	c.t.Helper()
	args := encode(c.t, object{"apiType": apiType, "calls": calls, "enabledToolNames": c.toolNames(), "context": here})
	answer, _, err := c.api.Call(ctx, "run", json.RawMessage(args), nil)
	require.NoError(c.t, err)
	var results []json.RawMessage
	decode(c.t, answer, &results)
	require.Len(c.t, results, len(calls))
	all := make([]received, len(results))
	for i, result := range results {
		all[i] = receive(c.t, apiType, result)
	}
	return all
}

// file is the text of a file of the project, or "".
func (c *client) file(path string) string {
	c.t.Helper()
	_, content, err := c.call("files.read", object{"projectId": "p", "path": path})
	if err != nil {
		return ""
	}
	return string(content)
}

func TestErrorsAreErrorsForEveryAPI(t *testing.T) {
	for _, apiType := range everyAPI() {
		t.Run(apiType, func(t *testing.T) {
			c := withHostTools(t, map[string]func(context.Context, string) (string, error){
				"winds execute": func(context.Context, string) (string, error) { return "", reject("", "no wind") },
			})
			results := c.run(t.Context(), apiType,
				sent(apiType, "1", "memory", `{"command":"create","path":"/memories/a","file_text":"x"}`),
				sent(apiType, "2", "memory", `{"command":"view","path":"/memories/none"}`),
				sent(apiType, "3", "filesystem", `{"action":"read","path":"/memories/a"}`),
				sent(apiType, "4", "filesystem", `{"action":"write","path":"/memories/a","content":"x"}`),
				sent(apiType, "5", "filesystem", `{"action":"raed"}`),
				sent(apiType, "6", "winds", `{"city":"x"}`),
				sent(apiType, "7", "weather", `{"city":"x"}`),
				sent(apiType, "8", "nothing", `{}`))
			for i, want := range []struct {
				text    string
				isError bool
			}{
				{"File created successfully", false}, {"does not exist", true}, {"Here's the content of /memories/a", false},
				{"memory tool", true}, {"Invalid action 'raed'", true}, {"no wind", true}, {"sunny", false}, {"Unknown tool: nothing", true},
			} {
				assert.Contains(t, results[i].text, want.text)
				assert.Equal(t, want.isError, results[i].isError, results[i].text)
				if apiType != "mcp" { // its results have no ids
					assert.Equal(t, fmt.Sprint(i+1), results[i].id)
				}
			}
		})
	}
}

// TestCallsAsTheyReallyCome: without ids, with arguments that are empty, broken,
// or full of the nulls of strict mode.
func TestCallsAsTheyReallyCome(t *testing.T) {
	const ok, failed = false, true
	for name, test := range map[string]struct {
		apiType, call, text string
		isError             bool
	}{
		"Gemini without an id":              {"gemini", `{"functionCall":{"name":"filesystem","args":{"action":"list"}}}`, "Here're the files", ok},
		"Gemini without args":               {"gemini", `{"functionCall":{"name":"filesystem"}}`, "action is required", failed},
		"Chat with empty arguments":         {"openai_chat", `{"id":"1","type":"function","function":{"name":"task","arguments":""}}`, "action is required", failed},
		"Chat with no arguments":            {"openai_chat", `{"id":"1","type":"function","function":{"name":"memory"}}`, "command is missing", failed},
		"Chat with broken arguments":        {"openai_chat", `{"id":"1","type":"function","function":{"name":"filesystem","arguments":"{\"action\":\"write\",\"path\":\"/a\",\"content\":\"x"}}`, "not valid JSON: it ends too early", failed},
		"Chat with an object":               {"openai_chat", `{"id":"1","type":"function","function":{"name":"filesystem","arguments":{"action":"list"}}}`, "Here're the files", ok},
		"Chat with null":                    {"openai_chat", `{"id":"1","type":"function","function":{"name":"filesystem","arguments":null}}`, "action is required", failed},
		"Responses with empty arguments":    {"openai_responses", `{"type":"function_call","call_id":"1","name":"filesystem","arguments":""}`, "action is required", failed},
		"Responses with broken arguments":   {"openai_responses", `{"type":"function_call","call_id":"1","name":"memory","arguments":"{\"command\": create}"}`, "not valid JSON", failed},
		"Anthropic with text for an object": {"anthropic", `{"type":"tool_use","id":"1","name":"filesystem","input":"{\"action\":\"list\"}"}`, "Here're the files", ok},
		"Bedrock without input":             {"bedrock", `{"toolUse":{"toolUseId":"1","name":"filesystem"}}`, "action is required", failed},
		"MCP without arguments":             {"mcp", `{"name":"filesystem"}`, "action is required", failed},
		"strict memory": {"openai_responses", `{"type":"function_call","call_id":"1","name":"memory","arguments":"{\"command\":\"create\",\"path\":\"/memories/n\",\"view_range\":null,\"file_text\":\"nulls\",` +
			`\"old_str\":null,\"new_str\":null,\"insert_line\":null,\"insert_text\":null,\"old_path\":null,\"new_path\":null}"}`, "File created successfully", ok},
		"strict filesystem": {"openai_chat", `{"id":"1","type":"function","function":{"name":"filesystem","arguments":"{\"action\":\"write\",\"path\":\"/n\",\"paths\":null,\"view_range\":null,\"content\":\"nulls\",` +
			`\"if_exists\":null,\"old_str\":null,\"edits\":null,\"insert_line\":null,\"dry_run\":null,\"if_hash\":null,\"exclude\":null}"}}`, "created successfully", ok},
		"strict filesystem, null for what is needed": {"openai_chat", `{"id":"1","type":"function","function":{"name":"filesystem","arguments":"{\"action\":\"write\",\"path\":null,\"content\":\"x\"}"}}`, "path", failed},
		"strict task":                   {"openai_chat", `{"id":"1","type":"function","function":{"name":"task","arguments":"{\"action\":\"create\",\"title\":\"nulls\",\"id\":null,\"note\":null,\"status\":null}"}}`, "nulls", ok},
		"strict tool of an application": {"openai_chat", `{"id":"1","type":"function","function":{"name":"weather","arguments":"{\"city\":null}"}}`, "sunny", ok},
	} {
		t.Run(name, func(t *testing.T) {
			c := withHostTools(t, nil)
			result := c.run(t.Context(), test.apiType, json.RawMessage(test.call))[0]
			assert.Contains(t, result.text, test.text)
			assert.Equal(t, test.isError, result.isError, result.text)
			switch {
			case strings.Contains(name, "strict memory"):
				assert.Equal(t, "nulls", c.file("/memories/n"))
			case name == "strict filesystem":
				assert.Equal(t, "nulls", c.file("/n"))
			case test.isError:
				assert.Equal(t, "[]", string(c.ok("projects", object{})), "a refused call writes nothing")
			}
		})
	}
}

// TestCallsWithoutIDsPairByOrder: Gemini calls one tool several times, and the
// answers are told apart by their places only.
func TestCallsWithoutIDsPairByOrder(t *testing.T) {
	c := startClient(t, api.Deps{})
	calls, ids := []json.RawMessage{}, map[string]bool{}
	for i := range 6 {
		call := fmt.Sprintf(`{"functionCall":{"name":"filesystem","args":{"action":"write","path":"/%d","content":"x"}}}`, i)
		if i%2 == 1 {
			call = fmt.Sprintf(`{"functionCall":{"name":"filesystem","args":{"action":"read","path":"/none%d"}}}`, i)
		}
		calls = append(calls, json.RawMessage(call))
	}
	for i, result := range c.run(t.Context(), "gemini", calls...) {
		assert.Empty(t, result.id, "an id that was not given is not given back")
		assert.Equal(t, i%2 == 1, result.isError)
		assert.Contains(t, result.text, fmt.Sprintf("%d", i))
	}
	for _, event := range c.seen() {
		if text, isActivity := strings.CutPrefix(event, "activity "); isActivity {
			var activity struct{ ID, Status string }
			decode(t, []byte(text), &activity)
			ids[activity.ID] = true
		}
	}
	assert.Len(t, ids, 6, "every call has an activity of its own")
}
