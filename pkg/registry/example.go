package registry

import (
	"encoding/json"
	"strings"
)

// example makes a minimal valid call: what is required, with the values that
// were given where they are right. It is nil where none could be made.
func example(schema *Schema, domain *domainFacts, input map[string]any, problems []Problem) json.RawMessage {
	wrong := map[string]bool{}
	for _, problem := range problems {
		name, _, _ := strings.Cut(problem.Path, ".")
		name, _, _ = strings.Cut(name, "[")
		wrong[name] = true
	}
	value := map[string]any{}
	names := append([]string{}, schema.Required...)
	if domain != nil {
		action := domain.action(input)
		value[domain.selector] = action
		names = append([]string{domain.selector}, domain.requires(action, input)...)
	}
	dst := []byte{'{'}
	for i, name := range names {
		member, done := value[name]
		if given, ok := input[name]; !done && ok && !wrong[name] && len(canonical(given)) <= 60 {
			member, done = given, true
		}
		if !done {
			member = schema.sample(schema.Property(name), 0)
		}
		value[name] = member
		text, err := json.Marshal(member)
		if err != nil {
			return nil
		}
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(append(appendString(dst, name), ':'), unescapeHTML(text)...)
	}
	dst = append(dst, '}')
	if decoded, problem := parseInput(dst); problem != nil || len(schema.Validate(decoded)) > 0 {
		return nil // patterns and the like: no example is better than a wrong one
	}
	return dst
}

// unescapeHTML undoes what json.Marshal does to <, > and &, which is for HTML
// pages only and costs tokens.
func unescapeHTML(text []byte) []byte {
	return []byte(strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(text)))
}

// sample is a value that satisfies the schema, as simple as possible.
func (s *Schema) sample(of *Schema, depth int) any {
	if of == nil || of.boolean != nil || depth > 8 {
		return "..."
	}
	if of.Ref != "" {
		return s.sample(s.resolve(of.Ref), depth+1)
	}
	for _, given := range append([]json.RawMessage{of.Const, of.Default}, of.Enum...) {
		if given != nil {
			value, _ := parseValue(given)
			return value
		}
	}
	if len(of.types()) == 0 {
		for _, forms := range [][]*Schema{of.AnyOf, of.OneOf, of.AllOf} {
			if len(forms) > 0 {
				return s.sample(forms[0], depth+1)
			}
		}
		return "..."
	}
	switch of.types()[0] {
	case "null":
		return nil
	case "boolean":
		return true
	case "integer", "number":
		return of.sampleNumber()
	case "array":
		list := []any{}
		for i := 0; of.MinItems != nil && i < min(*of.MinItems, 10); i++ {
			list = append(list, s.sample(of.Items, depth+1))
		}
		return list
	case "object":
		object := map[string]any{}
		for _, name := range of.Required {
			object[name] = s.sample(of.Property(name), depth+1)
		}
		return object
	}
	text := "..."
	if of.MinLength != nil && *of.MinLength > len(text) {
		text = strings.Repeat(".", min(*of.MinLength, 100))
	}
	if of.MaxLength != nil && *of.MaxLength < len(text) {
		text = text[:*of.MaxLength]
	}
	return text
}

func (s *Schema) sampleNumber() float64 {
	n := 1.0
	switch {
	case s.Minimum != nil && n < *s.Minimum:
		n = *s.Minimum
	case s.ExclusiveMinimum != nil && n <= *s.ExclusiveMinimum:
		n = *s.ExclusiveMinimum + 1
	case s.Maximum != nil && n > *s.Maximum:
		n = *s.Maximum
	case s.ExclusiveMaximum != nil && n >= *s.ExclusiveMaximum:
		n = *s.ExclusiveMaximum - 1
	}
	return n
}
