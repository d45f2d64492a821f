package agentconfig_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/registry/registrytest"
	"github.com/clienttools/clienttools/pkg/tools/agentconfig"
	"github.com/clienttools/clienttools/pkg/vfs"
	memstore "github.com/clienttools/clienttools/pkg/vfs/store/memory"
)

func TestConformance(t *testing.T) {
	for name, make := range map[string]func(vfs.Files, agentconfig.Options) registry.Tool{
		"agent_config": agentconfig.New, "prompt_manager": agentconfig.NewPromptManager,
	} {
		t.Run(name, func(t *testing.T) {
			registrytest.Conforms(t, func(t *testing.T) registry.Tool {
				return make(vfs.NewProjects(memstore.New(), vfs.Config{}), agentconfig.Options{})
			})
		})
	}
}

var (
	allowedActions = []any{"view", "update"}
	allowedFields  = []any{"name", "system_prompt", "reflection_prompt", "memory_reflection_prompt"}
)

func TestViewAndUpdate(t *testing.T) {
	d := newDesk(t, nil)
	d.gives("agent_config", in{"action": "view", "field": "system_prompt"},
		`{"type":"config","action":"view","field":"system_prompt","value":"Be exact.","agent":"Ada"}`)
	d.gives("agent_config", in{"action": "view", "field": "reflection_prompt", "value": "ignored"},
		`{"type":"config","action":"view","field":"reflection_prompt","value":"(not set)","agent":"Ada"}`)
	assert.Empty(t, d.asked, "looking needs no approval")
	d.gives("agent_config", in{"action": "update", "field": "name", "value": "Ada <2>"},
		`{"type":"config","action":"update","field":"name","value":"Ada <2>","agent":"Ada <2>"}`)
	d.gives("agent_config", in{"action": "update", "field": "memory_reflection_prompt", "value": "Keep\nit."},
		`{"type":"config","action":"update","field":"memory_reflection_prompt","value":"Keep\nit.","agent":"Ada <2>"}`)
	assert.Len(t, d.asked, 1, "the answer was remembered")

	agents, err := d.agents.List(t.Context(), "p")
	require.NoError(t, err)
	assert.Equal(t, []agentconfig.Agent{
		{ID: "a", Name: "Ada <2>", SystemPrompt: "Be exact.", MemoryReflectionPrompt: "Keep\nit."}, {ID: "b", Name: "Bob"},
	}, agents)
}

func TestUpdateNeedsApproval(t *testing.T) {
	d := newDesk(t, nil)
	d.approve = false
	result := d.call("agent_config", in{"action": "update", "field": "name", "value": "Eve"})
	assert.True(t, result.IsError)
	assert.Contains(t, result.Content, "not approved")
	d.gives("agent_config", in{"action": "view", "field": "name"}, `{"type":"config","action":"view","field":"name","value":"Ada","agent":"Ada"}`)
}

func TestWrongInputs(t *testing.T) {
	d := newDesk(t, nil)
	lists := in{"allowed_actions": allowedActions, "allowed_fields": allowedFields}
	for _, test := range []struct {
		input in
		error string
	}{
		{in{"action": "view", "field": "bogus"}, "Invalid field 'bogus'"},
		{in{"action": "drop", "field": "name"}, "Invalid action 'drop'"},
		{in{"action": "drop", "field": "bogus"}, "Invalid action 'drop'; Invalid field 'bogus'"},
		{in{"action": "update", "field": "name"}, "value required for update"},
		{in{"action": "update", "field": "name", "value": nil}, "value required for update"},
		{in{"action": "update", "field": "name", "value": ""}, "value required for update"},
		{in{"action": "update", "field": "name", "value": " \n\t"}, "value required for update"},
		{in{"action": "view"}, "field is required"},
		{in{}, "action is required; field is required"},
		{in{"action": "update", "field": "name", "value": 7}, "value must be a string, got 7"},
	} {
		d.fails("agent_config", test.input, in{"error": test.error})
		d.fails("agent_config", test.input, lists)
	}
	d.fails("agent_config", in{"action": "view", "field": "sytem_prompt"}, in{"did_you_mean": "system_prompt"})
}

func TestOnlyInGroupChats(t *testing.T) {
	d := newDesk(t, nil)
	for _, where := range []registry.CallContext{
		{ProjectID: "p"}, {ProjectID: "p", AgentID: "a"}, {ProjectID: "p", GroupChat: true},
	} {
		d.where = where
		for _, input := range []in{{"action": "view", "field": "name"}, {"action": "fly"}, {"action": "update", "field": "name", "value": "x"}} {
			d.fails("agent_config", input, in{"error": "This tool only works in group conversations with an agent context"})
			want := "This tool only works in group conversations"
			if where.GroupChat {
				want = "No current agent context"
			}
			if input["action"] == "view" {
				input = in{"action": "view", "prompt_type": "name"}
			}
			d.fails("prompt_manager", input, in{"error": want})
		}
	}
	d.where = registry.CallContext{ProjectID: "p", GroupChat: true, AgentID: "gone"}
	d.fails("agent_config", in{"action": "view", "field": "name"}, in{"error": "The current agent does not exist any more"})
}

