package jshost

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/dop251/goja"
)

// Execution describes a program that runs like a command.
type Execution struct {
	Mode Mode
	// Args are the program's arguments, its name first.
	Args []string
	// Env is its environment as NAME=value. It shares 8 KiB with the arguments;
	// FitEnvironment makes it fit.
	Env []string
}

// Execute runs a program with the files, the standard streams and the working
// directory of this process until it exits, and returns its exit code. If all of
// its goroutines wait for each other, the program says so and exits with code 2, as
// it does under Node.
func Execute(ctx context.Context, p *Program, e Execution) (code int, err error) {
	h, err := New(Config{Mode: e.Mode, Programs: []*Program{p}, AllowExit: true, Log: func(line string) { fmt.Fprintln(os.Stderr, line) }})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	if err := h.realm.installOS(); err != nil {
		return 0, err
	}
	if err := h.LoadGo(ctx); err != nil {
		return 0, err
	}
	launch, err := h.RunScript(ctx, "execute.js", `(module, argv, env) => {
		const go = new Go();
		go.argv = argv;
		go.env = env;
		go.exit = () => {};
		go.run(new WebAssembly.Instance(module, go.importObject)).catch(reportError);
		return go;
	}`)
	if err != nil {
		return 0, err
	}
	env := map[string]any{}
	for _, entry := range e.Env {
		name, value, _ := strings.Cut(entry, "=")
		env[name] = value
	}
	args := make([]any, len(e.Args))
	for n, arg := range e.Args {
		args[n] = arg
	}
	module := h.realm.wasm.newModule(&moduleData{programs: []*Program{p}})
	_, err = h.run(ctx, func() (goja.Value, error) {
		return h.realm.hooks.call(goja.Undefined(), launch, module, h.realm.toJS(args), h.realm.toJS(env))
	}, func(program goja.Value) error { return h.untilExit(ctx, program.(*goja.Object)) })
	code, exited := h.Exited()
	if exited {
		// What failed after the exit, or by it, is of no interest any more.
		return code, nil
	}
	return code, err
}

// untilExit runs the event loop until the program ends.
func (h *Host) untilExit(ctx context.Context, program *goja.Object) error {
	asked := false
	for h.realm.exit == nil {
		err := h.realm.step(ctx)
		switch {
		case errors.Is(err, errQuiet) && !asked:
			// An event with id 0 makes Go's runtime look for a deadlock.
			asked = true
			event := h.realm.vm.NewObject()
			if err := errors.Join(event.Set("id", 0), program.Set("_pendingEvent", event)); err != nil {
				return err
			}
			h.realm.run(h.realm.method, program, program.Get("_resume"))
		case err != nil:
			return err
		}
		if err := h.uncaught(); err != nil && h.realm.exit == nil {
			return err
		}
	}
	return nil
}

// The room for arguments and environment in a Go program's memory, and what each
// string takes beside its bytes: a NUL, and a pointer.
const (
	startRoom    = 8192
	stringExtra  = 8
	stringAlign  = 8
	startReserve = 64
)

// FitEnvironment leaves out of an environment what does not fit beside the
// arguments: names of Go and of tests come first, then the short ones.
func FitEnvironment(args, env []string) []string {
	size := func(s string) int { return (len(s)+1+stringAlign-1)/stringAlign*stringAlign + stringExtra }
	room := startRoom - startReserve
	for _, arg := range args {
		room -= size(arg)
	}
	wanted := func(entry string) int {
		name, _, _ := strings.Cut(entry, "=")
		for _, prefix := range []string{"GO", "CLIENTTOOLS", "TEST", "TMPDIR", "HOME", "PATH", "PWD", "USER", "TZ", "LANG", "CI"} {
			if strings.HasPrefix(name, prefix) {
				return 0
			}
		}
		return 1
	}
	sorted := slices.Clone(env)
	slices.SortStableFunc(sorted, func(a, b string) int {
		if d := wanted(a) - wanted(b); d != 0 {
			return d
		}
		return len(a) - len(b)
	})
	var fitting []string
	for _, entry := range sorted {
		if s := size(entry); s <= room {
			room -= s
			fitting = append(fitting, entry)
		}
	}
	return fitting
}
