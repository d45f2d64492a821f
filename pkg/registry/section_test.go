package registry_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
)

func sectionRegistry(t *testing.T) *watched {
	a, b, c, d := echo("alpha"), echo("beta"), echo("gamma"), echo("delta")
	a.Category, b.Category, d.Category = "web", "agent_tools", "web"
	b.Description = func(context.Context, registry.Options) (string, error) { return "First line.\n\n  Second line.", nil }
	d = func() registry.Tool {
		tool := withSchema("delta", `{"type":"object","properties":{}}`)
		tool.Category = "web"
		return tool
	}()
	e := withSchema("epsilon", `{"type":"object","required":["any"],"properties":{"any":{},"some":{"type":["string","null"]},"one":{"enum":[1]}}}`)
	return watch(t, registry.Config{}, a, b, c, d, e)
}

func TestToolsSection(t *testing.T) {
	enabled := []string{"epsilon", "delta", "beta", "alpha", "none"}
	for name, test := range map[string]struct {
		enabled []string
		layout  registry.SectionLayout
		want    string
	}{
		"standard": {enabled, registry.SectionLayout{}, `## Available Tools

### Agent Tools Tools

- **beta**: First line. Second line.

### General Tools

- **epsilon**: Does epsilon.

### Web Tools

- **alpha**: Does alpha.
- **delta**: Does delta.`},
		"flat": {enabled, registry.SectionLayout{Flat: true, Exclude: []string{"epsilon", "delta"}}, `## Available Tools

- **alpha**: Does alpha.
- **beta**: First line. Second line.`},
		"detailed": {[]string{"delta", "epsilon", "alpha"}, registry.SectionLayout{Detailed: true}, `## Available Tools

### General Tools

#### epsilon

Does epsilon.

**Parameters:**
  - any (any) (required)
  - some (string or null) (optional)
  - one (enum) (optional)

### Web Tools

#### alpha

Does alpha.

**Parameters:**
  - text (string) (optional): what to say
  - times (integer) (optional)

#### delta

Does delta.

No parameters`},
		"nothing":           {nil, registry.SectionLayout{}, ""},
		"everything is out": {[]string{"alpha"}, registry.SectionLayout{Exclude: []string{"alpha"}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := sectionRegistry(t).ToolsSection(t.Context(), test.enabled, nil, test.layout)
			require.NoError(t, err)
			assert.Equal(t, test.want, got)
		})
	}
}

func TestSystemPromptsComeInOrderWithoutEmptyOnes(t *testing.T) {
	says := func(name, text string) registry.Tool {
		tool := echo(name)
		tool.SystemPrompt = func(_ context.Context, prompt registry.PromptContext, _ registry.Options) (string, error) {
			return text + string(prompt.APIType), nil
		}
		return tool
	}
	blank := echo("blank")
	blank.SystemPrompt = func(context.Context, registry.PromptContext, registry.Options) (string, error) { return " \n", nil }
	w := watch(t, registry.Config{}, says("b", "2 "), blank, echo("none"), says("a", "1 "), says("off", "3 "))
	got, err := w.SystemPrompts(t.Context(), registry.PromptContext{APIType: "google"}, []string{"a", "blank", "none", "b"}, nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"2 gemini", "1 gemini"}, got)
	_, err = w.SystemPrompts(t.Context(), registry.PromptContext{}, []string{"a"}, nil)
	assert.ErrorContains(t, err, "unknown API")
}
