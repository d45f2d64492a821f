// Package api is what a JavaScript realm can ask of the core: one table of
// methods with JSON in and JSON out, as wasm/README.md lists them. It knows no
// JavaScript, so that tests call it natively; package jsbridge joins it to a
// realm.
//
// The structs of this package and those that they refer to cross the boundary.
// `go run ./wasm/api/gen` writes their TypeScript types. A field with omitempty
// may be left out, every other one is required.
package api
