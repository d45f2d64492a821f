package wire

import (
	"encoding/json"

	"github.com/clienttools/clienttools/pkg/registry"
)

// OpenAIResponses is the Responses API: FunctionTool, ResponseFunctionToolCall,
// ResponseInputItem.FunctionCallOutput.
type OpenAIResponses struct{}

// Definitions implements [registry.Format]. strict is always there: left out, it
// would make every optional parameter required.
func (OpenAIResponses) Definitions(definitions []registry.Definition) []json.RawMessage {
	return each(definitions, func(d registry.Definition) any {
		return struct {
			Type        string           `json:"type"`
			Name        string           `json:"name"`
			Description string           `json:"description"`
			Parameters  *registry.Schema `json:"parameters"`
			Strict      bool             `json:"strict"`
		}{"function", d.Name, d.Description, d.Schema, d.Strict}
	})
}

// Call implements [registry.Format].
func (OpenAIResponses) Call(raw json.RawMessage) (call registry.WireCall, err error) {
	var input json.RawMessage
	err = decode(raw, map[string]any{"call_id": &call.ID, "name": &call.Name, "arguments": &input})
	call.Input = arguments(input)
	return named(call, err)
}

type responsesContent struct {
	Type     string `json:"type"`
	Text     string `json:"text,omitempty"`
	Detail   string `json:"detail,omitempty"`
	ImageURL string `json:"image_url,omitempty"`
	FileName string `json:"filename,omitempty"`
	FileData string `json:"file_data,omitempty"`
}

// Result implements [registry.Format]. Images and PDF files make the output a list.
func (OpenAIResponses) Result(call registry.WireCall, result registry.Result) json.RawMessage {
	takes := func(part registry.Part) bool { return isImage(part) || isPDF(part) }
	text := errorFirst(result, textWithNotes(result, takes))
	list := []responsesContent{}
	if text != "" {
		list = append(list, responsesContent{Type: "input_text", Text: text})
	}
	native := false
	for _, part := range result.Parts {
		switch {
		case isImage(part):
			native = true
			list = append(list, responsesContent{Type: "input_image", Detail: "auto", ImageURL: dataURL(part)})
		case isPDF(part):
			native = true
			list = append(list, responsesContent{Type: "input_file", FileName: fileName(part), FileData: dataURL(part)})
		}
	}
	var output any = text
	if native {
		output = list
	}
	return encode(struct {
		Type   string `json:"type"`
		CallID string `json:"call_id"`
		Output any    `json:"output"`
	}{"function_call_output", call.ID, output})
}
