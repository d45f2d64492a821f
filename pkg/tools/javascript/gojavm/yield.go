//go:build !js

package gojavm

// yield is for the module; natively a goroutine's stack grows.
func yield() {}
