package wire

import (
	"encoding/json"
	"strings"

	"github.com/clienttools/clienttools/pkg/registry"
)

// Bedrock is the Converse API: Tool, ToolUseBlock and ToolResultBlock, the
// latter two as the ContentBlock they come and go in. Bytes are base64, as in
// the API's JSON; the SDK for JavaScript wants them as a Uint8Array.
type Bedrock struct{}

// Definitions implements [registry.Format].
func (Bedrock) Definitions(definitions []registry.Definition) []json.RawMessage {
	type schema struct {
		JSON *registry.Schema `json:"json"`
	}
	type spec struct {
		Name        string `json:"name"`
		Description string `json:"description"`
		InputSchema schema `json:"inputSchema"`
	}
	return each(definitions, func(d registry.Definition) any {
		return struct {
			ToolSpec spec `json:"toolSpec"`
		}{spec{d.Name, d.Description, schema{d.Schema}}}
	})
}

// Call implements [registry.Format]. A bare ToolUseBlock is read too.
func (Bedrock) Call(raw json.RawMessage) (call registry.WireCall, err error) {
	var inner json.RawMessage
	if err := decode(raw, map[string]any{"toolUse": &inner}); err != nil {
		return call, err
	}
	if inner == nil {
		inner = raw
	}
	err = decode(inner, map[string]any{"toolUseId": &call.ID, "name": &call.Name, "input": &call.Input})
	return named(call, err)
}

type bedrockBytes struct {
	Bytes string `json:"bytes"`
}

type bedrockFile struct {
	Format string       `json:"format"`
	Name   string       `json:"name,omitempty"`
	Source bedrockBytes `json:"source"`
}

type bedrockContent struct {
	Text     string       `json:"text,omitempty"`
	Image    *bedrockFile `json:"image,omitempty"`
	Document *bedrockFile `json:"document,omitempty"`
}

// Result implements [registry.Format].
func (Bedrock) Result(call registry.WireCall, result registry.Result) json.RawMessage {
	takes := func(part registry.Part) bool { return isImage(part) || isPDF(part) }
	text := textWithNotes(result, takes)
	if text == "" {
		text = "(no output)" // the API refuses blank text, and documents without text
	}
	content := []bedrockContent{{Text: text}}
	for _, part := range result.Parts {
		switch {
		case isImage(part):
			content = append(content, bedrockContent{Image: &bedrockFile{
				Format: strings.TrimPrefix(part.MimeType, "image/"), Source: bedrockBytes{base64Of(part)}}})
		case isPDF(part):
			content = append(content, bedrockContent{Document: &bedrockFile{
				Format: "pdf", Name: documentName(part), Source: bedrockBytes{base64Of(part)}}})
		}
	}
	status := "success"
	if result.IsError {
		status = "error"
	}
	type toolResult struct {
		ToolUseID string           `json:"toolUseId"`
		Content   []bedrockContent `json:"content"`
		Status    string           `json:"status"`
	}
	return encode(struct {
		ToolResult toolResult `json:"toolResult"`
	}{toolResult{call.ID, content, status}})
}

// documentName keeps what the API allows in the name of a document: letters,
// digits, single spaces, hyphens, parentheses and square brackets.
func documentName(part registry.Part) string {
	name := strings.Map(func(c rune) rune {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.ContainsRune("-()[]", c):
			return c
		}
		return ' '
	}, strings.TrimSuffix(fileName(part), ".pdf"))
	name = strings.Join(strings.Fields(name), " ")
	if name == "" {
		return "document"
	}
	return name
}
