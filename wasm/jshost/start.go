package jshost

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/dop251/goja"
)

// Run describes the start of a program.
type Run struct {
	// Args are the program's arguments, its own name first; nil is ["js"].
	Args []string
	Env  map[string]string
}

// WasmExec reads the toolchain's wasm_exec.js, below $GOROOT, which go test and go
// run set, or else below what the go command says.
func WasmExec() ([]byte, error) {
	root := os.Getenv("GOROOT")
	if root == "" {
		output, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			return nil, fmt.Errorf("jshost: no GOROOT to take wasm_exec.js from: %w", err)
		}
		root = strings.TrimSpace(string(output))
	}
	source, err := os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, fmt.Errorf("jshost: %w", err)
	}
	return source, nil
}

// LoadGo runs wasm_exec.js, which defines the class Go, unless it ran before.
func (h *Host) LoadGo(ctx context.Context) error {
	if h.realm.hasGo {
		return nil
	}
	source := h.world.config.WasmExec
	if source == nil {
		var err error
		if source, err = WasmExec(); err != nil {
			return err
		}
	}
	if _, err := h.RunScript(ctx, "wasm_exec.js", string(source)); err != nil {
		return err
	}
	h.realm.hasGo = true
	return nil
}

// Start instantiates a program with wasm_exec.js and runs it until its main
// function waits. It returns the Go object, whose promise _exitPromise is settled
// when the program ends.
func (h *Host) Start(ctx context.Context, p *Program, run Run) (*goja.Object, error) {
	if err := h.LoadGo(ctx); err != nil {
		return nil, err
	}
	if run.Args == nil {
		run.Args = []string{"js"}
	}
	launch, err := h.RunScript(ctx, "start.js", `(async (module, argv, env) => {
		const go = new Go();
		go.argv = argv;
		go.env = env;
		const instance = await WebAssembly.instantiate(module, go.importObject);
		const ended = go.run(instance);
		// What run rejects with is the failure of the start, or else an uncaught error.
		await Promise.race([ended, null]);
		ended.catch(reportError);
		return { go };
	})`)
	if err != nil {
		return nil, err
	}
	argv := make([]any, len(run.Args))
	for n, arg := range run.Args {
		argv[n] = arg
	}
	env := map[string]any{}
	for key, value := range run.Env {
		env[key] = value
	}
	module := h.realm.wasm.newModule(&moduleData{programs: []*Program{p}})
	v, err := h.Call(ctx, launch, module, argv, env)
	if err != nil {
		return nil, err
	}
	return v.(*goja.Object).Get("go").(*goja.Object), nil
}
