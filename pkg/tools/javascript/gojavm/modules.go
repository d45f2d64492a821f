package gojavm

import (
	"embed"
	"path"
	"strings"
	"sync"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"
)

// The modules of the platform that are written in JavaScript. Each file is a
// function of (native, require) that gives the module's exports; it is compiled
// when a script first needs it.
//
//go:embed js/*.js
var sources embed.FS

// internalPrefix begins the names of our own scripts in stacks.
const internalPrefix = "internal/"

// modules has the programs compiled so far, for all runs of an engine.
type modules struct {
	mu       sync.Mutex
	programs map[string]*goja.Program
}

func newModules() *modules { return &modules{programs: map[string]*goja.Program{}} }

func (m *modules) program(name string) (*goja.Program, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if p := m.programs[name]; p != nil {
		return p, nil
	}
	source, err := sources.ReadFile("js/" + name + ".js")
	if err != nil {
		return nil, err
	}
	tree, err := parser.ParseFile(nil, internalPrefix+name+".js", "("+string(source)+")", 0, parser.WithDisableSourceMaps)
	if err != nil {
		return nil, err
	}
	p, err := goja.CompileAST(tree, true)
	if err != nil {
		return nil, err
	}
	m.programs[name] = p
	return p, nil
}

// moduleNames are the modules that scripts may require, and where their exports
// are: a file of ours, or made in Go.
var moduleNames = map[string]string{
	"fs": "fs", "fs/promises": "fs", "path": "path", "path/posix": "path", "url": "url", "buffer": "buffer", "events": "events",
	"util": "util", "timers": "timers", "timers/promises": "timers", "crypto": "crypto", "process": "process",
	"console": "console", "perf_hooks": "perf_hooks", "assert": "assert", "assert/strict": "assert", "os": "os",
}

// module gives the exports of a module of the platform, made at its first use.
func (w *world) module(name string) *goja.Object {
	if o := w.loaded[name]; o != nil {
		return o
	}
	var exports *goja.Object
	switch name {
	case "fs":
		exports = w.fsModule()
	case "crypto":
		exports = w.cryptoModule()
	case "process":
		exports = w.processModule()
	case "console":
		exports = w.rt.Get("console").ToObject(w.rt)
	default:
		exports = w.scriptModule(name)
	}
	w.loaded[name] = exports
	return exports
}

func (w *world) scriptModule(name string) *goja.Object {
	program, err := w.modules.program(name)
	if err != nil {
		panic(err) // one of our own files is broken
	}
	function, err := w.rt.RunProgram(program)
	if err != nil {
		panic(err)
	}
	call, _ := goja.AssertFunction(function)
	exports, err := call(goja.Undefined(), w.native(), w.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		return w.module(call.Argument(0).String())
	}))
	if err != nil {
		panic(err)
	}
	return exports.ToObject(w.rt)
}

// require gives a module of the platform, or a script or JSON file of the project.
// dir is where relative names start.
func (w *world) require(name, dir string) goja.Value {
	if file, ok := moduleNames[strings.TrimPrefix(name, "node:")]; ok {
		exports := w.module(file)
		if strings.HasSuffix(name, "/promises") {
			return exports.Get("promises")
		}
		return exports
	}
	if !strings.HasPrefix(name, "/") && !strings.HasPrefix(name, "./") && !strings.HasPrefix(name, "../") {
		if exports, found := w.findFile(path.Join("/lib", name)); found {
			return exports
		}
		w.throw("Error", "Cannot find module '"+name+"'. Available: fs, path, url, util, buffer, events, crypto, timers, process, assert, os, and files of the project by path or by their name in /lib",
			"code", "MODULE_NOT_FOUND")
	}
	full := name
	if !path.IsAbs(name) {
		full = path.Join(dir, name)
	}
	exports, found := w.findFile(path.Clean(full))
	if !found {
		w.throw("Error", "Cannot find module '"+name+"'", "code", "MODULE_NOT_FOUND")
	}
	return exports
}

// findFile gives the exports of a file of the project, which runs once per run.
func (w *world) findFile(full string) (exports goja.Value, found bool) {
	for _, candidate := range []string{full, full + ".js", full + ".ts", full + ".json", path.Join(full, "index.js"), path.Join(full, "index.ts")} {
		if module := w.loaded["file:"+candidate]; module != nil {
			return module.Get("exports"), true
		}
		data, err := w.fs.ReadFile(w.ctx, candidate)
		if err != nil {
			continue
		}
		module := w.rt.NewObject()
		w.loaded["file:"+candidate] = module
		if strings.HasSuffix(candidate, ".json") {
			value, err := w.prims.parse(goja.Undefined(), w.rt.ToValue(string(data)))
			w.rethrow(err)
			_ = module.Set("exports", value)
			return value, true
		}
		w.runModuleFile(candidate, string(data), module)
		return module.Get("exports"), true
	}
	return nil, false
}

func (w *world) runModuleFile(name, code string, module *goja.Object) {
	exports := w.rt.NewObject()
	_ = module.Set("exports", exports)
	c, err := w.compile(name, code, isTypeScript(name), compileModule)
	w.shifts[name] = c.shift
	if c.module {
		w.markModule(exports)
	}
	if err != nil {
		w.check()
		w.throw("SyntaxError", strings.TrimPrefix(err.Error(), "SyntaxError: "))
	}
	function, err := w.rt.RunProgram(c.program)
	w.rethrow(err)
	call, ok := goja.AssertFunction(function)
	if !ok {
		w.throw("SyntaxError", "Unexpected token '}' in "+name)
	}
	dir := path.Dir(name)
	_, err = call(exports, exports, w.requireFunction(dir), module, w.rt.ToValue(name), w.rt.ToValue(dir))
	w.rethrow(err)
}

// markModule makes exports those of a module with import or export, whose default
// is a member of its own.
func (w *world) markModule(exports *goja.Object) {
	_ = exports.DefineDataProperty("__esModule", w.rt.ToValue(true), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
}

// rethrow throws on what a call into goja gave.
func (w *world) rethrow(err error) {
	if err == nil {
		return
	}
	if ex, ok := err.(*goja.Exception); ok {
		panic(ex.Value())
	}
	panic(err)
}

func (w *world) requireFunction(dir string) goja.Value {
	return w.function("require", func(call goja.FunctionCall) goja.Value {
		w.check()
		name, ok := text(call.Argument(0))
		if !ok || name == "" {
			w.throw("TypeError", "The \"id\" argument must be a string that is not empty", "code", "ERR_INVALID_ARG_TYPE")
		}
		return w.require(name, dir)
	})
}
