package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/wasm/api"
)

// benchClient is a started API with so many tools of the application, each of
// which answers with the text.
func benchClient(b *testing.B, tools int, answer string) *api.API {
	result, err := json.Marshal(object{"content": answer})
	require.NoError(b, err)
	client := api.New(api.Deps{
		Now: clock, Emit: func(string, any) {},
		Tool: func(context.Context, ...string) (string, error) { return string(result), nil },
	})
	benchCall(b, client, "start", object{})
	var definitions []object
	for i := range tools {
		definitions = append(definitions, object{
			"name": fmt.Sprint("tool_", i), "description": "Says again what it is told, word for word.",
			"inputSchema": object{"type": "object", "required": []string{"text"}, "properties": object{
				"text": object{"type": "string", "description": "What to say."}, "times": object{"type": "integer", "minimum": 1},
			}},
		})
	}
	benchCall(b, client, "register", object{"tools": definitions})
	return client
}

func benchCall(b *testing.B, client *api.API, method string, args any) json.RawMessage {
	text, err := json.Marshal(args)
	require.NoError(b, err)
	result, _, err := client.Call(b.Context(), method, text, nil)
	require.NoError(b, err)
	return result
}

func benchExecute(b *testing.B, client *api.API, tool string, input object) {
	benchCall(b, client, "execute", object{
		"name": tool, "input": input, "enabledToolNames": []string{tool}, "context": object{"projectId": "p"},
	})
}

// A call does not get slower with the tools that are registered.
func BenchmarkMemoryView(b *testing.B) {
	for _, tools := range []int{5, 20, 80, 320} {
		b.Run(fmt.Sprint(tools, "_further_tools"), func(b *testing.B) {
			client := benchClient(b, tools, "")
			benchExecute(b, client, "memory", object{"command": "create", "path": "/memories/notes.md", "file_text": "short answers"})
			for b.Loop() {
				benchExecute(b, client, "memory", object{"command": "view", "path": "/memories/notes.md"})
			}
		})
	}
}

func BenchmarkDefinitions(b *testing.B) {
	for _, tools := range []int{5, 50, 500} {
		b.Run(fmt.Sprint(tools, "_tools"), func(b *testing.B) {
			client := benchClient(b, tools, "")
			var names []string
			for i := range tools {
				names = append(names, fmt.Sprint("tool_", i))
			}
			for b.Loop() {
				benchCall(b, client, "definitions", object{"apiType": "anthropic", "enabledToolNames": names})
			}
		})
	}
}

func BenchmarkShortenResult(b *testing.B) {
	for _, megabytes := range []int{1, 8, 30} {
		b.Run(fmt.Sprint(megabytes, "_MB"), func(b *testing.B) {
			client := benchClient(b, 1, strings.Repeat("A line of a log that nobody reads to its end: 4711.\n", megabytes<<20/52))
			b.SetBytes(int64(megabytes) << 20)
			for b.Loop() {
				benchExecute(b, client, "tool_0", object{"text": "x"})
			}
		})
	}
}
