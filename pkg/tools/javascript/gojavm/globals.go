package gojavm

import (
	"sync"
	"time"

	"github.com/dop251/goja"

	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
)

// lazyGlobals are globals that are made when a script first looks at them: the
// module that has them.
var lazyGlobals = map[string]string{
	"fs": "fs", "path": "path", "crypto": "crypto", "process": "process",
	"Buffer": "buffer", "URL": "url", "URLSearchParams": "url",
	"TextEncoder": "encoding", "TextDecoder": "encoding", "atob": "encoding", "btoa": "encoding",
	"Event": "eventtarget", "EventTarget": "eventtarget", "CustomEvent": "eventtarget",
	"AbortController": "eventtarget", "AbortSignal": "eventtarget", "DOMException": "domexception",
	"structuredClone": "clone", "performance": "perf_hooks",
	"Blob": "blob", "File": "blob", "Headers": "headers",
	"fetch": "fetch", "Response": "fetch",
}

// installGlobals defines what scripts find in a fresh world.
func (w *world) installGlobals() {
	w.installConsole()
	w.installTimers()
	for name, module := range lazyGlobals {
		w.defineLazy(w.rt.GlobalObject(), name, func() goja.Value {
			exports := w.module(module)
			if name == module && moduleNames[name] != "" {
				return exports
			}
			return exports.Get(name)
		})
	}
	w.boundNesting()
	w.installBuiltins()
	if w.calls.tools != nil {
		w.defineLazy(w.rt.GlobalObject(), "tools", func() goja.Value { return w.module("tools").Get("tools") })
	}
	w.define("require", w.requireFunction("/"))
	w.defineFunction("halt", func(call goja.FunctionCall) goja.Value {
		message := "halted"
		if v := call.Argument(0); !goja.IsUndefined(v) {
			message = w.format([]goja.Value{v})
		}
		w.rt.Interrupt(error(halted{message}))
		return goja.Undefined()
	})
	w.define("global", w.rt.GlobalObject())
	w.define("self", w.rt.GlobalObject())
}

// define sets a global as the platform's are: writable, not enumerable.
func (w *world) define(name string, v goja.Value) {
	_ = w.rt.GlobalObject().DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

func (w *world) defineFunction(name string, f func(goja.FunctionCall) goja.Value) {
	w.define(name, w.function(name, f))
}

// function makes a function with a name; goja's own choice is Go's name for it.
func (w *world) function(name string, f func(goja.FunctionCall) goja.Value) *goja.Object {
	o := w.rt.ToValue(f).(*goja.Object)
	_ = o.DefineDataProperty("name", w.rt.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return o
}

// method sets a member of an object to a function of its name.
func (w *world) method(o *goja.Object, name string, f func(goja.FunctionCall) goja.Value) {
	_ = o.Set(name, w.function(name, f))
}

// defineLazy defines a property that is computed at its first use. Setting it
// before puts the given value in its place.
func (w *world) defineLazy(o *goja.Object, name string, get func() goja.Value) {
	settle := func(v goja.Value) goja.Value {
		_ = o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		return v
	}
	_ = o.DefineAccessorProperty(name,
		w.function("get "+name, func(goja.FunctionCall) goja.Value { return settle(nonNil(get())) }),
		w.function("set "+name, func(call goja.FunctionCall) goja.Value { settle(call.Argument(0)); return goja.Undefined() }),
		goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// installTimers defines setTimeout and its kin.
func (w *world) installTimers() {
	set := func(name string, repeats, immediate bool) {
		w.defineFunction(name, func(call goja.FunctionCall) goja.Value {
			w.check()
			f, ok := goja.AssertFunction(call.Argument(0))
			if !ok {
				w.throw("TypeError", "The \"callback\" argument must be of type function. Received "+w.inspectTo(call.Argument(0), 0), "code", "ERR_INVALID_ARG_TYPE")
			}
			delay, args := time.Duration(0), call.Arguments[1:]
			if !immediate {
				delay = milliseconds(call.Argument(1))
				args = args[min(len(args), 1):]
			}
			id, ok := w.loop.add(f, append([]goja.Value(nil), args...), delay, repeats)
			if !ok {
				w.throwLimit(script.LimitTimers)
			}
			return w.rt.ToValue(id)
		})
	}
	set("setTimeout", false, false)
	set("setInterval", true, false)
	set("setImmediate", false, true)
	for _, name := range []string{"clearTimeout", "clearInterval", "clearImmediate"} {
		w.defineFunction(name, func(call goja.FunctionCall) goja.Value {
			w.check()
			if v := call.Argument(0); !goja.IsUndefined(v) && !goja.IsNull(v) {
				w.loop.clear(v.ToInteger())
			}
			return goja.Undefined()
		})
	}
	w.defineFunction("queueMicrotask", func(call goja.FunctionCall) goja.Value {
		if _, ok := goja.AssertFunction(call.Argument(0)); !ok {
			w.throw("TypeError", "The \"callback\" argument must be of type function", "code", "ERR_INVALID_ARG_TYPE")
		}
		w.microtask(call.Argument(0))
		return goja.Undefined()
	})
}

// milliseconds is a timer's delay: at least one, and one for what makes no sense.
func milliseconds(v goja.Value) time.Duration {
	ms := v.ToFloat()
	if !(ms >= 1 && ms <= 1<<31-1) {
		ms = 1
	}
	return time.Duration(ms * float64(time.Millisecond))
}

// task makes what a promise job calls without the promise's value. A function of Go
// would not do: goja runs the jobs that are queued when such a one returns, nested
// in the job, so one that queues itself would take the host's whole stack.
var task = sync.OnceValue(func() *goja.Program {
	return goja.MustCompile(internalPrefix+"task.js", `(f, args) => args ? () => { f(...args) } : () => { f() }`, true)
})

// microtask queues a function among the promise jobs, to be called with args.
func (w *world) microtask(f goja.Value, args ...goja.Value) {
	p, resolve, _ := w.rt.NewPromise()
	_ = resolve(goja.Undefined())
	call := f
	if _, ok := goja.AssertFunction(f); ok {
		v, err := w.rt.RunProgram(task())
		w.rethrow(err)
		wrap, _ := goja.AssertFunction(v)
		list := goja.Undefined()
		if len(args) > 0 {
			items := make([]any, len(args))
			for i, arg := range args {
				items[i] = arg
			}
			list = w.rt.NewArray(items...)
		}
		call, err = wrap(goja.Undefined(), f, list)
		w.rethrow(err)
	}
	_, err := w.prims.then(w.rt.ToValue(p), call)
	w.rethrow(err)
}
