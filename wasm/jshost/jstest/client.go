package jstest

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/wasm/jshost"
)

// ClientURLs are the options of loadClientTools, as TypeScript, that find what
// [StartClient] serves.
const ClientURLs = `wasmURL: '/clienttools.wasm', sandboxURL: '/sandbox.wasm', transpileURL: '/transpile.wasm', workerURL: '/core-worker.js', sandboxWorkerURL: '/sandbox-worker.js'`

// StartClient makes a world that serves the built modules and both workers of the
// npm package, and runs page in it: TypeScript that imports relative to the
// package's folder. The page's exports are in the global variable exports.
func StartClient(t testing.TB, page string) *Host {
	t.Helper()
	web := filepath.Join(Root(t), "web")
	host := Start(t, Config{
		Programs: []*jshost.Program{Module(t, "clienttools"), InterruptibleModule(t, "sandbox")},
		// Few tests need it, so it is compiled for those.
		Host: jshost.Config{Compile: func(_ context.Context, wasm []byte) (*jshost.Program, error) {
			return Compile(t, "transpile", wasm, false), nil
		}},
		Serve: map[string][]byte{
			"/clienttools.wasm":  ModuleBytes(t, "clienttools"),
			"/sandbox.wasm":      ModuleBytes(t, "sandbox"),
			"/transpile.wasm":    ModuleBytes(t, "transpile"),
			"/core-worker.js":    Bundle(t, filepath.Join(web, "src", "core-worker.ts")),
			"/sandbox-worker.js": Bundle(t, filepath.Join(web, "src", "sandbox-worker.ts")),
		},
	})
	_, err := host.RunScript(t.Context(), "page.js", string(BundleSource(t, web, page)))
	require.NoError(t, err)
	return host
}
