package registrytest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/clienttools/clienttools/pkg/registry"
)

// hostile are inputs that no tool takes.
var hostile = []string{
	`[]`, `5`, `true`, `"text"`, `{`, `{"a":`, "\xff\xfe", `{"no_such_parameter":1}`, `{} {}`, strings.Repeat(`[`, 20_000),
}

// inputsNeverPanic runs the tool on inputs that are broken, and on inputs drawn
// from its schema with errors in some of them.
func inputsNeverPanic(t *testing.T, tool registry.Tool, options registry.Options) {
	r := registryOf(t, tool)
	execute := func(input string) registry.Result {
		return r.Execute(t.Context(), registry.Request{
			Name: tool.Name, Input: json.RawMessage(input), Enabled: []string{tool.Name},
			Options: map[string]registry.Options{tool.Name: options},
			Context: registry.CallContext{ProjectID: "p", ChatID: "c"},
		})
	}
	for _, input := range hostile {
		result := execute(input)
		assert.True(t, result.IsError, "%.40s is refused", input)
		assert.NotContains(t, result.Content, "internal error", "%.40s", input)
		assert.NotEmpty(t, result.Content, "%.40s", input)
	}
	resolved, err := registry.ResolveOptions(tool, options)
	require.NoError(t, err)
	schema, err := tool.InputSchema(t.Context(), resolved)
	require.NoError(t, err)
	rapid.Check(t, func(t *rapid.T) {
		input, err := json.Marshal(draw(t, schema, "input", 0))
		require.NoError(t, err)
		result := execute(string(input))
		require.NotContains(t, result.Content, "stopped with an internal error", "%s", input)
		var body struct {
			Example json.RawMessage `json:"example"`
		}
		if result.IsError && json.Unmarshal([]byte(result.Content), &body) == nil && body.Example != nil {
			var example any
			require.NoError(t, json.Unmarshal(body.Example, &example))
			require.Empty(t, schema.Validate(example), "the example for %s is valid: %s", input, body.Example)
		}
	})
}

var texts = []string{"", "a", "/", "/a.txt", "/memories/a.md", "/memories", "../x", "/a\x00b", "\ufeff", "é", "😀", "*", "[", "(", "`", "line 1\nline 2\r\n", "1", "https://example.com/"}

// draw makes a value for a schema; one in ten values is of another kind.
func draw(t *rapid.T, schema *registry.Schema, label string, depth int) any {
	if rapid.IntRange(0, 9).Draw(t, label+"?") == 0 || schema == nil || depth > 4 {
		return rapid.SampledFrom([]any{nil, true, -1, 0, 1.5, 1e300, "x", []any{}, map[string]any{}}).Draw(t, label)
	}
	if len(schema.Enum) > 0 {
		return rapid.SampledFrom(schema.Enum).Draw(t, label)
	}
	switch schema.Type {
	case "boolean":
		return rapid.Bool().Draw(t, label)
	case "integer", "number":
		return rapid.IntRange(-3, 30).Draw(t, label)
	case "array":
		list := []any{}
		for range rapid.IntRange(0, 3).Draw(t, label+" length") {
			list = append(list, draw(t, schema.Items, label, depth+1))
		}
		return list
	case "object":
		object := map[string]any{}
		for _, property := range schema.Properties {
			given := rapid.IntRange(0, 2).Draw(t, property.Name+" given") > 0
			if given || len(schema.Required) > 0 && property.Name == schema.Required[0] {
				object[property.Name] = draw(t, property.Schema, property.Name, depth+1)
			}
		}
		return object
	}
	return rapid.SampledFrom(texts).Draw(t, label)
}
