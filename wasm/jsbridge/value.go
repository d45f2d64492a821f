//go:build js

package jsbridge

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"syscall/js"
)

// Value is something of the realm. Its methods give an error where JavaScript
// would throw or where the value is of another kind; they never panic.
type Value struct{ js js.Value }

// signal is the type of [Signal].
type signal struct{}

// Signal as an argument of [Value.Call] stands for an AbortSignal that aborts
// when the context of the call ends.
var Signal = signal{}

// Missing tells undefined and null from everything else.
func (v Value) Missing() bool { return v.js.IsUndefined() || v.js.IsNull() }

// Field is a property of the value.
//
// Reflect.get is called instead of the property being read directly: what a call
// throws becomes an error, and what a getter throws below a plain read ends the
// whole program.
func (v Value) Field(name string) (Value, error) {
	if kind := v.js.Type(); kind != js.TypeObject && kind != js.TypeFunction {
		return Value{}, fmt.Errorf("want an object with %q, got %s", name, kind)
	}
	return Value{reflectClass}.invoke("get", []js.Value{v.js, nameOf(name)})
}

// Text is the value as a string; every other kind of value is an error. A lone
// surrogate becomes U+FFFD.
func (v Value) Text() (string, error) {
	if v.js.Type() != js.TypeString {
		return "", fmt.Errorf("want a string, got %s", v.js.Type())
	}
	return v.js.String(), nil
}

// Number is the value as a number; every other kind of value is an error.
func (v Value) Number() (float64, error) {
	if v.js.Type() != js.TypeNumber {
		return 0, fmt.Errorf("want a number, got %s", v.js.Type())
	}
	return v.js.Float(), nil
}

// Bytes copies an ArrayBuffer or a view of one.
func (v Value) Bytes() ([]byte, error) {
	if v.js.Type() != js.TypeObject {
		return nil, fmt.Errorf("want a Uint8Array, got %s", v.js.Type())
	}
	var parts []js.Value
	isView, err := Value{bufferClass}.invoke("isView", []js.Value{v.js})
	if err != nil {
		return nil, err
	}
	if isView.js.Truthy() {
		for _, name := range []string{"buffer", "byteOffset", "byteLength"} {
			part, err := v.Field(name)
			if err != nil {
				return nil, err
			}
			parts = append(parts, part.js)
		}
	} else if length, err := v.Field("byteLength"); err == nil && length.js.Type() == js.TypeNumber {
		parts = []js.Value{v.js}
	} else {
		return nil, fmt.Errorf("want a Uint8Array, got another object")
	}
	// A view of this realm's own class: the one given may be of another realm or of
	// another element type, which the copy below would not take.
	view, err := constructFrom(bytesClass, "Uint8Array", parts)
	if err != nil {
		return nil, err
	}
	content := make([]byte, view.Get("byteLength").Int())
	if len(content) > 0 {
		js.CopyBytesToGo(content, view)
	}
	return content, nil
}

// Items are the elements of an array.
func (v Value) Items() ([]Value, error) {
	isArray, err := Value{arrayClass}.invoke("isArray", []js.Value{v.js})
	if err != nil {
		return nil, err
	}
	if !isArray.js.Truthy() {
		return nil, fmt.Errorf("want an array, got %s", v.js.Type())
	}
	length, err := v.Field("length")
	if err != nil {
		return nil, err
	}
	items := make([]Value, length.js.Int())
	for i := range items {
		if items[i], err = v.Field(strconv.Itoa(i)); err != nil {
			return nil, err
		}
	}
	return items, nil
}

// Call calls a method and awaits what it gives. Arguments are nil, string, bool,
// int, float64, []byte (a Uint8Array; nil becomes null), []string, [][]byte,
// [Object] or [Signal]. The error is an *[Error] with what JavaScript threw, or the context's
// error as soon as that ends, even if the Promise is still pending.
func (v Value) Call(ctx context.Context, method string, args ...any) (Value, error) {
	if err := ctx.Err(); err != nil {
		return Value{}, err
	}
	values := make([]js.Value, len(args))
	for i, arg := range args {
		if _, ok := arg.(signal); ok {
			value, stop := newSignal(ctx)
			defer stop()
			values[i] = value
			continue
		}
		if members, ok := arg.(Object); ok {
			values[i] = toObject(ctx, members)
			continue
		}
		values[i] = toJS(arg)
	}
	result, err := v.invoke(method, values)
	if err != nil {
		return Value{}, err
	}
	return await(ctx, result)
}

// invoke calls a method and turns what it throws into an error.
func (v Value) invoke(method string, args []js.Value) (result Value, err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			result, err = Value{}, thrown(method, panicked)
		}
	}()
	plain := make([]any, len(args))
	for i, arg := range args {
		plain[i] = arg
	}
	return Value{v.js.Call(method, plain...)}, nil
}

// construct makes an instance of a global class.
func construct(class string, args []js.Value) (value js.Value, err error) {
	return constructFrom(js.Global().Get(class), class, args)
}

func constructFrom(class js.Value, name string, args []js.Value) (value js.Value, err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = thrown("new "+name, panicked)
		}
	}()
	plain := make([]any, len(args))
	for i, arg := range args {
		plain[i] = arg
	}
	return class.New(plain...), nil
}

// toJS makes a value of JavaScript from one of the kinds that Call takes.
func toJS(value any) js.Value {
	switch value := value.(type) {
	case string:
		if strings.HasPrefix(value, "\ufeff") {
			return parseJSON(value) // the direct way would drop the mark
		}
		return js.ValueOf(value)
	case []byte:
		if value == nil {
			return js.Null()
		}
		array := bytesClass.New(len(value))
		js.CopyBytesToJS(array, value)
		return array
	case []string:
		return toArray(value)
	case [][]byte:
		return toArray(value)
	default:
		return js.ValueOf(value)
	}
}

func toArray[T any](items []T) js.Value {
	array := arrayClass.New(len(items))
	for i, item := range items {
		array.SetIndex(i, toJS(item))
	}
	return array
}

// parseJSON makes a plain value of JavaScript from whatever JSON can say; null
// where it cannot say it.
func parseJSON(value any) js.Value {
	text, err := json.Marshal(value)
	if err != nil {
		return js.Null()
	}
	return js.Global().Get("JSON").Call("parse", string(text))
}
