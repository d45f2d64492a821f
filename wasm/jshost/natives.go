package jshost

import (
	"crypto/rand"
	"fmt"

	"github.com/dop251/goja"
)

// natives is the object by which the prelude reaches Go. It is not visible to the
// code that runs in the realm.
func (r *realm) natives() *goja.Object {
	native := r.vm.NewObject()
	set := func(name string, f func(call goja.FunctionCall) goja.Value) {
		if err := native.Set(name, f); err != nil {
			panic(err)
		}
	}
	set("print", func(call goja.FunctionCall) goja.Value {
		r.world.print(call.Argument(0).String())
		return goja.Undefined()
	})
	set("report", func(call goja.FunctionCall) goja.Value {
		t := r.thrown(call.Argument(0))
		r.uncaught = append(r.uncaught, &UncaughtError{Thrown: t, Where: r.name})
		return goja.Undefined()
	})
	set("setTimeout", func(call goja.FunctionCall) goja.Value { return r.setTimer(call, false) })
	set("setInterval", func(call goja.FunctionCall) goja.Value { return r.setTimer(call, true) })
	set("clearTimer", func(call goja.FunctionCall) goja.Value {
		if id := call.Argument(0); goja.IsNumber(id) {
			r.loop.cancel(int(id.ToInteger()))
		}
		return goja.Undefined()
	})
	set("now", func(goja.FunctionCall) goja.Value {
		return r.vm.ToValue(float64(r.world.sinceStart().Nanoseconds()) / 1e6)
	})
	set("timeOrigin", func(goja.FunctionCall) goja.Value {
		start := r.world.start
		if r.world.config.VirtualTime {
			start = virtualStart
		}
		return r.vm.ToValue(float64(start.UnixNano()) / 1e6)
	})
	set("random", func(call goja.FunctionCall) goja.Value {
		r.fill(r.mustBytes(call.Argument(0)))
		return call.Argument(0)
	})
	set("encode", func(call goja.FunctionCall) goja.Value { return r.uint8Array([]byte(call.Argument(0).String())) })
	set("decode", r.decodeText)
	set("clone", func(call goja.FunctionCall) goja.Value {
		message := r.serialize(call.Argument(0), call.Argument(1))
		data, _ := r.deserialize(message)
		return data
	})
	r.messagingNatives(set)
	r.networkNatives(set)
	r.wasmNatives(set)
	return native
}

// fill fills b with random bytes.
func (r *realm) fill(b []byte) {
	if r.world.config.Random != nil {
		r.world.mu.Lock()
		defer r.world.mu.Unlock()
		if _, err := r.world.config.Random.Read(b); err != nil {
			panic(r.vm.NewGoError(err))
		}
		return
	}
	// Never fails.
	_, _ = rand.Read(b)
}

// decodeText is (bytes, fatal, ignoreBOM, stream) → [text, bytes used].
func (r *realm) decodeText(call goja.FunctionCall) goja.Value {
	b := r.mustBytes(call.Argument(0))
	units, used, ok := decodeUTF8(b, call.Argument(2).ToBoolean(), call.Argument(3).ToBoolean())
	if !ok && call.Argument(1).ToBoolean() {
		panic(r.vm.NewTypeError("The encoded data was not valid for encoding utf-8"))
	}
	return r.vm.NewArray(goja.StringFromUTF16(units), used)
}

// mustBytes are the bytes of a buffer or view, shared and not copied. Anything
// else throws a TypeError.
func (r *realm) mustBytes(v goja.Value) []byte {
	if b, ok := r.bytesOf(v); ok {
		return b
	}
	panic(r.vm.NewTypeError("an ArrayBuffer or a view of one is needed"))
}

// throwDOM throws a DOMException.
func (r *realm) throwDOM(name, format string, args ...any) {
	exception, err := r.hooks.domError(goja.Undefined(), r.vm.ToValue(fmt.Sprintf(format, args...)), r.vm.ToValue(name))
	if err != nil {
		panic(err)
	}
	panic(exception)
}
