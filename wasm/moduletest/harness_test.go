// Package moduletest drives build/clienttools.wasm itself: that what wasm/api
// does natively happens over the real boundary too, whatever a realm does to it.
package moduletest

import (
	_ "embed"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/wasm/jshost"
	"github.com/clienttools/clienttools/wasm/jshost/jstest"
)

//go:embed realm.js
var realmScript string

// core is the module that ships.
func core(t *testing.T) *jshost.Program {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles the core")
	}
	return jstest.Module(t, "clienttools")
}

// world is a JavaScript world with instances of the core in it.
type world struct {
	*jstest.Host
	t       *testing.T
	program *jshost.Program
	opened  int
}

func newWorld(t *testing.T, config jstest.Config) *world {
	t.Helper()
	program := core(t)
	config.Programs = append(config.Programs, program)
	host := jstest.Start(t, config)
	_, err := host.RunScript(t.Context(), "realm.js", realmScript)
	require.NoError(t, err)
	return &world{Host: host, t: t, program: program}
}

// open starts an instance as the global variable name, with these members of the
// host object, and calls start.
func (w *world) open(name, members string) {
	w.t.Helper()
	w.openWith(name, members, "{}")
}

// openWith is open with arguments of start.
func (w *world) openWith(name, members, start string) {
	w.t.Helper()
	w.opened++
	key := "host-" + strconv.Itoa(w.opened)
	w.Eval("globalThis." + name + " = realm(" + strconv.Quote(key) + ", {" + members + "})")
	w.Run(w.program, key)
	require.True(w.t, w.Eval("typeof "+name+".call === 'function' && !("+strconv.Quote(key)+" in globalThis)").ToBoolean())
	w.Async("await " + name + ".ask('start', " + start + ")")
}

// works fails the test if the instance does not answer the next call.
func (w *world) works(name string) {
	w.t.Helper()
	require.Equal(w.t, "memory", w.text("return (await "+name+".ask('tools'))[0].name"), "the next call works")
}

// text is what the body of an async function returns, as text.
func (w *world) text(body string) string {
	w.t.Helper()
	return w.Async(body).String()
}

// modes runs the test with the imports done in Go, and by wasm_exec.js.
func modes(t *testing.T, test func(t *testing.T, mode jshost.Mode)) {
	for _, mode := range []jshost.Mode{jshost.Native, jshost.Reference} {
		t.Run(mode.String(), func(t *testing.T) { test(t, mode) })
	}
}
