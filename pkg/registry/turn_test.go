package registry_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
)

// anthropicCalls are calls of a tool whose texts are given.
func anthropicCalls(tool string, texts ...string) (calls []json.RawMessage) {
	for i, text := range texts {
		calls = append(calls, mustJSON(map[string]any{"type": "tool_use", "id": fmt.Sprint("t", i), "name": tool, "input": map[string]any{"text": text}}))
	}
	return calls
}

// contents are the texts of tool_result blocks, after a check of their ids.
func contents(t *testing.T, results []json.RawMessage) (texts []string) {
	for i, result := range results {
		var block struct {
			ToolUseID string `json:"tool_use_id"`
			Content   string
			IsError   bool `json:"is_error"`
		}
		require.NoError(t, json.Unmarshal(result, &block))
		require.Equal(t, fmt.Sprint("t", i), block.ToolUseID)
		if block.IsError {
			block.Content = "! " + block.Content
		}
		texts = append(texts, block.Content)
	}
	return texts
}

// slowFiles is a tool that reads or writes a path for a second. Its log tells
// when calls start and end.
func slowFiles(log *[]string) registry.Tool {
	var mu sync.Mutex
	note := func(text string) {
		mu.Lock()
		defer mu.Unlock()
		*log = append(*log, text)
	}
	text := func(input json.RawMessage) string {
		var in struct{ Text string }
		_ = json.Unmarshal(input, &in)
		return in.Text
	}
	tool := plain("files", func(ctx context.Context, call registry.Call) (registry.Result, error) {
		path := text(call.Input)
		note("+" + path)
		select {
		case <-ctx.Done():
			return registry.Result{}, ctx.Err()
		case <-time.After(time.Second):
		}
		note("-" + path)
		return registry.Text("did " + path), nil
	})
	tool.Access = func(input json.RawMessage) registry.Access {
		path := text(input)
		if strings.HasPrefix(path, "r") {
			return registry.Access{Read: []string{path[1:]}}
		}
		return registry.Access{Write: []string{path[1:]}}
	}
	return tool
}

func TestCallsOfATurnRunSideBySideWhereTheyMay(t *testing.T) {
	for name, test := range map[string]struct {
		calls   string
		seconds int
		log     string // "" where the order is open
	}{
		"reads together":                 {"r/a r/a r/b", 1, ""},
		"writes to different files":      {"w/a w/b w/c", 1, ""},
		"writes to one file in order":    {"w/a w/a w/a", 3, "+w/a -w/a +w/a -w/a +w/a -w/a"},
		"a read after a write":           {"w/a r/a", 2, "+w/a -w/a +r/a -r/a"},
		"a write after reads":            {"r/a r/a w/a", 2, ""},
		"a directory and what is in it":  {"w/d r/d/x", 2, "+w/d -w/d +r/d/x -r/d/x"},
		"names that only begin the same": {"w/d r/dx", 1, ""},
		"everything":                     {"w/ r/a w/b", 2, ""},
		"a chain beside something else":  {"w/a w/a r/b", 2, ""},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var log []string
				w := watch(t, registry.Config{Now: time.Now}, slowFiles(&log))
				paths := strings.Fields(test.calls)
				start := time.Now()
				results, err := w.RunTurn(t.Context(), registry.Anthropic, anthropicCalls("files", paths...), registry.Turn{Enabled: []string{"files"}})
				require.NoError(t, err)
				assert.Equal(t, time.Duration(test.seconds)*time.Second, time.Since(start))
				if test.log != "" {
					assert.Equal(t, test.log, strings.Join(log, " "))
				}
				for i, text := range contents(t, results) {
					assert.Equal(t, "did "+paths[i], text)
				}
			})
		})
	}
}

func TestAToolThatDoesNotSayWhatItTouchesRunsAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log []string
		tool := slowFiles(&log)
		tool.Access = nil
		w := watch(t, registry.Config{Now: time.Now}, tool)
		start := time.Now()
		_, err := w.RunTurn(t.Context(), registry.Anthropic, anthropicCalls("files", "r/a", "r/b"), registry.Turn{Enabled: []string{"files"}})
		require.NoError(t, err)
		assert.Equal(t, 2*time.Second, time.Since(start))
	})
}

func TestAbortHalfWayGivesEveryCallAResultAndStartsNothingMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log []string
		w := watch(t, registry.Config{Now: time.Now}, slowFiles(&log))
		ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
		defer cancel()
		results, err := w.RunTurn(ctx, registry.Anthropic, anthropicCalls("files", "w/a", "w/a", "w/a", "r/b", "w/a"), registry.Turn{Enabled: []string{"files"}})
		require.NoError(t, err)
		before := "! The call was cancelled before it started; nothing was changed."
		assert.Equal(t, []string{"did w/a", "! The call was cancelled.", before, "did r/b", before}, contents(t, results))
		time.Sleep(time.Hour)
		assert.Len(t, log, 5, "two starts and ends, and the start of the one that was cancelled")
	})
}

func TestFiftyAppendsToOneFileKeepTheirOrder(t *testing.T) {
	var file []string
	tool := plain("append", func(_ context.Context, call registry.Call) (registry.Result, error) {
		file = append(file, string(call.Input)) // unguarded: the order is the guard
		return registry.Text("ok"), nil
	})
	w := watch(t, registry.Config{}, tool)
	texts := make([]string, 50)
	for i := range texts {
		texts[i] = fmt.Sprintf("%02d", i)
	}
	_, err := w.RunTurn(t.Context(), registry.Anthropic, anthropicCalls("append", texts...), registry.Turn{Enabled: []string{"append"}})
	require.NoError(t, err)
	require.Len(t, file, 50)
	for i, line := range file {
		assert.Equal(t, fmt.Sprintf(`{"text":"%02d"}`, i), line)
	}
}

