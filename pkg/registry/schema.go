package registry

import (
	"encoding/json"
	"slices"
)

// Schema is a JSON Schema (2020-12). It is a type of our own because a full
// JSON Schema library weighs more than everything else in this package, and
// because property order has to survive: it is what the model reads first.
// A schema that was read from JSON writes the same JSON again, in the same
// order, whatever keywords it has. The library serves as the oracle in tests.
//
// The zero value allows everything. The order of the fields is the order in
// which a schema that was not read from JSON is written.
type Schema struct {
	// Ref points into the same document: "#", "#/$defs/name", "#/properties/a".
	Ref string `keyword:"$ref"`
	// Type is the one type allowed; Types are several. At most one is set.
	Type  string   `keyword:"type"`
	Types []string `keyword:"type"`
	Title string   `keyword:"title"`

	AdditionalProperties *Schema      `keyword:"additionalProperties"`
	Required             []string     `keyword:"required"`
	Properties           []Property   `keyword:"properties"`
	PatternProperties    []Property   `keyword:"patternProperties"`
	PropertyNames        *Schema      `keyword:"propertyNames"`
	DependentRequired    []Dependency `keyword:"dependentRequired"`
	MinProperties        *int         `keyword:"minProperties"`
	MaxProperties        *int         `keyword:"maxProperties"`

	Enum  []json.RawMessage `keyword:"enum"`
	Const json.RawMessage   `keyword:"const"`

	Items       *Schema   `keyword:"items"`
	PrefixItems []*Schema `keyword:"prefixItems"`
	Contains    *Schema   `keyword:"contains"`
	MinContains *int      `keyword:"minContains"`
	MaxContains *int      `keyword:"maxContains"`
	MinItems    *int      `keyword:"minItems"`
	MaxItems    *int      `keyword:"maxItems"`
	UniqueItems bool      `keyword:"uniqueItems"`

	Format      string `keyword:"format"`
	Description string `keyword:"description"`

	Minimum          *float64 `keyword:"minimum"`
	Maximum          *float64 `keyword:"maximum"`
	ExclusiveMinimum *float64 `keyword:"exclusiveMinimum"`
	ExclusiveMaximum *float64 `keyword:"exclusiveMaximum"`
	MultipleOf       *float64 `keyword:"multipleOf"`

	MinLength *int            `keyword:"minLength"`
	MaxLength *int            `keyword:"maxLength"`
	Pattern   string          `keyword:"pattern"`
	Default   json.RawMessage `keyword:"default"`

	AnyOf []*Schema `keyword:"anyOf"`
	OneOf []*Schema `keyword:"oneOf"`
	AllOf []*Schema `keyword:"allOf"`
	Not   *Schema   `keyword:"not"`
	If    *Schema   `keyword:"if"`
	Then  *Schema   `keyword:"then"`
	Else  *Schema   `keyword:"else"`

	Defs        []Property `keyword:"$defs"`
	Definitions []Property `keyword:"definitions"`

	// Extra are keywords that this type does not know, in their order. They are
	// kept and not checked.
	Extra []Keyword

	// boolean is set for the schemas true and false.
	boolean *bool
	// order is how the keywords stood in the JSON the schema was read from.
	order []string
}

// Property is a named schema of an object, in its place.
type Property struct {
	Name   string
	Schema *Schema
}

// Dependency names properties that must be there when Name is.
type Dependency struct {
	Name     string
	Required []string
}

// Keyword is a keyword as it stood in JSON.
type Keyword struct {
	Name  string
	Value json.RawMessage
}

// AnyValue is the schema true: it allows every value.
func AnyValue() *Schema { yes := true; return &Schema{boolean: &yes} }

// NoValue is the schema false: it allows no value. As AdditionalProperties it
// closes an object.
func NoValue() *Schema { no := false; return &Schema{boolean: &no} }

// IsNoValue tells whether s is the schema false.
func (s *Schema) IsNoValue() bool { return s != nil && s.boolean != nil && !*s.boolean }

// Property is the schema of a property, or nil. A tool changes what its type
// could not say through it.
func (s *Schema) Property(name string) *Schema { return find(s.Properties, name) }

// SetEnum lets s be one of these strings.
func (s *Schema) SetEnum(values ...string) {
	s.Enum = s.Enum[:0:0]
	for _, value := range values {
		s.Enum = append(s.Enum, appendString(nil, value))
	}
}

// KeepProperties drops the properties that keep does not want, from Required too.
func (s *Schema) KeepProperties(keep func(name string) bool) {
	properties := []Property{}
	for _, property := range s.Properties {
		if keep(property.Name) {
			properties = append(properties, property)
		}
	}
	var required []string
	for _, name := range s.Required {
		if keep(name) {
			required = append(required, name)
		}
	}
	s.Properties, s.Required = properties, required
}

// Clone is a deep copy, as far as the methods of a schema can reach: raw values
// are shared, since nothing changes them in place.
func (s *Schema) Clone() *Schema {
	if s == nil {
		return nil
	}
	c := *s
	c.fields(func(_ string, field any) {
		switch field := field.(type) {
		case **Schema:
			*field = (*field).Clone()
		case *[]*Schema:
			*field = slices.Clone(*field)
			for i := range *field {
				(*field)[i] = (*field)[i].Clone()
			}
		case *[]Property:
			*field = slices.Clone(*field)
			for i := range *field {
				(*field)[i].Schema = (*field)[i].Schema.Clone()
			}
		case *[]string:
			*field = slices.Clone(*field)
		case *[]json.RawMessage:
			*field = slices.Clone(*field)
		}
	})
	return &c
}

func find(properties []Property, name string) *Schema {
	for _, property := range properties {
		if property.Name == name {
			return property.Schema
		}
	}
	return nil
}

// types are the allowed types; none means any.
func (s *Schema) types() []string {
	if s.Type != "" {
		return []string{s.Type}
	}
	return s.Types
}
