package jshost

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/dop251/goja"
)

// Mode says who does the functions that a module imports.
type Mode int

const (
	// Native does them in Go, which is two to three times faster.
	Native Mode = iota
	// Reference leaves them to the loader's own, as a browser does.
	Reference
)

// String names the mode.
func (m Mode) String() string {
	if m == Reference {
		return "reference"
	}
	return "native"
}

// Config describes the world of a host. The zero value is a world without files
// and modules, on the real clock.
type Config struct {
	Mode Mode
	// Programs are the modules of this world. The WebAssembly API finds them by
	// their bytes; of two programs of the same bytes, workers run the
	// interruptible one and the host's own realm the other.
	Programs []*Program
	// Compile compiles bytes that are in no program. nil refuses them.
	Compile func(ctx context.Context, wasm []byte) (*Program, error)
	// Files answers fetch. An fs.ErrNotExist is a 404, any other error a failed
	// request. Called in goroutines.
	Files func(url string) ([]byte, error)
	// Scripts reads what workers run; nil is Files. Called in goroutines.
	Scripts func(url string) ([]byte, error)
	// Fetch answers fetch in place of Files.
	Fetch func(ctx context.Context, request FetchRequest) (*FetchResponse, error)
	// VirtualTime makes time stand still while something runs and jump to the
	// next timer when nothing does: sleeping costs nothing, and the order of
	// timers is always the same.
	VirtualTime bool
	// AllowExit makes the exit of a program an event like others. Otherwise a
	// call during which a program ends with a code other than 0 fails with
	// ExitError.
	AllowExit bool
	// Location is the address of the page; "" is https://jshost.test/.
	Location string
	// Random is the source of randomness; nil is the system's.
	Random io.Reader
	// Log gets each line that the world prints, from any goroutine.
	Log func(line string)
	// WasmExec is the source of wasm_exec.js; nil is the toolchain's.
	WasmExec []byte
}

// closePatience is how long Close waits for workers and operations.
const closePatience = 20 * time.Second

// Host is one JavaScript world. Its methods must not be called at the same time;
// functions that JavaScript calls run inside the call of a method.
type Host struct {
	world  *world
	realm  *realm
	closed bool
}

// New makes a world.
func New(config Config) (*Host, error) {
	if config.Location == "" {
		config.Location = "https://jshost.test/"
	}
	w := newWorld(config)
	w.main = newLoop(w)
	r, err := newRealm(w, nil, "", w.main)
	if err != nil {
		return nil, fmt.Errorf("jshost: %w", err)
	}
	if err := r.setLocation(config.Location); err != nil {
		return nil, err
	}
	return &Host{world: w, realm: r}, nil
}

// Close ends the workers and frees the modules. It fails if a worker or an
// operation does not end within a patient while.
func (h *Host) Close() error {
	if h.closed {
		return nil
	}
	h.closed = true
	h.realm.close()
	done := make(chan struct{})
	go func() {
		h.world.background.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-time.After(closePatience):
		return errors.New("jshost: a worker or an operation does not end")
	}
}

// JS is the goja runtime of the host's own realm, for what this package does not
// offer. It must not be used while another goroutine uses the host.
func (h *Host) JS() *goja.Runtime { return h.realm.vm }

// Eval runs a script. If its value is a promise, it runs the event loop until the
// promise is settled and returns what it holds.
//
// Errors: *RejectedError for what was thrown or rejected; *UncaughtError if code
// that nobody waits for threw meanwhile; *ExitError if a program ended; ErrDeadlock
// if nothing can settle the promise; the cause of the context's end. A module that
// the end of a context found running cannot go on.
func (h *Host) Eval(ctx context.Context, code string) (goja.Value, error) {
	return h.do(ctx, func() (goja.Value, error) { return h.realm.vm.RunScript("eval.js", code) })
}

// Async runs the body of an async function and waits for its result like Eval.
func (h *Host) Async(ctx context.Context, body string) (goja.Value, error) {
	return h.Eval(ctx, "(async () => {"+body+"\n})()")
}

// RunScript runs a script under a name for stack traces.
func (h *Host) RunScript(ctx context.Context, name, source string) (goja.Value, error) {
	return h.do(ctx, func() (goja.Value, error) { return h.realm.vm.RunScript(name, source) })
}

