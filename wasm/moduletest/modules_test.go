package moduletest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/wasm/api"
	"github.com/clienttools/clienttools/wasm/jshost"
	"github.com/clienttools/clienttools/wasm/jshost/jstest"
)

// openModule starts an instance of a module as the global variable module.
func openModule(t *testing.T, program *jshost.Program) *jstest.Host {
	t.Helper()
	host := jstest.Start(t, jstest.Config{Programs: []*jshost.Program{program}})
	_, err := host.RunScript(t.Context(), "realm.js", realmScript)
	require.NoError(t, err)
	host.Eval("globalThis.module = realm('key', {})")
	host.Run(program, "key")
	return host
}

// The modules are of one release, and say which.
func TestModulesSayWhatTheyAre(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles all modules")
	}
	for name, program := range map[string]func(testing.TB, string) *jshost.Program{
		"clienttools": jstest.Module, "sandbox": jstest.InterruptibleModule, "transpile": jstest.Module,
	} {
		host := openModule(t, program(t, name))
		assert.Equal(t, name+" "+api.Version, host.Eval("module.info.module + ' ' + module.info.version").String())
	}
}

// The third module answers one method, whatever it is asked.
func TestTranspile(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles transpile")
	}
	host := openModule(t, jstest.Module(t, "transpile"))
	lower := func(args string) string {
		return host.Async("return await module.told(module.call('lower', " + fmt.Sprintf("%q", args) + "))").String()
	}
	assert.Contains(t, lower(`{"name":"script.js","code":"const a: number = 1","typeScript":true}`), `const a = 1;`)
	assert.JSONEq(t, `{"error":{"message":"Unexpected \"=\"","file":"script.js","line":2,"column":10,"text":"const a: = 1"}}`,
		lower(`{"name":"script.js","code":"\nconst a: = 1","typeScript":true}`))
	assert.Contains(t, lower(`{"code":5}`), "Error internal: the source is wrong")
	assert.Contains(t, host.Async("return await module.told(module.call('run', '{}'))").String(), `unknown method "run"`)
	assert.Contains(t, lower(`{"name":"a.ts","code":"`+strings.Repeat("let a: number;{", 300)+`"}`), `"error"`)
	assert.Contains(t, lower(`{"name":"a.ts","code":"let b: 1","typeScript":true}`), `let b;`, "the next call works")
}
