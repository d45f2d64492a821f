package gojavm

import (
	"context"
	"errors"
	"strings"

	"github.com/dop251/goja"

	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
)

// runMain runs the code of a call and waits for its value.
func (w *world) runMain(code, language string) (goja.Value, error) {
	c, err := w.compile(scriptName, code, language == "typescript", compileMain)
	var missing unavailable
	switch {
	case err == nil:
		return w.runAsync(scriptName, c)
	case w.ctx.Err() != nil:
		return nil, context.Cause(w.ctx)
	case errors.As(err, &missing):
		return nil, &scriptError{text: "Error: " + err.Error()}
	}
	return nil, &scriptError{text: err.Error()}
}

// runAsync calls the async function that a program gives, and waits for it. The
// value is what it returns, or the default export of a module.
func (w *world) runAsync(name string, c compiled) (goja.Value, error) {
	w.shifts[name] = c.shift
	function, err := w.rt.RunProgram(c.program)
	if err != nil {
		return nil, w.fault(err)
	}
	call, ok := goja.AssertFunction(function)
	if !ok {
		return nil, errors.New("the program gives no function")
	}
	exports := w.rt.NewObject()
	result, err := call(goja.Undefined(), exports)
	if err != nil {
		return nil, w.fault(err)
	}
	promise, ok := result.Export().(*goja.Promise)
	if !ok {
		return nil, errors.New("the program gives no promise")
	}
	if err := w.settle(promise); err != nil {
		return nil, err
	}
	w.forgetRejection(promise)
	if promise.State() == goja.PromiseStateRejected {
		return nil, w.uncaught(promise.Result())
	}
	if value := exports.Get("default"); c.module && value != nil {
		return value, nil
	}
	return promise.Result(), nil
}

// forgetRejection marks a promise's rejection as seen.
func (w *world) forgetRejection(p *goja.Promise) {
	w.trackRejection(p, goja.PromiseRejectionHandle)
}

// reportRejections prints the rejections that nobody handled.
func (w *world) reportRejections() {
	for _, p := range w.rejected {
		w.console.print("error", "Unhandled promise rejection: "+w.errorText(p.Result()))
	}
	w.rejected = nil
}

// describe fills in the value of a run.
func (w *world) describe(out *script.Outcome, value goja.Value) error {
	w.reportRejections()
	if value == nil || goja.IsUndefined(value) {
		return nil
	}
	// Showing a value may run code of the script: getters, toJSON, proxies.
	var thrown goja.Value
	err := w.guard(func() {
		thrown = w.try(func() {
			if s, ok := text(value); ok {
				out.Value = s
			} else {
				out.Value = w.inspect(value)
			}
			out.JSON = w.toJSON(value)
		})
	})
	if err != nil {
		return w.fault(err)
	}
	if thrown != nil {
		return w.uncaught(thrown)
	}
	out.HasValue = true
	out.Value = shorten(out.Value, w.limits.OutputChars)
	return nil
}

// guard calls f so that what goja cannot catch comes back as an error.
func (w *world) guard(f func()) error {
	call, _ := goja.AssertFunction(w.rt.ToValue(func(goja.FunctionCall) goja.Value { f(); return nil }))
	_, err := call(goja.Undefined())
	return err
}

// runLibrary runs the scripts of /lib in name order. An error in one is its
// output; an error returned ends the run.
func (w *world) runLibrary() ([]script.LibraryOutput, error) {
	list, err := w.fs.ReadDir(w.ctx, "/lib")
	var missing *script.FileError
	if errors.As(err, &missing) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var outputs []script.LibraryOutput
	for _, stat := range list {
		if stat.Directory || !strings.HasSuffix(stat.Name, ".js") && !strings.HasSuffix(stat.Name, ".ts") {
			continue
		}
		output := script.LibraryOutput{Name: stat.Name}
		outcome, err := w.ended(script.Outcome{}, w.runLibraryScript("/lib/"+stat.Name))
		w.reportRejections()
		output.Console, output.Error = w.console.take(), outcome.Error
		outputs = append(outputs, output)
		if err != nil {
			return outputs, err
		}
		if outcome.Halted {
			return outputs, halted{outcome.Error}
		}
	}
	return outputs, nil
}

// runLibraryScript runs one file so that what it declares is global. A file that
// awaits at its top becomes an async function instead, and declares nothing.
func (w *world) runLibraryScript(name string) error {
	if err := context.Cause(w.ctx); err != nil {
		return err
	}
	data, err := w.fs.ReadFile(w.ctx, name)
	if err != nil {
		return err
	}
	code, typeScript := string(data), isTypeScript(name)
	c, err := w.compile(name, code, typeScript, compileScript)
	if err == nil {
		_, err = w.rt.RunProgram(c.program)
		return w.fault(err)
	}
	if c, bodyErr := w.compile(name, code, typeScript, compileModule); bodyErr == nil && c.module {
		return w.runLibraryModule(name)
	}
	if c, bodyErr := w.compile(name, code, typeScript, compileMain); bodyErr == nil {
		_, err := w.runAsync(name, c)
		return err
	}
	return &scriptError{text: err.Error()}
}

// runLibraryModule runs a file with exports, and makes them global too, as what a
// plain script declares is.
func (w *world) runLibraryModule(name string) error {
	var thrown goja.Value
	err := w.guard(func() {
		thrown = w.try(func() {
			exports, _ := w.findFile(name)
			o := exports.ToObject(w.rt)
			for _, key := range o.Keys() {
				if key != "default" {
					w.define(key, o.Get(key))
				}
			}
		})
	})
	if err == nil && thrown != nil {
		return w.uncaught(thrown)
	}
	return w.fault(err)
}
