package jshost

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// CompileConfig says how a module is compiled.
type CompileConfig struct {
	// CacheDir keeps machine code between processes; "" keeps none. A module of
	// 20 MB compiles for 20 seconds and loads from the cache in half of one.
	CacheDir string
	// Name is the module's name in the cache, which keeps the two newest builds
	// of a name. "" is "module".
	Name string
	// Interpreter does without machine code: ready ten times sooner, running
	// forty times slower. Platforms that wazero has no compiler for get it anyway.
	Interpreter bool
	// Interruptible makes the end of a context stop the module inside a loop too,
	// and the module three times slower.
	Interruptible bool
}

// Program is a compiled module. It is safe for concurrent use: any number of hosts
// run it side by side.
type Program struct {
	hash          [sha256.Size]byte
	interruptible bool
	runtime       wazero.Runtime
	compiled      wazero.CompiledModule
	imports       []importedFunction
}

// importedFunction is one import of a module, in the order of the imports.
type importedFunction struct {
	module, name    string
	params, results []api.ValueType
}

// Compile compiles a module. The context bounds the compilation only.
func Compile(ctx context.Context, wasm []byte, config CompileConfig) (*Program, error) {
	p := &Program{hash: sha256.Sum256(wasm), interruptible: config.Interruptible}
	runtimeConfig := wazero.NewRuntimeConfig()
	if config.Interpreter {
		runtimeConfig = wazero.NewRuntimeConfigInterpreter()
	}
	runtimeConfig = runtimeConfig.WithCloseOnContextDone(config.Interruptible).WithDebugInfoEnabled(false)
	var entry cacheEntry
	if config.CacheDir != "" && !config.Interpreter {
		entry = newCacheEntry(config, p.hash)
		cache, err := entry.open()
		if err != nil {
			return nil, fmt.Errorf("jshost: compile cache: %w", err)
		}
		runtimeConfig = runtimeConfig.WithCompilationCache(cache)
	}
	p.runtime = wazero.NewRuntimeWithConfig(ctx, runtimeConfig)
	var err error
	if p.compiled, err = p.runtime.CompileModule(experimental.WithCompilationWorkers(ctx, runtime.GOMAXPROCS(0)), wasm); err == nil {
		err = p.link(ctx)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("jshost: compile: %w", err), p.runtime.Close(context.Background()))
	}
	entry.done()
	return p, nil
}

// Close frees the program. No host may run it any more.
func (p *Program) Close() error { return p.runtime.Close(context.Background()) }

// instanceKey is under which the context of a call holds its instance: the
// functions of the host modules are the same for all instances.
type instanceKey struct{}

// link gives the runtime one host module for every name that the module imports
// from.
func (p *Program) link(ctx context.Context) error {
	builders := map[string]wazero.HostModuleBuilder{}
	for at, definition := range p.compiled.ImportedFunctions() {
		module, name, _ := definition.Import()
		f := importedFunction{module: module, name: name, params: definition.ParamTypes(), results: definition.ResultTypes()}
		p.imports = append(p.imports, f)
		builder := builders[module]
		if builder == nil {
			builder = p.runtime.NewHostModuleBuilder(module)
			builders[module] = builder
		}
		builder.NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(func(ctx context.Context, _ api.Module, stack []uint64) {
			ctx.Value(instanceKey{}).(*instance).imported(at, stack)
		}), f.params, f.results).Export(name)
	}
	for _, builder := range builders {
		if _, err := builder.Instantiate(ctx); err != nil {
			return err
		}
	}
	return nil
}

// instantiate makes a new instance, whose memory grows without being copied.
func (p *Program) instantiate(ctx context.Context) (api.Module, error) {
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions()
	return p.runtime.InstantiateModule(withMemory(ctx), p.compiled, config)
}

// ContentHash identifies a module by its bytes.
func ContentHash(wasm []byte) string {
	hash := sha256.Sum256(wasm)
	return hex.EncodeToString(hash[:])
}
