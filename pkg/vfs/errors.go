package vfs

import "errors"

// Errors that the file system adds to those of io/fs and syscall.
var (
	// ErrConflict: somebody else changed the same file meanwhile.
	ErrConflict = errors.New("changed meanwhile by somebody else")
	// ErrCorrupt: a stored record or snapshot does not match its checksum.
	ErrCorrupt = errors.New("stored data is damaged")
	// ErrClosed: the project or the store was closed.
	ErrClosed = errors.New("closed")
)
