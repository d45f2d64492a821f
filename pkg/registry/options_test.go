package registry_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
)

func withOptions(tool registry.Tool, options ...registry.OptionDefinition) registry.Tool {
	tool.Options = options
	return tool
}

func number(n float64) *float64 { return &n }

func optionTool() registry.Tool {
	return withOptions(echo("paint"),
		registry.OptionDefinition{ID: "on", Label: "On", Default: true},
		registry.OptionDefinition{ID: "size", Type: registry.OptionNumber, Default: 2, Min: number(1), Max: number(9)},
		registry.OptionDefinition{ID: "title", Type: registry.OptionText, Default: ""},
		registry.OptionDefinition{ID: "notes", Type: registry.OptionLongText, Default: "a\nb"},
		registry.OptionDefinition{ID: "colour", Type: registry.OptionSelect, Default: "red", Choices: []registry.OptionChoice{{Value: "red"}, {Value: "blue"}},
			VisibleWhen: &registry.VisibleWhen{OptionID: "size", Value: 2}},
	)
}

func TestOptionsAreStoredValuesOverDefaults(t *testing.T) {
	got, err := registry.ResolveOptions(optionTool(), registry.Options{"size": 3, "colour": "blue", "title": nil})
	require.NoError(t, err)
	assert.Equal(t, registry.Options{"on": true, "size": 3.0, "title": "", "notes": "a\nb", "colour": "blue"}, got)
}

func TestOptionErrorsNameToolOptionAndWhatIsAllowed(t *testing.T) {
	for name, test := range map[string]struct {
		stored registry.Options
		want   string
	}{
		"unknown":           {registry.Options{"colur": 1}, `tool "paint": unknown option "colur"; allowed: colour, size, title, notes, on`},
		"boolean":           {registry.Options{"on": "yes"}, `tool "paint": option "on" must be true or false, got a string`},
		"number":            {registry.Options{"size": "3"}, `tool "paint": option "size" must be a number, got a string`},
		"below":             {registry.Options{"size": 0.5}, `tool "paint": option "size" must be from 1 to 9, got 0.5`},
		"above":             {registry.Options{"size": 10}, `tool "paint": option "size" must be from 1 to 9, got 10`},
		"text":              {registry.Options{"title": true}, `tool "paint": option "title" must be a text, got a boolean`},
		"choice":            {registry.Options{"colour": "green"}, `tool "paint": option "colour" must be one of ["red" "blue"], got "green"`},
		"choice not a text": {registry.Options{"colour": 5}, `tool "paint": option "colour" must be one of ["red" "blue"], got 5`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := registry.ResolveOptions(optionTool(), test.stored)
			assert.EqualError(t, err, test.want)
		})
	}
	_, err := registry.ResolveOptions(echo("bare"), registry.Options{"x": 1})
	assert.EqualError(t, err, `tool "bare": unknown option "x"; it has no options`)
}

func TestWrongOptionDeclarationsAreRefused(t *testing.T) {
	for name, options := range map[string][]registry.OptionDefinition{
		"no id":                                 {{Default: true}},
		"twice":                                 {{ID: "a", Default: true}, {ID: "a", Default: true}},
		"default of another type":               {{ID: "a", Default: "yes"}},
		"no default":                            {{ID: "a"}},
		"select without choices":                {{ID: "a", Type: registry.OptionSelect, Default: "x"}},
		"default out of range":                  {{ID: "a", Type: registry.OptionNumber, Min: number(5), Default: 1}},
		"visibleWhen of no option":              {{ID: "a", Default: true, VisibleWhen: &registry.VisibleWhen{OptionID: "b", Value: true}}},
		"visibleWhen of a value that cannot be": {{ID: "b", Default: true}, {ID: "a", Default: true, VisibleWhen: &registry.VisibleWhen{OptionID: "b", Value: 5}}},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Error(t, registry.New(registry.Config{}).Register(withOptions(echo("x"), options...)))
		})
	}
}

func TestVisibleWhen(t *testing.T) {
	options := optionTool().Options
	assert.True(t, options[4].Visible(registry.Options{"size": 2.0}))
	assert.False(t, options[4].Visible(registry.Options{"size": 3.0}))
	assert.False(t, options[4].Visible(registry.Options{}))
	assert.True(t, options[0].Visible(nil))
}

func TestWrongOptionsStopDefinitionsAndCalls(t *testing.T) {
	w := watch(t, registry.Config{}, optionTool())
	wrong := map[string]registry.Options{"paint": {"size": 99}, "other": {"x": 1}}
	_, err := w.Definitions(t.Context(), registry.MCP, []string{"paint"}, wrong)
	assert.ErrorContains(t, err, `option "size"`)
	_, err = w.SystemPrompts(t.Context(), registry.PromptContext{APIType: registry.MCP}, []string{"paint"}, wrong)
	assert.ErrorContains(t, err, `option "size"`)
	_, err = w.ToolsSection(t.Context(), []string{"paint"}, wrong, registry.SectionLayout{})
	assert.ErrorContains(t, err, `option "size"`)
	result := w.Execute(t.Context(), registry.Request{Name: "paint", Enabled: []string{"paint"}, Options: wrong})
	assert.True(t, result.IsError)
	assert.Contains(t, result.Content, `option "size" must be from 1 to 9`)
	_, err = w.Definitions(t.Context(), registry.MCP, nil, wrong)
	assert.NoError(t, err, "options of tools that are not enabled do not matter")
}
