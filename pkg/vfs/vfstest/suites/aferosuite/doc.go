// Package aferosuite is the place where afero's own tests are compiled against
// ours: see TestAfero. It holds nothing else.
package aferosuite
