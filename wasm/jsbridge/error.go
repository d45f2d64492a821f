//go:build js

package jsbridge

import (
	"encoding/json"
	"errors"
	"fmt"
	"syscall/js"
)

// Error is what JavaScript threw or rejected with. A [Handler] may return one to
// reject with this code.
type Error struct {
	// Code is the property code of what was thrown; "" where it has none.
	Code string
	// Message is for people.
	Message string
	// Details is a plain object that says more; nil where there is none.
	Details map[string]any
}

func (e *Error) Error() string { return e.Message }

// Rejection gives code and details to the realm. See [Handler].
func (e *Error) Rejection() (code string, details map[string]any) { return e.Code, e.Details }

// rejection is an error that knows its code.
type rejection interface {
	Rejection() (code string, details map[string]any)
}

const (
	codeInternal = "internal"
	maxDetails   = 2048
)

// toError makes the real Error that a Promise rejects with.
func toError(err error) js.Value {
	code, details := codeInternal, map[string]any(nil)
	var known rejection
	if errors.As(err, &known) {
		if known, more := known.Rejection(); known != "" {
			code, details = known, more
		}
	}
	value := js.Global().Get("Error").New(toJS(err.Error()))
	value.Set("code", code)
	if details != nil {
		value.Set("details", parseJSON(details))
	}
	return value
}

// panicError is for the program: it says that a panic happened and with what, not
// where; the Go stack would be of no use to the realm.
func panicError(panicked any) error {
	if thrownByJS, ok := panicked.(js.Error); ok {
		return &Error{Code: codeInternal, Message: "panic: " + fromThrown(thrownByJS.Value).Error()}
	}
	return &Error{Code: codeInternal, Message: fmt.Sprint("panic: ", panicked)}
}

// thrown turns a panic of syscall/js into an error.
func thrown(doing string, panicked any) error {
	if thrownByJS, ok := panicked.(js.Error); ok {
		return fromThrown(thrownByJS.Value)
	}
	return fmt.Errorf("%s: %v", doing, panicked)
}

// fromThrown reads whatever was thrown, which may be no Error and no object, and
// may throw when it is read.
func fromThrown(value js.Value) *Error {
	kind := value.Type()
	if kind == js.TypeString {
		return &Error{Message: value.String()}
	}
	if kind != js.TypeObject && kind != js.TypeFunction {
		return &Error{Message: "JavaScript threw " + value.String()}
	}
	e := &Error{Message: "JavaScript threw an object without a message"}
	if message := textField(value, "message"); message != "" {
		e.Message = message
	} else if name := textField(value, "name"); name != "" {
		e.Message = name
	}
	e.Code = textField(value, "code")
	details, err := Value{value}.Field("details")
	if err != nil || details.js.Type() != js.TypeObject {
		return e
	}
	text, err := Value{js.Global().Get("JSON")}.invoke("stringify", []js.Value{details.js})
	// A short text cannot be nested so deep that decoding it would overflow the
	// stack of the realm.
	if encoded, textErr := text.Text(); err == nil && textErr == nil && len(encoded) <= maxDetails {
		_ = json.Unmarshal([]byte(encoded), &e.Details) // an array leaves it nil
	}
	return e
}

func textField(value js.Value, name string) string {
	field, err := Value{value}.Field(name)
	if err != nil {
		return ""
	}
	text, _ := field.Text()
	return text
}
