package gojavm

import (
	"encoding/json"

	"github.com/dop251/goja"
)

// noJSON are objects that JSON.stringify would show as less than they are.
var noJSON = map[string]bool{
	"Function": true, "AsyncFunction": true, "GeneratorFunction": true, "Map": true, "Set": true, "WeakMap": true, "WeakSet": true,
	"RegExp": true, "Error": true, "Promise": true, "ArrayBuffer": true, "Proxy": true, "Generator": true,
}

// toJSON is a value as JSON, or nil where JSON cannot tell it: a function, a Map,
// a cycle, NaN, or more text than the output limit.
func (w *world) toJSON(v goja.Value) json.RawMessage {
	told, visited := true, 0
	replacer := w.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		value := call.Argument(1)
		// stringify knows no limit of its own, not even for an array that is all gaps.
		if visited++; visited > w.limits.OutputChars {
			told = false
		}
		if o, ok := value.(*goja.Object); ok {
			kind := w.kind(o)
			told = told && !noJSON[kind] && !isTypedArray(kind) && (kind != "Array" || length(o) <= w.limits.OutputChars)
		} else if x, ok := value.Export().(float64); ok {
			told = told && x-x == 0 // neither NaN nor infinite
		} else if _, isSymbol := value.(*goja.Symbol); isSymbol || isBigInt(value) {
			told = false
		}
		if !told {
			return goja.Undefined()
		}
		return value
	})
	s, err := w.prims.stringify(goja.Undefined(), v, replacer)
	if err != nil {
		if _, thrown := err.(*goja.Exception); !thrown {
			panic(err)
		}
		return nil
	}
	text, ok := text(s)
	if !ok || !told || len(text) > w.limits.OutputChars || !json.Valid([]byte(text)) {
		return nil
	}
	return json.RawMessage(text)
}
