package gojavm

import "runtime"

// yield takes everything off the host's stack, which is small: when a goroutine
// yields, Go leaves all functions of WebAssembly and goes on from its own stack.
func yield() { runtime.Gosched() }
