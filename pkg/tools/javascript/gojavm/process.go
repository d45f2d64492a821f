package gojavm

import (
	"math/big"
	"strings"
	"time"

	"github.com/dop251/goja"
)

// processModule makes what of Node's process makes sense here.
func (w *world) processModule() *goja.Object {
	p, env, versions := w.rt.NewObject(), w.rt.NewObject(), w.rt.NewObject()
	stream := func(level string) *goja.Object {
		s := w.rt.NewObject()
		_ = s.Set("isTTY", false)
		w.method(s, "write", func(call goja.FunctionCall) goja.Value {
			w.check()
			s := call.Argument(0).String()
			if data, ok := viewBytes(call.Argument(0)); ok {
				s = validUTF8(data)
			}
			if level == "error" {
				w.console.print(level, strings.TrimSuffix(s, "\n"))
			} else {
				w.console.write(s)
			}
			return w.rt.ToValue(true)
		})
		return s
	}
	_ = p.Set("stdout", stream("log"))
	_ = p.Set("stderr", stream("error"))
	_ = p.Set("env", env)
	_ = p.Set("argv", w.rt.NewArray("node", scriptName))
	_ = p.Set("platform", "linux")
	_ = p.Set("arch", "wasm32")
	_ = p.Set("pid", 1)
	_ = p.Set("version", "v20.0.0")
	_ = versions.Set("node", "20.0.0")
	_ = p.Set("versions", versions)
	w.method(p, "cwd", func(goja.FunctionCall) goja.Value { return w.rt.ToValue("/") })
	w.method(p, "uptime", func(goja.FunctionCall) goja.Value { return w.rt.ToValue(time.Since(w.clock.started).Seconds()) })
	hrtime := w.function("hrtime", func(goja.FunctionCall) goja.Value {
		d := time.Since(w.clock.started)
		return w.rt.NewArray(int64(d/time.Second), int64(d%time.Second))
	})
	w.method(hrtime, "bigint", func(goja.FunctionCall) goja.Value {
		return w.rt.ToValue(big.NewInt(time.Since(w.clock.started).Nanoseconds()))
	})
	_ = p.Set("hrtime", hrtime)
	w.method(p, "memoryUsage", func(goja.FunctionCall) goja.Value {
		m := w.rt.NewObject()
		for _, name := range []string{"rss", "heapTotal", "heapUsed", "external", "arrayBuffers"} {
			_ = m.Set(name, 0)
		}
		return m
	})
	w.method(p, "nextTick", func(call goja.FunctionCall) goja.Value {
		args := append([]goja.Value(nil), call.Arguments...)
		if _, ok := goja.AssertFunction(call.Argument(0)); !ok {
			w.throw("TypeError", "The \"callback\" argument must be of type function", "code", "ERR_INVALID_ARG_TYPE")
		}
		w.microtask(args[0], args[1:]...)
		return goja.Undefined()
	})
	w.method(p, "exit", func(call goja.FunctionCall) goja.Value {
		w.rt.Interrupt(error(halted{"process.exit(" + argText(call) + ")"}))
		return goja.Undefined()
	})
	for _, name := range []string{"on", "once", "off", "emitWarning"} {
		w.method(p, name, func(goja.FunctionCall) goja.Value { return p })
	}
	return p
}

func argText(call goja.FunctionCall) string {
	if len(call.Arguments) == 0 {
		return ""
	}
	return call.Argument(0).String()
}
