package jshost

import (
	"context"
	"embed"
	"path"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"
)

const (
	// maxJSDepth bounds the recursion of JavaScript. Browsers end at about ten
	// thousand frames.
	maxJSDepth = 9000
	// maxGoDepth bounds calls from Go to JavaScript to Go and so on: browsers end
	// between two and three thousand, with a broken instance.
	maxGoDepth   = 2000
	stackMessage = "Maximum call stack size exceeded"
)

//go:embed js/*.js
var scripts embed.FS

// prelude compiles what makes a bare goja runtime a browser's world. A compiled
// script is immutable and shared by all runtimes.
var prelude = sync.OnceValues(func() ([]*goja.Program, error) {
	var programs []*goja.Program
	for _, name := range []string{"base.js", "events.js", "messaging.js", "network.js", "wasm.js"} {
		source, err := scripts.ReadFile(path.Join("js", name))
		if err != nil {
			return nil, err
		}
		program, err := goja.Compile("jshost/"+name, string(source), true)
		if err != nil {
			return nil, err
		}
		programs = append(programs, program)
	}
	return programs, nil
})

// realm is one JavaScript world: the host's own or a worker's. All of it but the
// loop belongs to one goroutine.
type realm struct {
	world  *world
	loop   *loop
	vm     *goja.Runtime
	worker *worker // nil in the host's own realm
	name   string

	// ctx is that of the call under way; stopped follows it, for the functions
	// that modules import.
	ctx     context.Context
	stopped atomic.Bool

	hooks     hooks
	method    goja.Value // (this, f) calls f as a method
	native    *goja.Object
	instances []*instance
	workers   []*worker
	ports     []*portCore
	depth     int

	uncaught []*UncaughtError
	pending  map[*goja.Promise]Thrown // rejected and not handled yet
	exit     *ExitError
	hasGo    bool
	wasm     *wasmNamespace
}

// hooks are functions of the prelude that Go calls.
type hooks struct {
	// call runs a function below a JavaScript frame. goja runs its microtasks
	// whenever its call stack empties; without that frame they would run in the
	// middle of Go code that JavaScript calls, and enter it again.
	call      goja.Callable
	error     goja.Callable // (name, message, code, details) → Error
	message   goja.Callable // (target, data, ports) dispatches a MessageEvent
	failure   goja.Callable // (target, message, where, error) dispatches an ErrorEvent → handled
	port      goja.Callable // (core) → MessagePort
	domError  goja.Callable // (message, name) → DOMException
	isView    goja.Callable
	mapSet    goja.Callable
	setAdd    goja.Callable
	reflect   reflection
	platform  *goja.Symbol
	coreOf    *goja.Symbol
	undefined goja.Value
}

// reflection are the functions of Reflect, taken before anyone can change them.
type reflection struct{ get, set, deleteProperty, apply, construct, instanceOf goja.Callable }

func newRealm(w *world, parent *worker, name string, l *loop) (*realm, error) {
	programs, err := prelude()
	if err != nil {
		return nil, err
	}
	r := &realm{world: w, loop: l, vm: goja.New(), worker: parent, name: name, ctx: context.Background(), pending: map[*goja.Promise]Thrown{}}
	r.vm.SetMaxCallStackSize(maxJSDepth)
	r.vm.SetTimeSource(w.now)
	r.vm.SetParserOptions(parser.WithSourceMapLoader(func(string) ([]byte, error) { return nil, nil }))
	r.vm.SetPromiseRejectionTracker(r.trackRejection)

	native := r.natives()
	r.native = native
	for _, program := range programs {
		v, err := r.vm.RunProgram(program)
		if err != nil {
			return nil, err
		}
		setup, _ := goja.AssertFunction(v)
		if _, err := setup(goja.Undefined(), r.vm.GlobalObject(), native); err != nil {
			return nil, r.failure(r.ctx, err)
		}
	}
	r.takeHooks(native)
	r.method = native.Get("method")
	r.wasm = r.newWasmNamespace()
	return r, nil
}

