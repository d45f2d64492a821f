package jshost

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/dop251/goja"
)

// ErrDeadlock says that a promise was awaited that nothing can settle any more:
// no timer, no message and no operation is under way.
var ErrDeadlock = errors.New("jshost: the promise can never settle: nothing is under way")

// ErrClosed says that the host was used after Close.
var ErrClosed = errors.New("jshost: the host is closed")

// ExitError says that a Go program ended during a call, by os.Exit, a panic, a
// fatal error of its runtime, or because its main function returned.
type ExitError struct {
	// Code is the exit code; 2 after a panic.
	Code int
	// Output is what the world printed so far, the panic's message included.
	Output string
	// Cause is how the call itself ended, if it did.
	Cause error
}

func (e *ExitError) Error() string {
	text := fmt.Sprintf("jshost: the program exited with code %d", e.Code)
	if output := strings.TrimSpace(e.Output); output != "" {
		text += "\n" + output
	}
	return text
}

func (e *ExitError) Unwrap() error { return e.Cause }

// Thrown is a JavaScript value that was thrown or rejected with.
type Thrown struct {
	// Value belongs to the goja runtime of the realm that threw it. It is nil if
	// that is not the realm of the host itself.
	Value goja.Value
	// Name and Message are those of an Error; Message is the value as a string
	// for anything else.
	Name, Message string
	// Code and Details are the properties of these names.
	Code    string
	Details map[string]any
	// Stack is the JavaScript stack, if the value has one.
	Stack string
}

func (t Thrown) text() string {
	text := t.Message
	if t.Name != "" && t.Name != "Error" {
		text = t.Name + ": " + text
	}
	if t.Code != "" {
		text += " [" + t.Code + "]"
	}
	return text
}

// RejectedError says that the evaluated code threw, or that its promise was
// rejected.
type RejectedError struct{ Thrown }

func (e *RejectedError) Error() string {
	text := e.text()
	if e.Stack != "" {
		text += "\n" + e.Stack
	}
	return text
}

// UncaughtError says that code which nobody waits for threw: a timer's callback, a
// listener, a worker's script.
type UncaughtError struct {
	Thrown
	// Where names the realm: "" is the host itself, else the worker's name or URL.
	Where string
}

func (e *UncaughtError) Error() string {
	text := "uncaught: " + e.text()
	if e.Where != "" {
		text = "uncaught in worker " + e.Where + ": " + e.text()
	}
	if e.Stack != "" {
		text += "\n" + e.Stack
	}
	return text
}

// coded is how a Go error tells its code and details to JavaScript, the same way
// as the errors of wasm/jsbridge.
type coded interface {
	Rejection() (code string, details map[string]any)
}

// thrown describes a thrown value.
func (r *realm) thrown(v goja.Value) (t Thrown) {
	t.Value = v
	// A getter or toString of a strange value may throw again.
	if ex := r.vm.Try(func() {
		object, ok := v.(*goja.Object)
		if !ok {
			t.Message = v.String()
			return
		}
		text := func(name string) string {
			p := object.Get(name)
			if p == nil || goja.IsUndefined(p) || goja.IsNull(p) {
				return ""
			}
			return p.String()
		}
		t.Name, t.Message, t.Code, t.Stack = text("name"), text("message"), text("code"), text("stack")
		if details, ok := object.Get("details").(*goja.Object); ok {
			t.Details, _ = details.Export().(map[string]any)
		}
		if t.Name == "" && t.Message == "" {
			t.Message = object.String()
		}
	}); ex != nil && t.Message == "" {
		t.Message = "a value that cannot be described: " + ex.Error()
	}
	return t
}

// failure turns the error of a goja call into one of this package.
func (r *realm) failure(ctx context.Context, err error) error {
	var interrupted *goja.InterruptedError
	if errors.As(err, &interrupted) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return err
	}
	var overflow *goja.StackOverflowError
	if errors.As(err, &overflow) {
		return &RejectedError{Thrown{Name: "RangeError", Message: stackMessage}}
	}
	var exception *goja.Exception
	if errors.As(err, &exception) {
		t := r.thrown(exception.Value())
		if t.Stack == "" {
			t.Stack = exception.String()
		}
		return &RejectedError{t}
	}
	return err
}
