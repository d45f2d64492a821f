package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/clienttools/clienttools/pkg/registry"
)

// lenient are the types that applications may extend with fields of their own.
var lenient = []reflect.Type{
	reflect.TypeFor[registry.CallContext](),
	reflect.TypeFor[registry.PromptContext](),
	reflect.TypeFor[*registry.CallContext](),
}

// argument is a field of a method's arguments.
type argument struct {
	name     string
	index    []int
	optional bool
	// raw is taken as it is, however deep.
	raw bool
	// closed has structs in it, whose fields must be known.
	closed bool
}

// argumentsOf are the fields of a struct of arguments. They are found once for
// every method, since looking them up takes longer than most calls.
func argumentsOf(t reflect.Type) (arguments []argument) {
	for _, field := range reflect.VisibleFields(t) {
		name, optional, ok := jsonName(field)
		if !ok {
			continue
		}
		arguments = append(arguments, argument{
			name: name, index: field.Index, optional: optional,
			raw:    field.Type == reflect.TypeFor[json.RawMessage]() || field.Type == reflect.TypeFor[[]json.RawMessage](),
			closed: hasStruct(field.Type) && !slices.Contains(lenient, field.Type),
		})
	}
	return arguments
}

func hasStruct(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return hasStruct(t.Elem())
	case reflect.Struct:
		return true
	}
	return false
}

// decode reads the arguments of a method into their struct, strictly: every field
// is known, of its type, and there unless it is optional.
func decode(args json.RawMessage, arguments []argument, into any) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(args, &members); err != nil {
		return syntaxError(args, err)
	}
	if members == nil {
		return invalid("", "args must be a JSON object, got null")
	}
	target := reflect.ValueOf(into).Elem()
	for _, argument := range arguments {
		raw, given := members[argument.name]
		delete(members, argument.name)
		if !given || string(raw) == "null" {
			if !argument.optional {
				return invalid(argument.name, "is missing")
			}
			continue
		}
		if err := argument.decode(raw, target.FieldByIndex(argument.index)); err != nil {
			return err
		}
	}
	if len(members) == 0 {
		return nil
	}
	names := make([]string, len(arguments))
	for i, argument := range arguments {
		names[i] = argument.name
	}
	for name := range members {
		if near := nearestName(name, names); near != "" {
			return invalid(name, "is not an argument of this method; did you mean %s?", near)
		}
		return invalid(name, "is not an argument of this method; it takes %s", listed(names))
	}
	return nil
}

func (a argument) decode(raw json.RawMessage, target reflect.Value) error {
	name := a.name
	if !a.raw && registry.Nesting(raw) > registry.MaxNesting {
		return invalid(name, "is nested deeper than %d levels", registry.MaxNesting)
	}
	var err error
	if a.closed {
		decoder := json.NewDecoder(bytes.NewReader(raw))
		decoder.DisallowUnknownFields()
		err = decoder.Decode(target.Addr().Interface())
	} else {
		err = json.Unmarshal(raw, target.Addr().Interface())
	}
	if err == nil {
		return nil
	}
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		if wrong.Field != "" {
			name += "." + wrong.Field
		}
		return invalid(name, "must be %s, got %s", wanted(wrong.Type), wrong.Value)
	}
	return invalid(name, "is wrong: %s", strings.TrimPrefix(err.Error(), "json: "))
}

// jsonName is the name a field has in JSON; ok is false for a field that has none
// of its own, such as an embedded struct.
func jsonName(field reflect.StructField) (name string, optional, ok bool) {
	tag, tagged := field.Tag.Lookup("json")
	if !tagged || tag == "-" {
		return "", false, false
	}
	name, options, _ := strings.Cut(tag, ",")
	return name, strings.Contains(options, "omitempty"), name != ""
}

func syntaxError(args json.RawMessage, err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return invalid("", "args is broken JSON at byte %d: %v", syntax.Offset, syntax)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || len(bytes.TrimSpace(args)) == 0 {
		return invalid("", "args is broken JSON: it ends too early")
	}
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return invalid("", "args must be a JSON object, got %s", wrong.Value)
	}
	return invalid("", "args must be a JSON object: %v", err)
}

// wanted says a Go type in words of JSON.
func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice, reflect.Array:
		return "an array"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Pointer:
		return wanted(t.Elem())
	case reflect.Int, reflect.Int64:
		return "an integer"
	case reflect.Uint, reflect.Uint64:
		return "an integer of at least 0"
	case reflect.Float64:
		return "a number"
	}
	return fmt.Sprint(t)
}

func listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
