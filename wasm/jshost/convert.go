package jshost

import (
	"errors"
	"reflect"

	"github.com/dop251/goja"
)

var (
	promiseType     = reflect.TypeFor[*goja.Promise]()
	arrayBufferType = reflect.TypeFor[goja.ArrayBuffer]()
)

// bytesOf are the bytes of an ArrayBuffer, typed array or DataView, shared and not
// copied. A detached buffer has none.
func (r *realm) bytesOf(v goja.Value) (b []byte, ok bool) {
	object, ok := v.(*goja.Object)
	if !ok {
		return nil, false
	}
	if object.ExportType() == arrayBufferType {
		return object.Export().(goja.ArrayBuffer).Bytes(), true
	}
	if !r.isView(object) {
		return nil, false
	}
	if buffer, ok := object.Get("buffer").Export().(goja.ArrayBuffer); ok && buffer.Detached() {
		return nil, true
	}
	if r.vm.Try(func() {
		if err := r.vm.ExportTo(object, &b); err != nil {
			ok = false
		}
	}) != nil {
		return nil, false
	}
	return b, ok
}

// isView says whether an object is a typed array or a DataView.
func (r *realm) isView(object *goja.Object) bool {
	v, err := r.hooks.isView(goja.Undefined(), object)
	return err == nil && v.ToBoolean()
}

// isUint8Array says what copyBytesToGo and copyBytesToJS accept.
func isUint8Array(v goja.Value) bool {
	object, ok := v.(*goja.Object)
	return ok && object.ExportType() == reflect.TypeFor[[]uint8]() && object.ClassName() == "Object"
}

// uint8Array makes a Uint8Array over b, which it takes over.
func (r *realm) uint8Array(b []byte) goja.Value {
	object, err := r.vm.New(r.vm.Get("Uint8Array"), r.vm.ToValue(r.vm.NewArrayBuffer(b)))
	if err != nil {
		panic(err)
	}
	return object
}

// toJS makes a JavaScript value of a Go value. Bytes become a Uint8Array, with a
// copy, anywhere in maps and slices of any.
func (r *realm) toJS(v any) goja.Value {
	switch v := v.(type) {
	case nil:
		return goja.Null()
	case goja.Value:
		return v
	case []byte:
		return r.uint8Array(append([]byte{}, v...))
	case map[string]any:
		object := r.vm.NewObject()
		for key, value := range v {
			if err := object.Set(key, r.toJS(value)); err != nil {
				panic(err)
			}
		}
		return object
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = r.toJS(item)
		}
		return r.vm.NewArray(items...)
	case error:
		return r.goError(v)
	}
	return r.vm.ToValue(v)
}

// fromJS makes a Go value of a JavaScript value: bytes of buffers and views
// (copied), []any, map[string]any, string, bool, int64, float64, nil.
func (r *realm) fromJS(v goja.Value) any {
	object, ok := v.(*goja.Object)
	if !ok {
		if v == nil {
			return nil
		}
		return v.Export()
	}
	if b, ok := r.bytesOf(object); ok {
		return append([]byte{}, b...)
	}
	if _, callable := goja.AssertFunction(object); callable {
		return object
	}
	switch object.ClassName() {
	case "Array":
		items := make([]any, 0, object.Get("length").ToInteger())
		r.vm.ForOf(object, func(item goja.Value) bool {
			items = append(items, r.fromJS(item))
			return true
		})
		return items
	case "Object":
		if object.ExportType().Kind() != reflect.Map {
			return object.Export()
		}
		properties := map[string]any{}
		for _, key := range object.Keys() {
			properties[key] = r.fromJS(object.Get(key))
		}
		return properties
	}
	return object.Export()
}

func asCoded(err error) (coded, bool) {
	var c coded
	ok := errors.As(err, &c)
	return c, ok
}

// goError makes a JavaScript Error of a Go error, with its code and details.
func (r *realm) goError(err error) goja.Value {
	var code goja.Value = goja.Undefined()
	var details goja.Value = goja.Undefined()
	if c, ok := asCoded(err); ok {
		name, more := c.Rejection()
		code = r.vm.ToValue(name)
		if more != nil {
			details = r.toJS(more)
		}
	}
	v, failure := r.hooks.error(goja.Undefined(), r.vm.ToValue("Error"), r.vm.ToValue(err.Error()), code, details)
	if failure != nil {
		panic(failure)
	}
	return v
}

// stringKey identifies a string by its UTF-16 units, as JavaScript does.
func stringKey(s goja.String) string {
	text := s.String()
	for _, char := range text {
		if char == '\uFFFD' {
			// Perhaps a lone surrogate, which Go's strings cannot tell apart.
			return exactKey(s)
		}
	}
	return text
}

func exactKey(s goja.String) string {
	key := make([]byte, 0, 1+2*s.Length())
	key = append(key, 0xFF) // never the start of a valid string
	for i := range s.Length() {
		unit := s.CharAt(i)
		key = append(key, byte(unit), byte(unit>>8))
	}
	return string(key)
}
