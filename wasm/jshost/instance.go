package jshost

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/dop251/goja"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/sys"
)

// errUnwind is what an imported function panics with to leave the module's frames;
// instance.unwind has the reason.
var errUnwind = errors.New("jshost: unwinding")

// instance is one running module.
type instance struct {
	realm   *realm
	program *Program
	module  api.Module
	// given is the import object, whose functions run in reference mode.
	given []goja.Callable
	// native are the imports done in Go; nil entries are left to the given ones.
	native []func(*instance, uint32)

	bytes  []byte // the linear memory
	memory goja.ArrayBuffer
	buffer *goja.Object // the ArrayBuffer of it

	// functions by name; a function of wazero cannot be entered twice, so there is
	// one for every depth of nesting.
	functions map[string][]api.Function
	depth     int
	entries   uint64 // counts calls into the module

	values    *valueTable
	program6  *goja.Object // the Go object, reference 6
	timers    map[int32]int
	nextTimer int32

	exited  bool
	unwind  any   // what to panic with once the module's frames are gone
	crashed error // after which the module cannot go on
	closed  bool
}

// newInstance instantiates a program with the functions of an import object.
func (r *realm) newInstance(p *Program, imports *goja.Object) *instance {
	i := &instance{realm: r, program: p, functions: map[string][]api.Function{}, timers: map[int32]int{}, nextTimer: 1}
	for _, f := range p.imports {
		var given goja.Value
		if namespace, ok := imports.Get(f.module).(*goja.Object); ok {
			given = namespace.Get(f.name)
		}
		callable, ok := goja.AssertFunction(given)
		if !ok {
			panic(r.wasm.error("LinkError", "WebAssembly.Instance(): Import \"%s\" \"%s\": function import requires a callable", f.module, f.name))
		}
		i.given = append(i.given, callable)
		i.native = append(i.native, nil)
	}
	module, err := p.instantiate(i.context())
	if err != nil {
		panic(r.wasm.error("RuntimeError", "WebAssembly.Instance(): %v", err))
	}
	i.module = module
	r.instances = append(r.instances, i)
	i.refresh()
	return i
}

func (i *instance) context() context.Context {
	return context.WithValue(i.realm.ctx, instanceKey{}, i)
}

// refresh takes notice of a memory that grew.
func (i *instance) refresh() {
	memory := i.module.Memory()
	if memory == nil {
		return
	}
	if size := memory.Size(); int(size) != len(i.bytes) {
		i.bytes, _ = memory.Read(0, size)
	}
}

// arrayBuffer is the ArrayBuffer of the memory. It is another one, and the old one
// detached, after the memory grew.
func (i *instance) arrayBuffer() *goja.Object {
	i.refresh()
	if i.buffer == nil || len(i.memory.Bytes()) != len(i.bytes) {
		if i.buffer != nil {
			i.memory.Detach()
		}
		i.memory = i.realm.vm.NewArrayBuffer(i.bytes)
		i.buffer = i.realm.vm.ToValue(i.memory).(*goja.Object)
	}
	return i.buffer
}

// close frees the memory. Nothing runs in the module any more.
func (i *instance) close() {
	if i.closed {
		return
	}
	i.closed = true
	if i.buffer != nil {
		i.memory.Detach()
	}
	i.bytes = nil
	_ = i.module.Close(context.Background())
}

// call enters the module by one of its exports, below a JavaScript call.
func (i *instance) call(name string, params []uint64) []uint64 {
	r := i.realm
	switch {
	case i.closed:
		panic(r.wasm.error("RuntimeError", "the instance is closed"))
	case i.crashed != nil:
		panic(r.wasm.error("RuntimeError", "the module crashed before: %v", i.crashed))
	case r.depth >= maxGoDepth:
		panic(r.rangeError())
	}
	if name == "run" && i.values == nil {
		i.bind()
	}
	f := i.function(name)
	i.entries++
	i.depth++
	r.depth++
	results, err := f.Call(i.context(), params...)
	r.depth--
	i.depth--
	if err == nil {
		i.refresh()
		return results
	}
	if reason := i.unwind; reason != nil {
		i.unwind = nil
		panic(reason)
	}
	i.crashed = err
	var exit *sys.ExitError
	if errors.As(err, &exit) && r.ctx.Err() != nil {
		// Ended by the context, and so is the JavaScript around it.
		panic(r.interrupted())
	}
	panic(r.wasm.error("RuntimeError", "%v", err))
}

func (i *instance) function(name string) api.Function {
	for len(i.functions[name]) <= i.depth {
		i.functions[name] = append(i.functions[name], i.module.ExportedFunction(name))
	}
	return i.functions[name][i.depth]
}