// Call calls a function and waits for its result like Eval. Arguments are converted
// as by Value.
func (h *Host) Call(ctx context.Context, f goja.Value, args ...any) (goja.Value, error) {
	return h.do(ctx, func() (goja.Value, error) {
		all := []goja.Value{f}
		for _, arg := range args {
			all = append(all, h.realm.toJS(arg))
		}
		return h.realm.hooks.call(goja.Undefined(), all...)
	})
}

// Await runs the event loop until the value, if it is a promise, is settled.
func (h *Host) Await(ctx context.Context, v goja.Value) (goja.Value, error) {
	return h.do(ctx, func() (goja.Value, error) { return v, nil })
}

// Drain runs the event loop until nothing is under way any more.
func (h *Host) Drain(ctx context.Context) error {
	_, err := h.run(ctx, func() (goja.Value, error) { return nil, nil }, func(goja.Value) error {
		for {
			if err := h.realm.step(ctx); err != nil {
				if errors.Is(err, errQuiet) {
					return nil
				}
				return err
			}
			if err := h.uncaught(); err != nil {
				return err
			}
		}
	})
	return err
}

func (h *Host) do(ctx context.Context, f func() (goja.Value, error)) (goja.Value, error) {
	var settled goja.Value
	v, err := h.run(ctx, f, func(v goja.Value) (err error) {
		settled, err = h.settle(ctx, v)
		return err
	})
	if err != nil {
		return nil, err
	}
	if settled != nil {
		v = settled
	}
	return v, nil
}

// run runs f and then, if that went well, loop.
func (h *Host) run(ctx context.Context, f func() (goja.Value, error), loop func(goja.Value) error) (goja.Value, error) {
	if h.closed {
		return nil, ErrClosed
	}
	r := h.realm
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	defer r.under(ctx)()
	r.exit = nil
	v, err := f()
	if err != nil {
		err = r.failure(ctx, err)
	} else {
		err = h.expect(ctx, v)
	}
	r.checkpoint()
	if err == nil {
		err = h.uncaught()
	}
	if err == nil {
		err = loop(v)
	}
	if errors.Is(err, errQuiet) {
		err = ErrDeadlock
	}
	if exit := r.exit; exit != nil && (exit.Code != 0 && !h.world.config.AllowExit || errors.Is(err, ErrDeadlock)) && ctx.Err() == nil {
		exit.Output, exit.Cause = h.Output(), err
		err = exit
	}
	return v, err
}

// expect says that somebody waits for a promise: its rejection is not an unhandled
// one.
func (h *Host) expect(ctx context.Context, v goja.Value) error {
	object, ok := v.(*goja.Object)
	if !ok || object.ExportType() != promiseType {
		return nil
	}
	then, _ := goja.AssertFunction(object.Get("then"))
	ignore := h.realm.vm.ToValue(func(goja.FunctionCall) goja.Value { return goja.Undefined() })
	if _, err := then(object, ignore, ignore); err != nil {
		return h.realm.failure(ctx, err)
	}
	return nil
}

// settle waits for a promise. It returns nil for anything else.
func (h *Host) settle(ctx context.Context, v goja.Value) (goja.Value, error) {
	object, ok := v.(*goja.Object)
	if !ok || object.ExportType() != promiseType {
		return nil, nil
	}
	p := object.Export().(*goja.Promise)
	for p.State() == goja.PromiseStatePending {
		if err := h.realm.step(ctx); err != nil {
			return nil, err
		}
		if err := h.uncaught(); err != nil {
			return nil, err
		}
	}
	if p.State() == goja.PromiseStateRejected {
		return nil, &RejectedError{h.realm.thrown(p.Result())}
	}
	return p.Result(), nil
}

// uncaught is the first error that nobody caught.
func (h *Host) uncaught() error {
	if len(h.realm.uncaught) == 0 {
		return nil
	}
	if list := h.realm.takeUncaught(); len(list) > 0 {
		return list[0]
	}
	return nil
}

// Output is what the world printed so far, by console or by a program's standard
// output and error, workers included.
func (h *Host) Output() string { return h.world.printed() }

// Unhandled are the rejections so far that nobody handled, workers included.
func (h *Host) Unhandled() []*UncaughtError {
	h.world.mu.Lock()
	defer h.world.mu.Unlock()
	return append([]*UncaughtError(nil), h.world.unhandled...)
}

// Exited says whether a program of the host's own realm ended during the last
// call, and with which code.
func (h *Host) Exited() (code int, exited bool) {
	if h.realm.exit == nil {
		return 0, false
	}
	return h.realm.exit.Code, true
}
