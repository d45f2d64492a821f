package registrytest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/registry/wire"
)

// Conforms runs the checks on the tool that make gives. It calls make for each
// part, so that what a call changes reaches no other part.
func Conforms(t *testing.T, make func(t *testing.T) registry.Tool) {
	t.Helper()
	t.Run("options", func(t *testing.T) { optionsAreChecked(t, make(t)) })
	for name, options := range optionSets(make(t)) {
		t.Run("definition with "+name, func(t *testing.T) { definitionIsSound(t, make(t), options) })
		t.Run("inputs with "+name, func(t *testing.T) { inputsNeverPanic(t, make(t), options) })
	}
}

// optionSets are the defaults, and for each option its other values.
func optionSets(tool registry.Tool) map[string]registry.Options {
	sets := map[string]registry.Options{"defaults": {}}
	set := func(id string, value any) {
		sets[fmt.Sprintf("%s %v", id, value)] = registry.Options{id: value}
	}
	for _, option := range tool.Options {
		switch option.Type {
		case registry.OptionNumber:
			for _, limit := range []*float64{option.Min, option.Max} {
				if limit != nil {
					set(option.ID, *limit)
				}
			}
		case registry.OptionSelect:
			for _, choice := range option.Choices {
				set(option.ID, choice.Value)
			}
		case registry.OptionText, registry.OptionLongText:
			set(option.ID, "")
		default:
			set(option.ID, true)
			set(option.ID, false)
		}
	}
	return sets
}

func registryOf(t *testing.T, tool registry.Tool) *registry.Registry {
	t.Helper()
	r := registry.New(registry.Config{
		Formats: wire.Formats(),
		Report:  func(failure registry.PartError) { t.Errorf("a part failed: %v", failure) },
	})
	require.NoError(t, r.Register(tool))
	return r
}

func optionsAreChecked(t *testing.T, tool registry.Tool) {
	_, err := registry.ResolveOptions(tool, registry.Options{"no_such_option": true})
	require.Error(t, err, "an unknown option is refused")
	assert.Contains(t, err.Error(), tool.Name)
	assert.Contains(t, err.Error(), "no_such_option")
	for _, option := range tool.Options {
		assert.NotEmpty(t, option.Label, "option %q needs a label", option.ID)
		_, err := registry.ResolveOptions(tool, registry.Options{option.ID: []any{}})
		assert.ErrorContains(t, err, option.ID, "a list is no option value")
	}
}

func definitionIsSound(t *testing.T, tool registry.Tool, options registry.Options) {
	resolved, err := registry.ResolveOptions(tool, options)
	require.NoError(t, err)
	description, err := tool.Description(t.Context(), resolved)
	require.NoError(t, err)
	assert.NotEmpty(t, strings.TrimSpace(description), "the model reads the description")

	schema, err := tool.InputSchema(t.Context(), resolved)
	require.NoError(t, err)
	assert.Equal(t, "object", schema.Type)
	var reference jsonschema.Schema
	require.NoError(t, json.Unmarshal(schema.AppendJSON(nil), &reference))
	_, err = reference.Resolve(&jsonschema.ResolveOptions{ValidateDefaults: true})
	require.NoError(t, err, "the schema is valid")
	for _, name := range schema.Required {
		assert.NotNil(t, schema.Property(name), "required %q is a property", name)
	}
	for _, property := range schema.Properties {
		assert.NotEmpty(t, property.Schema.Description, "parameter %q needs a description", property.Name)
	}

	r := registryOf(t, tool)
	stored := map[string]registry.Options{tool.Name: options}
	for api := range wire.Formats() {
		first := definitionsOf(t, r, api, tool, stored)
		for range 5 {
			require.Equal(t, first, definitionsOf(t, r, api, tool, stored), "the same bytes for %s", api)
		}
		strict, _, err := r.StrictDefinitions(t.Context(), api, []string{tool.Name}, stored)
		require.NoError(t, err)
		assert.NotEmpty(t, strict)
		_, err = r.SystemPrompts(t.Context(), registry.PromptContext{APIType: api, CallContext: registry.CallContext{ProjectID: "p"}}, []string{tool.Name}, stored)
		require.NoError(t, err)
	}
	for _, detailed := range []bool{false, true} {
		section, err := r.ToolsSection(t.Context(), []string{tool.Name}, stored, registry.SectionLayout{Detailed: detailed})
		require.NoError(t, err)
		assert.Contains(t, section, tool.Name)
	}
}

func definitionsOf(t *testing.T, r *registry.Registry, api registry.API, tool registry.Tool, stored map[string]registry.Options) string {
	t.Helper()
	definitions, err := r.Definitions(t.Context(), api, []string{tool.Name}, stored)
	require.NoError(t, err)
	require.NotEmpty(t, definitions) // an override may have several
	all, err := json.Marshal(definitions)
	require.NoError(t, err, "valid JSON")
	return string(all)
}
