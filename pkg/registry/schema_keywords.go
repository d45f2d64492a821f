package registry

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"
)

func text(name string, field func(*Schema) *string) keyword {
	return keyword{name,
		func(s *Schema, dst []byte) []byte {
			// A present empty text is written again only where it was read.
			if *field(s) == "" && !s.had(name) {
				return dst
			}
			return appendString(dst, *field(s))
		},
		func(s *Schema, raw json.RawMessage) error { return json.Unmarshal(raw, field(s)) },
	}
}

func raw(name string, field func(*Schema) *json.RawMessage) keyword {
	return keyword{name,
		func(s *Schema, dst []byte) []byte { return append(dst, compact(*field(s))...) },
		func(s *Schema, raw json.RawMessage) error { *field(s) = compact(raw); return nil },
	}
}

func number(name string, field func(*Schema) **float64) keyword {
	return keyword{name,
		func(s *Schema, dst []byte) []byte {
			if *field(s) == nil {
				return dst
			}
			return appendNumber(dst, **field(s))
		},
		func(s *Schema, raw json.RawMessage) error { return json.Unmarshal(raw, field(s)) },
	}
}

func count(name string, field func(*Schema) **int) keyword {
	return keyword{name,
		func(s *Schema, dst []byte) []byte {
			if *field(s) == nil {
				return dst
			}
			return strconv.AppendInt(dst, int64(**field(s)), 10)
		},
		func(s *Schema, raw json.RawMessage) error {
			var value float64 // 2.0 is an integer in JSON Schema
			if err := json.Unmarshal(raw, &value); err != nil {
				return err
			}
			if value < 0 || value != math.Trunc(value) || value > 1<<31-1 {
				return errors.New("want a whole number that is not negative")
			}
			n := int(value)
			*field(s) = &n
			return nil
		},
	}
}

func sub(name string, field func(*Schema) **Schema) keyword {
	return keyword{name,
		func(s *Schema, dst []byte) []byte {
			if *field(s) == nil {
				return dst
			}
			return (*field(s)).AppendJSON(dst)
		},
		func(s *Schema, raw json.RawMessage) (err error) {
			*field(s), err = parseSchema(raw)
			return err
		},
	}
}

func list(name string, field func(*Schema) *[]*Schema) keyword {
	return keyword{name,
		func(s *Schema, dst []byte) []byte {
			if *field(s) == nil {
				return dst
			}
			dst = append(dst, '[')
			for i, schema := range *field(s) {
				if i > 0 {
					dst = append(dst, ',')
				}
				dst = schema.AppendJSON(dst)
			}
			return append(dst, ']')
		},
		func(s *Schema, raw json.RawMessage) error {
			var raws []json.RawMessage
			if err := json.Unmarshal(raw, &raws); err != nil {
				return err
			}
			schemas := make([]*Schema, 0, len(raws))
			for _, raw := range raws {
				schema, err := parseSchema(raw)
				if err != nil {
					return err
				}
				schemas = append(schemas, schema)
			}
			*field(s) = schemas
			return nil
		},
	}
}

func named(name string, field func(*Schema) *[]Property) keyword {
	return keyword{name,
		func(s *Schema, dst []byte) []byte {
			if *field(s) == nil {
				return dst
			}
			dst = append(dst, '{')
			for i, property := range *field(s) {
				if i > 0 {
					dst = append(dst, ',')
				}
				dst = append(appendString(dst, property.Name), ':')
				dst = property.Schema.AppendJSON(dst)
			}
			return append(dst, '}')
		},
		func(s *Schema, raw json.RawMessage) error {
			members, err := objectMembers(raw)
			if err != nil {
				return err
			}
			properties := make([]Property, 0, len(members))
			for _, member := range members {
				schema, err := parseSchema(member.Value)
				if err != nil {
					return &propertyError{member.Name, err}
				}
				properties = append(properties, Property{member.Name, schema})
			}
			*field(s) = properties
			return nil
		},
	}
}

type propertyError struct {
	name string
	err  error
}

func (e *propertyError) Error() string { return e.name + ": " + e.err.Error() }
func (e *propertyError) Unwrap() error { return e.err }

func writeType(s *Schema, dst []byte) []byte {
	if s.Type != "" {
		return appendString(dst, s.Type)
	}
	return appendStrings(dst, s.Types)
}

func readType(s *Schema, raw json.RawMessage) error {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		s.Type = one
	} else if err := json.Unmarshal(raw, &s.Types); err != nil {
		return errors.New("want a type name or a list of them")
	}
	for _, name := range s.types() {
		switch name {
		case "string", "number", "integer", "boolean", "object", "array", "null":
		default:
			return errors.New("unknown type " + strconv.Quote(name))
		}
	}
	return nil
}

func readStrings(field func(*Schema) *[]string) func(*Schema, json.RawMessage) error {
	return func(s *Schema, raw json.RawMessage) error { return json.Unmarshal(raw, field(s)) }
}

func writeEnum(s *Schema, dst []byte) []byte {
	if s.Enum == nil {
		return dst
	}
	dst = append(dst, '[')
	for i, value := range s.Enum {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, compact(value)...)
	}
	return append(dst, ']')
}

func readEnum(s *Schema, raw json.RawMessage) error { return json.Unmarshal(raw, &s.Enum) }

func writeUnique(s *Schema, dst []byte) []byte {
	switch {
	case s.UniqueItems:
		return append(dst, "true"...)
	case s.had("uniqueItems"):
		return append(dst, "false"...)
	}
	return dst
}

func writeDependencies(s *Schema, dst []byte) []byte {
	if s.DependentRequired == nil {
		return dst
	}
	dst = append(dst, '{')
	for i, dependency := range s.DependentRequired {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendString(dst, dependency.Name), ':')
		dst = appendStrings(dst, dependency.Required)
	}
	return append(dst, '}')
}

func readDependencies(s *Schema, raw json.RawMessage) error {
	members, err := objectMembers(raw)
	if err != nil {
		return err
	}
	s.DependentRequired = make([]Dependency, 0, len(members))
	for _, member := range members {
		dependency := Dependency{Name: member.Name, Required: []string{}}
		if err := json.Unmarshal(member.Value, &dependency.Required); err != nil {
			return &propertyError{member.Name, err}
		}
		s.DependentRequired = append(s.DependentRequired, dependency)
	}
	return nil
}

func (s *Schema) had(name string) bool {
	for _, keyword := range s.order {
		if keyword == name {
			return true
		}
	}
	return false
}
