// Package jshost runs GOOS=js modules in a Go process, without a browser and
// without Node: wazero executes the module, goja is its JavaScript world.
//
// What ships is what runs. The module is the one that pages load, the loader is
// the toolchain's own wasm_exec.js, and a client written in TypeScript runs
// unmodified against the WebAssembly API that this package gives to goja. Only
// the functions that a module imports are done in Go, which is two to three times
// faster; Mode Reference takes wasm_exec.js's own instead, as the measure of them.
//
// A [Program] is a compiled module, shared by everything. A [Host] is one
// JavaScript world with its event loop and its workers; it shares nothing with
// other hosts, but belongs to one goroutine at a time.
//
//	program, err := jshost.Compile(ctx, wasm, jshost.CompileConfig{CacheDir: dir})
//	host, err := jshost.New(jshost.Config{Programs: []*jshost.Program{program}})
//	defer host.Close()
//	_, err = host.Start(ctx, program, jshost.Run{Args: []string{"app"}})
//	value, err := host.Eval(ctx, `app.greet("you")`) // waits for a promise
//
// # Limits
//
// Code that wazero compiled cannot be preempted: an endless loop in a module ends
// only if its program was compiled as Interruptible, which makes it three times
// slower. Until it ends, a garbage collection waits for it, and with it the whole
// process.
//
// Stacks are deeper here than in a browser. A recursion between Go and JavaScript
// is cut at a depth that browsers reach too, but recursion within Go is not.
package jshost
