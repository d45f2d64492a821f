package api_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/clienttools/clienttools/wasm/api"
)

func TestMigrate(t *testing.T) {
	c := startClient(t, api.Deps{})
	assert.JSONEq(t, `{"project":{"name":"x","enabledTools":["memory","filesystem"]},"migrated":true,"changes":["enabledTools: none → memory, filesystem"]}`,
		withoutChanges(t, c.ok("migrateProject", object{"project": object{"name": "x", "memoryEnabled": true, "fsToolEnabled": true}}), "enabledTools: none → memory, filesystem"))
	assert.JSONEq(t, `{"project":{"enabledTools":[]},"migrated":false,"changes":[]}`, string(c.ok("migrateProject", object{"project": object{"enabledTools": []string{}}})))

	agents := c.ok("migrateAgents", object{"agents": []object{{"id": "1", "enabled_tools": []string{"WebTool", "x"}}}})
	assert.Contains(t, string(agents), `"enabled_tools":["web","x"]`)
	agents = c.ok("migrateAgents", object{"agents": []object{{"id": "1", "enabled_tools": []string{"web"}}}, "direction": "deconsolidate"})
	assert.Contains(t, string(agents), `["WebSearchTool","WebFetchTool"]`)

	for _, args := range []object{{"project": 5}, {"project": object{"schemaVersion": 99}}} {
		failed := c.fails("migrateProject", args)
		assert.Equal(t, api.InvalidArgument, failed.Code)
		assert.Equal(t, "project", failed.Details["field"])
	}
	assert.Contains(t, c.fails("migrateAgents", object{"agents": object{}}).Message, "agents cannot be migrated: not a JSON list")
	assert.Contains(t, c.fails("migrateAgents", object{"agents": []int{}, "direction": "up"}).Message, `direction "up"`)
}

// withoutChanges puts one line for the changes, whose wording is package migrate's.
func withoutChanges(t *testing.T, result []byte, line string) string {
	t.Helper()
	var migrated struct {
		Project  object   `json:"project"`
		Migrated bool     `json:"migrated"`
		Changes  []string `json:"changes"`
	}
	decode(t, result, &migrated)
	assert.NotEmpty(t, migrated.Changes)
	migrated.Changes = []string{line}
	return encode(t, migrated)
}
