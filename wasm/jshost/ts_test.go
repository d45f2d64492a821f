package jshost_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/wasm/jshost"
	"github.com/clienttools/clienttools/wasm/jshost/jstest"
)

func TestTypeScriptClient(t *testing.T) {
	modes(t, func(t *testing.T, mode jshost.Mode) {
		h := jstest.Start(t, jstest.Config{
			Mode: mode, AllowExit: true, Programs: []*jshost.Program{guest(t)},
			Serve: map[string][]byte{"guest.wasm": jstest.Build(t, "testdata/guest")},
		})
		_, err := h.RunScript(t.Context(), "client.js", string(jstest.Bundle(t, "testdata/client/client.ts")))
		require.NoError(t, err)
		h.Async(`globalThis.client = await exports.Client.load('/guest.wasm')`)
		for _, c := range []struct{ name, code, want string }{
			{"call", `return await client.run({a: [1, 'b']}).then(JSON.stringify)`, `{"a":[1,"b"]}`},
			{"error", `return await client.fails()`, `guest_failed: on purpose`},
			{"abort", `return await client.run(1, {signal: AbortSignal.abort()}).catch((e) => e.name)`, `AbortError`},
			{"iteration", `return await exports.sum(client)`, `6ab`},
			{"static private", `return exports.Client.count`, `1`},
			{"address of the module", `return exports.where()`, `https://jshost.test/worker.js`},
			{"nothing left behind", `return ['Go', 'fs', 'process', 'inner'].filter((n) => n in globalThis).join() || 'clean'`, `clean`},
			{"exit", `let seen = ''; client.onEvent(({kind}) => { seen = kind }); const code = client.end(3); return code + seen + client.isEnded`, `endedendtrue`},
			{"after the exit", `return await client.run(1).catch((e) => String(e.message))`, `Go program has already exited`},
		} {
			t.Run(c.name, func(t *testing.T) {
				v, err := h.TryAsync(c.code)
				require.NoError(t, err)
				assert.Equal(t, c.want, v.String())
			})
		}
	})
}

func TestStacksNameTheSource(t *testing.T) {
	t.Parallel()
	h := jstest.Start(t, jstest.Config{})
	source := jstest.BundleSource(t, "testdata/client", "export function fail(): never {\n  throw new Error('here');\n}")
	_, err := h.RunScript(t.Context(), "bundle.js", string(source))
	require.NoError(t, err)
	_, err = h.Try(`exports.fail()`)
	var rejected *jshost.RejectedError
	require.ErrorAs(t, err, &rejected)
	assert.Contains(t, rejected.Stack, "test.ts:2:")
}
