package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRun(t *testing.T) {
	for name, test := range map[string]struct {
		arguments     []string
		before, after string // after "" means unchanged
		code          int
		out, problems string
	}{
		"a project":    {nil, "{\n\t\"id\": \"p\",\n\t\"memoryEnabled\": true\n}\n", "{\n\t\"id\": \"p\",\n\t\"enabledTools\": [\n\t\t\"memory\"\n\t]\n}\n", 0, "FILE: memoryEnabled: true → enabledTools: memory\n", ""},
		"dry run":      {[]string{"-dry-run"}, `{"memoryEnabled":true}`, "", 0, "FILE: memoryEnabled: true → enabledTools: memory\n", ""},
		"projects":     {nil, `[{"id":"a","fsToolEnabled":true},{"id":"b","jsLibEnabled":5}]`, `[{"id":"a","enabledTools":["filesystem"]},{"id":"b","jsLibEnabled":5}]`, 1, "FILE: project a: fsToolEnabled: true → enabledTools: filesystem\n", "FILE: project b: jsLibEnabled: want true or false, got 5\n"},
		"agents":       {nil, `[{"id":"a"},{"id":"b","enabled_tools":["WebTool"]}]` + "\n", `[{"id":"a"},{"id":"b","enabled_tools":["web"]}]` + "\n", 0, "FILE: agent b: WebTool → web\n", ""},
		"back":         {[]string{"-deconsolidate"}, `[{"id":"b","enabled_tools":["web"]}]`, `[{"id":"b","enabled_tools":["WebSearchTool","WebFetchTool"]}]`, 0, "FILE: agent b: web → WebSearchTool, WebFetchTool\n", ""},
		"nothing":      {nil, `{ "enabledTools": [] }`, "", 0, "FILE: nothing to change\n", ""},
		"from later":   {nil, `{"schemaVersion":9}`, "", 1, "", "FILE: schemaVersion is 9 and this release knows versions up to 1: it was written by a newer release and is left alone\n"},
		"no JSON":      {nil, `{`, "", 1, "", "FILE: not valid JSON\n"},
		"unknown flag": {[]string{"-sideways"}, `{}`, "", 2, "", "flag provided but not defined"},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "settings.json")
			require.NoError(t, os.WriteFile(file, []byte(test.before), 0o640))
			var out, problems strings.Builder
			code := run(append(test.arguments, file), &out, &problems)
			assert.Equal(t, test.code, code)
			assert.Equal(t, test.out, strings.ReplaceAll(out.String(), file, "FILE"))
			assert.Contains(t, strings.ReplaceAll(problems.String(), file, "FILE"), test.problems)
			if test.after == "" {
				test.after = test.before
			}
			after, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, test.after, string(after))
			info, err := os.Stat(file)
			require.NoError(t, err)
			assert.Equal(t, os.FileMode(0o640), info.Mode().Perm())
			others, err := os.ReadDir(filepath.Dir(file))
			require.NoError(t, err)
			assert.Len(t, others, 1, "nothing is left beside it")
		})
	}
	var out, problems strings.Builder
	assert.Equal(t, 2, run(nil, &out, &problems))
	assert.Contains(t, problems.String(), "usage:")
	assert.Equal(t, 1, run([]string{filepath.Join(t.TempDir(), "none.json")}, &out, &problems))
}
