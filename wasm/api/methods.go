package api

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"sync"
)

// method is one row of the table.
type method struct {
	name string
	// args and result are for the generator of the TypeScript types.
	args, result reflect.Type
	takesBytes   bool
	// decode makes the arguments; do gets what it made. They are apart so that all
	// that happens between them is compiled once and not for every type.
	decode func(raw json.RawMessage) (args any, err error)
	do     func(c *core, ctx context.Context, args any, content []byte) (result any, out []byte, err error)
	// raw, where it is set, does everything by itself.
	raw func(c *core, ctx context.Context, raw json.RawMessage, content []byte) (json.RawMessage, []byte, error)
}

// call does everything from JSON to JSON.
func (m method) call(c *core, ctx context.Context, raw json.RawMessage, content []byte) (json.RawMessage, []byte, error) {
	if m.raw != nil {
		return m.raw(c, ctx, raw, content)
	}
	args, err := m.decode(raw)
	if err != nil {
		return nil, nil, err
	}
	if m.takesBytes && content == nil {
		return nil, nil, invalid("", "%s needs bytes", m.name)
	}
	if !m.takesBytes && content != nil {
		return nil, nil, invalid("", "%s takes no bytes", m.name)
	}
	result, out, err := m.do(c, ctx, args, content)
	if err != nil {
		return nil, nil, err
	}
	text, err := encode(result)
	return text, out, err
}

// NoArgs are the arguments of a method that takes none.
type NoArgs struct{}

// Nothing is the result of a method that gives none; null in JSON.
type Nothing = *struct{}

var nothing Nothing

// The methods of the API itself; all others need a core, which start makes.
const (
	methodStart = "start"
	methodClose = "close"
)

// table lists every method, as wasm/README.md does. It is a function because its
// rows refer to methods that refer to it.
func table() []method {
	methods := []method{
		{name: methodStart, args: reflect.TypeFor[StartArgs](), result: reflect.TypeFor[StartResult]()},
		{name: methodClose, args: reflect.TypeFor[NoArgs](), result: reflect.TypeFor[Nothing]()},
		plain("reset", (*core).reset),
	}
	methods = append(methods, toolMethods()...)
	methods = append(methods, fileMethods()...)
	return append(methods,
		plain("migrateProject", (*core).migrateProject),
		plain("migrateAgents", (*core).migrateAgents),
		plain("agents.earlier", (*core).earlier),
		plain("agents.restore", (*core).restore),
		sandboxFiles(),
		plain("sandbox.console", (*core).sandboxConsole),
		sandboxAsk(),
		plain("store.changed", (*core).storeChanged),
	)
}

// plain is a method with JSON in and JSON out.
func plain[In, Out any](name string, do func(*core, context.Context, In) (Out, error)) method {
	return method{
		name: name, args: reflect.TypeFor[In](), result: reflect.TypeFor[Out](), decode: decoder[In](),
		do: func(c *core, ctx context.Context, args any, _ []byte) (any, []byte, error) {
			out, err := do(c, ctx, *args.(*In))
			return out, nil, err
		},
	}
}

// reading is a method that gives bytes.
func reading[In any](name string, do func(*core, context.Context, In) ([]byte, error)) method {
	return method{
		name: name, args: reflect.TypeFor[In](), result: reflect.TypeFor[Nothing](), decode: decoder[In](),
		do: func(c *core, ctx context.Context, args any, _ []byte) (any, []byte, error) {
			out, err := do(c, ctx, *args.(*In))
			if out == nil {
				out = []byte{} // an empty file is not no file
			}
			return nothing, out, err
		},
	}
}

// writing is a method that takes bytes.
func writing[In, Out any](name string, do func(*core, context.Context, In, []byte) (Out, error)) method {
	return method{
		name: name, args: reflect.TypeFor[In](), result: reflect.TypeFor[Out](), takesBytes: true, decode: decoder[In](),
		do: func(c *core, ctx context.Context, args any, content []byte) (any, []byte, error) {
			out, err := do(c, ctx, *args.(*In), content)
			return out, nil, err
		},
	}
}

// decoder decodes the arguments of a method into a new In.
func decoder[In any]() func(raw json.RawMessage) (any, error) {
	arguments := argumentsOnce(reflect.TypeFor[In]())
	return func(raw json.RawMessage) (any, error) {
		args := new(In)
		return args, read(raw, arguments(), args)
	}
}

// argumentsOnce finds the arguments at the method's first call.
func argumentsOnce(t reflect.Type) func() []argument {
	return sync.OnceValue(func() []argument { return argumentsOf(t) })
}

// read decodes and checks arguments.
func read(raw json.RawMessage, arguments []argument, args any) error {
	if err := decode(raw, arguments, args); err != nil {
		return err
	}
	if checked, ok := args.(interface{ check() error }); ok {
		return checked.check()
	}
	return nil
}

// encode is json.Marshal with lists that are never null.
func encode(out any) (json.RawMessage, error) {
	if value := reflect.ValueOf(out); value.Kind() == reflect.Slice && value.IsNil() && value.Type() != reflect.TypeFor[json.RawMessage]() {
		return json.RawMessage("[]"), nil
	}
	return json.Marshal(out)
}

// MethodType is one method as the generator of the TypeScript types sees it.
type MethodType struct {
	Name         string
	Args, Result reflect.Type
}

// MethodTypes lists the types of all methods, in the order of the table.
func MethodTypes() []MethodType {
	var types []MethodType
	for _, m := range table() {
		types = append(types, MethodType{m.name, m.args, m.result})
	}
	return types
}

// find is the method of this name; the error names the one most like it.
func find(methods []method, name string) (method, error) {
	for _, m := range methods {
		if m.name == name {
			return m, nil
		}
	}
	names := make([]string, len(methods))
	for i, m := range methods {
		names[i] = m.name
	}
	details := map[string]any{"method": short(name)}
	if near := nearestName(name, names); near != "" {
		details["nearest"] = near
		return method{}, &Error{InvalidArgument, "unknown method " + quoted(name) + "; did you mean " + near + "?", details}
	}
	return method{}, &Error{InvalidArgument, "unknown method " + quoted(name) + "; there are " + strings.Join(names, ", "), details}
}
