package registry

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// ParseSchema reads a JSON Schema. An error names the keyword that is wrong.
func ParseSchema(data []byte) (*Schema, error) {
	var whole json.RawMessage
	if err := json.Unmarshal(data, &whole); err != nil {
		return nil, err
	}
	if Nesting(whole) > MaxNesting {
		return nil, fmt.Errorf("a schema nested deeper than %d levels", MaxNesting)
	}
	return parseSchema(whole)
}

// parseSchema is ParseSchema for what is known to be JSON.
func parseSchema(data []byte) (*Schema, error) {
	s := new(Schema)
	if err := s.UnmarshalJSON(data); err != nil {
		return nil, err
	}
	return s, nil
}

// UnmarshalJSON reads s from JSON.
func (s *Schema) UnmarshalJSON(data []byte) error {
	data = bytes.TrimSpace(data)
	switch string(data) {
	case "true":
		*s = *AnyValue()
		return nil
	case "false":
		*s = *NoValue()
		return nil
	}
	if len(data) == 0 || data[0] != '{' {
		return errors.New("a JSON Schema is an object, true or false")
	}
	members, err := objectMembers(data)
	if err != nil {
		return err
	}
	*s = Schema{}
	fields := map[string][]any{}
	s.fields(func(name string, field any) { fields[name] = append(fields[name], field) })
	for _, member := range members {
		s.order = append(s.order, member.Name)
		if fields[member.Name] == nil {
			s.Extra = append(s.Extra, member)
			continue
		}
		field := fields[member.Name][0]
		if member.Name == "type" && member.Value[0] == '[' {
			field = fields[member.Name][1]
		}
		err := readKeyword(field, member.Value)
		if err != nil && member.Name == "type" {
			err = errors.New("want a type name or a list of them")
		}
		if err != nil {
			return fmt.Errorf("%s: %w", member.Name, err)
		}
	}
	return s.checkTypes()
}

// MarshalJSON writes s; the same schema always gives the same bytes.
func (s *Schema) MarshalJSON() ([]byte, error) { return s.AppendJSON(nil), nil }

// AppendJSON appends s to dst. Unlike [json.Marshal] it leaves <, > and & as
// they are, since every escape costs the model tokens.
func (s *Schema) AppendJSON(dst []byte) []byte {
	if s.boolean != nil {
		return appendBool(dst, *s.boolean)
	}
	values := map[string][]byte{}
	names := append([]string{}, s.order...)
	s.fields(func(name string, field any) {
		if value := appendKeyword(nil, field, name != "type" && s.had(name)); len(value) > 0 && values[name] == nil {
			values[name] = value
			names = append(names, name)
		}
	})
	for _, extra := range s.Extra {
		values[extra.Name] = compact(extra.Value)
		names = append(names, extra.Name)
	}
	dst = append(dst, '{')
	first := true
	for _, name := range names {
		value := values[name]
		if value == nil {
			continue // it is gone, or written already
		}
		values[name] = nil
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(append(appendString(dst, name), ':'), value...)
	}
	return append(dst, '}')
}

func (s *Schema) had(name string) bool { return contains(s.order, name) }
