package gojavm

import (
	"math/big"
	"reflect"

	"github.com/dop251/goja"
)

// goja gives most kinds of objects the class "Object"; what they export as tells
// them apart, whatever the script did to their prototypes.
var (
	proxyType   = reflect.TypeFor[goja.Proxy]()
	promiseType = reflect.TypeFor[*goja.Promise]()
	bufferType  = reflect.TypeFor[goja.ArrayBuffer]()
	mapType     = reflect.TypeFor[[][2]any]()
	setType     = reflect.TypeFor[[]any]()
	bigIntType  = reflect.TypeFor[*big.Int]()
)

// tagged are kinds that only their prototype's tag gives away.
var tagged = map[string]bool{
	"WeakMap": true, "WeakSet": true, "WeakRef": true, "Generator": true, "DataView": true, "Symbol": true, "BigInt": true,
	"AsyncFunction": true, "GeneratorFunction": true,
}

// kind is what an object is: "Map", "Set", "Date", "RegExp", "Error", "Promise",
// "Proxy", "Function", the name of a typed array, "Array", "Object" and so on.
func (w *world) kind(o *goja.Object) string {
	class := o.ClassName()
	switch o.ExportType() {
	case proxyType:
		return "Proxy"
	case promiseType:
		return "Promise"
	case bufferType:
		return "ArrayBuffer"
	case mapType:
		return "Map"
	case setType:
		if class == "Object" {
			return "Set"
		}
	}
	if class != "Object" {
		return class
	}
	if name := w.typedArrayName(o); name != "" {
		return name
	}
	if tag, ok := text(nonNil(o.GetSymbol(goja.SymToStringTag))); ok && tagged[tag] {
		return tag
	}
	return class
}

// typedArrayName is the name of a typed array's class, or "".
func (w *world) typedArrayName(o *goja.Object) string {
	v, err := w.prims.typedName(o)
	if err != nil || goja.IsUndefined(v) {
		return ""
	}
	return v.String()
}

// isTypedArray tells whether a kind is that of a typed array.
func isTypedArray(kind string) bool {
	switch kind {
	case "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array",
		"Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array", "Float16Array":
		return true
	}
	return false
}

func asProxy(o *goja.Object) (goja.Proxy, bool) {
	if o.ExportType() != proxyType {
		return goja.Proxy{}, false
	}
	p, ok := o.Export().(goja.Proxy)
	return p, ok
}

func isBigInt(v goja.Value) bool { return v != nil && v.ExportType() == bigIntType }

// isFunction tells whether a kind is that of a function.
func isFunction(kind string) bool {
	return kind == "Function" || kind == "AsyncFunction" || kind == "GeneratorFunction"
}

// text gives the string that a value is, if it is one.
func text(v goja.Value) (string, bool) {
	s, ok := v.(goja.String)
	if !ok {
		return "", false
	}
	return s.String(), true
}
