package wire

import (
	"encoding/json"
	"strings"

	"github.com/clienttools/clienttools/pkg/registry"
)

// MCP is the Model Context Protocol: Tool, the params of tools/call, CallToolResult.
type MCP struct{}

// Definitions implements [registry.Format].
func (MCP) Definitions(definitions []registry.Definition) []json.RawMessage {
	type annotations struct {
		ReadOnly    bool `json:"readOnlyHint"`
		Destructive bool `json:"destructiveHint"`
		Idempotent  bool `json:"idempotentHint"`
		OpenWorld   bool `json:"openWorldHint"`
	}
	return each(definitions, func(d registry.Definition) any {
		a := d.Annotations
		return struct {
			Name        string           `json:"name"`
			Title       string           `json:"title"`
			Description string           `json:"description"`
			InputSchema *registry.Schema `json:"inputSchema"`
			Annotations annotations      `json:"annotations"`
		}{d.Name, d.Title, d.Description, d.Schema, annotations{a.ReadOnly, a.Destructive, a.Idempotent, a.OpenWorld}}
	})
}

// Call implements [registry.Format]. A whole tools/call request is read too; its
// id pairs messages and is not the id of the call.
func (MCP) Call(raw json.RawMessage) (call registry.WireCall, err error) {
	var params json.RawMessage
	if err := decode(raw, map[string]any{"params": &params}); err != nil {
		return call, err
	}
	if params == nil {
		params = raw
	}
	err = decode(params, map[string]any{"name": &call.Name, "arguments": &call.Input})
	return named(call, err)
}

type mcpContent struct {
	Type     string       `json:"type"`
	Text     *string      `json:"text,omitempty"`
	Data     string       `json:"data,omitempty"`
	MimeType string       `json:"mimeType,omitempty"`
	Resource *mcpResource `json:"resource,omitempty"`
}

type mcpResource struct {
	URI      string `json:"uri"`
	MimeType string `json:"mimeType"`
	Blob     string `json:"blob"`
}

// Result implements [registry.Format]. Every part is native: images and audio as
// such, other files as embedded resources.
func (MCP) Result(_ registry.WireCall, result registry.Result) json.RawMessage {
	content := []mcpContent{}
	if result.Content != "" || len(result.Parts) == 0 {
		content = append(content, mcpContent{Type: "text", Text: &result.Content})
	}
	for _, part := range result.Parts {
		switch kind, _, _ := strings.Cut(part.MimeType, "/"); kind {
		case "image", "audio":
			content = append(content, mcpContent{Type: kind, Data: base64Of(part), MimeType: part.MimeType})
		default:
			content = append(content, mcpContent{Type: "resource", Resource: &mcpResource{
				URI: "file://" + escapePath("/"+strings.TrimPrefix(part.Path, "/")), MimeType: part.MimeType, Blob: base64Of(part)}})
		}
	}
	return encode(struct {
		Content    []mcpContent   `json:"content"`
		Structured map[string]any `json:"structuredContent,omitempty"`
		IsError    bool           `json:"isError,omitempty"`
	}{content, encodable(result.Data), result.IsError})
}

// escapePath escapes what may not stand in the path of a URI. net/url would do
// it too, at a price in size.
func escapePath(path string) string {
	const hex = "0123456789ABCDEF"
	var escaped strings.Builder
	for _, c := range []byte(path) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~/", c) >= 0:
			escaped.WriteByte(c)
		default:
			escaped.Write([]byte{'%', hex[c>>4], hex[c&15]})
		}
	}
	return escaped.String()
}
