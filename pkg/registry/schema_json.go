package registry

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// A keyword knows how one field of a Schema stands in JSON. The table's order
// is the order of a schema that was not read from JSON.
type keyword struct {
	name  string
	write func(s *Schema, dst []byte) []byte // returns dst unchanged when absent
	read  func(s *Schema, raw json.RawMessage) error
}

// keywords is a function and not a variable because the table refers to itself
// through sub-schemas, and so that nothing is built before it is needed.
func keywords() []keyword {
	return []keyword{
		text("$ref", func(s *Schema) *string { return &s.Ref }),
		{"type", writeType, readType},
		text("title", func(s *Schema) *string { return &s.Title }),
		sub("additionalProperties", func(s *Schema) **Schema { return &s.AdditionalProperties }),
		{"required", func(s *Schema, dst []byte) []byte { return appendStrings(dst, s.Required) }, readStrings(func(s *Schema) *[]string { return &s.Required })},
		named("properties", func(s *Schema) *[]Property { return &s.Properties }),
		named("patternProperties", func(s *Schema) *[]Property { return &s.PatternProperties }),
		sub("propertyNames", func(s *Schema) **Schema { return &s.PropertyNames }),
		{"dependentRequired", writeDependencies, readDependencies},
		count("minProperties", func(s *Schema) **int { return &s.MinProperties }),
		count("maxProperties", func(s *Schema) **int { return &s.MaxProperties }),
		{"enum", writeEnum, readEnum},
		raw("const", func(s *Schema) *json.RawMessage { return &s.Const }),
		sub("items", func(s *Schema) **Schema { return &s.Items }),
		list("prefixItems", func(s *Schema) *[]*Schema { return &s.PrefixItems }),
		sub("contains", func(s *Schema) **Schema { return &s.Contains }),
		count("minContains", func(s *Schema) **int { return &s.MinContains }),
		count("maxContains", func(s *Schema) **int { return &s.MaxContains }),
		count("minItems", func(s *Schema) **int { return &s.MinItems }),
		count("maxItems", func(s *Schema) **int { return &s.MaxItems }),
		{"uniqueItems", writeUnique, func(s *Schema, raw json.RawMessage) error { return json.Unmarshal(raw, &s.UniqueItems) }},
		text("format", func(s *Schema) *string { return &s.Format }),
		text("description", func(s *Schema) *string { return &s.Description }),
		number("minimum", func(s *Schema) **float64 { return &s.Minimum }),
		number("maximum", func(s *Schema) **float64 { return &s.Maximum }),
		number("exclusiveMinimum", func(s *Schema) **float64 { return &s.ExclusiveMinimum }),
		number("exclusiveMaximum", func(s *Schema) **float64 { return &s.ExclusiveMaximum }),
		number("multipleOf", func(s *Schema) **float64 { return &s.MultipleOf }),
		count("minLength", func(s *Schema) **int { return &s.MinLength }),
		count("maxLength", func(s *Schema) **int { return &s.MaxLength }),
		text("pattern", func(s *Schema) *string { return &s.Pattern }),
		raw("default", func(s *Schema) *json.RawMessage { return &s.Default }),
		list("anyOf", func(s *Schema) *[]*Schema { return &s.AnyOf }),
		list("oneOf", func(s *Schema) *[]*Schema { return &s.OneOf }),
		list("allOf", func(s *Schema) *[]*Schema { return &s.AllOf }),
		sub("not", func(s *Schema) **Schema { return &s.Not }),
		sub("if", func(s *Schema) **Schema { return &s.If }),
		sub("then", func(s *Schema) **Schema { return &s.Then }),
		sub("else", func(s *Schema) **Schema { return &s.Else }),
		named("$defs", func(s *Schema) *[]Property { return &s.Defs }),
		named("definitions", func(s *Schema) *[]Property { return &s.Definitions }),
	}
}

// ParseSchema reads a JSON Schema. An error names the keyword that is wrong.
func ParseSchema(data []byte) (*Schema, error) {
	var whole json.RawMessage
	if err := json.Unmarshal(data, &whole); err != nil {
		return nil, err
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
	table := keywords()
	for _, member := range members {
		s.order = append(s.order, member.Name)
		known := false
		for _, k := range table {
			if k.name != member.Name {
				continue
			}
			known = true
			if err := k.read(s, member.Value); err != nil {
				return fmt.Errorf("%s: %w", k.name, err)
			}
		}
		if !known {
			s.Extra = append(s.Extra, member)
		}
	}
	return nil
}

// MarshalJSON writes s; the same schema always gives the same bytes.
func (s *Schema) MarshalJSON() ([]byte, error) { return s.AppendJSON(nil), nil }

// AppendJSON appends s to dst. Unlike [json.Marshal] it leaves <, > and & as
// they are, since every escape costs the model tokens.
func (s *Schema) AppendJSON(dst []byte) []byte {
	if s.boolean != nil {
		if *s.boolean {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	}
	table := keywords()
	dst = append(dst, '{')
	first := true
	put := func(name string, value []byte) {
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(appendString(dst, name), ':')
		dst = append(dst, value...)
	}
	written := make(map[string]bool, len(s.order))
	write := func(name string) {
		if written[name] {
			return
		}
		written[name] = true
		for _, k := range table {
			if k.name == name {
				if value := k.write(s, nil); len(value) > 0 {
					put(name, value)
				}
				return
			}
		}
		for _, extra := range s.Extra {
			if extra.Name == name {
				put(name, compact(extra.Value))
				return
			}
		}
	}
	for _, name := range s.order {
		write(name)
	}
	for _, k := range table {
		write(k.name)
	}
	for _, extra := range s.Extra {
		write(extra.Name)
	}
	return append(dst, '}')
}
