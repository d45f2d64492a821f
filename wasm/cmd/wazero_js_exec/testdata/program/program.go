// Package program is what the tests of wazero_js_exec run.
package program

// Double is covered by a test; Unused is not.
func Double(n int) int { return 2 * n }

// Unused keeps the coverage below everything.
func Unused() int { return 1 }