func (r *realm) takeHooks(native *goja.Object) {
	function := func(object *goja.Object, name string) goja.Callable {
		f, ok := goja.AssertFunction(object.Get(name))
		if !ok {
			panic("jshost: the prelude lacks " + name)
		}
		return f
	}
	reflect := native.Get("reflect").(*goja.Object)
	r.hooks = hooks{
		call:     function(native, "call"),
		error:    function(native, "makeError"),
		message:  function(native, "dispatchMessage"),
		failure:  function(native, "dispatchFailure"),
		port:     function(native, "makePort"),
		domError: function(native, "makeDOMException"),
		isView:   function(native, "isView"),
		mapSet:   function(native, "mapSet"),
		setAdd:   function(native, "setAdd"),
		platform: native.Get("platform").(*goja.Symbol),
		coreOf:   native.Get("core").(*goja.Symbol),
		reflect: reflection{
			get: function(reflect, "get"), set: function(reflect, "set"), deleteProperty: function(reflect, "deleteProperty"),
			apply: function(reflect, "apply"), construct: function(reflect, "construct"), instanceOf: function(reflect, "instanceOf"),
		},
		undefined: goja.Undefined(),
	}
}

// trackRejection keeps the promises that were rejected and not handled.
func (r *realm) trackRejection(p *goja.Promise, operation goja.PromiseRejectionOperation) {
	if operation == goja.PromiseRejectionHandle {
		delete(r.pending, p)
		return
	}
	r.pending[p] = r.thrown(p.Result())
}

// checkpoint moves rejections that are still not handled at the end of a task to
// the world's list.
func (r *realm) checkpoint() {
	if len(r.pending) == 0 {
		return
	}
	if r.ctx.Err() != nil {
		clear(r.pending) // whatever an interruption left
		return
	}
	r.world.mu.Lock()
	defer r.world.mu.Unlock()
	for p, t := range r.pending {
		if r.worker != nil {
			t.Value = nil
		}
		r.world.unhandled = append(r.world.unhandled, &UncaughtError{Thrown: t, Where: r.name})
		delete(r.pending, p)
	}
}

// run calls a JavaScript function as a task of its own and reports what it throws.
func (r *realm) run(f goja.Value, args ...goja.Value) {
	all := append([]goja.Value{f}, args...)
	if _, err := r.hooks.call(goja.Undefined(), all...); err != nil {
		r.report(err)
	}
}

// report notes what nobody caught.
func (r *realm) report(err error) {
	if r.ctx.Err() != nil {
		return
	}
	failure := r.failure(r.ctx, err)
	t := Thrown{Message: failure.Error()}
	if rejected, ok := failure.(*RejectedError); ok {
		t = rejected.Thrown
	}
	r.uncaught = append(r.uncaught, &UncaughtError{Thrown: t, Where: r.name})
}

// step waits for the next task and runs it.
func (r *realm) step(ctx context.Context) error {
	task, err := r.loop.next(ctx)
	if err != nil {
		return err
	}
	task()
	r.checkpoint()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// under makes ctx the one of the call under way: its end stops the JavaScript and
// the modules of this realm. The returned function must be called after it.
func (r *realm) under(ctx context.Context) (leave func()) {
	outer := r.ctx
	r.ctx = ctx
	r.vm.ClearInterrupt()
	r.stopped.Store(false)
	var mu sync.Mutex
	left := false
	stop := context.AfterFunc(ctx, func() {
		mu.Lock()
		defer mu.Unlock()
		if !left {
			r.stopped.Store(true)
			r.vm.Interrupt(context.Cause(ctx))
			r.loop.poke()
		}
	})
	return func() {
		stop()
		mu.Lock()
		left = true
		mu.Unlock()
		r.vm.ClearInterrupt()
		r.stopped.Store(false)
		r.ctx = outer
		r.loop.busy()
	}
}

// close frees what the realm holds. Its goroutine calls it, with nothing running.
func (r *realm) close() {
	for _, child := range r.workers {
		child.terminate()
	}
	for _, p := range r.ports {
		p.close()
	}
	for _, i := range r.instances {
		i.close()
	}
	r.loop.end()
}

// setTimer is setTimeout and setInterval.
func (r *realm) setTimer(call goja.FunctionCall, repeated bool) goja.Value {
	callback := call.Argument(0)
	if _, ok := goja.AssertFunction(callback); !ok {
		panic(r.vm.NewTypeError("the callback is not a function"))
	}
	var args []goja.Value
	if len(call.Arguments) > 2 {
		args = append(args, call.Arguments[2:]...)
	}
	milliseconds := call.Argument(1).ToFloat()
	if !(milliseconds >= 0) { // also NaN
		milliseconds = 0
	}
	// Like browsers, beyond 32 bits is at once; wasm_exec.js stays below.
	if milliseconds > 1<<31-1 {
		milliseconds = 1
	}
	id := r.loop.after(time.Duration(milliseconds*float64(time.Millisecond)), repeated, func() { r.run(callback, args...) })
	return r.vm.ToValue(id)
}
