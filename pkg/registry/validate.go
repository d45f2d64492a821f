package registry

import (
	"slices"
	"strconv"
	"strings"
)

const (
	maxDepth    = 200 // of schemas within schemas: a $ref may go round in circles
	maxProblems = 25  // told at once; a model that made more reads no further

	// maxWork is how many schemas one validation applies: alternatives that refer
	// to themselves double at each level.
	maxWork = 200_000
)

// Validate finds everything that is wrong with a decoded JSON value: nil, bool,
// string, float64 or json.Number, []any, map[string]any. It knows the keywords
// that are fields of [Schema]; format is not checked, nor is what is in Extra.
func (s *Schema) Validate(value any) []Problem { return check(s, s, value) }

func check(root, s *Schema, value any) []Problem {
	v := validator{root: root, work: new(int)}
	v.value(s, value, "", 0)
	return v.problems
}

type validator struct {
	root     *Schema
	work     *int // done so far, attempts included
	problems []Problem
}

func (v *validator) add(problem Problem) {
	if len(v.problems) < maxProblems {
		v.problems = append(v.problems, problem)
	}
}

func (v *validator) fail(path, kind string, value any, message string) {
	v.add(Problem{Path: path, Kind: kind, Message: message, Got: shortJSON(value)})
}

func (v *validator) value(s *Schema, value any, path string, depth int) {
	if s == nil {
		return
	}
	if *v.work++; depth > maxDepth || *v.work > maxWork {
		v.fail(path, "$ref", value, "is nested too deep")
		return
	}
	if s.boolean != nil {
		if !*s.boolean {
			v.fail(path, "false", value, "is not allowed")
		}
		return
	}
	if s.Ref != "" {
		v.value(v.root.resolve(s.Ref), value, path, depth+1)
	}
	if types := s.types(); len(types) > 0 && !slices.ContainsFunc(types, func(name string) bool { return isType(value, name) }) {
		v.add(Problem{Path: path, Kind: "type", Got: shortJSON(value),
			Message: "must be " + anyOfTypes(types) + ", got " + got(value)})
		return // what else there is to say is about values of the right type
	}
	v.oneOfValues(s, value, path)
	switch value := value.(type) {
	case string:
		v.text(s, value, path)
	case []any:
		v.array(s, value, path, depth)
	case map[string]any:
		v.object(s, value, path, depth)
	default:
		if n, ok := asNumber(value); ok {
			v.number(s, value, n, path)
		}
	}
	v.combined(s, value, path, depth)
}

func (v *validator) oneOfValues(s *Schema, value any, path string) {
	if s.Const != nil && canonical(value) != canonicalJSON(s.Const) {
		v.add(Problem{Path: path, Kind: "const", Got: shortJSON(value), Message: "must be " + string(s.Const)})
	}
	if s.Enum == nil {
		return
	}
	mine := canonical(value)
	allowed := make([]string, 0, len(s.Enum))
	for _, one := range s.Enum {
		if canonicalJSON(one) == mine {
			return
		}
		allowed = append(allowed, plainText(one))
	}
	problem := Problem{Path: path, Kind: "enum", Got: shortJSON(value), Allowed: allowed,
		Message: "must be one of " + strings.Join(allowed, ", ") + ", got " + got(value)}
	if text, ok := value.(string); ok {
		problem.Nearest = nearest(text, allowed)
	}
	v.add(problem)
}

func (v *validator) combined(s *Schema, value any, path string, depth int) {
	for _, all := range s.AllOf {
		v.value(all, value, path, depth+1)
	}
	if s.AnyOf != nil {
		v.branches("anyOf", s.AnyOf, value, path, depth)
	}
	if s.OneOf != nil {
		v.branches("oneOf", s.OneOf, value, path, depth)
	}
	if s.Not != nil && len(v.try(s.Not, value, path, depth)) == 0 {
		v.fail(path, "not", value, "has a form that is not allowed")
	}
	if s.If != nil {
		if len(v.try(s.If, value, path, depth)) == 0 {
			v.value(s.Then, value, path, depth+1)
		} else {
			v.value(s.Else, value, path, depth+1)
		}
	}
}

func (v *validator) try(s *Schema, value any, path string, depth int) []Problem {
	inner := validator{root: v.root, work: v.work}
	inner.value(s, value, path, depth+1)
	return inner.problems
}

// branches checks anyOf and oneOf. When none fits, the problems of the branch
// that fits best are told: a list of all of them helps nobody.
func (v *validator) branches(kind string, schemas []*Schema, value any, path string, depth int) {
	fitting := 0
	var best []Problem
	for _, schema := range schemas {
		problems := v.try(schema, value, path, depth)
		if len(problems) == 0 {
			fitting++
			continue
		}
		if best == nil || rank(problems, path) < rank(best, path) {
			best = problems
		}
	}
	switch {
	case fitting == 0 && len(best) > 0:
		for _, problem := range best {
			v.add(problem)
		}
	case fitting == 0:
		v.fail(path, kind, value, "has none of the allowed forms")
	case fitting > 1 && kind == "oneOf":
		v.fail(path, kind, value, "fits more than one of the forms of which it must have exactly one")
	}
}

// rank puts a branch of another type behind one with wrong details.
func rank(problems []Problem, path string) int {
	n := len(problems)
	for _, problem := range problems {
		if problem.Path == path && (problem.Kind == "type" || problem.Kind == "const") {
			n += maxProblems
		}
	}
	return n
}

// resolve finds what a reference within the document names; nil if nothing.
func (s *Schema) resolve(ref string) *Schema {
	pointer, local := strings.CutPrefix(ref, "#")
	if !local {
		return nil
	}
	at := s
	tokens := strings.Split(pointer, "/")
	if tokens[0] != "" {
		return nil // an anchor
	}
	for i := 1; i < len(tokens); i++ {
		if at == nil {
			return nil
		}
		keyword := tokens[i]
		next := func() string {
			if i++; i >= len(tokens) {
				return ""
			}
			return unescapeToken(tokens[i])
		}
		switch keyword {
		case "$defs":
			at = find(at.Defs, next())
		case "definitions":
			at = find(at.Definitions, next())
		case "properties":
			at = find(at.Properties, next())
		case "patternProperties":
			at = find(at.PatternProperties, next())
		case "items":
			at = at.Items
		case "additionalProperties":
			at = at.AdditionalProperties
		case "anyOf":
			at = nth(at.AnyOf, next())
		case "oneOf":
			at = nth(at.OneOf, next())
		case "allOf":
			at = nth(at.AllOf, next())
		case "prefixItems":
			at = nth(at.PrefixItems, next())
		default:
			return nil
		}
	}
	return at
}

func nth(schemas []*Schema, index string) *Schema {
	i, err := strconv.Atoi(index)
	if err != nil || i < 0 || i >= len(schemas) {
		return nil
	}
	return schemas[i]
}

// unescapeToken undoes the escapes of a JSON pointer in a URI fragment.
func unescapeToken(token string) string {
	for i := 0; i+2 < len(token); i++ {
		if token[i] == '%' {
			if c, err := strconv.ParseUint(token[i+1:i+3], 16, 8); err == nil {
				token = token[:i] + string([]byte{byte(c)}) + token[i+3:]
			}
		}
	}
	return strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
}