func TestLimits(t *testing.T) {
	d := newDesk(t, nil)
	long := strings.Repeat("é", 50_001)
	d.fails("agent_config", in{"action": "update", "field": "name", "value": "Bob"}, in{"error": "Name has already been taken", "field": "name"})
	d.fails("agent_config", in{"action": "update", "field": "name", "value": long[:202]}, in{"error": "Name is too long (maximum is 100 characters)"})
	d.fails("agent_config", in{"action": "update", "field": "system_prompt", "value": long}, in{"error": "System prompt is too long (maximum is 50000 characters)"})
	d.fails("agent_config", in{"action": "update", "field": "reflection_prompt", "value": long[:20_002]}, in{"error": "Reflection prompt is too long (maximum is 10000 characters)"})
	for field, value := range map[string]string{"name": long[:200], "system_prompt": long[2:], "memory_reflection_prompt": long[:20_000]} {
		result := d.call("agent_config", in{"action": "update", "field": field, "value": value})
		assert.False(t, result.IsError, field)
	}
	d.gives("agent_config", in{"action": "update", "field": "name", "value": "Ada"}, `{"type":"config","action":"update","field":"name","value":"Ada","agent":"Ada"}`)

	own := d.agents
	_, err := own.Update(t.Context(), "p", "a", agentconfig.Name, " ")
	assert.EqualError(t, err, "Name can't be blank")
	taken := strings.Repeat("n", 101)
	assert.EqualError(t, checkOf(t, taken), "Name has already been taken, Name is too long (maximum is 100 characters)", "every message at once")
}

// checkOf gives the refusal of a name that is too long and already there, which
// takes a file that somebody else wrote.
func checkOf(t *testing.T, name string) error {
	files := vfs.NewProjects(memstore.New(), vfs.Config{})
	defer files.Close()
	require.NoError(t, files.Update(t.Context(), "p", func(fsys afero.Fs) error {
		if err := fsys.MkdirAll("/.agents", 0o755); err != nil {
			return err
		}
		return afero.WriteFile(fsys, "/.agents/agents.json", []byte(`[{"id":"1","name":"`+name+`"},{"id":"2","name":"x"}]`), 0o644)
	}))
	_, err := agentconfig.NewFileStore(files).Update(t.Context(), "p", "2", agentconfig.Change{agentconfig.Name: name})
	return err
}

func TestEarlierValues(t *testing.T) {
	d := newDesk(t, nil)
	for _, value := range []string{"Be kind.", "Be kind.", "Be quick."} {
		require.False(t, d.call("agent_config", in{"action": "update", "field": "system_prompt", "value": value}).IsError)
	}
	d.fails("agent_config", in{"action": "update", "field": "name", "value": "Bob"}, nil)
	list, err := d.agents.Earlier(t.Context(), "p", "a")
	require.NoError(t, err)
	assert.Equal(t, []agentconfig.Earlier{
		{ID: 2, AgentID: "a", Agent: "Ada", Field: "system_prompt", Value: "Be kind.", ReplacedAt: clock()},
		{ID: 1, AgentID: "a", Agent: "Ada", Field: "system_prompt", Value: "Be exact.", ReplacedAt: clock()},
	}, list, "what did not change and what was refused left nothing")

	agent, err := d.agents.Restore(t.Context(), "p", "a", 1)
	require.NoError(t, err)
	assert.Equal(t, "Be exact.", agent.SystemPrompt)
	list, err = d.agents.Earlier(t.Context(), "p", "a")
	require.NoError(t, err)
	assert.Equal(t, "Be quick.", list[0].Value, "what a restore replaces is kept too")
	_, err = d.agents.Restore(t.Context(), "p", "b", 1)
	assert.ErrorIs(t, err, agentconfig.ErrNoEntry, "an entry of another agent")
}

func TestPromptManager(t *testing.T) {
	d := newDesk(t, nil)
	d.gives("prompt_manager", in{"action": "view", "prompt_type": "system"},
		`{"type":"view_result","prompt_type":"system","value":"Be exact.","agent_name":"Ada"}`)
	for promptType, field := range map[string]agentconfig.Field{
		"system": "system_prompt", "conversation_consolidation": "reflection_prompt", "memory_management": "memory_reflection_prompt",
	} {
		d.gives("prompt_manager", in{"action": "update", "prompt_type": promptType, "content": "new " + promptType},
			`{"type":"update_result","prompt_type":"`+promptType+`","success":true,"new_value":"new `+promptType+`","agent_name":"Ada"}`)
		agent, err := d.agents.Get(t.Context(), "p", "a")
		require.NoError(t, err)
		assert.Equal(t, "new "+promptType, agent.Value(field))
	}
	d.gives("prompt_manager", in{"action": "update", "prompt_type": "name", "content": "Eva"},
		`{"type":"update_result","prompt_type":"name","success":true,"new_value":"Eva","agent_name":"Eva"}`)
	lists := in{"allowed_actions": allowedActions, "allowed_prompt_types": []any{"system", "conversation_consolidation", "memory_management", "name"}}
	for text, input := range map[string]in{
		"Invalid action 'x'":                    {"action": "x", "prompt_type": "system"},
		"Invalid prompt_type 'x'":               {"action": "view", "prompt_type": "x"},
		"content is required for update action": {"action": "update", "prompt_type": "system"},
		"Name has already been taken":           {"action": "update", "prompt_type": "name", "content": "Bob"},
	} {
		d.fails("prompt_manager", input, in{"error": text})
		d.fails("prompt_manager", input, lists)
	}
	d.fails("prompt_manager", in{"action": "update", "prompt_type": "system", "content": " "}, in{"error": "content is required for update action"})
	assert.True(t, agentconfig.NewPromptManager(nil, agentconfig.Options{}).Internal)
}

