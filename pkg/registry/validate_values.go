package registry

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

func (v *validator) text(s *Schema, value, path string) {
	length := utf8.RuneCountInString(value)
	if s.MinLength != nil && length < *s.MinLength {
		if *s.MinLength == 1 {
			v.fail(path, "minLength", value, "must not be empty")
		} else {
			v.fail(path, "minLength", value, fmt.Sprintf("must have at least %d characters, has %d", *s.MinLength, length))
		}
	}
	if s.MaxLength != nil && length > *s.MaxLength {
		v.fail(path, "maxLength", value, fmt.Sprintf("must have at most %d characters, has %d", *s.MaxLength, length))
	}
	if s.Pattern != "" {
		// A pattern that RE2 does not know is the schema's fault, not the model's.
		if pattern, err := regexp.Compile(s.Pattern); err == nil && !pattern.MatchString(value) {
			v.fail(path, "pattern", value, "must match the pattern "+s.Pattern)
		}
	}
}

func (v *validator) number(s *Schema, value any, n float64, path string) {
	limit := func(kind string, bound *float64, broken bool, words string) {
		if bound != nil && broken {
			v.fail(path, kind, value, fmt.Sprintf("must be %s %s, got %s", words, appendNumber(nil, *bound), got(value)))
		}
	}
	limit("minimum", s.Minimum, s.Minimum != nil && n < *s.Minimum, "at least")
	limit("maximum", s.Maximum, s.Maximum != nil && n > *s.Maximum, "at most")
	limit("exclusiveMinimum", s.ExclusiveMinimum, s.ExclusiveMinimum != nil && n <= *s.ExclusiveMinimum, "more than")
	limit("exclusiveMaximum", s.ExclusiveMaximum, s.ExclusiveMaximum != nil && n >= *s.ExclusiveMaximum, "less than")
	limit("multipleOf", s.MultipleOf, s.MultipleOf != nil && !isMultiple(n, *s.MultipleOf), "a multiple of")
}

func isMultiple(n, of float64) bool {
	if of <= 0 {
		return true
	}
	times := n / of
	return math.Abs(times-math.Round(times)) <= 1e-12*math.Max(1, math.Abs(times))
}

func (v *validator) array(s *Schema, value []any, path string, depth int) {
	if s.MinItems != nil && len(value) < *s.MinItems {
		v.fail(path, "minItems", value, fmt.Sprintf("must have at least %s, has %d", items(*s.MinItems), len(value)))
	}
	if s.MaxItems != nil && len(value) > *s.MaxItems {
		v.fail(path, "maxItems", value, fmt.Sprintf("must have at most %s, has %d", items(*s.MaxItems), len(value)))
	}
	if s.UniqueItems {
		seen := map[string]int{}
		for i, item := range value {
			key := canonical(item)
			if first, twice := seen[key]; twice {
				v.fail(fmt.Sprintf("%s[%d]", path, i), "uniqueItems", item, fmt.Sprintf("is the same as %s[%d]", path, first))
				break
			}
			seen[key] = i
		}
	}
	found := 0
	for i, item := range value {
		schema := s.Items
		if i < len(s.PrefixItems) {
			schema = s.PrefixItems[i]
		}
		v.value(schema, item, fmt.Sprintf("%s[%d]", path, i), depth+1)
		if s.Contains != nil && len(v.try(s.Contains, item, path, depth)) == 0 {
			found++
		}
	}
	if s.Contains != nil {
		least := 1
		if s.MinContains != nil {
			least = *s.MinContains
		}
		if found < least || s.MaxContains != nil && found > *s.MaxContains {
			v.fail(path, "contains", value, fmt.Sprintf("has %d items of the wanted kind", found))
		}
	}
}

