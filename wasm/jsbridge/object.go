//go:build js

package jsbridge

import (
	"context"
	"syscall/js"
)

// Object as an argument of [Value.Call] stands for a plain object whose members
// are whatever Call takes. A [Signal] in it stays tied to the context after the
// call, so that it ends what the call began, such as a response's body: the
// caller sees to it that the context ends.
type Object map[string]any

func toObject(ctx context.Context, members Object) js.Value {
	object := objectClass.New()
	for name, member := range members {
		switch member := member.(type) {
		case signal:
			if value, _ := newSignal(ctx); !value.IsUndefined() {
				object.Set(name, value)
			}
		case Object:
			object.Set(name, toObject(ctx, member))
		default:
			object.Set(name, toJS(member))
		}
	}
	return object
}

// DecodeText decodes text in one of the encodings of the web; ok is false where
// the realm does not know it.
func DecodeText(charset string, content []byte) (text string, ok bool) {
	decoder, err := construct("TextDecoder", []js.Value{toJS(charset)})
	if err != nil {
		return "", false
	}
	decoded, err := Value{decoder}.invoke("decode", []js.Value{toJS(content)})
	if err != nil {
		return "", false
	}
	text, err = decoded.Text()
	return text, err == nil
}
