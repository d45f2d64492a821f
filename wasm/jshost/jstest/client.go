package jstest

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/wasm/jshost"
)

// ClientURLs are the options of loadClientTools, as TypeScript, that find what
// [StartClient] serves.
const ClientURLs = `wasmURL: '/clienttools.wasm', sandboxURL: '/sandbox.wasm', workerURL: '/core-worker.js', sandboxWorkerURL: '/sandbox-worker.js'`

// StartClient makes a world that serves both built modules and both workers of
// the npm package, and runs page in it: TypeScript that imports relative to the
// package's folder. The page's exports are in the global variable exports.
func StartClient(t testing.TB, page string) *Host {
	t.Helper()
	web := filepath.Join(Root(t), "web")
	host := Start(t, Config{
		Programs: []*jshost.Program{Module(t, "clienttools"), InterruptibleModule(t, "sandbox")},
		Serve: map[string][]byte{
			"/clienttools.wasm":  ModuleBytes(t, "clienttools"),
			"/sandbox.wasm":      ModuleBytes(t, "sandbox"),
			"/core-worker.js":    Bundle(t, filepath.Join(web, "src", "core-worker.ts")),
			"/sandbox-worker.js": Bundle(t, filepath.Join(web, "src", "sandbox-worker.ts")),
		},
	})
	_, err := host.RunScript(t.Context(), "page.js", string(BundleSource(t, web, page)))
	require.NoError(t, err)
	return host
}
