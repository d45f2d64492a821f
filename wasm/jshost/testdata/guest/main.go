//go:build js

// A small module that does one of each thing between Go and JavaScript.
package main

import (
	"errors"
	"os"
	"runtime"
	"syscall/js"
	"time"
)

func main() {
	name := "guest"
	if len(os.Args) > 1 {
		name = os.Args[1]
	}
	done := make(chan struct{})
	guest := js.Global().Get("Object").New()
	set := func(name string, f func(this js.Value, args []js.Value) any) { guest.Set(name, js.FuncOf(f)) }
	set("echo", func(_ js.Value, args []js.Value) any { return args[0] })
	set("kind", func(_ js.Value, args []js.Value) any { return args[0].Type().String() })
	set("text", func(_ js.Value, args []js.Value) any { return args[0].String() })
	set("args", func(this js.Value, args []js.Value) any { return len(os.Args) })
	set("env", func(_ js.Value, args []js.Value) any { return os.Getenv(args[0].String()) })
	set("equal", func(_ js.Value, args []js.Value) any { return args[0].Equal(args[1]) })
	set("get", func(_ js.Value, args []js.Value) any { return args[0].Get(args[1].String()) })
	set("put", func(_ js.Value, args []js.Value) any { args[0].Set(args[1].String(), args[2]); return nil })
	set("remove", func(_ js.Value, args []js.Value) any { args[0].Delete(args[1].String()); return nil })
	set("index", func(_ js.Value, args []js.Value) any { return args[0].Index(args[1].Int()) })
	set("putIndex", func(_ js.Value, args []js.Value) any { args[0].SetIndex(args[1].Int(), args[2]); return nil })
	set("length", func(_ js.Value, args []js.Value) any { return args[0].Length() })
	set("isA", func(_ js.Value, args []js.Value) any { return args[0].InstanceOf(args[1]) })
	set("make", func(_ js.Value, args []js.Value) any { return args[0].New(args[1]) })
	set("invoke", func(_ js.Value, args []js.Value) any { return caught(func() any { return args[0].Invoke(args[1]) }) })
	set("callMethod", func(_ js.Value, args []js.Value) any {
		return caught(func() any { return args[0].Call(args[1].String(), args[2]) })
	})
	set("this", func(this js.Value, _ []js.Value) any { return this.Get("mark") })
	set("reverse", func(_ js.Value, args []js.Value) any {
		b := make([]byte, args[0].Length())
		js.CopyBytesToGo(b, args[0])
		for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
			b[i], b[j] = b[j], b[i]
		}
		out := js.Global().Get("Uint8Array").New(len(b))
		js.CopyBytesToJS(out, b)
		return out
	})
	set("string", func(_ js.Value, args []js.Value) any {
		b := make([]byte, args[0].Length())
		js.CopyBytesToGo(b, args[0])
		return string(b)
	})
	set("sleep", func(_ js.Value, args []js.Value) any {
		return promise(func() (any, error) {
			time.Sleep(time.Duration(args[0].Int()) * time.Millisecond)
			return args[0], nil
		})
	})
	set("fail", func(_ js.Value, args []js.Value) any {
		return promise(func() (any, error) { return nil, errors.New(args[0].String()) })
	})
	set("await", func(_ js.Value, args []js.Value) any {
		return promise(func() (any, error) { return await(args[0]) })
	})
	set("now", func(_ js.Value, _ []js.Value) any { return float64(time.Now().UnixMilli()) })
	set("grow", func(_ js.Value, args []js.Value) any {
		held := make([]byte, args[0].Int()<<20)
		for i := 0; i < len(held); i += 4096 {
			held[i] = byte(i)
		}
		return len(held)
	})
	set("nest", func(this js.Value, args []js.Value) any {
		n := args[0].Int()
		if n == 0 {
			return 0
		}
		// Grows the stack, which moves it, below the call of JavaScript.
		return deep(40, func() any { return args[1].Invoke(n-1).Int() + 1 })
	})
	set("goexit", func(_ js.Value, args []js.Value) any { os.Exit(args[0].Int()); return nil })
	set("panic", func(_ js.Value, args []js.Value) any { panic(args[0].String()) })
	set("panicLater", func(_ js.Value, args []js.Value) any { go panic(args[0].String()); return nil })
	set("spin", func(_ js.Value, _ []js.Value) any {
		for spinning {
		}
		return nil
	})
	set("block", func(_ js.Value, _ []js.Value) any { <-make(chan int); return nil })
	set("gc", func(_ js.Value, _ []js.Value) any { runtime.GC(); return nil })
	set("print", func(_ js.Value, args []js.Value) any { println(args[0].String()); return nil })
	set("stop", func(_ js.Value, _ []js.Value) any { close(done); return nil })
	js.Global().Set(name, guest)
	<-done
}

// spinning is a variable, so that the loop has a condition to look at.
var spinning = true

func deep(n int, f func() any) any {
	var pad [256]byte
	if n > 0 {
		pad[n] = byte(n)
		return deep(n-1, f)
	}
	return f()
}

// caught returns what f throws as an object.
func caught(f func() any) (result any) {
	defer func() {
		if r := recover(); r != nil {
			thrown, ok := r.(js.Error)
			if !ok {
				panic(r)
			}
			result = map[string]any{"threw": thrown.Value}
		}
	}()
	return f()
}

func promise(f func() (any, error)) js.Value {
	var executor js.Func
	executor = js.FuncOf(func(_ js.Value, args []js.Value) any {
		resolve, reject := args[0], args[1]
		go func() {
			defer executor.Release()
			v, err := f()
			if err != nil {
				failure := js.Global().Get("Error").New(err.Error())
				failure.Set("code", "guest_failed")
				reject.Invoke(failure)
				return
			}
			resolve.Invoke(v)
		}()
		return nil
	})
	return js.Global().Get("Promise").New(executor)
}

func await(p js.Value) (any, error) {
	type outcome struct {
		v   js.Value
		err error
	}
	c := make(chan outcome, 1)
	resolved := js.FuncOf(func(_ js.Value, args []js.Value) any { c <- outcome{v: args[0]}; return nil })
	rejected := js.FuncOf(func(_ js.Value, args []js.Value) any {
		c <- outcome{err: errors.New(args[0].Get("message").String())}
		return nil
	})
	defer resolved.Release()
	defer rejected.Release()
	p.Call("then", resolved, rejected)
	o := <-c
	if o.err != nil {
		return nil, o.err
	}
	return o.v, nil
}
