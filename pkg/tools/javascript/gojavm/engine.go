// Package gojavm runs scripts on goja, in the process that calls it: natively,
// and inside the sandbox's WebAssembly module.
//
// Each run gets a runtime of its own. What can be limited from inside is: time
// (wherever the interpreter or a function of ours is reached), call depth, console
// text and pending timers, and natively what a script collects in memory. What
// cannot be is left to whoever started the module: loops inside one builtin
// (`new Array(1e9).fill(0)`) and single huge values (`'x'.repeat(2**28)`). Natively
// nobody is outside, so run scripts that nobody vouches for in the module only.
package gojavm

import (
	"context"
	"errors"
	"fmt"

	"github.com/dop251/goja"

	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
)

// Engine runs scripts. It is safe for concurrent use; its runs share nothing but
// compiled programs.
type Engine struct {
	modules *modules
	lower   script.Lower
}

var _ script.Engine = (*Engine)(nil)

// Options set up [NewWith]. The zero value is the default.
type Options struct {
	// Lower rewrites TypeScript, and what goja does not understand of JavaScript.
	// nil: such code is a syntax error.
	Lower script.Lower
}

// New returns an engine that runs what goja understands.
func New() *Engine { return NewWith(Options{}) }

// NewWith returns an engine with options.
func NewWith(options Options) *Engine { return &Engine{modules: newModules(), lower: options.Lower} }

// TypeScript tells whether somebody rewrites TypeScript for the engine.
func (e *Engine) TypeScript() bool { return e.lower != nil }

// Run executes one script in a fresh runtime. See [script.Engine].
func (e *Engine) Run(ctx context.Context, job script.Job, host script.Host) (out script.Outcome, err error) {
	if err := context.Cause(ctx); err != nil {
		return out, err
	}
	limits := job.Limits.WithDefaults()
	calls := newCalls(job, host)
	clock := newClock(limits, calls.waited(ctx))
	ctx, cancel := clock.watch(ctx)
	defer cancel()
	w := newWorld(ctx, e, clock, host, calls)
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the engine failed: %v", p)
		}
		out.Console = w.console.take()
	}()
	// Natively this is the watchdog. In the module no other goroutine runs while
	// goja does, so there it comes into play only when the script waits; w.check
	// and the one who started the module do the rest.
	stop := context.AfterFunc(ctx, func() { w.rt.Interrupt(context.Cause(ctx)) })
	defer stop()
	go w.watchMemory(ctx)

	if job.LoadLib {
		if out.Library, err = w.runLibrary(); err != nil {
			return w.ended(out, err)
		}
	}
	value, err := w.runMain(job.Code, job.Language)
	if ended := w.finishCalls(err); ended != nil {
		err = ended
	}
	if err == nil {
		err = w.describe(&out, value)
	}
	return w.ended(out, err)
}

// halted is what ends a script that called halt.
type halted struct{ message string }

func (h halted) Error() string { return h.message }

// ended sorts what ended a run: an error of the script is part of the outcome,
// the rest is the engine's.
func (w *world) ended(out script.Outcome, err error) (script.Outcome, error) {
	if err == nil {
		return out, nil
	}
	var (
		halt     halted
		overflow *goja.StackOverflowError
		thrown   *scriptError
	)
	switch {
	case errors.As(err, &halt):
		out.Halted, out.Error = true, halt.message
	case errors.As(err, &overflow):
		out.Error = w.overflowText(overflow)
	case errors.As(err, &thrown):
		out.Error = thrown.text
	default:
		return out, err
	}
	out.HasValue, out.Value, out.JSON = false, "", nil
	return out, nil
}
