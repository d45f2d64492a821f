package wire

import (
	"encoding/json"

	"github.com/clienttools/clienttools/pkg/registry"
)

// OpenAIChat is the Chat Completions API, which many servers speak:
// ChatCompletionTool, ChatCompletionMessageToolCall, ChatCompletionToolMessageParam.
type OpenAIChat struct{}

// Definitions implements [registry.Format].
func (OpenAIChat) Definitions(definitions []registry.Definition) []json.RawMessage {
	type function struct {
		Name        string           `json:"name"`
		Description string           `json:"description"`
		Parameters  *registry.Schema `json:"parameters"`
		Strict      bool             `json:"strict"`
	}
	return each(definitions, func(d registry.Definition) any {
		return struct {
			Type     string   `json:"type"`
			Function function `json:"function"`
		}{"function", function{d.Name, d.Description, d.Schema, d.Strict}}
	})
}

// Call implements [registry.Format].
func (OpenAIChat) Call(raw json.RawMessage) (call registry.WireCall, err error) {
	var function json.RawMessage
	if err := decode(raw, map[string]any{"id": &call.ID, "function": &function}); err != nil {
		return call, err
	}
	var input json.RawMessage
	if function != nil {
		err = decode(function, map[string]any{"name": &call.Name, "arguments": &input})
	}
	call.Input = arguments(input)
	return named(call, err)
}

// Result implements [registry.Format]. A tool message takes text only.
func (OpenAIChat) Result(call registry.WireCall, result registry.Result) json.RawMessage {
	return encode(struct {
		Role       string `json:"role"`
		ToolCallID string `json:"tool_call_id"`
		Content    string `json:"content"`
	}{"tool", call.ID, errorFirst(result, textWithNotes(result, nothing))})
}
