package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/clienttools/clienttools/pkg/registry"
)

// encode writes JSON without the escapes for HTML, which cost the model tokens.
func encode(value any) json.RawMessage {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		// Only an application's data can do this: functions, NaN, cycles.
		return json.RawMessage(`{"type":"error","error":"the result cannot be written as JSON"}`)
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n"))
}

// encodable leaves data out that cannot be written as JSON.
func encodable(data map[string]any) map[string]any {
	if _, err := json.Marshal(data); err != nil {
		return nil
	}
	return data
}

// each writes definitions one by one, overrides as they are.
func each(definitions []registry.Definition, write func(registry.Definition) any) []json.RawMessage {
	written := make([]json.RawMessage, 0, len(definitions))
	for _, definition := range definitions {
		if definition.Override != nil {
			written = append(written, definition.Override)
			continue
		}
		written = append(written, encode(write(definition)))
	}
	return written
}

// decode reads a call. Fields of a wrong type are told by name and do not keep
// the others from being read.
func decode(raw json.RawMessage, fields map[string]any) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil || members == nil {
		return errors.New("a call is a JSON object")
	}
	var wrong error
	for name, target := range fields {
		value, given := members[name]
		if !given || string(value) == "null" {
			continue
		}
		if input, ok := target.(*json.RawMessage); ok {
			*input = value
			continue
		}
		if json.Unmarshal(value, target) != nil {
			wrong = fmt.Errorf("%s has a wrong type", name)
		}
	}
	return wrong
}

// arguments is an input that comes as text. Some servers send the object itself.
func arguments(raw json.RawMessage) json.RawMessage {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return json.RawMessage(text)
	}
	return raw
}

// named reports a call without a tool name.
func named(call registry.WireCall, err error) (registry.WireCall, error) {
	if err == nil && call.Name == "" {
		err = errors.New("it has no tool name")
	}
	return call, err
}
