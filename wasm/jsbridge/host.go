//go:build js

package jsbridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"syscall/js"
)

// Host is the object that the realm lends: its members are abilities that the
// module lacks.
type Host struct{ object Value }

// Handler answers the calls of the realm. It is called in a goroutine of its own
// for every call, with a context that ends when the caller aborts.
//
// The result is JSON (nil is null); resultContent travels beside it as bytes. An
// error rejects the call. Its code comes from the first error in its tree that
// has a method
//
//	Rejection() (code string, details map[string]any)
//
// and is "internal" where there is none.
type Handler func(ctx context.Context, method string, args json.RawMessage, content []byte) (result json.RawMessage, resultContent []byte, err error)

// Info says who answers. The realm gets it with the first sign of life.
type Info struct {
	Module  string `json:"module"`
	Version string `json:"version"`
	// Go is the version of the toolchain; Serve fills it in.
	Go string `json:"go"`
}

// Connect takes the host object from globalThis[key], where key is the program's
// first argument, and deletes it there.
func Connect() (*Host, error) {
	if len(os.Args) < 2 {
		return nil, errors.New("no key of the host object in the arguments")
	}
	key := os.Args[1]
	object := js.Global().Get(key)
	if object.Type() != js.TypeObject {
		return nil, fmt.Errorf("globalThis[%q] is no host object", key)
	}
	js.Global().Delete(key)
	return &Host{Value{object}}, nil
}

// Serve tells the realm that the module is ready and answers its calls until ctx
// ends. Then the contexts of the calls under way end too, and Serve returns once
// they are answered. Errors: the host object has no function ready, or it threw.
func (h *Host) Serve(ctx context.Context, handler Handler, info Info) error {
	info.Go = runtime.Version()
	text, err := json.Marshal(info)
	if err != nil {
		return err
	}
	s := server{ctx: ctx, handler: handler}
	// The function is never released: after the program's end a call of it throws,
	// which tells more than the warning for a released one.
	call := js.FuncOf(s.call)
	if _, err := h.object.invoke("ready", []js.Value{call.Value, toJS(string(text))}); err != nil {
		return fmt.Errorf("ready: %w", err)
	}
	<-ctx.Done()
	s.underWay.Wait()
	// The program's end takes whoever still awaits an answer for lost. The answers
	// have been given, but are heard only once JavaScript has had its turn.
	return turn()
}

// turn lets JavaScript run what is due. A timer of Go's would not do: on a busy
// machine it may be over before anything was yielded to.
func turn() error {
	done := make(chan struct{})
	due := js.FuncOf(func(js.Value, []js.Value) any {
		close(done)
		return nil
	})
	defer due.Release()
	if _, err := (Value{js.Global()}).invoke("setTimeout", []js.Value{due.Value, js.ValueOf(0)}); err != nil {
		return err
	}
	<-done
	return nil
}

// server is what one Serve needs for its calls.
type server struct {
	ctx      context.Context
	handler  Handler
	underWay sync.WaitGroup
}

// Emit tells the realm of an event. It does not wait, and what a listener throws
// is the listener's problem.
func (h *Host) Emit(event string, payload any) {
	text, err := json.Marshal(payload)
	if err != nil {
		return
	}
	_, _ = h.object.invoke("emit", []js.Value{toJS(event), toJS(string(text))})
}

// Member is one member of the host object; ok is false where the realm does not
// lend it.
func (h *Host) Member(name string) (member Value, ok bool) {
	member, err := h.object.Field(name)
	return member, err == nil && !member.Missing()
}

// Object is the host object itself, for what calls its members in its own way.
func (h *Host) Object() Value { return h.object }

// Texts is a lent function that takes texts and a signal, and gives a text.
type Texts func(ctx context.Context, args ...string) (string, error)

// Texts is the lent function of this name, or nil where the realm has none. Its
// errors are *[Error], or the context's.
func (h *Host) Texts(name string) Texts {
	if _, ok := h.Member(name); !ok {
		return nil
	}
	return func(ctx context.Context, args ...string) (string, error) {
		values := make([]any, 0, len(args)+1)
		for _, arg := range args {
			values = append(values, arg)
		}
		result, err := h.object.Call(ctx, name, append(values, Signal)...)
		if err != nil {
			return "", err
		}
		return result.Text()
	}
}

// Exchange is a lent function with the signature of a call: an operation with
// JSON and bytes in, JSON and bytes out.
type Exchange func(ctx context.Context, op string, args json.RawMessage, content []byte) (json.RawMessage, []byte, error)

// Exchange is the lent function of this name, or nil where the realm has none.
// A nil content goes as null. Its errors are *[Error], or the context's.
func (h *Host) Exchange(name string) Exchange {
	return h.exchange(name)
}

// Ask is an Exchange that hears of the context's end: the lent function takes an
// AbortSignal last.
func (h *Host) Ask(name string) Exchange { return h.exchange(name, Signal) }

func (h *Host) exchange(name string, last ...any) Exchange {
	if _, ok := h.Member(name); !ok {
		return nil
	}
	return func(ctx context.Context, op string, args json.RawMessage, content []byte) (json.RawMessage, []byte, error) {
		answer, err := h.object.Call(ctx, name, append([]any{op, string(args), content}, last...)...)
		if err != nil {
			return nil, nil, err
		}
		return answer.exchanged()
	}
}

// exchanged reads the {json, bytes} that both directions answer with.
func (v Value) exchanged() (json.RawMessage, []byte, error) {
	jsonField, err := v.Field("json")
	if err != nil {
		return nil, nil, err
	}
	text, err := jsonField.Text()
	if err != nil {
		return nil, nil, err
	}
	bytesField, err := v.Field("bytes")
	if err != nil || bytesField.Missing() {
		return json.RawMessage(text), nil, err
	}
	content, err := bytesField.Bytes()
	return json.RawMessage(text), content, err
}
