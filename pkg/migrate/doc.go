// Package migrate brings stored settings of older releases up to date. It is
// pure functions of one JSON document: what a step does not know passes through
// byte by byte and in its place, a second run changes nothing, and each change
// is one line that a person can read. Steps are ordered, one file each. [Load] and
// [LoadAll] migrate as projects are loaded from where an application keeps them.
package migrate
