package jshost

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"math/big"

	"github.com/dop251/goja"
)

// moduleData is what a WebAssembly.Module stands for. It crosses from realm to
// realm; which program runs it, each realm decides.
type moduleData struct{ programs []*Program }

// programFor prefers an interruptible program in a worker, which others terminate,
// and a fast one elsewhere.
func (d *moduleData) programFor(r *realm) *Program {
	for _, p := range d.programs {
		if p.interruptible == (r.worker != nil) {
			return p
		}
	}
	return d.programs[0]
}

// wasmNamespace are the parts of globalThis.WebAssembly that Go needs.
type wasmNamespace struct {
	realm      *realm
	makeModule goja.Callable
	makeMemory goja.Callable
	makeError  goja.Callable
}

func (r *realm) newWasmNamespace() *wasmNamespace {
	n := &wasmNamespace{realm: r}
	for name, f := range map[string]*goja.Callable{"makeModule": &n.makeModule, "makeMemory": &n.makeMemory, "wasmError": &n.makeError} {
		*f, _ = goja.AssertFunction(r.native.Get(name))
	}
	return n
}

// error makes a WebAssembly error to throw.
func (n *wasmNamespace) error(name, format string, args ...any) goja.Value {
	v, err := n.makeError(goja.Undefined(), n.realm.vm.ToValue(name), n.realm.vm.ToValue(fmt.Sprintf(format, args...)))
	if err != nil {
		panic(err)
	}
	return v
}

func (n *wasmNamespace) newModule(d *moduleData) *goja.Object {
	v, err := n.makeModule(goja.Undefined(), n.realm.vm.ToValue(d))
	if err != nil {
		panic(err)
	}
	return v.(*goja.Object)
}

// moduleOf is what a WebAssembly.Module stands for, or nil.
func (r *realm) moduleOf(object *goja.Object) *moduleData {
	if r.hooks.coreOf == nil {
		return nil
	}
	inner, ok := object.GetSymbol(r.hooks.coreOf).(*goja.Object)
	if !ok {
		return nil
	}
	data, _ := inner.Export().(*moduleData)
	return data
}

// compiled finds the programs of a module's bytes, or compiles them.
func (w *world) compiled(ctx context.Context, wasm []byte) (*moduleData, error) {
	if !bytes.HasPrefix(wasm, []byte("\x00asm")) {
		return nil, fmt.Errorf("expected magic word 00 61 73 6d, found % x @+0", wasm[:min(4, len(wasm))])
	}
	hash := sha256.Sum256(wasm)
	data := &moduleData{}
	for _, p := range w.config.Programs {
		if p.hash == hash {
			data.programs = append(data.programs, p)
		}
	}
	if len(data.programs) > 0 {
		return data, nil
	}
	if w.config.Compile == nil {
		return nil, fmt.Errorf("none of the host's %d programs was compiled from these %d bytes", len(w.config.Programs), len(wasm))
	}
	p, err := w.config.Compile(ctx, append([]byte{}, wasm...))
	if err != nil {
		return nil, err
	}
	data.programs = append(data.programs, p)
	return data, nil
}

// exported is the object of a module's exports.
func (i *instance) exported() *goja.Object {
	r := i.realm
	exports := r.vm.NewObject()
	for name, definition := range i.program.compiled.ExportedFunctions() {
		params, results := definition.ParamTypes(), definition.ResultTypes()
		_ = exports.Set(name, func(call goja.FunctionCall) goja.Value {
			bits := make([]uint64, len(params))
			for n, kind := range params {
				bits[n] = r.toWasm(kind, call.Argument(n))
			}
			out := i.call(name, bits)
			if len(results) == 0 {
				return goja.Undefined()
			}
			return r.fromWasm(results[0], out[0])
		})
	}
	for name := range i.program.compiled.ExportedMemories() {
		memory, err := r.wasm.makeMemory(goja.Undefined(), r.vm.ToValue(func(goja.FunctionCall) goja.Value { return i.arrayBuffer() }))
		if err != nil {
			panic(err)
		}
		_ = exports.Set(name, memory)
	}
	return exports
}

// wasmNatives are modules and instances for the prelude.
func (r *realm) wasmNatives(set func(string, func(goja.FunctionCall) goja.Value)) {
	data := func(v goja.Value) *moduleData {
		d, ok := v.Export().(*moduleData)
		if !ok {
			panic(r.vm.NewTypeError("a WebAssembly.Module is needed"))
		}
		return d
	}
	set("wasmModule", func(call goja.FunctionCall) goja.Value {
		b, ok := r.bytesOf(call.Argument(0))
		if !ok {
			panic(r.vm.NewTypeError("WebAssembly.Module(): Argument 0 must be a buffer source"))
		}
		d, err := r.world.compiled(r.ctx, b)
		if err != nil {
			panic(r.wasm.error("CompileError", "WebAssembly.Module(): %v", err))
		}
		return r.vm.ToValue(d)
	})
	set("wasmInstantiate", func(call goja.FunctionCall) goja.Value {
		imports, ok := call.Argument(1).(*goja.Object)
		if !ok {
			panic(r.vm.NewTypeError("WebAssembly.Instance(): Argument 1 must be an object"))
		}
		return r.newInstance(data(call.Argument(0)).programFor(r), imports).exported()
	})
	set("wasmImports", func(call goja.FunctionCall) goja.Value {
		var list []any
		for _, f := range data(call.Argument(0)).programs[0].imports {
			list = append(list, map[string]any{"module": f.module, "name": f.name, "kind": "function"})
		}
		return r.toJS(list)
	})
	set("wasmExports", func(call goja.FunctionCall) goja.Value {
		compiled := data(call.Argument(0)).programs[0].compiled
		var list []any
		add := func(name, kind string) { list = append(list, map[string]any{"name": name, "kind": kind}) }
		for name := range compiled.ExportedFunctions() {
			add(name, "function")
		}
		for name := range compiled.ExportedMemories() {
			add(name, "memory")
		}
		return r.toJS(list)
	})
}

// bigInt is a 64-bit integer as WebAssembly passes it to JavaScript.
func (r *realm) bigInt(v int64) goja.Value {
	return r.vm.ToValue(big.NewInt(v))
}