// ownStore is an application's store with one agent.
type ownStore struct {
	agent agentconfig.Agent
	err   error
}

func (s *ownStore) Get(_ context.Context, _, id string) (agentconfig.Agent, error) {
	if id != s.agent.ID {
		return agentconfig.Agent{}, agentconfig.ErrNoAgent
	}
	return s.agent, nil
}

func (s *ownStore) List(context.Context, string) ([]agentconfig.Agent, error) {
	return []agentconfig.Agent{s.agent}, nil
}

func (s *ownStore) Update(_ context.Context, _, _ string, change agentconfig.Change) (agentconfig.Agent, error) {
	if s.err != nil {
		return agentconfig.Agent{}, s.err
	}
	if prompt, given := change[agentconfig.SystemPrompt]; given {
		s.agent.SystemPrompt = strings.TrimSpace(prompt)
	}
	return s.agent, nil
}

func TestStoreOfTheApplication(t *testing.T) {
	store := &ownStore{agent: agentconfig.Agent{ID: "a", Name: "Ada", SystemPrompt: "one"}}
	d := newDesk(t, store)
	d.gives("agent_config", in{"action": "update", "field": "system_prompt", "value": " two "},
		`{"type":"config","action":"update","field":"system_prompt","value":"two","agent":"Ada"}`)
	store.err = &agentconfig.Refusal{Messages: []string{"Not on Sundays", "Too late"}}
	d.fails("agent_config", in{"action": "update", "field": "system_prompt", "value": "three"}, in{"error": "Not on Sundays, Too late", "field": "system_prompt"})
	store.err = errors.New("dial tcp 10.0.0.1: secret")
	d.fails("agent_config", in{"action": "update", "field": "system_prompt", "value": "three"}, in{"error": "The agent's configuration could not be read or saved. Try again."})
	list, err := d.agents.Earlier(t.Context(), "p", "a")
	require.NoError(t, err)
	require.Len(t, list, 1, "refused changes leave nothing")
	assert.Equal(t, "one", list[0].Value)
	store.err = nil
	agent, err := d.agents.Restore(t.Context(), "p", "a", list[0].ID)
	require.NoError(t, err)
	assert.Equal(t, "one", agent.SystemPrompt)
}

func TestDamagedFileIsNotReplaced(t *testing.T) {
	files := vfs.NewProjects(memstore.New(), vfs.Config{})
	defer files.Close()
	write := func(text string) {
		require.NoError(t, files.Update(t.Context(), "p", func(fsys afero.Fs) error {
			_ = fsys.MkdirAll("/.agents", 0o755)
			return afero.WriteFile(fsys, "/.agents/agents.json", []byte(text), 0o644)
		}))
	}
	store := agentconfig.NewFileStore(files)
	write(`{`)
	assert.ErrorContains(t, store.Save(t.Context(), "p", agentconfig.Agent{ID: "a", Name: "A"}), "agents.json")
	write(`{"schemaVersion":2,"agents":{"a":{"name":"A"}}}`)
	assert.ErrorContains(t, store.Save(t.Context(), "p", agentconfig.Agent{ID: "a", Name: "A"}), "written by a newer release")
	_, err := store.List(t.Context(), "p")
	assert.ErrorContains(t, err, "written by a newer release")
	write(`[{"id":"a","name":"A","model":{"id":1.50},"system_prompt":null}]`)
	_, err = store.Update(t.Context(), "p", "a", agentconfig.Change{agentconfig.Name: "B"})
	require.NoError(t, err)
	require.NoError(t, files.View(t.Context(), "p", func(fsys afero.Fs) error {
		text, err := afero.ReadFile(fsys, "/.agents/agents.json")
		assert.JSONEq(t, `{"schemaVersion":1,"agents":[{"id":"a","name":"B","model":{"id":1.50},"system_prompt":null}]}`, string(text), "members of the application's own stay")
		assert.Contains(t, string(text), "1.50")
		return err
	}))
	agents, err := store.List(t.Context(), "p")
	require.NoError(t, err, "what was written is read")
	assert.Equal(t, "B", agents[0].Name)
}
