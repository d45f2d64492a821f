package jshost

import (
	"strings"
	"time"

	"github.com/dop251/goja"
)

// The functions that Go's runtime and syscall/js import, done natively. Their
// model is wasm_exec.js: the same results, the same exceptions, the same order.
// All get the stack pointer, on which the arguments are and the results go. A call
// into JavaScript may enter the module again and move that stack.
func nativeImports() map[string]func(*instance, uint32) {
	return map[string]func(*instance, uint32){
		"runtime.nanotime1":             (*instance).nanotime,
		"runtime.walltime":              (*instance).walltime,
		"runtime.scheduleTimeoutEvent":  (*instance).scheduleTimeout,
		"runtime.clearTimeoutEvent":     (*instance).clearTimeout,
		"runtime.getRandomData":         func(i *instance, sp uint32) { i.realm.fill(i.slice(sp + 8)) },
		"syscall/js.finalizeRef":        func(i *instance, sp uint32) { i.values.release(i.u32(sp + 8)) },
		"syscall/js.stringVal":          (*instance).stringVal,
		"syscall/js.valueGet":           (*instance).valueGet,
		"syscall/js.valueSet":           (*instance).valueSet,
		"syscall/js.valueDelete":        (*instance).valueDelete,
		"syscall/js.valueIndex":         (*instance).valueIndex,
		"syscall/js.valueSetIndex":      (*instance).valueSetIndex,
		"syscall/js.valueCall":          (*instance).valueCall,
		"syscall/js.valueInvoke":        (*instance).valueInvoke,
		"syscall/js.valueNew":           (*instance).valueNew,
		"syscall/js.valueLength":        (*instance).valueLength,
		"syscall/js.valuePrepareString": (*instance).valuePrepareString,
		"syscall/js.valueLoadString": func(i *instance, sp uint32) {
			copy(i.slice(sp+16), i.values.text(i.u64(sp+8)))
		},
		"syscall/js.valueInstanceOf": (*instance).valueInstanceOf,
		"syscall/js.copyBytesToGo":   (*instance).copyBytesToGo,
		"syscall/js.copyBytesToJS":   (*instance).copyBytesToJS,
	}
}

// bind learns which JavaScript objects the program calls its global object and its
// Go object, and from then on does its imports natively. Only wasm_exec.js knows
// the two, in a closure; its own valueGet tells when asked for a property of
// references 5 and 6. That works for every loader, wherever it keeps its class.
func (i *instance) bind() {
	if i.realm.world.config.Mode == Reference {
		return
	}
	at := -1
	for n, f := range i.program.imports {
		if f.module == "gojs" && f.name == "syscall/js.valueGet" {
			at = n
		}
	}
	if at < 0 {
		return
	}
	global, program := i.probe(at, indexGlobal), i.probe(at, indexGo)
	if global == nil || program == nil {
		return
	}
	i.values, i.program6 = newValueTable(i.realm, global, program), program
	native := nativeImports()
	for n, f := range i.program.imports {
		if f.module == "gojs" {
			i.native[n] = native[f.name]
		}
	}
}

// probe calls the given valueGet with a frame at address 0, which no Go program
// uses, and catches the object at Reflect.get.
func (i *instance) probe(at int, index uint32) (found *goja.Object) {
	frame := i.bytes[:64]
	clear(frame)
	defer clear(frame)
	i.setU64(8, (nanHead|flagObject)<<32|uint64(index))
	reflect := i.realm.vm.Get("Reflect").(*goja.Object)
	original := reflect.Get("get")
	defer func() { _ = reflect.Set("get", original) }()
	_ = reflect.Set("get", func(call goja.FunctionCall) goja.Value {
		found, _ = call.Argument(0).(*goja.Object)
		panic(i.realm.vm.ToValue("found"))
	})
	_, _ = i.given[at](goja.Undefined(), i.realm.vm.ToValue(0))
	return found
}

func (i *instance) nanotime(sp uint32) {
	i.setU64(sp+8, uint64(i.realm.world.start.UnixNano()+int64(i.realm.world.sinceStart())))
}

func (i *instance) walltime(sp uint32) {
	now := i.realm.world.now()
	i.setU64(sp+8, uint64(now.Unix()))
	i.setU32(sp+16, uint32(now.Nanosecond()))
}

func (i *instance) scheduleTimeout(sp uint32) {
	id := i.nextTimer
	i.nextTimer++
	delay := time.Duration(i.u64(sp+8)) * time.Millisecond
	i.timers[id] = i.realm.loop.after(delay, false, func() { i.timeout(id) })
	i.setU32(sp+16, uint32(id))
}

