package registry_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
)

func withSchema(name, schema string) registry.Tool {
	tool := echo(name)
	tool.InputSchema = func(context.Context, registry.Options) (*registry.Schema, error) {
		return registry.ParseSchema([]byte(schema))
	}
	return tool
}

func TestStrictSchemas(t *testing.T) {
	schema := `{"type":"object","properties":{"a":{"type":"string","maxLength":9},"b":{"type":"integer","minimum":1},"c":{"type":"string","enum":["x"]},"d":{"type":"array","items":{"type":"object","properties":{"e":{"type":"number"}},"additionalProperties":false},"minItems":2,"uniqueItems":true}},"required":["a"],"additionalProperties":false}`
	w := watch(t, registry.Config{}, withSchema("t", schema))
	definitions, reasons, err := w.StrictDefinitions(t.Context(), registry.OpenAIChat, []string{"t"}, nil)
	require.NoError(t, err)
	assert.Empty(t, reasons)
	assert.Equal(t, `{"type":"function","function":{"name":"t","description":"Does t.","parameters":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":["integer","null"],"minimum":1},"c":{"type":["string","null"],"enum":["x",null]},"d":{"type":["array","null"],"items":{"type":"object","properties":{"e":{"type":["number","null"]}},"additionalProperties":false,"required":["e"]},"minItems":2}},"required":["a","b","c","d"],"additionalProperties":false},"strict":true}}`, string(definitions[0]))
	definitions, reasons, err = w.StrictDefinitions(t.Context(), registry.Anthropic, []string{"t"}, nil)
	require.NoError(t, err)
	assert.Empty(t, reasons)
	assert.Equal(t, `{"name":"t","description":"Does t.","input_schema":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"},"c":{"type":"string","enum":["x"]},"d":{"type":"array","items":{"type":"object","properties":{"e":{"type":"number"}},"additionalProperties":false}}},"required":["a"],"additionalProperties":false},"strict":true}`, string(definitions[0]))

	result := run(w, "t", `{"a":"x","b":null,"c":null,"d":[{"e":null},{"e":1}]}`)
	assert.Equal(t, `{"a":"x","d":[{},{"e":1}]}`, result.Content, "nulls that stand for nothing are gone")
	result = run(w, "t", `{"a":null}`)
	assert.Contains(t, result.Content, "a must be a string, got null")
}

func TestStrictFallsBackWithAReason(t *testing.T) {
	object := func(properties string) string {
		return `{"type":"object","properties":{` + properties + `},"additionalProperties":false}`
	}
	deep := `{"type":"string"}`
	for range 12 {
		deep = object(`"a":` + deep)
	}
	for name, test := range map[string]struct {
		api          registry.API
		schema, want string
	}{
		"open object":        {registry.OpenAIChat, `{"type":"object"}`, "an object with properties of any name"},
		"open inner object":  {registry.Anthropic, object(`"a":{"type":"object"}`), "a: an object with properties of any name"},
		"any value":          {registry.Anthropic, object(`"a":{}`), "a: a value of any kind"},
		"true":               {registry.OpenAIResponses, object(`"a":true`), "a: a value of any kind"},
		"items of any kind":  {registry.OpenAIChat, object(`"a":{"type":"array"}`), "a: an array of values of any kind"},
		"inside items":       {registry.OpenAIChat, object(`"a":{"type":"array","items":{}}`), "a: items: a value of any kind"},
		"oneOf":              {registry.OpenAIChat, object(`"a":{"oneOf":[{"type":"string"}]}`), "a: a keyword that strict mode does not take"},
		"inside anyOf":       {registry.OpenAIChat, object(`"a":{"anyOf":[{"not":{}}]}`), "a: a keyword that strict mode does not take"},
		"$ref":               {registry.Anthropic, object(`"a":{"$ref":"#"}`), "a: $ref"},
		"too deep":           {registry.OpenAIChat, deep, "more than 10 levels"},
		"no strict mode":     {registry.Gemini, object(``), "gemini has no strict mode"},
		"too many optionals": {registry.Anthropic, object(manyProperties(25)), "25 optional parameters in all, at most 24 are possible"},
		"too many unions":    {registry.Anthropic, strings.ReplaceAll(object(manyProperties(17)), `"string"`, `["string","null"]`), "17 unions in all, at most 16 are possible"},
		"too many values":    {registry.OpenAIChat, object(`"a":{"enum":[` + strings.Repeat("1,", 1000) + `1]}`), "more than 1000 enum values"},
	} {
		t.Run(name, func(t *testing.T) {
			w := watch(t, registry.Config{}, withSchema("t", test.schema))
			definitions, reasons, err := w.StrictDefinitions(t.Context(), test.api, []string{"t"}, nil)
			require.NoError(t, err)
			require.Len(t, reasons, 1)
			assert.Contains(t, reasons[0], "t: not strict: ")
			assert.Contains(t, reasons[0], test.want)
			plain, err := w.Definitions(t.Context(), test.api, []string{"t"}, nil)
			require.NoError(t, err)
			assert.Equal(t, string(plain[0]), string(definitions[0]), "it is as it would be without")
		})
	}
}

func manyProperties(n int) string {
	var parts []string
	for i := range n {
		parts = append(parts, fmt.Sprintf(`"p%d":{"type":"string"}`, i))
	}
	return strings.Join(parts, ",")
}

func TestStrictBudgetsAreOfAllToolsTogether(t *testing.T) {
	var tools []registry.Tool
	var enabled []string
	for i := range 22 {
		name := fmt.Sprint("t", i)
		enabled = append(enabled, name)
		tools = append(tools, withSchema(name, `{"type":"object","properties":{},"additionalProperties":false}`))
	}
	native := echo("native")
	native.Override = func(context.Context, registry.API, registry.Options) (json.RawMessage, error) {
		return json.RawMessage(`{"type":"n"}`), nil
	}
	w := watch(t, registry.Config{}, append(tools, native)...)
	_, reasons, err := w.StrictDefinitions(t.Context(), registry.Anthropic, append(enabled, "native"), nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"t20: not strict: 20 tools are strict already", "t21: not strict: 20 tools are strict already", "native: not strict: it is defined in the provider's own form"}, reasons)

	w = watch(t, registry.Config{},
		withSchema("big", `{"type":"object","properties":{`+manyProperties(20)+`},"additionalProperties":false}`),
		withSchema("second", `{"type":"object","properties":{`+manyProperties(5)+`},"additionalProperties":false}`),
		withSchema("third", `{"type":"object","properties":{`+manyProperties(4)+`},"additionalProperties":false}`))
	_, reasons, err = w.StrictDefinitions(t.Context(), registry.Anthropic, []string{"third", "second", "big"}, nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"second: not strict: 25 optional parameters in all, at most 24 are possible"}, reasons)
}