// imported is a call of the module to one of its imports.
func (i *instance) imported(at int, stack []uint64) {
	if i.realm.stopped.Load() {
		i.crashed = context.Cause(i.realm.ctx)
		i.leave(i.realm.interrupted())
	}
	f := &i.program.imports[at]
	if native := i.native[at]; native != nil {
		native(i, api.DecodeU32(stack[0]))
		return
	}
	i.callGiven(at, stack)
	if f.module == "gojs" && f.name == "runtime.wasmExit" {
		i.ended(int(int32(i.u32(api.DecodeU32(stack[0]) + 8))))
	}
}

// callGiven calls the function of the import object.
func (i *instance) callGiven(at int, stack []uint64) {
	f := &i.program.imports[at]
	args := make([]goja.Value, len(f.params))
	for n, kind := range f.params {
		args[n] = i.realm.fromWasm(kind, stack[n])
	}
	result, err := i.given[at](goja.Undefined(), args...)
	if err != nil {
		i.throw(err)
	}
	if len(f.results) == 1 {
		stack[0] = i.realm.toWasm(f.results[0], result)
	}
}

// leave unwinds the module's frames and then panics with the reason, which must be
// something that goja knows: a value to throw or an interruption.
func (i *instance) leave(reason any) {
	i.unwind = reason
	panic(errUnwind)
}

// throw lets the error of a call to JavaScript pass through the module, to the
// JavaScript that called it. The module's own stack is then in disorder.
func (i *instance) throw(err error) {
	var interrupted *goja.InterruptedError
	if errors.As(err, &interrupted) {
		i.crashed = err
		i.leave(interrupted)
	}
	if !i.exited {
		i.crashed = fmt.Errorf("JavaScript threw through it: %w", err)
	}
	i.leave(i.realm.thrownValue(err))
}

// ended notes that the program exited.
func (i *instance) ended(code int) {
	i.exited = true
	for _, id := range i.timers {
		i.realm.loop.cancel(id)
	}
	clear(i.timers)
	if r := i.realm; r.exit == nil {
		r.exit = &ExitError{Code: code}
	}
}

// thrownValue is the JavaScript value of the error of a goja call.
func (r *realm) thrownValue(err error) goja.Value {
	var overflow *goja.StackOverflowError
	if errors.As(err, &overflow) {
		return r.rangeError()
	}
	var exception *goja.Exception
	if errors.As(err, &exception) {
		return exception.Value()
	}
	return r.vm.NewGoError(err)
}

func (r *realm) rangeError() goja.Value {
	v, err := r.hooks.error(goja.Undefined(), r.vm.ToValue("RangeError"), r.vm.ToValue(stackMessage))
	if err != nil {
		return r.vm.ToValue(stackMessage)
	}
	return v
}

// interrupted is what ends JavaScript without giving it a chance to catch it.
func (r *realm) interrupted() *goja.InterruptedError {
	r.vm.Interrupt(context.Cause(r.ctx))
	return &goja.InterruptedError{}
}

// fromWasm and toWasm convert parameters and results of a function.
func (r *realm) fromWasm(kind api.ValueType, bits uint64) goja.Value {
	switch kind {
	case api.ValueTypeI32:
		return r.vm.ToValue(api.DecodeI32(bits))
	case api.ValueTypeF32:
		return r.vm.ToValue(float64(api.DecodeF32(bits)))
	case api.ValueTypeF64:
		return r.vm.ToValue(api.DecodeF64(bits))
	}
	return r.bigInt(int64(bits))
}

func (r *realm) toWasm(kind api.ValueType, v goja.Value) uint64 {
	switch kind {
	case api.ValueTypeI32:
		return api.EncodeI32(int32(uint32(v.ToInteger())))
	case api.ValueTypeF32:
		return api.EncodeF32(float32(v.ToFloat()))
	case api.ValueTypeF64:
		return api.EncodeF64(v.ToFloat())
	}
	if big, ok := v.Export().(interface{ Int64() int64 }); ok {
		return uint64(big.Int64())
	}
	panic(r.vm.NewTypeError("Cannot convert %s to a BigInt", v.String()))
}

// Access to the linear memory. Out of bounds panics, which ends the call as a trap.

func (i *instance) u32(at uint32) uint32 { return binary.LittleEndian.Uint32(i.bytes[at:]) }
func (i *instance) u64(at uint32) uint64 { return binary.LittleEndian.Uint64(i.bytes[at:]) }

func (i *instance) setU8(at uint32, v byte)    { i.bytes[at] = v }
func (i *instance) setU32(at uint32, v uint32) { binary.LittleEndian.PutUint32(i.bytes[at:], v) }
func (i *instance) setU64(at uint32, v uint64) { binary.LittleEndian.PutUint64(i.bytes[at:], v) }

// slice is the Go slice or string whose header is at the address.
func (i *instance) slice(at uint32) []byte {
	start, length := i.u64(at), i.u64(at+8)
	if length > math.MaxUint32 || start > math.MaxUint32 {
		panic(errors.New("a slice outside of the memory"))
	}
	return i.bytes[start : start+length : start+length]
}
