package memory_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/registry/registrytest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestDefinition(t *testing.T) {
	d := newDesk(t, nil)
	want, err := os.ReadFile("testdata/memory_function.json")
	require.NoError(t, err)
	description, err := d.tool.Description(t.Context(), nil)
	require.NoError(t, err)
	schema, err := d.tool.InputSchema(t.Context(), nil)
	require.NoError(t, err)
	got, err := json.Marshal(map[string]any{"name": d.tool.Name, "description": description, "input_schema": schema})
	require.NoError(t, err)
	assert.JSONEq(t, string(want), string(got))
	assert.Equal(t, "Memory", d.tool.DisplayName)
	assert.Equal(t, "Use a virtual FS to remember across conversations (Optimized for Anthropic)", d.tool.DisplaySubtitle)
	assert.Equal(t, "memory", d.tool.Category)
	require.Len(t, d.tool.Options, 2)
	assert.Equal(t, "useSystemPrompt", d.tool.Options[0].ID)
	assert.Equal(t, "(Anthropic) Use System Prompt Mode", d.tool.Options[0].Label)
	assert.Equal(t, "Inject memory listing into system prompt instead of native tool. (Cannot disable for other providers.)", d.tool.Options[0].Subtitle)
	assert.Equal(t, "overwrite", d.tool.Options[1].ID)
	for _, option := range d.tool.Options {
		assert.Equal(t, false, option.Default)
	}
}

func TestOverride(t *testing.T) {
	d := newDesk(t, nil)
	for _, api := range []registry.API{registry.Anthropic, registry.OpenAIChat, registry.OpenAIResponses, registry.Gemini, registry.Bedrock, registry.MCP} {
		for _, mode := range []bool{false, true} {
			options := registry.Options{"useSystemPrompt": mode, "overwrite": false}
			definition, err := d.tool.Override(t.Context(), api, options)
			require.NoError(t, err)
			prompt, err := d.tool.SystemPrompt(t.Context(), registry.PromptContext{CallContext: registry.CallContext{ProjectID: "p"}, APIType: api}, options)
			require.NoError(t, err)
			if api == registry.Anthropic && !mode {
				assert.Equal(t, `{"type":"memory_20250818","name":"memory"}`, string(definition))
				assert.Empty(t, prompt)
			} else {
				assert.Nil(t, definition, api)
				assert.Contains(t, prompt, "/memories", api)
			}
		}
	}
}

func TestAccess(t *testing.T) {
	d := newDesk(t, nil)
	access := func(input in) registry.Access {
		data, err := json.Marshal(input)
		require.NoError(t, err)
		return d.tool.Access(data)
	}
	assert.Equal(t, registry.Access{Read: []string{"/memories/a"}}, access(view("/memories/./a")))
	assert.Equal(t, registry.Access{Write: []string{"/memories/a"}}, access(create("/memories/a", "")))
	assert.Equal(t, registry.Access{Write: []string{"/memories/a", "/memories/b"}}, access(rename("/memories/a", "/memories/b")))
	assert.True(t, access(view("/memories")).Meets(access(insert("/memories/a", 0, ""))))
}

func TestConforms(t *testing.T) {
	registrytest.Conforms(t, func(t *testing.T) registry.Tool { return newDesk(t, nil).tool })
}

func TestRenderInput(t *testing.T) {
	d := newDesk(t, nil)
	for want, input := range map[string]in{
		"view /memories/a, lines 2 to -1":               {"command": "view", "path": "/memories/a", "view_range": []int{2, -1}},
		"create /memories/a\n\ntext":                    create("/memories/a", "text"),
		"str_replace /memories/a\n\n- a\n- b\n+ c\n+ d": replace("/memories/a", "a\nb", "c\nd"),
		"insert /memories/a, after line 3\n\ntext":      insert("/memories/a", 3, "text"),
		"delete /memories/a":                            remove("/memories/a"),
		"rename /memories/a → /memories/b":              rename("/memories/a", "/memories/b"),
	} {
		data, err := json.Marshal(input)
		require.NoError(t, err)
		assert.Equal(t, want, d.tool.RenderInput(data))
	}
	assert.Equal(t, "[]", d.tool.RenderInput([]byte("[]")))
}
