package registry

import (
	"bytes"
	"encoding/json"
)

// JSON is a result whose text is the JSON of an object, with the same object as
// its data: what a tool gives that answers in a shape of its own. A value that
// has no JSON, or is no object, gives an error result.
func JSON(object any) Result {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // a model pays for < by the token
	err := encoder.Encode(object)
	data := map[string]any{}
	if err == nil {
		err = json.Unmarshal(text.Bytes(), &data)
	}
	if err != nil {
		return Result{Content: "Tool execution failed: the result has no JSON", IsError: true}
	}
	return Result{Content: string(bytes.TrimSuffix(text.Bytes(), []byte("\n"))), Data: data}
}

// JSONError is [JSON] for a failed call.
func JSONError(object any) Result {
	result := JSON(object)
	result.IsError = true
	return result
}
