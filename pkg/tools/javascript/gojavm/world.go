package gojavm

import (
	"context"
	"errors"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"

	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
)

// world is everything of one run.
type world struct {
	// ctx ends when the run must. A world lives as long as one call of Run, and
	// functions that scripts call have no other way to get it.
	ctx     context.Context
	clock   *clock
	limits  script.Limits
	rt      *goja.Runtime
	prims   primordials
	modules *modules
	lower   script.Lower
	loaded  map[string]*goja.Object // by module name
	// shifts is what stands before the user's own text on the first line of a file.
	shifts   map[string]int
	fs       script.FileSystem
	console  *console
	loop     *loop
	calls    *calls
	rejected []*goja.Promise // rejected, and nobody looked yet
}

func newWorld(ctx context.Context, engine *Engine, clock *clock, host script.Host, calls *calls) *world {
	rt, limits := goja.New(), clock.limits
	// Without this, a sourceMappingURL comment makes goja read files of the machine.
	rt.SetParserOptions(parser.WithDisableSourceMaps)
	rt.SetMaxCallStackSize(limits.CallDepth)
	w := &world{
		ctx:     ctx,
		clock:   clock,
		limits:  limits,
		rt:      rt,
		modules: engine.modules,
		lower:   engine.lower,
		loaded:  map[string]*goja.Object{},
		shifts:  map[string]int{scriptName: len(opening)},
		fs:      host.Files(),
		console: newConsole(limits.OutputChars, host.Console),
		loop:    &loop{limit: limits.Timers},
		calls:   calls,
	}
	w.prims = capture(rt)
	rt.SetPromiseRejectionTracker(w.trackRejection)
	w.installGlobals()
	return w
}

// check ends the run if its time is over or it was cancelled. Functions of ours
// that scripts may call in a loop call it: where nothing preempts goja, it is
// what ends such a loop.
func (w *world) check() {
	if w.ctx.Err() != nil {
		w.rt.Interrupt(context.Cause(w.ctx))
	} else if w.clock.over() {
		w.rt.Interrupt(w.clock.err())
	}
}

// trackRejection keeps the promises that were rejected and not handled.
func (w *world) trackRejection(p *goja.Promise, op goja.PromiseRejectionOperation) {
	if op == goja.PromiseRejectionReject {
		w.rejected = append(w.rejected, p)
		return
	}
	for i, r := range w.rejected {
		if r == p {
			w.rejected = append(w.rejected[:i], w.rejected[i+1:]...)
			return
		}
	}
}

// fault turns an error of goja into one that says how the script ended.
func (w *world) fault(err error) error {
	var (
		interrupted *goja.InterruptedError
		thrown      *goja.Exception
		overflow    *goja.StackOverflowError
	)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &overflow):
		return overflow
	case errors.As(err, &interrupted):
		if cause, ok := interrupted.Value().(error); ok {
			return cause
		}
		return interrupted
	case errors.As(err, &thrown):
		return w.uncaught(thrown.Value())
	}
	return err
}

// throw panics with a JavaScript error of the given constructor ("TypeError").
func (w *world) throw(constructor, message string, properties ...any) {
	panic(w.newError(constructor, message, properties...))
}

// newError makes an error; properties are names and values in turn.
func (w *world) newError(constructor, message string, properties ...any) *goja.Object {
	class := w.prims.errors[constructor]
	if class == nil {
		class = w.prims.errors["Error"]
	}
	e, err := w.rt.New(class, w.rt.ToValue(message))
	if err != nil {
		panic(err)
	}
	for i := 0; i+1 < len(properties); i += 2 {
		_ = e.Set(properties[i].(string), properties[i+1])
	}
	return e
}

// try runs f, and gives back what it threw, if it threw.
func (w *world) try(f func()) (thrown goja.Value) {
	if ex := w.rt.Try(f); ex != nil {
		return ex.Value()
	}
	return nil
}
