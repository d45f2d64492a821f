// Package language stands for golang.org/x/text/language in the sandbox's module:
// the engine knows one language, the undetermined one.
package language

// Tag is a language.
type Tag struct{}

// Und is the undetermined language.
var Und Tag