func (v *validator) object(s *Schema, value map[string]any, path string, depth int) {
	for _, name := range s.Required {
		if _, given := value[name]; !given {
			v.add(Problem{Path: join(path, name), Kind: "required", Message: "is required"})
		}
	}
	for _, dependency := range s.DependentRequired {
		if _, given := value[dependency.Name]; !given {
			continue
		}
		for _, name := range dependency.Required {
			if _, given := value[name]; !given {
				v.add(Problem{Path: join(path, name), Kind: "required", Message: "is required with " + dependency.Name})
			}
		}
	}
	if s.MinProperties != nil && len(value) < *s.MinProperties {
		v.fail(path, "minProperties", value, fmt.Sprintf("must have at least %d properties, has %d", *s.MinProperties, len(value)))
	}
	if s.MaxProperties != nil && len(value) > *s.MaxProperties {
		v.fail(path, "maxProperties", value, fmt.Sprintf("must have at most %d properties, has %d", *s.MaxProperties, len(value)))
	}
	for _, property := range s.Properties {
		if member, given := value[property.Name]; given {
			v.value(property.Schema, member, join(path, property.Name), depth+1)
		}
	}
	for _, name := range sortedNames(value) {
		if s.PropertyNames != nil {
			v.value(s.PropertyNames, name, join(path, name), depth+1)
		}
		known := find(s.Properties, name) != nil
		for _, property := range s.PatternProperties {
			if pattern, err := regexp.Compile(property.Name); err == nil && pattern.MatchString(name) {
				known = true
				v.value(property.Schema, value[name], join(path, name), depth+1)
			}
		}
		switch {
		case known || s.AdditionalProperties == nil:
		case s.AdditionalProperties.IsNoValue():
			v.unknown(s, name, value[name], path)
		default:
			v.value(s.AdditionalProperties, value[name], join(path, name), depth+1)
		}
	}
}

func (v *validator) unknown(s *Schema, name string, value any, path string) {
	allowed := make([]string, 0, len(s.Properties))
	for _, property := range s.Properties {
		allowed = append(allowed, property.Name)
	}
	message := "is not a parameter"
	if path != "" {
		message = "is not a field of " + path
	}
	v.add(Problem{Path: join(path, name), Kind: "unknown", Message: message, Got: shortJSON(value),
		Allowed: allowed, Nearest: nearest(name, allowed)})
}

func isType(value any, name string) bool {
	switch value := value.(type) {
	case nil:
		return name == "null"
	case bool:
		return name == "boolean"
	case string:
		return name == "string"
	case []any:
		return name == "array"
	case map[string]any:
		return name == "object"
	default:
		if name == "number" {
			return true
		}
		n, _ := asNumber(value) // out of range is ±Inf, a whole number
		return name == "integer" && n == math.Trunc(n)
	}
}

func anyOfTypes(types []string) string {
	words := make([]string, 0, len(types))
	for _, name := range types {
		switch name {
		case "null":
			words = append(words, "null")
		case "integer", "array", "object":
			words = append(words, "an "+name)
		default:
			words = append(words, "a "+name)
		}
	}
	return strings.Join(words, " or ")
}

// got is a value as an error tells it: its kind, and the value where it is short.
func got(value any) string {
	switch value := value.(type) {
	case nil:
		return "null"
	case string:
		if utf8.RuneCountInString(value) <= 40 {
			return strconv.Quote(value)
		}
	case bool:
		return strconv.FormatBool(value)
	case json.Number:
		if len(value) <= 40 {
			return string(value)
		}
	}
	return kindOf(value)
}

func items(n int) string {
	if n == 1 {
		return "1 item"
	}
	return strconv.Itoa(n) + " items"
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func contains(list []string, text string) bool { return slices.Contains(list, text) }

// canonical is the same text for values that are equal in JSON Schema's sense.
func canonical(value any) string {
	switch value := value.(type) {
	case []any:
		parts := make([]string, 0, len(value))
		for _, item := range value {
			parts = append(parts, canonical(item))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case map[string]any:
		parts := make([]string, 0, len(value))
		for _, name := range sortedNames(value) {
			parts = append(parts, strconv.Quote(name)+":"+canonical(value[name]))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case string:
		return strconv.Quote(value)
	case json.Number:
		n, err := value.Float64()
		if err != nil || math.Abs(n) >= 1<<53 {
			// More digits than a float64 tells apart; 1.0 is still 1.
			whole, fraction, _ := strings.Cut(value.String(), ".")
			if strings.Trim(fraction, "0") == "" {
				return whole
			}
			return value.String()
		}
		return string(appendNumber(nil, n))
	default:
		return fmt.Sprint(value)
	}
}

func canonicalJSON(raw json.RawMessage) string {
	value, problem := parseValue(raw)
	if problem != nil {
		return ""
	}
	return canonical(value)
}

// plainText is a JSON value as a list of choices shows it: strings bare.
func plainText(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil && len(raw) > 0 && raw[0] == '"' {
		return text
	}
	return string(raw)
}
