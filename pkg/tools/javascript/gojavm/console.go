package gojavm

import (
	"fmt"
	"strings"
	"time"

	"github.com/dop251/goja"
)

// installConsole defines the console object.
func (w *world) installConsole() {
	c := w.rt.NewObject()
	counts := map[string]int{}
	timers := map[string]time.Time{}
	method := func(name string, f func(args []goja.Value)) {
		w.method(c, name, func(call goja.FunctionCall) goja.Value {
			w.check()
			f(call.Arguments)
			return goja.Undefined()
		})
	}
	label := func(args []goja.Value) string {
		if len(args) == 0 || goja.IsUndefined(args[0]) {
			return "default"
		}
		return args[0].String()
	}
	for name, level := range map[string]string{"log": "log", "info": "info", "debug": "debug", "warn": "warn", "error": "error"} {
		method(name, func(args []goja.Value) { w.console.print(level, w.format(args)) })
	}
	method("trace", func(args []goja.Value) {
		w.console.print("log", strings.TrimRight("Trace: "+w.format(args)+"\n"+w.callerStack(), "\n"))
	})
	method("dir", func(args []goja.Value) {
		if len(args) > 0 {
			w.console.print("log", w.inspect(args[0]))
		}
	})
	_ = c.Set("dirxml", c.Get("log"))
	method("assert", func(args []goja.Value) {
		if len(args) > 0 && args[0].ToBoolean() {
			return
		}
		text := "Assertion failed"
		if len(args) > 1 {
			text += ": " + w.format(args[1:])
		}
		w.console.print("error", text)
	})
	method("count", func(args []goja.Value) {
		counts[label(args)]++
		w.console.print("log", fmt.Sprintf("%s: %d", label(args), counts[label(args)]))
	})
	method("countReset", func(args []goja.Value) { delete(counts, label(args)) })
	method("time", func(args []goja.Value) { timers[label(args)] = time.Now() })
	elapsed := func(args []goja.Value) {
		start, ok := timers[label(args)]
		if !ok {
			w.console.print("warn", fmt.Sprintf("No such label '%s' for console.time()", label(args)))
			return
		}
		text := fmt.Sprintf("%s: %.3fms", label(args), float64(time.Since(start).Microseconds())/1000)
		if len(args) > 1 {
			text += " " + w.format(args[1:])
		}
		w.console.print("log", text)
	}
	method("timeLog", elapsed)
	method("timeEnd", func(args []goja.Value) {
		elapsed(args[:min(len(args), 1)])
		delete(timers, label(args))
	})
	group := func(args []goja.Value) {
		if len(args) > 0 {
			w.console.print("log", w.format(args))
		}
		if len(w.console.indent) < 64 {
			w.console.indent += "  "
		}
	}
	method("group", group)
	method("groupCollapsed", group)
	method("groupEnd", func([]goja.Value) {
		w.console.flush()
		w.console.indent = strings.TrimSuffix(w.console.indent, "  ")
	})
	method("clear", func([]goja.Value) {})
	method("table", w.printTable)
	w.define("console", c)
}

// format joins the arguments of a console call as Node does, with the specifiers
// of a first argument that is text.
func (w *world) format(args []goja.Value) string {
	var b strings.Builder
	rest := args
	if len(args) > 1 {
		if f, ok := text(args[0]); ok && strings.Contains(f, "%") {
			b.WriteString(w.specify(f, args[1:], &rest))
		}
	}
	for i, v := range rest {
		if i > 0 || len(rest) < len(args) {
			b.WriteByte(' ')
		}
		if s, ok := text(v); ok {
			b.WriteString(s)
		} else {
			b.WriteString(w.inspect(v))
		}
	}
	return b.String()
}

// specify fills in the specifiers of f; rest is what they left of the arguments.
func (w *world) specify(f string, args []goja.Value, rest *[]goja.Value) string {
	var b strings.Builder
	for i := 0; i < len(f); i++ {
		if f[i] != '%' || i+1 == len(f) {
			b.WriteByte(f[i])
			continue
		}
		i++
		if f[i] == '%' {
			b.WriteByte('%')
			continue
		}
		if len(args) == 0 || !strings.ContainsRune("sdifjoOc", rune(f[i])) {
			b.WriteByte('%')
			b.WriteByte(f[i])
			continue
		}
		b.WriteString(w.specified(f[i], args[0]))
		args = args[1:]
	}
	*rest = args
	return b.String()
}

// specified formats one argument for a specifier.
func (w *world) specified(kind byte, v goja.Value) string {
	_, isObject := v.(*goja.Object)
	_, isSymbol := v.(*goja.Symbol)
	switch kind {
	case 's':
		if s, ok := text(v); ok {
			return s
		}
		return w.inspectTo(v, 0)
	case 'c':
		return "" // styles have no place in text
	case 'j':
		if s, err := w.prims.stringify(goja.Undefined(), v); err == nil {
			return s.String()
		}
		return "[Circular]"
	case 'o', 'O':
		return w.inspect(v)
	}
	if isObject || isSymbol {
		return "NaN"
	}
	switch kind {
	case 'i':
		if n := v.ToFloat(); n == n {
			return w.inspect(w.rt.ToValue(v.ToInteger()))
		}
		return "NaN"
	case 'f':
		return w.inspect(w.rt.ToValue(v.ToFloat()))
	}
	return w.inspect(v.ToNumber())
}
