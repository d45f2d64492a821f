package registry_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
)

func names(tools []registry.Tool) (names []string) {
	for _, tool := range tools {
		names = append(names, tool.Name)
	}
	return names
}

func TestRegisterIsAllOrNone(t *testing.T) {
	w := watch(t, registry.Config{}, echo("one"))
	for name, test := range map[string]struct {
		tools []registry.Tool
		code  registry.Code
		tool  string
	}{
		"a name that is there":       {[]registry.Tool{echo("two"), echo("one")}, registry.DuplicateTool, "one"},
		"a name twice":               {[]registry.Tool{echo("two"), echo("two")}, registry.DuplicateTool, "two"},
		"no name":                    {[]registry.Tool{echo("two"), echo("")}, registry.InvalidArgument, ""},
		"a name with a space":        {[]registry.Tool{echo("two"), echo("a b")}, registry.InvalidArgument, "a b"},
		"a name that is too long":    {[]registry.Tool{echo(fmt.Sprintf("%065d", 1))}, registry.InvalidArgument, fmt.Sprintf("%065d", 1)},
		"no parts":                   {[]registry.Tool{{Name: "two"}}, registry.InvalidArgument, "two"},
		"an option of no known type": {[]registry.Tool{withOptions(echo("two"), registry.OptionDefinition{ID: "x", Type: "colour", Default: "red"})}, registry.InvalidArgument, "two"},
	} {
		t.Run(name, func(t *testing.T) {
			err := w.Register(test.tools...)
			var problem *registry.Error
			require.ErrorAs(t, err, &problem)
			assert.Equal(t, test.code, problem.Code)
			assert.Equal(t, test.tool, problem.Tool)
			assert.Equal(t, []string{"one"}, names(w.All()))
		})
	}
}

func TestUnregisterAndGet(t *testing.T) {
	w := watch(t, registry.Config{}, echo("one"), echo("two"), echo("three"))
	require.NoError(t, w.Unregister("two"))
	assert.Equal(t, []string{"one", "three"}, names(w.All()))
	_, there := w.Get("two")
	assert.False(t, there)
	tool, there := w.Get("three")
	assert.True(t, there)
	assert.Equal(t, "general", tool.Category)
	var problem *registry.Error
	require.ErrorAs(t, w.Unregister("two"), &problem)
	assert.Equal(t, registry.UnknownTool, problem.Code)
	require.NoError(t, w.Register(echo("two")))
	assert.Equal(t, []string{"one", "three", "two"}, names(w.All()))
	w.Clear()
	assert.Empty(t, w.All())
}

func TestInfosAreTheToolInfoOfTheSurface(t *testing.T) {
	tool := echo("one")
	tool.Background = true
	w := watch(t, registry.Config{}, tool)
	assert.Equal(t, `[{"name":"one","displayName":"one","category":"general","userFacing":false,"internal":false,"optionDefinitions":[]}]`, string(mustJSON(w.Infos())))
}

func TestDefinitionsDoNotDependOnTheOrderOfTheEnabledList(t *testing.T) {
	var tools []registry.Tool
	var enabled []string
	for i := range 12 {
		tools = append(tools, echo(fmt.Sprint("tool", i)))
		enabled = append(enabled, fmt.Sprint("tool", i))
	}
	w := watch(t, registry.Config{}, append(tools, noteTool())...)
	enabled = append(enabled, "notes", "no_such_tool")
	for _, api := range []registry.API{registry.Anthropic, registry.OpenAIChat, registry.OpenAIResponses, registry.Gemini, registry.Bedrock, registry.MCP} {
		want, err := w.Definitions(t.Context(), api, enabled, nil)
		require.NoError(t, err)
		require.NotEmpty(t, want)
		for range 100 {
			rand.Shuffle(len(enabled), func(i, j int) { enabled[i], enabled[j] = enabled[j], enabled[i] })
			got, err := w.Definitions(t.Context(), api, enabled, nil)
			require.NoError(t, err)
			require.Equal(t, string(mustJSON(want)), string(mustJSON(got)))
		}
	}
}

func TestDefinitionsOfNothingAreAnEmptyList(t *testing.T) {
	w := watch(t, registry.Config{}, echo("one"))
	for _, api := range []registry.API{registry.Anthropic, registry.Gemini} {
		got, err := w.Definitions(t.Context(), api, nil, nil)
		require.NoError(t, err)
		assert.Equal(t, "[]", string(mustJSON(got)))
	}
}

