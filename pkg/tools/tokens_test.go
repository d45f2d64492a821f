//go:build !js

package tools_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tiktoken-go/tokenizer"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/registry/wire"
	"github.com/clienttools/clienttools/pkg/tools"
	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
)

// maxTokens is what the definitions of all built-in tools may cost together, in
// o200k: they are sent with every request.
const maxTokens = 2600

// TestTokensOfAllDefinitions counts them, and what the same capabilities would
// cost as one tool per action.
func TestTokensOfAllDefinitions(t *testing.T) {
	count := counter(t)
	builtIn := tools.BuiltIn(tools.Lent{Files: vfs.NewProjects(memory.New(), vfs.Config{})})
	r := registry.New(registry.Config{Formats: wire.Formats()})
	require.NoError(t, r.Register(builtIn...))
	total, apart, added, actions := 0, 0, 0, 0
	t.Logf("%-16s %8s %8s %16s %18s", "tool", "tokens", "actions", "one per action", "tokens an action")
	for _, tool := range builtIn {
		// bedrock and mcp carry the same schema; openai_chat has no native types.
		definition := definitionOf(t, r, tool.Name)
		one, split := count(string(definition)), 0
		each := perAction(t, definition)
		for _, single := range each {
			split += count(single)
		}
		if len(each) > 1 {
			withoutLast := count(without(t, definition))
			added, actions = added+one-withoutLast, actions+1
		}
		total, apart = total+one, apart+split
		t.Logf("%-16s %8d %8d %16d %18.1f", tool.Name, one, len(each), split, float64(one)/float64(len(each)))
	}
	t.Logf("%-16s %8d %8s %16d", "all", total, "", apart)
	assert.LessOrEqual(t, total, maxTokens)
	assert.Less(t, total*2, apart, "one tool per domain costs less than half of one per action")
	average := float64(total) / float64(len(builtIn))
	one := float64(added) / float64(actions)
	t.Logf("another action costs %.1f tokens, another tool %.1f", one, average)
	assert.Less(t, one*10, average, "adding an action costs less than a tenth of adding a tool")
}

func counter(t *testing.T) func(string) int {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	require.NoError(t, err)
	return func(text string) int {
		n, err := codec.Count(text)
		require.NoError(t, err)
		return n
	}
}

func definitionOf(t *testing.T, r *registry.Registry, name string) json.RawMessage {
	definitions, err := r.Definitions(t.Context(), registry.OpenAIResponses, []string{name}, nil)
	require.NoError(t, err)
	require.Len(t, definitions, 1)
	return definitions[0]
}

type definition struct {
	Type        string `json:"type"`
	Name        string `json:"name"`
	Description string `json:"description"`
	Parameters  struct {
		Type                 string                     `json:"type"`
		AdditionalProperties json.RawMessage            `json:"additionalProperties,omitempty"`
		Required             []string                   `json:"required"`
		Properties           map[string]json.RawMessage `json:"properties"`
	} `json:"parameters"`
	Strict bool `json:"strict"`
}

type selector struct {
	Type        string   `json:"type"`
	Enum        []string `json:"enum"`
	Description string   `json:"description"`
}

// split finds the parameter that names the action.
func split(t *testing.T, raw json.RawMessage) (whole definition, name string, by selector) {
	require.NoError(t, json.Unmarshal(raw, &whole))
	for _, name := range []string{"action", "command"} {
		if text, found := whole.Parameters.Properties[name]; found {
			require.NoError(t, json.Unmarshal(text, &by))
			return whole, name, by
		}
	}
	return whole, "", by
}

// perAction makes one definition for each action, with the parameters whose
// descriptions speak of it, or of none in particular.
func perAction(t *testing.T, raw json.RawMessage) (each []string) {
	whole, name, by := split(t, raw)
	if name == "" {
		return []string{string(raw)}
	}
	for _, action := range by.Enum {
		single := whole
		single.Name += "_" + action
		single.Description += " " + sentenceOf(by.Description, action)
		single.Parameters.Required = slices.DeleteFunc(slices.Clone(whole.Parameters.Required), func(one string) bool { return one == name })
		single.Parameters.Properties = map[string]json.RawMessage{}
		for parameter, text := range whole.Parameters.Properties {
			var about selector
			require.NoError(t, json.Unmarshal(text, &about))
			prefix, _, found := strings.Cut(about.Description, ":")
			actions := strings.Split(prefix, ", ")
			ofSome := found && slices.ContainsFunc(actions, func(one string) bool { return slices.Contains(by.Enum, one) })
			if parameter != name && (!ofSome || slices.Contains(actions, action)) {
				single.Parameters.Properties[parameter] = text
			}
		}
		text, err := json.Marshal(single)
		require.NoError(t, err)
		each = append(each, string(text))
	}
	return each
}

// sentenceOf is what a selector's description says of one action.
func sentenceOf(description, action string) string {
	for _, sentence := range strings.SplitAfter(description, ". ") {
		names, rest, _ := strings.Cut(sentence, ": ")
		if slices.Contains(strings.Split(names, ", "), action) {
			return rest
		}
	}
	return ""
}

// without is the definition without its last action: what that costs is the rest.
func without(t *testing.T, raw json.RawMessage) string {
	_, name, by := split(t, raw)
	last := by.Enum[len(by.Enum)-1]
	text := string(raw)
	text = strings.Replace(text, fmt.Sprintf(",%q]", last), "]", 1)
	for _, sentence := range strings.SplitAfter(by.Description, ". ") {
		names, _, _ := strings.Cut(sentence, ": ")
		if names == last {
			text = strings.Replace(text, strings.TrimSpace(sentence), "", 1)
		}
	}
	assert.NotEqual(t, string(raw), text, name)
	return text
}
