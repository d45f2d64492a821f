package gojavm

import (
	"errors"
	"path"
	"strings"

	"github.com/dop251/goja"

	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
)

// fsModule makes Node's fs over the project's files. Every operation is there
// three times: fs.promises.name and fs.name give a promise (or call a callback,
// if the last argument is one), fs.nameSync gives the value.
func (w *world) fsModule() *goja.Object {
	fs, promises := w.rt.NewObject(), w.rt.NewObject()
	f := &scriptFiles{w: w, statsProto: w.statsProto()}
	for name, op := range f.operations() {
		w.method(fs, name+"Sync", func(call goja.FunctionCall) goja.Value {
			w.check()
			return op(call.Arguments)
		})
		w.method(promises, name, func(call goja.FunctionCall) goja.Value {
			w.check()
			return w.promised(func() goja.Value { return op(call.Arguments) })
		})
		w.method(fs, name, func(call goja.FunctionCall) goja.Value {
			w.check()
			if n := len(call.Arguments); n > 1 {
				if callback, ok := goja.AssertFunction(call.Arguments[n-1]); ok {
					return w.calledBack(name, op, call.Arguments[:n-1], callback)
				}
			}
			return w.promised(func() goja.Value { return op(call.Arguments) })
		})
	}
	constants := w.rt.NewObject()
	for name, n := range map[string]int{"F_OK": 0, "X_OK": 1, "W_OK": 2, "R_OK": 4, "COPYFILE_EXCL": 1} {
		_ = constants.Set(name, n)
	}
	_ = fs.Set("constants", constants)
	_ = promises.Set("constants", constants)
	_ = fs.Set("promises", promises)
	return fs
}

// promised calls f and gives a promise of what it returns or throws.
func (w *world) promised(f func() goja.Value) goja.Value {
	p, resolve, reject := w.rt.NewPromise()
	var value goja.Value
	if thrown := w.try(func() { value = f() }); thrown != nil {
		_ = reject(thrown)
	} else {
		_ = resolve(nonNil(value))
	}
	return w.rt.ToValue(p)
}

// calledBack performs an operation for a callback, which is called later.
func (w *world) calledBack(name string, op operation, args []goja.Value, callback goja.Callable) goja.Value {
	var value goja.Value
	thrown := w.try(func() { value = op(args) })
	results := []goja.Value{goja.Null(), nonNil(value)}
	switch {
	case name == "exists":
		results = results[1:]
	case thrown != nil:
		results = []goja.Value{thrown}
	}
	if _, ok := w.loop.add(callback, results, 0, false); !ok {
		w.throwLimit(script.LimitTimers)
	}
	return goja.Undefined()
}

// throwLimit throws an error that names a limit.
func (w *world) throwLimit(limit string) {
	w.throw("RangeError", script.NewLimitError(limit, w.limits).Message, "code", "ERR_LIMIT")
}

// pathArg is a path argument, absolute and clean; scripts start in "/".
func (w *world) pathArg(v goja.Value, argument string) string {
	s, ok := text(nonNil(v))
	if o, isObject := v.(*goja.Object); isObject {
		if href, isURL := text(nonNil(o.Get("href"))); isURL && strings.HasPrefix(href, "file://") {
			s, ok = nonNil(o.Get("pathname")).String(), true
		}
	}
	if !ok {
		w.throw("TypeError", "The \""+argument+"\" argument must be of type string. Received "+w.inspect(nonNil(v)), "code", "ERR_INVALID_ARG_TYPE")
	}
	if strings.ContainsRune(s, 0) {
		w.throw("TypeError", "The \""+argument+"\" argument must not contain null bytes", "code", "ERR_INVALID_ARG_VALUE")
	}
	if s == "" {
		return ""
	}
	return path.Clean("/" + s)
}

// fail throws what a file operation gave; call is Node's name for the operation.
func (w *world) fail(err error, call string) {
	if err == nil {
		return
	}
	var fe *script.FileError
	if !errors.As(err, &fe) {
		if w.ctx.Err() != nil {
			w.check()
			return
		}
		w.throw("Error", err.Error(), "code", script.CodeFault, "syscall", call)
	}
	shown := *fe
	if call != "" {
		shown.Syscall = call
	}
	properties := []any{"errno", -errnos[shown.Code], "code", shown.Code, "syscall", shown.Syscall, "path", shown.Path}
	if shown.Dest != "" {
		properties = append(properties, "dest", shown.Dest)
	}
	w.throw("Error", shown.Error(), properties...)
}

// errnos are Linux's numbers, which Node gives negated.
var errnos = map[string]int{
	script.CodeNotFound: 2, script.CodeFault: 5, script.CodeExists: 17, script.CodeNotDirectory: 20,
	script.CodeIsDirectory: 21, script.CodeInvalid: 22, script.CodeNoSpace: 28, script.CodeReadOnly: 30,
	script.CodeNameTooLong: 36, script.CodeNotEmpty: 39,
}
