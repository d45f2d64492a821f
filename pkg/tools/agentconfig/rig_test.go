package agentconfig_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/agentconfig"
	"github.com/clienttools/clienttools/pkg/vfs"
	memstore "github.com/clienttools/clienttools/pkg/vfs/store/memory"
)

type in = map[string]any

func clock() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

// desk is a registry with both tools and the agents Ada and Bob.
type desk struct {
	t       *testing.T
	agents  *agentconfig.Agents
	reg     *registry.Registry
	where   registry.CallContext
	asked   []registry.ApprovalRequest
	approve bool
}

func newDesk(t *testing.T, store agentconfig.Store) *desk {
	t.Helper()
	files := vfs.NewProjects(memstore.New(), vfs.Config{Now: clock})
	t.Cleanup(func() { assert.NoError(t, files.Close()) })
	if store == nil {
		own := agentconfig.NewFileStore(files)
		require.NoError(t, own.Save(t.Context(), "p", agentconfig.Agent{ID: "a", Name: "Ada", SystemPrompt: "Be exact."}))
		require.NoError(t, own.Save(t.Context(), "p", agentconfig.Agent{ID: "b", Name: "Bob"}))
	}
	options := agentconfig.Options{Store: store, Now: clock}
	d := &desk{t: t, agents: agentconfig.NewAgents(files, options), approve: true,
		where: registry.CallContext{ProjectID: "p", ChatID: "c", AgentID: "a", GroupChat: true}}
	d.reg = registry.New(registry.Config{Approve: func(_ context.Context, request registry.ApprovalRequest) (registry.ApprovalDecision, error) {
		d.asked = append(d.asked, request)
		return registry.ApprovalDecision{Allow: d.approve, Remember: true}, nil
	}})
	require.NoError(t, d.reg.Register(agentconfig.New(files, options), agentconfig.NewPromptManager(files, options)))
	return d
}

func (d *desk) send(tool string, input json.RawMessage) registry.Result {
	d.t.Helper()
	return d.reg.Execute(d.t.Context(), registry.Request{Name: tool, Input: input, Enabled: []string{tool}, Context: d.where})
}

func (d *desk) call(tool string, input in) registry.Result {
	d.t.Helper()
	text, err := json.Marshal(input)
	require.NoError(d.t, err)
	return d.send(tool, text)
}

// gives is a call that succeeds with this JSON, as text and as data.
func (d *desk) gives(tool string, input in, want string) {
	d.t.Helper()
	result := d.call(tool, input)
	assert.False(d.t, result.IsError, result.Content)
	assert.Equal(d.t, want, result.Content)
	data, err := json.Marshal(result.Data)
	require.NoError(d.t, err)
	assert.JSONEq(d.t, want, string(data))
}

// fails is a call that fails with at least these members.
func (d *desk) fails(tool string, input in, want in) {
	d.t.Helper()
	result := d.call(tool, input)
	assert.True(d.t, result.IsError, result.Content)
	var got in
	require.NoError(d.t, json.Unmarshal([]byte(result.Content), &got))
	assert.Equal(d.t, map[string]any(got), result.Data)
	assert.Equal(d.t, "error", got["type"])
	for name, value := range want {
		assert.Equal(d.t, value, got[name], name)
	}
}
