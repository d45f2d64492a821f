package registry

import "encoding/json"

// Problem is one thing that is wrong with an input.
type Problem struct {
	// Path is the field, as in "edits[0].old_str"; empty for the input itself.
	Path string
	// Kind is the JSON Schema keyword that failed, as in "required", "type",
	// "enum"; "unknown" for a field that does not exist, "conflict" for a field
	// given under two names with different values, "json" for text that is no JSON.
	Kind string
	// Message says what is wrong and what is wanted, without the field's name:
	// "is required", "must be a string, got a number".
	Message string
	// Got is the value as JSON, shortened; nil where there is none.
	Got json.RawMessage
	// Allowed are the values or names that would be right, where they are few.
	Allowed []string
	// Nearest is the allowed value that is most like the given one, if one is.
	Nearest string
}
