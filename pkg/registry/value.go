package registry

import (
	"encoding/json"
	"math"
	"unicode/utf8"
)

func asNumber(value any) (float64, bool) {
	switch value := value.(type) {
	case json.Number:
		n, err := value.Float64()
		return n, err == nil
	case float64:
		return value, true
	case float32:
		return float64(value), true
	case int:
		return float64(value), true
	case int64:
		return float64(value), true
	}
	return 0, false
}

// kindOf is the JSON type of a decoded value, with its article.
func kindOf(value any) string {
	switch value := value.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case string:
		return "a string"
	case []any:
		return "an array"
	case map[string]any:
		return "an object"
	default:
		if n, ok := asNumber(value); ok {
			if n == math.Trunc(n) {
				return "an integer"
			}
			return "a number"
		}
		if _, ok := value.(json.Number); ok {
			return "a number" // beyond what a float64 holds
		}
		return "something else"
	}
}

// shortJSON is a value as JSON, cut where it is long: a string stays a string,
// anything else becomes its kind.
func shortJSON(value any) json.RawMessage {
	const most = 80
	if text, ok := value.(string); ok && len(text) > most {
		cut := most
		for !utf8.RuneStart(text[cut]) {
			cut--
		}
		return appendString(nil, text[:cut]+"…")
	}
	data, err := json.Marshal(value)
	if err != nil || len(data) > 2*most {
		return appendString(nil, kindOf(value))
	}
	return data
}

// cloneValue copies a decoded value, so that changing one leaves the other.
func cloneValue(value any) any {
	switch value := value.(type) {
	case map[string]any:
		clone := make(map[string]any, len(value))
		for name, member := range value {
			clone[name] = cloneValue(member)
		}
		return clone
	case []any:
		clone := make([]any, len(value))
		for i, item := range value {
			clone[i] = cloneValue(item)
		}
		return clone
	}
	return value
}
