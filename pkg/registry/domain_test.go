package registry_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
)

type noteInput struct {
	Path  string   `json:"path,omitempty" description:"File, such as \"/a.txt\"."`
	Paths []string `json:"paths,omitempty" minItems:"1" maxItems:"20" description:"read: several files."`
	Text  string   `json:"text,omitempty" description:"write: the text."`
	Mode  string   `json:"mode,omitempty" enum:"fast,slow"`
	Edits []struct {
		Old string `json:"old"`
		New string `json:"new,omitempty"`
		At  *int   `json:"at" minimum:"1"`
	} `json:"edits,omitempty" minItems:"1" description:"edit: replacements."`
}

type noteOptions struct {
	ReadOnly bool `json:"readOnly"`
}

func noteTool() registry.Tool {
	echo := func(_ context.Context, in noteInput, call registry.TypedCall[noteOptions]) (registry.Result, error) {
		text, err := json.Marshal(in)
		return registry.Text(string(text)), err
	}
	type action = registry.Action[noteInput, noteOptions]
	return registry.DefineDomain(registry.Domain[noteInput, noteOptions]{
		Name:        "notes",
		Description: "Keep notes.",
		Options:     []registry.OptionDefinition{{ID: "readOnly", Label: "Read only", Default: false}},
		Actions: []action{
			{ActionInfo: registry.ActionInfo{Name: "read", Summary: "show a note", Required: []string{"path|paths"}, Optional: []string{"mode"}, ReadOnly: true}, Handle: echo},
			{ActionInfo: registry.ActionInfo{Name: "write", Summary: "replace a note", Required: []string{"path", "text"}, Destructive: true}, Handle: echo},
			{ActionInfo: registry.ActionInfo{Name: "edit", Summary: "as named", Required: []string{"path", "edits"}}, Handle: echo},
			{ActionInfo: registry.ActionInfo{Name: "delete", Summary: "as named", Required: []string{"path"}, Destructive: true}, Handle: echo},
		},
		Available: func(a registry.ActionInfo, o noteOptions) bool { return a.ReadOnly || !o.ReadOnly },
		Aliases: registry.Aliases{
			Selector:   []string{"command"},
			Actions:    []registry.ActionAlias{{Name: "cat", Action: "read"}, {Name: "quick", Action: "read", Set: map[string]any{"mode": "fast"}}},
			Parameters: map[string][]string{"path": {"file", "filename"}, "text": {"content"}},
		},
	})
}

func TestDomainSchemaFollowsFromTheTable(t *testing.T) {
	tool := noteTool()
	schema, err := tool.InputSchema(t.Context(), registry.Options{"readOnly": false})
	require.NoError(t, err)
	assert.Equal(t, `{"type":"object","additionalProperties":false,"required":["action"],"properties":{`+
		`"action":{"type":"string","enum":["read","write","edit","delete"],"description":"read: show a note. write: replace a note. edit, delete: as named."},`+
		`"path":{"type":"string","description":"File, such as \"/a.txt\"."},`+
		`"paths":{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":20,"description":"read: several files."},`+
		`"text":{"type":"string","description":"write: the text."},`+
		`"mode":{"type":"string","enum":["fast","slow"]},`+
		`"edits":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["old"],"properties":{"old":{"type":"string"},"new":{"type":"string"},"at":{"type":"integer","minimum":1}}},"minItems":1,"description":"edit: replacements."}}}`,
		string(schema.AppendJSON(nil)))

	schema, err = tool.InputSchema(t.Context(), registry.Options{"readOnly": true})
	require.NoError(t, err)
	assert.Equal(t, `{"type":"object","additionalProperties":false,"required":["action"],"properties":{`+
		`"action":{"type":"string","enum":["read"],"description":"read: show a note."},`+
		`"path":{"type":"string","description":"File, such as \"/a.txt\"."},`+
		`"paths":{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":20,"description":"read: several files."},`+
		`"mode":{"type":"string","enum":["fast","slow"]}}}`,
		string(schema.AppendJSON(nil)))
}
