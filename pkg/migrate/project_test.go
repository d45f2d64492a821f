package migrate_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/migrate"
)

var flags = []string{"memoryEnabled", "memoryUseSystemPrompt", "jsExecutionEnabled", "jsLibEnabled", "fsToolEnabled"}

// TestEveryCombinationOfTheOldFlags goes through absent, false, true and null of
// all five, and says by the table of the contract what comes out.
func TestEveryCombinationOfTheOldFlags(t *testing.T) {
	texts := []string{"", "false", "true", "null"}
	for n := range 1024 {
		var state [5]string
		members := []string{`"id": "p"`}
		for i := range state {
			state[i] = texts[n>>(2*i)&3]
			if state[i] != "" {
				members = append(members, fmt.Sprintf("%q: %s", flags[i], state[i]))
			}
		}
		members = append(members, `"x": 1.50`)
		document := "{" + strings.Join(members, ", ") + "}"

		tools, options := []string{}, []string{}
		if state[0] == "true" {
			tools = append(tools, `"memory"`)
			if state[1] == "true" {
				options = append(options, `"memory":{"useSystemPrompt":true}`)
			}
		}
		if state[2] == "true" {
			tools = append(tools, `"javascript"`)
			if state[3] == "false" {
				options = append(options, `"javascript":{"loadLib":false}`)
			}
		}
		if state[4] == "true" {
			tools = append(tools, `"filesystem"`)
		}
		want := `{"id":"p","enabledTools":[` + strings.Join(tools, ",") + `]`
		if len(options) > 0 {
			want += `,"toolOptions":{` + strings.Join(options, ",") + `}`
		}
		want += `,"x":1.50}`
		if n == 0 {
			want = document // none of them: there is nothing to do
		}
		result, err := migrate.Project([]byte(document))
		require.NoError(t, err, document)
		require.Equal(t, want, string(result.Document), document)
		require.Equal(t, n > 0, result.Migrated)
		if n > 0 {
			require.Len(t, result.Changes, len(members)-2, "one line per flag: %q", result.Changes)
		}
		again, err := migrate.Project(result.Document)
		require.NoError(t, err)
		require.False(t, again.Migrated, "twice is once")
		require.Equal(t, string(result.Document), string(again.Document))
	}
}