func (i *instance) clearTimeout(sp uint32) {
	id := int32(i.u32(sp + 8))
	i.realm.loop.cancel(i.timers[id])
	delete(i.timers, id)
}

// timeout resumes the program until it has taken notice of its timer.
func (i *instance) timeout(id int32) {
	for first := true; first || i.timers[id] != 0; first = false {
		resume := i.program6.Get("_resume")
		failures := len(i.realm.uncaught)
		i.realm.run(i.realm.method, i.program6, resume)
		if len(i.realm.uncaught) > failures || i.realm.ctx.Err() != nil {
			return
		}
	}
}

func (i *instance) stringVal(sp uint32) {
	i.setU64(sp+24, i.values.store(i.realm.decodedString(i.slice(sp+8))))
}

// decodedString decodes like the TextDecoder of wasm_exec.js.
func (r *realm) decodedString(b []byte) goja.Value {
	ascii := true
	for _, c := range b {
		if c >= 0x80 {
			ascii = false
			break
		}
	}
	if ascii {
		return r.vm.ToValue(string(b))
	}
	units, _, _ := decodeUTF8(b, false, false)
	return goja.StringFromUTF16(units)
}

// text is a string argument; it is copied, since the memory may move.
func (i *instance) text(at uint32) string {
	b := i.slice(at)
	for _, c := range b {
		if c >= 0x80 {
			return i.realm.decodedString(b).String()
		}
	}
	return string(b)
}

// script runs f, which calls JavaScript, and returns the stack pointer afterwards.
// What f throws passes through the module.
func (i *instance) script(sp uint32, f func() error) uint32 {
	sp, err := i.attempt(sp, f)
	if err != nil {
		i.throw(err)
	}
	return sp
}

// attempt is script without letting the error pass. The stack pointer is asked for
// only if the module was entered meanwhile.
func (i *instance) attempt(sp uint32, f func() error) (uint32, error) {
	entries := i.entries
	err := f()
	if i.realm.stopped.Load() {
		i.crashed = i.realm.ctx.Err()
		i.leave(i.realm.interrupted())
	}
	if i.entries == entries {
		return sp, err
	}
	if i.exited {
		// What wasm_exec.js does when the program ended below its own call.
		i.leave(i.realm.vm.NewTypeError("Cannot read properties of undefined (reading 'exports')"))
	}
	i.refresh()
	results, callErr := i.function("getsp").Call(i.context())
	if callErr != nil {
		i.throw(callErr)
	}
	return uint32(results[0]), err
}

func (i *instance) valueGet(sp uint32) {
	var result goja.Value
	target, name := i.values.load(i.u64(sp+8)), i.text(sp+16)
	sp = i.script(sp, func() (err error) {
		result, err = i.realm.get(target, name)
		return err
	})
	i.setU64(sp+32, i.values.store(result))
}

// get is Reflect.get with a string.
func (r *realm) get(target goja.Value, name string) (result goja.Value, err error) {
	object, ok := target.(*goja.Object)
	if !ok {
		return r.hooks.reflect.get(goja.Undefined(), target, r.vm.ToValue(name))
	}
	if ex := r.vm.Try(func() { result = object.Get(name) }); ex != nil {
		return nil, ex
	}
	return result, nil
}

func (i *instance) valueSet(sp uint32) {
	target, name, v := i.values.load(i.u64(sp+8)), i.text(sp+16), i.values.load(i.u64(sp+32))
	i.script(sp, func() error {
		_, err := i.realm.hooks.reflect.set(goja.Undefined(), target, i.realm.vm.ToValue(name), v)
		return err
	})
}

func (i *instance) valueDelete(sp uint32) {
	target, name := i.values.load(i.u64(sp+8)), i.text(sp+16)
	i.script(sp, func() error {
		_, err := i.realm.hooks.reflect.deleteProperty(goja.Undefined(), target, i.realm.vm.ToValue(name))
		return err
	})
}

func (i *instance) valueIndex(sp uint32) {
	var result goja.Value
	target, index := i.values.load(i.u64(sp+8)), int64(i.u64(sp+16))
	sp = i.script(sp, func() (err error) {
		result, err = i.realm.hooks.reflect.get(goja.Undefined(), target, i.realm.vm.ToValue(index))
		return err
	})
	i.setU64(sp+24, i.values.store(result))
}

func (i *instance) valueSetIndex(sp uint32) {
	target, index, v := i.values.load(i.u64(sp+8)), int64(i.u64(sp+16)), i.values.load(i.u64(sp+24))
	i.script(sp, func() error {
		_, err := i.realm.hooks.reflect.set(goja.Undefined(), target, i.realm.vm.ToValue(index), v)
		return err
	})
}

