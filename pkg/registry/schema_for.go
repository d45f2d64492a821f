package registry

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// SchemaFor makes the schema of a Go type, a struct for a tool's input. Fields
// come in their order, named as encoding/json names them; a field is required
// unless it is a pointer or has omitempty or omitzero. Structs are closed
// (additionalProperties false), embedded structs are flattened. Tags say the rest:
//
//	description:"what the model reads"
//	enum:"a,b"                        strings or numbers
//	minimum:"0" maximum:"10"          numbers
//	minLength:"1" maxLength:"80"      strings
//	pattern:"^/" format:"date"        strings
//	minItems:"1" maxItems:"20"        slices
//	uniqueItems:"true"                slices
//	default:"5"                       JSON, or a bare word for a string
//
// On a slice enum, minimum, maximum, minLength, maxLength and pattern are about
// its items. A type or a tag that cannot be a schema panics: that is a mistake
// of the program.
func SchemaFor[T any]() *Schema {
	return schemaOf(reflect.TypeFor[T](), nil)
}

func schemaOf(t reflect.Type, above []reflect.Type) *Schema {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t {
	case reflect.TypeFor[json.RawMessage]():
		return AnyValue()
	case reflect.TypeFor[time.Time]():
		return &Schema{Type: "string", Format: "date-time"}
	}
	switch t.Kind() {
	case reflect.String:
		return &Schema{Type: "string"}
	case reflect.Bool:
		return &Schema{Type: "boolean"}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return &Schema{Type: "integer"}
	case reflect.Float32, reflect.Float64:
		return &Schema{Type: "number"}
	case reflect.Interface:
		return AnyValue()
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return &Schema{Type: "string"} // base64, as encoding/json has it
		}
		return &Schema{Type: "array", Items: schemaOf(t.Elem(), above)}
	case reflect.Map:
		if t.Key().Kind() != reflect.String {
			break
		}
		return &Schema{Type: "object", AdditionalProperties: schemaOf(t.Elem(), above)}
	case reflect.Struct:
		for _, outer := range above {
			if outer == t {
				panic(fmt.Sprintf("registry: %s contains itself and has no schema", t))
			}
		}
		s := &Schema{Type: "object", Properties: []Property{}, AdditionalProperties: NoValue()}
		s.addFields(t, append(above, t))
		return s
	}
	panic(fmt.Sprintf("registry: a %s has no schema", t))
}

func (s *Schema) addFields(t reflect.Type, above []reflect.Type) {
	for i := range t.NumField() {
		field := t.Field(i)
		name, rules, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "-" {
			continue
		}
		if field.Anonymous && name == "" {
			inner := field.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			if inner.Kind() == reflect.Struct {
				s.addFields(inner, above)
				continue
			}
		}
		if !field.IsExported() {
			continue
		}
		if name == "" {
			name = field.Name
		}
		property := schemaOf(field.Type, above)
		if err := property.applyTags(field.Tag); err != nil {
			panic(fmt.Sprintf("registry: %s.%s: %v", t, field.Name, err))
		}
		s.Properties = append(s.Properties, Property{name, property})
		optional := field.Type.Kind() == reflect.Pointer || strings.Contains(rules, "omitempty") || strings.Contains(rules, "omitzero")
		if !optional {
			s.Required = append(s.Required, name)
		}
	}
}

func (s *Schema) applyTags(tag reflect.StructTag) error {
	if s.boolean != nil { // true becomes {} so that it can carry a description
		*s = Schema{}
	}
	values := s // what the tags about a value are about
	if s.Type == "array" {
		values = s.Items
	}
	s.Description = tag.Get("description")
	values.Pattern = tag.Get("pattern")
	values.Format = or(tag.Get("format"), values.Format)
	if list, ok := tag.Lookup("enum"); ok {
		for _, value := range strings.Split(list, ",") {
			values.Enum = append(values.Enum, literal(value, values.Type))
		}
	}
	if value, ok := tag.Lookup("default"); ok {
		s.Default = literal(value, s.Type)
	}
	s.UniqueItems = tag.Get("uniqueItems") == "true"
	for name, field := range map[string]**float64{"minimum": &values.Minimum, "maximum": &values.Maximum} {
		if text, ok := tag.Lookup(name); ok {
			n, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return fmt.Errorf("tag %s: %w", name, err)
			}
			*field = &n
		}
	}
	for name, field := range map[string]**int{
		"minLength": &values.MinLength, "maxLength": &values.MaxLength,
		"minItems": &s.MinItems, "maxItems": &s.MaxItems,
	} {
		if text, ok := tag.Lookup(name); ok {
			n, err := strconv.Atoi(text)
			if err != nil {
				return fmt.Errorf("tag %s: %w", name, err)
			}
			*field = &n
		}
	}
	return nil
}

// literal is a tag's value as JSON; for a string the quotes may be left out.
func literal(value, jsonType string) json.RawMessage {
	if jsonType == "string" || !json.Valid([]byte(value)) {
		return appendString(nil, value)
	}
	return json.RawMessage(value)
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
