package registry

import (
	"encoding/json"
	"slices"
	"strings"
)

// typeScriptDepth is how deep a type goes; what is deeper is unknown.
const typeScriptDepth = 5

// TypeScript is the schema as a TypeScript type on one line. It says which values
// there are, not how they are limited: lengths, patterns and bounds have no types.
// The same schema always gives the same text.
func (s *Schema) TypeScript() string {
	return typeScript{s}.of(s, 0)
}

type typeScript struct{ root *Schema }

func (t typeScript) of(s *Schema, depth int) string {
	switch {
	case s == nil || depth > typeScriptDepth:
		return "unknown"
	case s.boolean != nil && !*s.boolean:
		return "never"
	case s.Ref != "":
		return t.of(t.root.resolve(s.Ref), depth+1)
	case s.Const != nil:
		return string(compact(s.Const))
	case s.Enum != nil:
		return literals(s.Enum)
	case s.AnyOf != nil:
		return t.union(s.AnyOf, depth)
	case s.OneOf != nil:
		return t.union(s.OneOf, depth)
	case s.Type == "" && s.Types == nil && s.AllOf != nil:
		parts := []string{}
		for _, part := range s.AllOf {
			parts = append(parts, grouped(t.of(part, depth+1)))
		}
		return strings.Join(parts, " & ")
	}
	types := s.types()
	if len(types) == 0 && s.Properties != nil {
		types = []string{"object"}
	}
	names := []string{}
	for _, name := range types {
		if text := t.named(s, name, depth); !slices.Contains(names, text) {
			names = append(names, text)
		}
	}
	if len(names) == 0 {
		return "unknown"
	}
	return strings.Join(names, " | ")
}

func (t typeScript) union(schemas []*Schema, depth int) string {
	parts := []string{}
	for _, part := range schemas {
		if text := t.of(part, depth+1); !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, " | ")
}

func (t typeScript) named(s *Schema, name string, depth int) string {
	switch name {
	case "integer":
		return "number"
	case "array":
		return grouped(t.of(s.Items, depth+1)) + "[]"
	case "object":
		return t.object(s, depth)
	}
	return name // string, number, boolean, null
}

func (t typeScript) object(s *Schema, depth int) string {
	if len(s.Properties) == 0 {
		switch {
		case s.AdditionalProperties.IsNoValue():
			return "{}"
		case s.AdditionalProperties == nil || s.AdditionalProperties.boolean != nil:
			return "object"
		}
		return "Record<string, " + t.of(s.AdditionalProperties, depth+1) + ">"
	}
	members := []string{}
	for _, property := range s.Properties {
		member := PropertyName(property.Name)
		if !contains(s.Required, property.Name) {
			member += "?"
		}
		members = append(members, member+": "+t.of(property.Schema, depth+1))
	}
	return "{ " + strings.Join(members, "; ") + " }"
}

// grouped puts a union or an intersection in parentheses.
func grouped(text string) string {
	depth := 0
	for _, c := range text {
		switch c {
		case '{', '<', '(':
			depth++
		case '}', '>', ')':
			depth--
		case '|', '&':
			if depth == 0 {
				return "(" + text + ")"
			}
		}
	}
	return text
}

func literals(values []json.RawMessage) string {
	texts := []string{}
	for _, value := range values {
		texts = append(texts, string(compact(value)))
	}
	return strings.Join(texts, "|")
}

// PropertyName writes a name as JavaScript takes it in an object: as it is, or quoted.
func PropertyName(name string) string {
	for i, c := range name {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return string(appendString(nil, name))
		}
	}
	if name == "" {
		return `""`
	}
	return name
}
