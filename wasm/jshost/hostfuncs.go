package jshost

import (
	"context"
	"fmt"

	"github.com/dop251/goja"
)

// Value makes a JavaScript value of a Go value: a []byte becomes a Uint8Array and
// an error an Error, with the code and details of its method Rejection, also
// within maps and slices of any. goja values stay what they are.
func (h *Host) Value(v any) goja.Value { return h.realm.toJS(v) }

// Export makes a Go value of a JavaScript value: buffers and views become []byte
// (a copy), arrays []any, objects map[string]any.
func (h *Host) Export(v goja.Value) any { return h.realm.fromJS(v) }

// Bytes are the bytes of a buffer or view, copied.
func (h *Host) Bytes(v goja.Value) ([]byte, bool) {
	b, ok := h.realm.bytesOf(v)
	if !ok {
		return nil, false
	}
	return append([]byte{}, b...), true
}

// Set sets a property of the global object, converted as by Value.
func (h *Host) Set(name string, v any) error {
	return h.realm.vm.GlobalObject().Set(name, h.realm.toJS(v))
}

// Func makes a JavaScript function of a Go function that answers at once. It runs
// on the host's goroutine. An error is thrown as an Error, a panic too.
func (h *Host) Func(f func(args []goja.Value) (any, error)) goja.Value {
	r := h.realm
	return r.vm.ToValue(func(call goja.FunctionCall) goja.Value {
		v, err := guarded(func() (any, error) { return f(call.Arguments) })
		if err != nil {
			panic(r.goError(err))
		}
		return r.toJS(v)
	})
}

// AsyncFunc makes a JavaScript function of a Go function that may take its time.
// It runs in a goroutine of its own with the arguments as Export makes them, and
// JavaScript gets a promise. The context is that of the call under way.
func (h *Host) AsyncFunc(f func(ctx context.Context, args []any) (any, error)) goja.Value {
	r := h.realm
	return r.vm.ToValue(func(call goja.FunctionCall) goja.Value {
		args := make([]any, len(call.Arguments))
		for n, arg := range call.Arguments {
			args[n] = r.fromJS(arg)
		}
		return h.Go(func(ctx context.Context) (any, error) { return f(ctx, args) })
	})
}

// Go runs f in a goroutine of its own and returns a promise of its result, which is
// converted as by Value. f must not touch the host.
func (h *Host) Go(f func(ctx context.Context) (any, error)) goja.Value {
	r := h.realm
	promise, resolve, reject := r.vm.NewPromise()
	ctx := r.ctx
	r.world.operation(r.loop, func() func() {
		v, err := guarded(func() (any, error) { return f(ctx) })
		return func() {
			// Their errors are interruptions, which the loop sees by itself.
			if err != nil {
				_ = reject(r.goError(err))
				return
			}
			_ = resolve(r.toJS(v))
		}
	})
	return r.vm.ToValue(promise)
}

// guarded turns a panic of the application's function into an error. Those of goja
// are exceptions on their way through and stay what they are.
func guarded(f func() (any, error)) (v any, err error) {
	defer func() {
		switch reason := recover().(type) {
		case nil:
		case goja.Value, *goja.Exception, *goja.InterruptedError, *goja.StackOverflowError:
			panic(reason)
		default:
			err = fmt.Errorf("a function of the host panicked: %v", reason)
		}
	}()
	return f()
}
