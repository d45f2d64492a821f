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
// The zero value allows everything.
type Schema struct {
	// Type is the one type allowed; Types are several. At most one is set.
	Type  string
	Types []string

	Properties           []Property
	Required             []string
	AdditionalProperties *Schema
	PatternProperties    []Property
	PropertyNames        *Schema
	MinProperties        *int
	MaxProperties        *int
	DependentRequired    []Dependency

	Items       *Schema
	PrefixItems []*Schema
	Contains    *Schema
	MinContains *int
	MaxContains *int
	MinItems    *int
	MaxItems    *int
	UniqueItems bool

	Enum    []json.RawMessage
	Const   json.RawMessage
	Default json.RawMessage

	Minimum          *float64
	Maximum          *float64
	ExclusiveMinimum *float64
	ExclusiveMaximum *float64
	MultipleOf       *float64

	MinLength *int
	MaxLength *int
	Pattern   string
	Format    string

	Title       string
	Description string

	AnyOf []*Schema
	OneOf []*Schema
	AllOf []*Schema
	Not   *Schema
	If    *Schema
	Then  *Schema
	Else  *Schema

	// Ref points into the same document: "#", "#/$defs/name", "#/properties/a".
	Ref         string
	Defs        []Property
	Definitions []Property

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
	for _, properties := range []*[]Property{&c.Properties, &c.PatternProperties, &c.Defs, &c.Definitions} {
		*properties = slices.Clone(*properties)
		for i := range *properties {
			(*properties)[i].Schema = (*properties)[i].Schema.Clone()
		}
	}
	for _, schemas := range []*[]*Schema{&c.PrefixItems, &c.AnyOf, &c.OneOf, &c.AllOf} {
		*schemas = slices.Clone(*schemas)
		for i := range *schemas {
			(*schemas)[i] = (*schemas)[i].Clone()
		}
	}
	for _, schema := range []**Schema{
		&c.AdditionalProperties, &c.PropertyNames, &c.Items, &c.Contains, &c.Not, &c.If, &c.Then, &c.Else,
	} {
		*schema = (*schema).Clone()
	}
	c.Types, c.Required, c.Enum = slices.Clone(s.Types), slices.Clone(s.Required), slices.Clone(s.Enum)
	c.DependentRequired, c.Extra = slices.Clone(s.DependentRequired), slices.Clone(s.Extra)
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
