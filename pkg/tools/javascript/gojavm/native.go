package gojavm

import (
	"strings"
	"time"

	"github.com/dop251/goja"
)

// native gives the platform's own scripts what they cannot do themselves. User
// code never sees it.
func (w *world) native() goja.Value {
	if o := w.loaded["native"]; o != nil {
		return o
	}
	n := w.rt.NewObject()
	set := func(name string, f func(args []goja.Value) goja.Value) {
		w.method(n, name, func(call goja.FunctionCall) goja.Value { w.check(); return f(call.Arguments) })
	}
	// encode(text, encoding) → Uint8Array
	set("encode", func(args []goja.Value) goja.Value {
		return w.newBytes(w.encodeText(arg(args, 0), w.encodingOf(arg(args, 1).String())))
	})
	// decode(bytes, encoding) → text
	set("decode", func(args []goja.Value) goja.Value {
		data, _ := viewBytes(arg(args, 0))
		return w.decodeText(data, w.encodingOf(arg(args, 1).String()))
	})
	// isEncoding(name) → boolean
	set("isEncoding", func(args []goja.Value) goja.Value {
		return w.rt.ToValue(encodings[strings.ToLower(arg(args, 0).String())] != "")
	})
	// isUTF8(bytes) → boolean
	set("isUTF8", func(args []goja.Value) goja.Value {
		data, _ := viewBytes(arg(args, 0))
		return w.rt.ToValue(string(data) == validUTF8(data))
	})
	// now() → milliseconds since the run began
	set("now", func([]goja.Value) goja.Value {
		return w.rt.ToValue(float64(time.Since(w.clock.started).Microseconds()) / 1000)
	})
	set("origin", func([]goja.Value) goja.Value { return w.rt.ToValue(float64(w.clock.started.UnixMicro()) / 1000) })
	// inspect(value, depth?) → text; format(...values) → text
	set("inspect", func(args []goja.Value) goja.Value {
		depth := inspectDepth
		if d := arg(args, 1); !goja.IsUndefined(d) {
			depth = int(min(max(d.ToInteger(), 0), 20))
			if goja.IsNull(d) || d.ToFloat() > 20 {
				depth = 20
			}
		}
		return w.rt.ToValue(w.inspectTo(arg(args, 0), depth))
	})
	set("format", func(args []goja.Value) goja.Value { return w.rt.ToValue(w.format(args)) })
	// kind(value) → "Map", "Set", "Date", "RegExp", "Error", "Promise", "Proxy", the name of a typed array, "ArrayBuffer", "Object", …
	set("kind", func(args []goja.Value) goja.Value {
		o, ok := arg(args, 0).(*goja.Object)
		if !ok {
			return w.rt.ToValue("")
		}
		return w.rt.ToValue(w.kind(o))
	})
	set("microtask", func(args []goja.Value) goja.Value { w.microtask(arg(args, 0)); return goja.Undefined() })
	w.nativeCalls(set)
	w.loaded["native"] = n
	return n
}

// newBuffer makes a Buffer that owns data. The class comes with the module
// buffer, so that a script that reads no bytes does not pay for it.
func (w *world) newBuffer(data []byte) goja.Value {
	wrap, _ := goja.AssertFunction(w.module("buffer").Get("wrap"))
	v, err := wrap(goja.Undefined(), w.newBytes(data))
	w.rethrow(err)
	return v
}
