package registry_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
)

type greetInput struct {
	Name  string `json:"name" description:"whom to greet"`
	Times int    `json:"times,omitempty" minimum:"1" maximum:"9"`
}

type greetOptions struct {
	Loud bool    `json:"loud"`
	Tone string  `json:"tone"`
	Max  float64 `json:"max"`
}

func greet() registry.Spec[greetInput, greetOptions] {
	return registry.Spec[greetInput, greetOptions]{
		Name: "greet",
		Options: []registry.OptionDefinition{
			{ID: "loud", Default: false},
			{ID: "tone", Type: registry.OptionSelect, Default: "kind", Choices: []registry.OptionChoice{{Value: "kind"}, {Value: "cool"}}},
			{ID: "max", Type: registry.OptionNumber, Default: 3},
		},
		Describe: func(o greetOptions) string { return "Greets, " + o.Tone + "." },
		Refine: func(schema *registry.Schema, o greetOptions) {
			schema.Property("times").Maximum = &o.Max
		},
		Execute: func(_ context.Context, in greetInput, call registry.TypedCall[greetOptions]) (registry.Result, error) {
			if in.Name == "nobody" {
				return registry.Result{}, errors.New("there is nobody to greet; give a name")
			}
			text := strings.Repeat("Hello "+in.Name+". ", max(1, in.Times)) + call.Context.ProjectID
			if call.Options.Loud {
				text = strings.ToUpper(text)
			}
			return registry.Text(text), nil
		},
		Override: func(api registry.API, o greetOptions) json.RawMessage {
			if api == registry.MCP && o.Loud {
				return json.RawMessage(`{"name":"greet_loud"}`)
			}
			return nil
		},
		SystemPrompt: func(_ context.Context, _ registry.PromptContext, o greetOptions) (string, error) {
			return "Be " + o.Tone + ".", nil
		},
		Access: func(in greetInput) registry.Access { return registry.Access{Write: []string{"/" + in.Name}} },
		Check: func(input map[string]any, o greetOptions) []registry.Problem {
			if input["name"] == "root" {
				return []registry.Problem{{Path: "name", Message: "must not be root, being " + o.Tone}}
			}
			return nil
		},
		Invalid: func(call registry.TypedCall[greetOptions], problems []registry.Problem) registry.Result {
			return registry.Text(fmt.Sprintf("%s: %s; try %s", call.Options.Tone, problems[0].Sentence(""), call.Example()))
		},
	}
}

func TestDefine(t *testing.T) {
	w := watch(t, registry.Config{}, registry.Define(greet()))
	execute := func(input string, options registry.Options) string {
		return w.Execute(t.Context(), registry.Request{Name: "greet", Input: json.RawMessage(input), Enabled: []string{"greet"},
			Options: map[string]registry.Options{"greet": options}, Context: registry.CallContext{ProjectID: "p"}}).Content
	}
	assert.Equal(t, "Hello Ada. p", execute(`{"name":"Ada"}`, nil))
	assert.Equal(t, "HELLO ADA. HELLO ADA. P", execute(`{"name":"Ada","times":2.0}`, registry.Options{"loud": true}), "2.0 is an integer in JSON Schema")
	assert.Equal(t, "Hello Ada. Hello Ada. p", execute(`{"name":"Ada","times":0.2e1}`, nil))
	assert.Equal(t, `kind: times must be at most 3, got 4; try {"name":"Ada"}`, execute(`{"name":"Ada","times":4}`, nil))
	assert.Equal(t, `cool: name is required; try {"name":"..."}`, execute(`{}`, registry.Options{"tone": "cool"}))
	assert.Equal(t, `cool: name must not be root, being cool; try {"name":"..."}`, execute(`{"name":"root"}`, registry.Options{"tone": "cool"}))
	assert.Equal(t, "there is nobody to greet; give a name", execute(`{"name":"nobody"}`, nil))

	definitions, err := w.Definitions(t.Context(), registry.MCP, []string{"greet"}, map[string]registry.Options{"greet": {"tone": "cool", "max": 5}})
	require.NoError(t, err)
	assert.Equal(t, `{"name":"greet","title":"greet","description":"Greets, cool.","inputSchema":{"type":"object","additionalProperties":false,"required":["name"],"properties":{"name":{"type":"string","description":"whom to greet"},"times":{"type":"integer","minimum":1,"maximum":5}}},"annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":false,"openWorldHint":false}}`, string(definitions[0]))
	definitions, err = w.Definitions(t.Context(), registry.MCP, []string{"greet"}, map[string]registry.Options{"greet": {"loud": true}})
	require.NoError(t, err)
	assert.Equal(t, `{"name":"greet_loud"}`, string(definitions[0]))
	prompts, err := w.SystemPrompts(t.Context(), registry.PromptContext{APIType: registry.Gemini}, []string{"greet"}, nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"Be kind."}, prompts)
	assert.Equal(t, registry.Access{Write: []string{"/x"}}, registry.Define(greet()).Access(json.RawMessage(`{"name":"x"}`)))
	assert.Equal(t, registry.WriteAll(), registry.Define(greet()).Access(json.RawMessage(`[]`)))
}

