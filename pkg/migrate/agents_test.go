package migrate_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/migrate"
)

func TestAgents(t *testing.T) {
	const document = `[{"id":"1","name":"Ada","x":{"b": 1},"enabled_tools":["custom","WebFetchTool","ViewSystemPromptTool","WebSearchTool","PromptManagerTool","custom",7]},` +
		`{"id":"2","enabled_tools":[]},{"id":"3","enabled_tools":null},{"id":"4"},{"id":"5","enabled_tools":["web","agent_config"]},` +
		`{"id":"6","enabled_tools":["AgentConfigTool","prompt_manager","UpdateSystemPromptTool","WebTool"]},{"id":"7","enabled_tools":"web"},8]`
	result, err := migrate.Agents([]byte(document), "")
	require.NoError(t, err)
	const consolidated = `[{"id":"1","name":"Ada","x":{"b": 1},"enabled_tools":["custom","web","agent_config",7]},` +
		`{"id":"2","enabled_tools":[]},{"id":"3","enabled_tools":null},{"id":"4"},{"id":"5","enabled_tools":["web","agent_config"]},` +
		`{"id":"6","enabled_tools":["agent_config","web"]},{"id":"7","enabled_tools":"web"},8]`
	assert.Equal(t, consolidated, string(result.Document))
	assert.Equal(t, []string{
		"agent 1 Ada: custom, WebFetchTool, ViewSystemPromptTool, WebSearchTool, PromptManagerTool, custom, 7 → custom, web, agent_config, 7",
		"agent 6: AgentConfigTool, prompt_manager, UpdateSystemPromptTool, WebTool → agent_config, web",
	}, result.Changes)
	assert.Equal(t, []string{"agent 7: enabled_tools: not a JSON list", "agent 8: not a JSON object"}, result.Problems)

	again, err := migrate.Agents(result.Document, migrate.Consolidate)
	require.NoError(t, err)
	assert.False(t, again.Migrated, "twice is once")

	back, err := migrate.Agents(result.Document, migrate.Deconsolidate)
	require.NoError(t, err)
	assert.Equal(t, `[{"id":"1","name":"Ada","x":{"b": 1},"enabled_tools":["custom","WebSearchTool","WebFetchTool","ViewSystemPromptTool","UpdateSystemPromptTool",7]},`+
		`{"id":"2","enabled_tools":[]},{"id":"3","enabled_tools":null},{"id":"4"},{"id":"5","enabled_tools":["WebSearchTool","WebFetchTool","ViewSystemPromptTool","UpdateSystemPromptTool"]},`+
		`{"id":"6","enabled_tools":["ViewSystemPromptTool","UpdateSystemPromptTool","WebSearchTool","WebFetchTool"]},{"id":"7","enabled_tools":"web"},8]`, string(back.Document))
	again, err = migrate.Agents(back.Document, migrate.Deconsolidate)
	require.NoError(t, err)
	assert.False(t, again.Migrated)

	forth, err := migrate.Agents(back.Document, migrate.Consolidate)
	require.NoError(t, err)
	assert.Equal(t, consolidated, string(forth.Document), "there and back again")

	_, err = migrate.Agents([]byte(`[]`), "sideways")
	assert.Error(t, err)
	_, err = migrate.Agents([]byte(`{}`), migrate.Consolidate)
	assert.EqualError(t, err, "not a JSON list")
}
