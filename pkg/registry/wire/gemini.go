package wire

import (
	"encoding/json"

	"github.com/clienttools/clienttools/pkg/registry"
)

// Gemini is the Gemini API: Tool, FunctionCall and FunctionResponse, the latter
// two as the Part they come and go in.
type Gemini struct{}

// Definitions implements [registry.Format]. All tools are declarations of one
// entry; a tool with an override is an entry of its own, after it.
func (Gemini) Definitions(definitions []registry.Definition) []json.RawMessage {
	type declaration struct {
		Name        string           `json:"name"`
		Description string           `json:"description"`
		Schema      *registry.Schema `json:"parametersJsonSchema"`
	}
	var declarations []declaration
	overrides := []json.RawMessage{}
	for _, d := range definitions {
		if d.Override != nil {
			overrides = append(overrides, d.Override)
			continue
		}
		declarations = append(declarations, declaration{d.Name, d.Description, d.Schema})
	}
	if declarations == nil {
		return overrides
	}
	return append([]json.RawMessage{encode(struct {
		Declarations []declaration `json:"functionDeclarations"`
	}{declarations})}, overrides...)
}

// Call implements [registry.Format]. A bare FunctionCall is read too.
func (Gemini) Call(raw json.RawMessage) (call registry.WireCall, err error) {
	var inner json.RawMessage
	if err := decode(raw, map[string]any{"functionCall": &inner}); err != nil {
		return call, err
	}
	if inner == nil {
		inner = raw
	}
	err = decode(inner, map[string]any{"id": &call.ID, "name": &call.Name, "args": &call.Input})
	return named(call, err)
}

type geminiBlob struct {
	MimeType string `json:"mimeType"`
	Data     string `json:"data"`
}

type geminiPart struct {
	InlineData geminiBlob `json:"inlineData"`
}

// Result implements [registry.Format]. The id is given back where there was one;
// otherwise answers pair with calls by order and name.
func (Gemini) Result(call registry.WireCall, result registry.Result) json.RawMessage {
	takes := func(part registry.Part) bool { return isImage(part) || isPDF(part) }
	text := textWithNotes(result, takes)
	response := map[string]string{"output": text}
	if result.IsError {
		response = map[string]string{"error": text}
	}
	var parts []geminiPart
	for _, part := range result.Parts {
		if takes(part) {
			parts = append(parts, geminiPart{geminiBlob{part.MimeType, base64Of(part)}})
		}
	}
	type functionResponse struct {
		ID       string            `json:"id,omitempty"`
		Name     string            `json:"name"`
		Response map[string]string `json:"response"`
		Parts    []geminiPart      `json:"parts,omitempty"`
	}
	return encode(struct {
		FunctionResponse functionResponse `json:"functionResponse"`
	}{functionResponse{call.ID, call.Name, response, parts}})
}