func TestBrokenCallsGetResultsInTheirPlaces(t *testing.T) {
	w := watch(t, registry.Config{}, echo("say"))
	for api, test := range map[registry.API]struct {
		calls []string
		want  string
	}{
		registry.Anthropic: {[]string{`5`, `{"id":"a","name":7}`, `{"id":"b","name":"say","input":"{\"text\":"}`, `{"id":"c","name":"say","input":{"text":"x"}}`, `{`},
			`[{"type":"tool_result","tool_use_id":"","content":"The call could not be read: a call is a JSON object","is_error":true},` +
				`{"type":"tool_result","tool_use_id":"a","content":"The call could not be read: name has a wrong type","is_error":true},` +
				`{"type":"tool_result","tool_use_id":"b","content":"{\"type\":\"error\",\"error\":\"the input is not valid JSON: it ends too early, after character 8, after \\\"{\\\\\\\"text\\\\\\\":\\\"\",\"example\":{}}","is_error":true},` +
				`{"type":"tool_result","tool_use_id":"c","content":"{\"text\":\"x\"}"},` +
				`{"type":"tool_result","tool_use_id":"","content":"The call could not be read: a call is a JSON object","is_error":true}]`},
		registry.OpenAIChat: {[]string{`{"id":"a","type":"function","function":{"name":"say","arguments":""}}`, `{"id":"b","function":{"name":"say","arguments":"{\"text\":"}}`, `{"id":"c"}`, `{"id":"d","function":{"name":"sey","arguments":"{}"}}`, `{"id":"e","function":{"name":"say","arguments":{"text":"x"}}}`},
			`[{"role":"tool","tool_call_id":"a","content":"{}"},` +
				`{"role":"tool","tool_call_id":"b","content":"Error: {\"type\":\"error\",\"error\":\"the input is not valid JSON: it ends too early, after character 8, after \\\"{\\\\\\\"text\\\\\\\":\\\"\",\"example\":{}}"},` +
				`{"role":"tool","tool_call_id":"c","content":"Error: The call could not be read: it has no tool name"},` +
				`{"role":"tool","tool_call_id":"d","content":"Error: Unknown tool: sey. Enabled tools: say"},` +
				`{"role":"tool","tool_call_id":"e","content":"{\"text\":\"x\"}"}]`},
		registry.Gemini: {[]string{`{"functionCall":{"name":"say","args":{"text":"1"}}}`, `{"functionCall":{"id":"i","name":"say"}}`, `{"functionCall":{"name":"say","args":{"text":2}}}`, `{"functionCall":[]}`},
			`[{"functionResponse":{"name":"say","response":{"output":"{\"text\":\"1\"}"}}},` +
				`{"functionResponse":{"id":"i","name":"say","response":{"output":"{}"}}},` +
				`{"functionResponse":{"name":"say","response":{"error":"{\"type\":\"error\",\"error\":\"text must be a string, got 2\",\"example\":{}}"}}},` +
				`{"functionResponse":{"name":"","response":{"error":"The call could not be read: a call is a JSON object"}}}]`},
	} {
		t.Run(string(api), func(t *testing.T) {
			var calls []json.RawMessage
			for _, call := range test.calls {
				calls = append(calls, json.RawMessage(call))
			}
			results, err := w.RunTurn(t.Context(), api, calls, registry.Turn{Enabled: []string{"say"}})
			require.NoError(t, err)
			var got []string
			for _, result := range results {
				got = append(got, string(result))
			}
			assert.Equal(t, test.want, "["+strings.Join(got, ",")+"]")
		})
	}
	_, err := w.RunTurn(t.Context(), "telegraph", nil, registry.Turn{})
	assert.ErrorContains(t, err, "unknown API")
	results, err := w.RunTurn(t.Context(), registry.MCP, nil, registry.Turn{})
	require.NoError(t, err)
	assert.Equal(t, "[]", string(mustJSON(results)))
}

func FuzzRunTurnAnswersEveryCall(f *testing.F) {
	for _, call := range []string{`{}`, `[]`, `{"id":"a","name":"notes","input":{"action":"read"}}`, `{"function":{"name":"notes","arguments":"{"}}`,
		`{"functionCall":{"name":"notes","args":[]}}`, `{"toolUse":null}`, `{"params":{"name":"notes","arguments":null}}`, `nul`} {
		f.Add(call)
	}
	f.Fuzz(func(t *testing.T, call string) {
		w := watch(t, registry.Config{}, noteTool())
		for _, api := range []registry.API{registry.Anthropic, registry.OpenAIChat, registry.OpenAIResponses, registry.Gemini, registry.Bedrock, registry.MCP} {
			results, err := w.RunTurn(context.Background(), api, []json.RawMessage{json.RawMessage(call), json.RawMessage(call)}, registry.Turn{Enabled: []string{"notes"}})
			require.NoError(t, err)
			require.Len(t, results, 2)
			for _, result := range results {
				require.True(t, json.Valid(result), "%s", result)
			}
		}
	})
}
