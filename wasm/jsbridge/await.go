//go:build js

package jsbridge

import (
	"context"
	"syscall/js"
)

// settled is how a Promise ended.
type settled struct {
	value    js.Value
	rejected bool
}

// await waits for a Promise, or takes any other value as it is. When the context
// ends first, it returns the context's error and leaves the Promise alone.
func await(ctx context.Context, value Value) (Value, error) {
	promise, err := Value{promiseClass}.invoke("resolve", []js.Value{value.js})
	if err != nil {
		return Value{}, err
	}
	end := make(chan settled, 1)
	var fulfilled, rejected js.Func
	// Whichever is called releases both. Not the waiter does it: a context that ends
	// first must leave them to the Promise, which may still call one.
	settle := func(isRejected bool) js.Func {
		return js.FuncOf(func(_ js.Value, args []js.Value) any {
			value := js.Undefined()
			if len(args) > 0 {
				value = args[0]
			}
			end <- settled{value, isRejected}
			fulfilled.Release()
			rejected.Release()
			return nil
		})
	}
	fulfilled, rejected = settle(false), settle(true)
	if _, err := promise.invoke("then", []js.Value{fulfilled.Value, rejected.Value}); err != nil {
		fulfilled.Release()
		rejected.Release()
		return Value{}, err
	}
	select {
	case s := <-end:
		if !s.rejected {
			return Value{s.value}, nil
		}
		if err := ctx.Err(); err != nil {
			return Value{}, err // it was aborted: how it says so does not matter
		}
		return Value{}, fromThrown(s.value)
	case <-ctx.Done():
		return Value{}, ctx.Err()
	}
}

// newSignal makes an AbortSignal that aborts when the context ends. A realm
// without AbortController gets undefined. stop ends the tie.
func newSignal(ctx context.Context) (signal js.Value, stop func()) {
	controller, err := construct("AbortController", nil)
	if err != nil {
		return js.Undefined(), func() {}
	}
	release := context.AfterFunc(ctx, func() {
		_, _ = Value{controller}.invoke("abort", nil)
	})
	return controller.Get("signal"), func() {
		// When the context has ended, AfterFunc aborts in its own goroutine, perhaps
		// after this. That is as it should be: the lent function must hear of it.
		release()
	}
}
