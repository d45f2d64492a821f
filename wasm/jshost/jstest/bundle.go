package jstest

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/wasm/jshost"
)

// Bundle bundles TypeScript into one script that a Host or a worker runs, with
// esbuild and without Node. The exports of the entry become properties of the
// global variable exports. Imports of virtual:wasm-exec are answered like in the
// build of the npm package.
func Bundle(t testing.TB, entry string) []byte {
	t.Helper()
	options := BundleOptions()
	options.EntryPoints = []string{entry}
	return bundle(t, options)
}

// BundleSource is Bundle for TypeScript in a string, which imports relative to dir.
func BundleSource(t testing.TB, dir, source string) []byte {
	t.Helper()
	options := BundleOptions()
	options.Stdin = &api.StdinOptions{Contents: source, Loader: api.LoaderTS, ResolveDir: dir, Sourcefile: "test.ts"}
	return bundle(t, options)
}

// BundleOptions are the options of Bundle: what goja understands.
func BundleOptions() api.BuildOptions {
	return api.BuildOptions{
		Bundle:     true,
		Write:      false,
		Format:     api.FormatIIFE,
		GlobalName: "exports",
		Platform:   api.PlatformBrowser,
		Target:     api.ES2022,
		Sourcemap:  api.SourceMapInline,
		Supported:  unsupported(),
		// A script has no address of its own. The worker's or page's serves files
		// that lie beside it.
		Define:  map[string]string{"import.meta.url": "self.location.href"},
		Plugins: []api.Plugin{wasmExecPlugin()},
	}
}

// unsupported is what esbuild has to write in older syntax. goja has no
// asynchronous generators (Symbol.asyncIterator is in jshost's prelude), and does not
// compile every "#x in o"; esbuild makes that older only with all private members.
func unsupported() map[string]bool {
	lacks := map[string]bool{"async-generator": false, "for-await": false}
	for _, kind := range []string{"field", "method", "accessor", "static-field", "static-method", "static-accessor", "brand-check"} {
		lacks["class-private-"+kind] = false
	}
	return lacks
}

func bundle(t testing.TB, options api.BuildOptions) []byte {
	t.Helper()
	if dir, err := filepath.Abs("."); err == nil && options.AbsWorkingDir == "" {
		options.AbsWorkingDir = dir
	}
	result := api.Build(options)
	messages := api.FormatMessages(result.Errors, api.FormatMessagesOptions{})
	require.Empty(t, result.Errors, strings.Join(messages, "\n"))
	require.NotEmpty(t, result.OutputFiles)
	return result.OutputFiles[0].Contents
}

// wasmExecPlugin provides wasm_exec.js as a module whose global object and console
// are given to it, the counterpart of web/scripts/build.mjs.
func wasmExecPlugin() api.Plugin {
	return api.Plugin{Name: "wasm-exec", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: `^virtual:wasm-exec$`}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: args.Path, Namespace: "wasm-exec"}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: "wasm-exec"}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			source, err := jshost.WasmExec()
			if err != nil {
				return api.OnLoadResult{}, err
			}
			contents := "export function defineGo(globalThis, console) {\n" +
				"const fs = { writeSync: (fd, bytes) => globalThis.fs.writeSync(fd, bytes) };\n" +
				string(source) + "\nreturn globalThis.Go;\n}"
			return api.OnLoadResult{Contents: &contents, Loader: api.LoaderJS}, nil
		})
	}}
}
