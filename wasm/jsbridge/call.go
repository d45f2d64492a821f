//go:build js

package jsbridge

import (
	"context"
	"encoding/json"
	"fmt"
	"syscall/js"
)

// request is one call of the realm, checked.
type request struct {
	method  string
	args    json.RawMessage
	content []byte
	signal  js.Value
}

// call is what JavaScript calls. It must not block, so it only reads its
// arguments and starts a goroutine; the answer is a Promise.
func (s *server) call(_ js.Value, args []js.Value) any {
	request, err := readRequest(args)
	promise, resolve, reject := newPromise()
	if err == nil && s.ctx.Err() != nil {
		err = &Error{Code: "closed", Message: "the module is closed"}
	}
	if err != nil {
		reject.Invoke(toError(err))
		return promise
	}
	s.underWay.Add(1)
	go func() {
		defer s.underWay.Done()
		answer, err := s.answer(request)
		if err != nil {
			reject.Invoke(toError(err))
			return
		}
		resolve.Invoke(answer)
	}()
	return promise
}

// answer runs the handler and makes the object that the Promise resolves to.
func (s *server) answer(r request) (answer js.Value, err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = panicError(panicked)
		}
	}()
	ctx, stop := withSignal(s.ctx, r.signal)
	defer stop()
	result, content, err := s.handler(ctx, r.method, r.args, r.content)
	if err != nil {
		return js.Undefined(), err
	}
	if result == nil {
		result = json.RawMessage("null")
	}
	answer = objectClass.New()
	answer.Set("json", toJS(string(result)))
	answer.Set("bytes", toJS(content))
	return answer, nil
}

// readRequest checks number and types of the arguments. What is wrong with the
// JSON in them is the handler's to say.
func readRequest(args []js.Value) (r request, err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = invalid("the arguments cannot be read")
		}
	}()
	if len(args) < 2 || len(args) > 4 {
		return r, invalid(fmt.Sprintf("want (method, args, bytes?, signal?), got %d arguments", len(args)))
	}
	if args[0].Type() != js.TypeString {
		return r, invalid("method must be a string, got " + args[0].Type().String())
	}
	if args[1].Type() != js.TypeString {
		return r, invalid("args must be a string with JSON, got " + args[1].Type().String())
	}
	r.method, r.args = args[0].String(), json.RawMessage(args[1].String())
	if len(args) > 2 && !args[2].IsNull() && !args[2].IsUndefined() {
		// Copied here and now: the caller may reuse or transfer the array.
		if r.content, err = (Value{args[2]}).Bytes(); err != nil {
			return r, invalid("bytes must be a Uint8Array, null or left out")
		}
	}
	if len(args) > 3 && !args[3].IsNull() && !args[3].IsUndefined() {
		listen, err := Value{args[3]}.Field("addEventListener")
		if err != nil || listen.js.Type() != js.TypeFunction {
			return r, invalid("signal must be an AbortSignal, null or left out")
		}
		r.signal = args[3]
	}
	return r, nil
}

func invalid(message string) error {
	return &Error{Code: "invalid_argument", Message: message}
}

// newPromise makes a Promise to be settled from Go. A Promise runs its executor
// before its constructor returns.
func newPromise() (promise, resolve, reject js.Value) {
	if hasResolvers {
		all := promiseClass.Call("withResolvers")
		return all.Get("promise"), all.Get("resolve"), all.Get("reject")
	}
	executor := js.FuncOf(func(_ js.Value, args []js.Value) any {
		resolve, reject = args[0], args[1]
		return nil
	})
	defer executor.Release()
	promise = promiseClass.New(executor)
	return promise, resolve, reject
}

// withSignal ties an AbortSignal to a context: when it aborts, the context ends.
// stop removes the listener again.
func withSignal(parent context.Context, signal js.Value) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancel(parent)
	if signal.IsUndefined() {
		return ctx, cancel
	}
	aborted := js.FuncOf(func(js.Value, []js.Value) any {
		cancel()
		return nil
	})
	source := Value{signal}
	_, err := source.invoke("addEventListener", []js.Value{nameOf("abort"), aborted.Value})
	if already, fieldErr := source.Field("aborted"); err != nil || fieldErr != nil || already.js.Truthy() {
		cancel()
	}
	return ctx, func() {
		cancel()
		_, _ = source.invoke("removeEventListener", []js.Value{nameOf("abort"), aborted.Value})
		aborted.Release()
	}
}