// arguments are the values of a slice of references.
func (i *instance) arguments(at uint32) []goja.Value {
	start, length := i.u64(at), i.u64(at+8)
	args := make([]goja.Value, length)
	for n := range args {
		args[n] = i.values.load(i.u64(uint32(start) + 8*uint32(n)))
	}
	return args
}

// outcome stores the result of a call, or what it threw, and which it was.
func (i *instance) outcome(sp, offset uint32, f func() (goja.Value, error)) {
	var result goja.Value
	sp, err := i.attempt(sp, func() (err error) {
		result, err = f()
		return err
	})
	if err != nil {
		if _, interrupted := err.(*goja.InterruptedError); interrupted {
			i.throw(err)
		}
		i.setU64(sp+offset, i.values.store(i.realm.thrownValue(err)))
		i.setU8(sp+offset+8, 0)
		return
	}
	i.setU64(sp+offset, i.values.store(result))
	i.setU8(sp+offset+8, 1)
}

func (i *instance) valueCall(sp uint32) {
	target, name, args := i.values.load(i.u64(sp+8)), i.text(sp+16), i.arguments(sp+32)
	i.outcome(sp, 56, func() (goja.Value, error) {
		method, err := i.realm.get(target, name)
		if err != nil {
			return nil, err
		}
		return i.realm.apply(method, target, args)
	})
}

func (i *instance) valueInvoke(sp uint32) {
	f, args := i.values.load(i.u64(sp+8)), i.arguments(sp+16)
	i.outcome(sp, 40, func() (goja.Value, error) { return i.realm.apply(f, goja.Undefined(), args) })
}

// apply is Reflect.apply.
func (r *realm) apply(f, this goja.Value, args []goja.Value) (goja.Value, error) {
	if callable, ok := goja.AssertFunction(f); ok {
		return callable(this, args...)
	}
	if f == nil {
		f = goja.Undefined()
	}
	return r.hooks.reflect.apply(goja.Undefined(), f, this, r.vm.NewArray())
}

func (i *instance) valueNew(sp uint32) {
	f, args := i.values.load(i.u64(sp+8)), i.arguments(sp+16)
	i.outcome(sp, 40, func() (goja.Value, error) {
		if construct, ok := goja.AssertConstructor(f); ok {
			object, err := construct(nil, args...)
			if err != nil {
				return nil, err
			}
			return object, nil
		}
		return i.realm.hooks.reflect.construct(goja.Undefined(), f, i.realm.vm.NewArray())
	})
}

func (i *instance) valueLength(sp uint32) {
	var length int64
	target := i.values.load(i.u64(sp + 8))
	sp = i.script(sp, func() error {
		if text, ok := target.(goja.String); ok {
			length = int64(text.Length())
			return nil
		}
		v, err := i.realm.get(target, "length")
		if err == nil && v != nil {
			length = v.ToInteger()
		}
		return err
	})
	i.setU64(sp+16, uint64(length))
}

func (i *instance) valuePrepareString(sp uint32) {
	var text string
	v := i.values.load(i.u64(sp + 8))
	sp = i.script(sp, func() error {
		if symbol, ok := v.(*goja.Symbol); ok {
			text = "Symbol(" + symbol.String() + ")"
			return nil
		}
		if ex := i.realm.vm.Try(func() { text = v.String() }); ex != nil {
			return ex
		}
		return nil
	})
	b := []byte(strings.ToValidUTF8(text, "\uFFFD"))
	i.setU64(sp+16, i.values.storeText(b))
	i.setU64(sp+24, uint64(len(b)))
}

func (i *instance) valueInstanceOf(sp uint32) {
	v, class := i.values.load(i.u64(sp+8)), i.values.load(i.u64(sp+16))
	var result goja.Value
	sp = i.script(sp, func() (err error) {
		result, err = i.realm.hooks.reflect.instanceOf(goja.Undefined(), v, class)
		return err
	})
	i.setU8(sp+24, 0)
	if result.ToBoolean() {
		i.setU8(sp+24, 1)
	}
}

func (i *instance) copyBytesToGo(sp uint32) {
	i.copyBytes(sp, i.values.load(i.u64(sp+32)), func(b []byte) int { return copy(i.slice(sp+8), b) })
}

func (i *instance) copyBytesToJS(sp uint32) {
	i.copyBytes(sp, i.values.load(i.u64(sp+8)), func(b []byte) int { return copy(b, i.slice(sp+16)) })
}

func (i *instance) copyBytes(sp uint32, v goja.Value, move func([]byte) int) {
	b, ok := i.realm.bytesOf(v)
	if !ok || !isUint8Array(v) {
		i.setU8(sp+48, 0)
		return
	}
	i.setU64(sp+40, uint64(move(b)))
	i.setU8(sp+48, 1)
}