func TestDefinePanicsOnMistakesOfTheProgram(t *testing.T) {
	for name, change := range map[string]func(*registry.Spec[greetInput, greetOptions]){
		"no name":        func(s *registry.Spec[greetInput, greetOptions]) { s.Name = "" },
		"a bad name":     func(s *registry.Spec[greetInput, greetOptions]) { s.Name = "say hello" },
		"no execute":     func(s *registry.Spec[greetInput, greetOptions]) { s.Execute = nil },
		"no description": func(s *registry.Spec[greetInput, greetOptions]) { s.Describe = nil },
		"an option without field": func(s *registry.Spec[greetInput, greetOptions]) {
			s.Options = append(s.Options, registry.OptionDefinition{ID: "x", Default: true})
		},
		"a field without option":  func(s *registry.Spec[greetInput, greetOptions]) { s.Options = s.Options[:2] },
		"a default of a bad type": func(s *registry.Spec[greetInput, greetOptions]) { s.Options[0].Default = 5 },
	} {
		t.Run(name, func(t *testing.T) {
			spec := greet()
			change(&spec)
			assert.Panics(t, func() { registry.Define(spec) })
		})
	}
	type action = registry.Action[noteInput, registry.NoOptions]
	handle := func(context.Context, noteInput, registry.TypedCall[registry.NoOptions]) (registry.Result, error) {
		return registry.Result{}, nil
	}
	for name, domain := range map[string]registry.Domain[noteInput, registry.NoOptions]{
		"no actions":        {},
		"no handler":        {Actions: []action{{ActionInfo: registry.ActionInfo{Name: "a"}}}},
		"twice":             {Actions: []action{{registry.ActionInfo{Name: "a"}, handle}, {registry.ActionInfo{Name: "a"}, handle}}},
		"no such parameter": {Actions: []action{{registry.ActionInfo{Name: "a", Required: []string{"path|pth"}}, handle}}},
		"alias of nothing":  {Actions: []action{{registry.ActionInfo{Name: "a"}, handle}}, Aliases: registry.Aliases{Actions: []registry.ActionAlias{{Name: "b", Action: "c"}}}},
		"alias of no param": {Actions: []action{{registry.ActionInfo{Name: "a"}, handle}}, Aliases: registry.Aliases{Parameters: map[string][]string{"pth": {"p"}}}},
	} {
		t.Run(name, func(t *testing.T) {
			domain.Name, domain.Description = "d", "D."
			assert.Panics(t, func() { registry.DefineDomain(domain) })
		})
	}
}

func TestDomainAccessAndAnnotationsFollowFromTheTable(t *testing.T) {
	tool := noteTool()
	assert.Equal(t, registry.ReadAll(), tool.Access(json.RawMessage(`{"action":"read"}`)))
	assert.Equal(t, registry.WriteAll(), tool.Access(json.RawMessage(`{"action":"write"}`)))
	assert.Equal(t, registry.WriteAll(), tool.Access(json.RawMessage(`5`)))
	assert.Equal(t, registry.Annotations{Destructive: true}, tool.Annotations)
}

func TestDefinitionHasTheAnnotationsOfTheActionsThatTheOptionsLeave(t *testing.T) {
	w := watch(t, registry.Config{}, noteTool())
	annotations := func(options registry.Options) string {
		definitions, err := w.Definitions(t.Context(), registry.MCP, []string{"notes"}, map[string]registry.Options{"notes": options})
		require.NoError(t, err)
		var definition struct{ Annotations json.RawMessage }
		require.NoError(t, json.Unmarshal(definitions[0], &definition))
		return string(definition.Annotations)
	}
	assert.Equal(t, `{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":false,"openWorldHint":false}`, annotations(nil))
	assert.Equal(t, `{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":false,"openWorldHint":false}`, annotations(registry.Options{"readOnly": true}))
}
