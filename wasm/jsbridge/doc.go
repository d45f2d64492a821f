//go:build js

// Package jsbridge joins a Go program to the JavaScript realm that runs it, as
// wasm/README.md describes: the realm lends one host object and gets one
// function back, which calls a [Handler]. The bridge knows no method.
//
// It is the only package that imports syscall/js. Nothing here panics on what
// JavaScript does: what it throws becomes an *[Error], and a panic of a handler
// rejects that one call.
package jsbridge
