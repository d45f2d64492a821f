package registry

import (
	"fmt"
	"slices"
)

// What providers take in strict mode, by their documentation.
const (
	anthropicStrictTools     = 20
	anthropicStrictOptionals = 24 // in all strict tools together
	anthropicStrictUnions    = 16 // likewise
	openAIStrictProperties   = 5000
	openAIStrictDepth        = 10
	openAIStrictEnumValues   = 1000
)

// makeStrict marks the definitions that fit and rewrites their schemas for the
// provider. What a provider does not take and what only narrows is left out of
// its copy: the registry validates against the full schema anyway.
func makeStrict(api API, definitions []Definition) (reasons []string) {
	used := strictUse{}
	tools := 0
	for i := range definitions {
		definition := &definitions[i]
		reason := ""
		var schema *Schema
		switch {
		case definition.Override != nil:
			reason = "it is defined in the provider's own form"
		case api == Anthropic || api == OpenAIChat || api == OpenAIResponses:
			schema = definition.Schema.Clone()
			mine := strictUse{}
			reason = mine.rewrite(schema, api != Anthropic, 1)
			all := used.plus(mine)
			switch {
			case reason != "":
			case api != Anthropic && mine.properties > openAIStrictProperties:
				reason = fmt.Sprintf("more than %d properties", openAIStrictProperties)
			case api != Anthropic && mine.enums > openAIStrictEnumValues:
				reason = fmt.Sprintf("more than %d enum values", openAIStrictEnumValues)
			case api == Anthropic && tools == anthropicStrictTools:
				reason = fmt.Sprintf("%d tools are strict already", tools)
			case api == Anthropic && all.optionals > anthropicStrictOptionals:
				reason = fmt.Sprintf("%d optional parameters in all, at most %d are possible", all.optionals, anthropicStrictOptionals)
			case api == Anthropic && all.unions > anthropicStrictUnions:
				reason = fmt.Sprintf("%d unions in all, at most %d are possible", all.unions, anthropicStrictUnions)
			default:
				used = all
			}
		default:
			reason = fmt.Sprintf("%s has no strict mode", api)
		}
		if reason != "" {
			reasons = append(reasons, definition.Name+": not strict: "+reason)
			continue
		}
		tools++
		definition.Strict, definition.Schema = true, schema
	}
	return reasons
}

// strictUse counts what providers limit.
type strictUse struct{ properties, optionals, unions, enums int }

func (u strictUse) plus(v strictUse) strictUse {
	return strictUse{u.properties + v.properties, u.optionals + v.optionals, u.unions + v.unions, u.enums + v.enums}
}

// rewrite makes a schema what strict mode takes, or says why it cannot. With
// allRequired every property becomes required and optional ones may be null.
func (u *strictUse) rewrite(s *Schema, allRequired bool, depth int) (reason string) {
	switch {
	case s.boolean != nil:
		return "a value of any kind"
	case s.Not != nil, s.AllOf != nil, s.OneOf != nil, s.If != nil, s.PatternProperties != nil,
		s.DependentRequired != nil, s.PrefixItems != nil, s.Contains != nil, s.PropertyNames != nil:
		return "a keyword that strict mode does not take"
	case s.Ref != "":
		return "$ref" // could be recursive, which Anthropic refuses
	case len(s.types()) == 0 && s.AnyOf == nil && s.Enum == nil && s.Const == nil:
		return "a value of any kind"
	case s.Type == "array" && s.Items == nil:
		return "an array of values of any kind"
	case allRequired && depth > openAIStrictDepth:
		return fmt.Sprintf("more than %d levels", openAIStrictDepth)
	}
	if len(s.Types) > 1 || s.AnyOf != nil {
		u.unions++
	}
	u.enums += len(s.Enum)
	s.MinLength, s.MaxLength, s.UniqueItems, s.Default = nil, nil, false, nil
	s.MinProperties, s.MaxProperties, s.Extra = nil, nil, nil
	s.order = slices.DeleteFunc(slices.Clone(s.order), func(name string) bool { return name == "uniqueItems" })
	if !allRequired { // Anthropic
		s.Minimum, s.Maximum, s.ExclusiveMinimum, s.ExclusiveMaximum, s.MultipleOf = nil, nil, nil, nil, nil
		s.MaxItems = nil
		if s.MinItems != nil && *s.MinItems > 1 {
			s.MinItems = nil
		}
	}
	for _, one := range s.AnyOf {
		if reason := u.rewrite(one, allRequired, depth+1); reason != "" {
			return reason
		}
	}
	if s.Items != nil {
		if reason := u.rewrite(s.Items, allRequired, depth+1); reason != "" {
			return "items: " + reason
		}
	}
	if s.Type != "object" {
		return ""
	}
	if !s.AdditionalProperties.IsNoValue() {
		return "an object with properties of any name"
	}
	return u.rewriteProperties(s, allRequired, depth)
}

func (u *strictUse) rewriteProperties(s *Schema, allRequired bool, depth int) (reason string) {
	required := map[string]bool{}
	for _, name := range s.Required {
		required[name] = true
	}
	for i, property := range s.Properties {
		u.properties++
		if reason := u.rewrite(property.Schema, allRequired, depth+1); reason != "" {
			return property.Name + ": " + reason
		}
		if required[property.Name] {
			continue
		}
		u.optionals++
		if allRequired {
			s.Properties[i].Schema = nullable(property.Schema)
			s.Required = append(s.Required, property.Name)
		}
	}
	return ""
}

// nullable is the schema with null allowed.
func nullable(s *Schema) *Schema {
	if len(s.types()) == 0 || s.Const != nil {
		description := s.Description
		s.Description = ""
		return &Schema{AnyOf: []*Schema{s, {Type: "null"}}, Description: description}
	}
	for _, name := range s.types() {
		if name == "null" {
			return s
		}
	}
	s.Types, s.Type = append(s.types()[:len(s.types()):len(s.types())], "null"), ""
	if s.Enum != nil {
		s.Enum = append(s.Enum, []byte("null"))
	}
	return s
}