func TestOneFailingToolDoesNotTakeTheOthersDown(t *testing.T) {
	failing := func(name string, change func(*registry.Tool)) registry.Tool {
		tool := echo(name)
		change(&tool)
		return tool
	}
	w := watch(t, registry.Config{}, echo("first"),
		failing("description", func(tool *registry.Tool) {
			tool.Description = func(context.Context, registry.Options) (string, error) { return "", errors.New("gone") }
		}),
		failing("panic", func(tool *registry.Tool) {
			tool.Description = func(context.Context, registry.Options) (string, error) { panic("lost") }
		}),
		failing("schema", func(tool *registry.Tool) {
			tool.InputSchema = func(context.Context, registry.Options) (*registry.Schema, error) { return nil, nil }
		}),
		failing("text_schema", func(tool *registry.Tool) {
			tool.InputSchema = func(context.Context, registry.Options) (*registry.Schema, error) {
				return &registry.Schema{Type: "string"}, nil
			}
		}),
		failing("override", func(tool *registry.Tool) {
			tool.Override = func(context.Context, registry.API, registry.Options) (json.RawMessage, error) {
				return json.RawMessage(`[1]`), nil
			}
		}),
		failing("prompt", func(tool *registry.Tool) {
			tool.SystemPrompt = func(context.Context, registry.PromptContext, registry.Options) (string, error) { panic("lost") }
		}),
		failing("last", func(tool *registry.Tool) {
			tool.SystemPrompt = func(context.Context, registry.PromptContext, registry.Options) (string, error) { return "Mind.", nil }
		}))
	enabled := names(w.All())
	definitions, err := w.Definitions(t.Context(), registry.Anthropic, enabled, nil)
	require.NoError(t, err)
	var described []string
	for _, definition := range definitions {
		var named struct{ Name string }
		require.NoError(t, json.Unmarshal(definition, &named))
		described = append(described, named.Name)
	}
	assert.Equal(t, []string{"first", "prompt", "last"}, described)
	assert.Equal(t, []string{
		"description: description: gone", "panic: description: panic: lost", "schema: inputSchema: no schema",
		`text_schema: inputSchema: the schema's type must be "object"`, "override: override: a definition is a JSON object",
	}, w.failures)

	w.failures = nil
	prompts, err := w.SystemPrompts(t.Context(), registry.PromptContext{APIType: "chatgpt"}, enabled, nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"Mind."}, prompts)
	assert.Equal(t, []string{"override: override: a definition is a JSON object", "prompt: systemPrompt: panic: lost"}, w.failures)

	section, err := w.ToolsSection(t.Context(), enabled, nil, registry.SectionLayout{Detailed: true, Flat: true})
	require.NoError(t, err)
	assert.Contains(t, section, "#### last")
	assert.NotContains(t, section, "#### description")
}

func TestOlderNamesOfAPIs(t *testing.T) {
	for name, want := range map[string]registry.API{
		"chatgpt": registry.OpenAIChat, "webllm": registry.OpenAIChat, "responses_api": registry.OpenAIResponses,
		"google": registry.Gemini, " Anthropic": registry.Anthropic, "mcp": registry.MCP, "bedrock": registry.Bedrock,
	} {
		got, err := registry.ParseAPI(name)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	w := watch(t, registry.Config{}, echo("one"))
	_, err := w.Definitions(t.Context(), "telegraph", nil, nil)
	var problem *registry.Error
	require.ErrorAs(t, err, &problem)
	assert.Equal(t, registry.InvalidArgument, problem.Code)
	_, err = registry.New(registry.Config{}).Definitions(t.Context(), registry.MCP, nil, nil)
	assert.ErrorContains(t, err, "no wire format")
}

func TestAnOverrideReplacesDefinitionAndPrompt(t *testing.T) {
	tool := echo("native")
	tool.Options = []registry.OptionDefinition{{ID: "own", Default: false}}
	tool.Override = func(_ context.Context, api registry.API, options registry.Options) (json.RawMessage, error) {
		if api == registry.Anthropic && !options.Bool("own") {
			return json.RawMessage(` {"type": "native_1",  "name": "native"} `), nil
		}
		return json.RawMessage("null"), nil
	}
	tool.SystemPrompt = func(_ context.Context, prompt registry.PromptContext, _ registry.Options) (string, error) {
		return "for " + prompt.ProjectID, nil
	}
	w := watch(t, registry.Config{}, tool)
	for _, test := range []struct {
		api    registry.API
		own    bool
		native bool
	}{{registry.Anthropic, false, true}, {registry.Anthropic, true, false}, {registry.Gemini, false, false}} {
		options := map[string]registry.Options{"native": {"own": test.own}}
		definitions, err := w.Definitions(t.Context(), test.api, []string{"native"}, options)
		require.NoError(t, err)
		prompts, err := w.SystemPrompts(t.Context(), registry.PromptContext{APIType: test.api, CallContext: registry.CallContext{ProjectID: "p"}}, []string{"native"}, options)
		require.NoError(t, err)
		if test.native {
			assert.Equal(t, `[{"type":"native_1","name":"native"}]`, string(mustJSON(definitions)))
			assert.Empty(t, prompts)
		} else {
			assert.NotContains(t, string(mustJSON(definitions)), "native_1")
			assert.Equal(t, []string{"for p"}, prompts)
		}
	}
}
