package wire

import (
	"encoding/json"

	"github.com/clienttools/clienttools/pkg/registry"
)

// Anthropic is the Messages API: Tool, ToolUseBlock, ToolResultBlockParam.
type Anthropic struct{}

// Definitions implements [registry.Format].
func (Anthropic) Definitions(definitions []registry.Definition) []json.RawMessage {
	return each(definitions, func(d registry.Definition) any {
		return struct {
			Name        string           `json:"name"`
			Description string           `json:"description"`
			InputSchema *registry.Schema `json:"input_schema"`
			Strict      bool             `json:"strict,omitempty"`
		}{d.Name, d.Description, d.Schema, d.Strict}
	})
}

// Call implements [registry.Format].
func (Anthropic) Call(raw json.RawMessage) (call registry.WireCall, err error) {
	err = decode(raw, map[string]any{"id": &call.ID, "name": &call.Name, "input": &call.Input})
	return named(call, err)
}

type anthropicBlock struct {
	Type   string           `json:"type"`
	Text   string           `json:"text,omitempty"`
	Source *anthropicSource `json:"source,omitempty"`
}

type anthropicSource struct {
	Type      string `json:"type"`
	MediaType string `json:"media_type"`
	Data      string `json:"data"`
}

// Result implements [registry.Format]. Images and PDF files are blocks beside
// the text, except in an error, which takes text only.
func (Anthropic) Result(call registry.WireCall, result registry.Result) json.RawMessage {
	takes := func(part registry.Part) bool { return !result.IsError && (isImage(part) || isPDF(part)) }
	text := textWithNotes(result, takes)
	blocks := []anthropicBlock{}
	if text != "" { // the API refuses empty text blocks
		blocks = append(blocks, anthropicBlock{Type: "text", Text: text})
	}
	native := false
	for _, part := range result.Parts {
		if !takes(part) {
			continue
		}
		native = true
		kind := "image"
		if isPDF(part) {
			kind = "document"
		}
		blocks = append(blocks, anthropicBlock{Type: kind, Source: &anthropicSource{"base64", part.MimeType, base64Of(part)}})
	}
	var content any = text
	if native {
		content = blocks
	}
	return encode(struct {
		Type      string `json:"type"`
		ToolUseID string `json:"tool_use_id"`
		Content   any    `json:"content"`
		IsError   bool   `json:"is_error,omitempty"`
	}{"tool_result", call.ID, content, result.IsError})
}
