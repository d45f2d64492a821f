//go:build js

// Command nothing is a Go module that does nothing: what every Go module costs a page.
package main

func main() {}
