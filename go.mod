module github.com/clienttools/clienttools

go 1.26.0

require (
	github.com/aymanbagabas/go-udiff v0.4.1 // pkg/tools/filesystem: the diff of a dry run
	github.com/bmatcuk/doublestar/v4 v4.10.4 // pkg/tools/filesystem: glob patterns
	github.com/dop251/goja v0.0.0-20260917113740-793a2a65c13b // pkg/tools/javascript/gojavm: the engine; wasm/jshost: the test world
	github.com/evanw/esbuild v0.28.2 // pkg/tools/javascript/lower: newer JavaScript and TypeScript; wasm/jshost/jstest: bundles
	github.com/google/jsonschema-go v0.4.3 // tests of pkg/registry: the validator's oracle
	github.com/spf13/afero v1.15.0 // pkg/vfs, pkg/tools: the interface of a file system
	github.com/stretchr/testify v1.12.1 // tests
	github.com/tetratelabs/wazero v1.12.0 // wasm/jshost: runs the modules in tests
	golang.org/x/net v0.61.0 // pkg/tools/web/nativefetch: character sets; tests of pkg/vfs: WebDAV
	golang.org/x/sys v0.49.0 // wasm/jshost: errno names, reserved memory
	golang.org/x/text v0.43.0 // pkg/vfs, pkg/tools/textview: Unicode normalisation of names
	golang.org/x/tools v0.52.0 // wasm/conversation: txtar
	pgregory.net/rapid v1.3.0 // tests: properties and models
)

require github.com/tiktoken-go/tokenizer v0.10.0 // tests of pkg/tools: what definitions cost in tokens

require (
	github.com/dlclark/regexp2/v2 v2.5.2 // indirect
	github.com/go-sourcemap/sourcemap v2.1.4+incompatible // indirect
	github.com/google/pprof v0.0.0-20240727154555-813a5fbdbec8 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
)
