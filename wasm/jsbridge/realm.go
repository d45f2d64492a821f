//go:build js

package jsbridge

import "syscall/js"

// Crossing the boundary is what a call costs most, so what every call needs of
// the realm is fetched once. None of it changes.
var (
	promiseClass = js.Global().Get("Promise")
	reflectClass = js.Global().Get("Reflect")
	objectClass  = js.Global().Get("Object")
	bytesClass   = js.Global().Get("Uint8Array")
	bufferClass  = js.Global().Get("ArrayBuffer")
	arrayClass   = js.Global().Get("Array")
	// hasResolvers: Promise.withResolvers is younger than the browsers we run in.
	hasResolvers = promiseClass.Get("withResolvers").Type() == js.TypeFunction
	// names are the texts that calls hand over again and again.
	names = func() map[string]js.Value {
		known := map[string]js.Value{}
		for _, name := range []string{"buffer", "byteOffset", "byteLength", "length", "json", "bytes", "addEventListener", "aborted", "abort"} {
			known[name] = js.ValueOf(name)
		}
		return known
	}()
)

func nameOf(name string) js.Value {
	if known, ok := names[name]; ok {
		return known
	}
	return toJS(name)
}
