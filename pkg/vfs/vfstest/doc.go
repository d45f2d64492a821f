// Package vfstest has the suites that file systems and stores must pass: probes
// of what a file system does, with the host's as the oracle, the contract of
// [vfs.Store], and a store that fails on purpose.
package vfstest
