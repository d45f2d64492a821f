package registry

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strconv"
	"sync"
)

// schemaField is a field of [Schema] that is a keyword.
type schemaField struct {
	keyword string
	index   int
}

// schemaFields are all of them, in their order. Reflection keeps the list of
// keywords in one place: the type. It is read once, since tags are slow to read.
var schemaFields = sync.OnceValue(func() (fields []schemaField) {
	schema := reflect.TypeFor[Schema]()
	for i := range schema.NumField() {
		if keyword := schema.Field(i).Tag.Get("keyword"); keyword != "" {
			fields = append(fields, schemaField{keyword, i})
		}
	}
	return fields
})

// fields visits the fields that are keywords, in their order, as pointers.
func (s *Schema) fields(visit func(name string, field any)) {
	value := reflect.ValueOf(s).Elem()
	for _, field := range schemaFields() {
		visit(field.keyword, value.Field(field.index).Addr().Interface())
	}
}

// appendKeyword appends a keyword's value, or nothing where it is absent. Empty
// texts and false are there only where they were read.
func appendKeyword(dst []byte, field any, had bool) []byte {
	switch field := field.(type) {
	case *string:
		if *field != "" || had {
			return appendString(dst, *field)
		}
	case *bool:
		if *field || had {
			return appendBool(dst, *field)
		}
	case **int:
		if *field != nil {
			return strconv.AppendInt(dst, int64(**field), 10)
		}
	case **float64:
		if *field != nil {
			return appendNumber(dst, **field)
		}
	case *json.RawMessage:
		return append(dst, compact(*field)...)
	case **Schema:
		if *field != nil {
			return (*field).AppendJSON(dst)
		}
	case *[]string:
		return appendStrings(dst, *field)
	case *[]json.RawMessage:
		return appendList(dst, *field == nil, len(*field), func(dst []byte, i int) []byte {
			return append(dst, compact((*field)[i])...)
		})
	case *[]*Schema:
		return appendList(dst, *field == nil, len(*field), func(dst []byte, i int) []byte {
			return (*field)[i].AppendJSON(dst)
		})
	case *[]Property:
		return appendMembers(dst, *field == nil, len(*field), func(dst []byte, i int) []byte {
			return (*field)[i].Schema.AppendJSON(append(appendString(dst, (*field)[i].Name), ':'))
		})
	case *[]Dependency:
		return appendMembers(dst, *field == nil, len(*field), func(dst []byte, i int) []byte {
			return appendStrings(append(appendString(dst, (*field)[i].Name), ':'), (*field)[i].Required)
		})
	}
	return dst
}

func readKeyword(field any, raw json.RawMessage) error {
	switch field := field.(type) {
	case **int:
		n, err := readCount(raw)
		*field = n
		return err
	case *json.RawMessage:
		*field = compact(raw)
		return nil
	case **Schema:
		schema, err := parseSchema(raw)
		*field = schema
		return err
	case *[]*Schema:
		var raws []json.RawMessage
		if err := json.Unmarshal(raw, &raws); err != nil {
			return err
		}
		*field = make([]*Schema, len(raws))
		for i, raw := range raws {
			schema, err := parseSchema(raw)
			if err != nil {
				return err
			}
			(*field)[i] = schema
		}
		return nil
	case *[]Property:
		members, err := objectMembers(raw)
		if err != nil {
			return err
		}
		*field = make([]Property, len(members))
		for i, member := range members {
			schema, err := parseSchema(member.Value)
			if err != nil {
				return errors.New(member.Name + ": " + err.Error())
			}
			(*field)[i] = Property{member.Name, schema}
		}
		return nil
	case *[]Dependency:
		members, err := objectMembers(raw)
		if err != nil {
			return err
		}
		*field = make([]Dependency, len(members))
		for i, member := range members {
			(*field)[i] = Dependency{member.Name, []string{}}
			if err := json.Unmarshal(member.Value, &(*field)[i].Required); err != nil {
				return errors.New(member.Name + ": " + err.Error())
			}
		}
		return nil
	}
	return json.Unmarshal(raw, field)
}

// readCount reads a whole number; 2.0 is one in JSON Schema.
func readCount(raw json.RawMessage) (*int, error) {
	var value float64
	if err := json.Unmarshal(raw, &value); err != nil {
		return nil, err
	}
	if value < 0 || value != math.Trunc(value) || value > 1<<31-1 {
		return nil, errors.New("want a whole number that is not negative")
	}
	n := int(value)
	return &n, nil
}

func (s *Schema) checkTypes() error {
	for _, name := range s.types() {
		switch name {
		case "string", "number", "integer", "boolean", "object", "array", "null":
		default:
			return errors.New("type: unknown type " + strconv.Quote(name))
		}
	}
	return nil
}

func appendBool(dst []byte, value bool) []byte { return strconv.AppendBool(dst, value) }

func appendList(dst []byte, absent bool, n int, item func(dst []byte, i int) []byte) []byte {
	return appendJoined(dst, absent, n, '[', ']', item)
}

func appendMembers(dst []byte, absent bool, n int, item func(dst []byte, i int) []byte) []byte {
	return appendJoined(dst, absent, n, '{', '}', item)
}

func appendJoined(dst []byte, absent bool, n int, start, end byte, item func(dst []byte, i int) []byte) []byte {
	if absent {
		return dst
	}
	dst = append(dst, start)
	for i := range n {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = item(dst, i)
	}
	return append(dst, end)
}