func TestProject(t *testing.T) {
	for name, test := range map[string]struct {
		document, want string
		changes        []string
	}{
		"in place, with what is unknown around it": {
			`{"z":{"b": [1, 2],"a":"\u00e4 \/"},"fsToolEnabled":true,"name":"P","memoryEnabled":true,"big":12345678901234567890,"memoryUseSystemPrompt":true}`,
			`{"z":{"b": [1, 2],"a":"\u00e4 \/"},"enabledTools":["memory","filesystem"],"toolOptions":{"memory":{"useSystemPrompt":true}},"name":"P","big":12345678901234567890}`,
			[]string{"memoryEnabled: true → enabledTools: memory", "memoryUseSystemPrompt: true → toolOptions.memory.useSystemPrompt: true", "fsToolEnabled: true → enabledTools: filesystem"}},
		"options that are there stay": {
			`{"toolOptions":{"web":{"n":1},"memory":{"overwrite":true}},"memoryEnabled":true,"memoryUseSystemPrompt":true,"jsExecutionEnabled":true,"jsLibEnabled":false}`,
			`{"toolOptions":{"web":{"n":1},"memory":{"overwrite":true,"useSystemPrompt":true},"javascript":{"loadLib":false}},"enabledTools":["memory","javascript"]}`,
			[]string{"memoryEnabled: true → enabledTools: memory", "memoryUseSystemPrompt: true → toolOptions.memory.useSystemPrompt: true", "jsExecutionEnabled: true → enabledTools: javascript", "jsLibEnabled: false → toolOptions.javascript.loadLib: false"}},
		"all off":                    {`{"memoryEnabled":false,"jsLibEnabled":true}`, `{"enabledTools":[]}`, []string{"memoryEnabled removed", "jsLibEnabled removed"}},
		"enabledTools, even empty":   {`{"enabledTools":[],"memoryEnabled":true}`, `{"enabledTools":[],"memoryEnabled":true}`, nil},
		"enabledTools null is none":  {`{"enabledTools":null,"memoryEnabled":true}`, `{"enabledTools":["memory"]}`, []string{"memoryEnabled: true → enabledTools: memory"}},
		"nothing old":                {`{"id":"p"}`, `{"id":"p"}`, nil},
		"a name that is there twice": {`{"memoryEnabled":false,"memoryEnabled":true}`, `{"enabledTools":["memory"]}`, []string{"memoryEnabled: true → enabledTools: memory"}},
		"a version that is carried":  {`{"schemaVersion":0,"fsToolEnabled":true}`, `{"schemaVersion":1,"enabledTools":["filesystem"]}`, []string{"fsToolEnabled: true → enabledTools: filesystem", "schemaVersion: 0 → 1"}},
		"a document of today":        {`{"schemaVersion":1,"memoryEnabled":true}`, `{"schemaVersion":1,"memoryEnabled":true}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			result, err := migrate.Project([]byte(test.document))
			require.NoError(t, err)
			assert.Equal(t, test.want, string(result.Document))
			assert.Equal(t, test.changes, result.Changes)
			assert.Equal(t, test.changes != nil, result.Migrated)
		})
	}
}

func TestProjectLeavesAloneWhatItCannotMigrate(t *testing.T) {
	for document, want := range map[string]string{
		`{"schemaVersion":2,"memoryEnabled":true}`: "schemaVersion is 2 and this release knows versions up to 1: it was written by a newer release and is left alone",
		`{"schemaVersion":"1"}`:                    `schemaVersion: want a whole number, got "1"`,
		`{"schemaVersion":-1}`:                     "schemaVersion: want a whole number, got -1",
		`{"memoryEnabled":"yes"}`:                  `memoryEnabled: want true or false, got "yes"`,
		`{"memoryEnabled":true,"toolOptions":[]}`:  "toolOptions: not a JSON object",
		`{"memoryEnabled":true,"memoryUseSystemPrompt":true,"toolOptions":{"memory":5}}`: "toolOptions.memory: not a JSON object",
		`[]`: "not a JSON object",
		`{`:  "not valid JSON",
		``:   "not valid JSON",
	} {
		result, err := migrate.Project([]byte(document))
		assert.EqualError(t, err, want, document)
		assert.Nil(t, result.Document)
	}
}

func TestProjects(t *testing.T) {
	result, err := migrate.Projects([]byte(`[{"id":"a","memoryEnabled":true},{"id":"b","memoryEnabled":3},5,{"fsToolEnabled":true},{"id":"d"}]`))
	require.NoError(t, err)
	assert.Equal(t, `[{"id":"a","enabledTools":["memory"]},{"id":"b","memoryEnabled":3},5,{"enabledTools":["filesystem"]},{"id":"d"}]`, string(result.Document))
	assert.Equal(t, []string{"project a: memoryEnabled: true → enabledTools: memory", "project 4: fsToolEnabled: true → enabledTools: filesystem"}, result.Changes)
	assert.Equal(t, []string{"project b: memoryEnabled: want true or false, got 3", "project 3: not a JSON object"}, result.Problems)
	_, err = migrate.Projects([]byte(`{}`))
	assert.EqualError(t, err, "not a JSON list")
	unchanged, err := migrate.Projects([]byte(" [ {\"id\": 1} ] "))
	require.NoError(t, err)
	assert.Equal(t, " [ {\"id\": 1} ] ", string(unchanged.Document))
}

func FuzzProject(f *testing.F) {
	for _, document := range []string{`{}`, `{"memoryEnabled":true,"a":1}`, `{"toolOptions":{},"jsLibEnabled":false,"jsExecutionEnabled":true}`, `{"enabledTools":0}`, `[{"enabled_tools":["WebTool",5]}]`} {
		f.Add([]byte(document))
	}
	f.Fuzz(func(t *testing.T, document []byte) {
		before := string(document)
		_, _ = migrate.Agents(document, migrate.Consolidate)
		result, err := migrate.Project(document)
		require.Equal(t, before, string(document), "the input is not written to")
		if err != nil {
			return
		}
		require.True(t, json.Valid(result.Document))
		again, err := migrate.Project(result.Document)
		require.NoError(t, err)
		require.False(t, again.Migrated)
		var old, now map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(document, &old))
		require.NoError(t, json.Unmarshal(result.Document, &now))
		for name, value := range old {
			switch name {
			case "enabledTools", "toolOptions", "schemaVersion", flags[0], flags[1], flags[2], flags[3], flags[4]:
			default:
				require.Equal(t, string(value), string(now[name]), "an unknown field keeps its bytes")
			}
		}
	})
}
