//go:build linux || darwin

package jshost

import (
	"context"
	"math"
	"syscall"

	"github.com/tetratelabs/wazero/experimental"
)

// withMemory makes instances reserve the addresses of all memory they may ever
// have. Growing is then a matter of access rights, where wazero's own memory is
// copied every time.
func withMemory(ctx context.Context) context.Context {
	return experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(reserve))
}

func reserve(_, limit uint64) experimental.LinearMemory {
	if limit > math.MaxInt {
		return &copiedMemory{}
	}
	size := max(int(limit), syscall.Getpagesize())
	reserved, err := syscall.Mmap(-1, 0, size, syscall.PROT_NONE, syscall.MAP_ANON|syscall.MAP_PRIVATE|syscall.MAP_NORESERVE)
	if err != nil {
		return &copiedMemory{}
	}
	return &reservedMemory{reserved: reserved}
}

type reservedMemory struct {
	reserved []byte
	usable   int
}

// Reallocate implements experimental.LinearMemory.
func (m *reservedMemory) Reallocate(size uint64) []byte {
	if size > uint64(len(m.reserved)) {
		return nil
	}
	if wanted := int(size); wanted > m.usable {
		page := syscall.Getpagesize()
		wanted = min((wanted+page-1)/page*page, len(m.reserved))
		if err := syscall.Mprotect(m.reserved[:wanted], syscall.PROT_READ|syscall.PROT_WRITE); err != nil {
			return nil
		}
		m.usable = wanted
	}
	return m.reserved[:size:size]
}

// Free implements experimental.LinearMemory.
func (m *reservedMemory) Free() {
	_ = syscall.Munmap(m.reserved)
	m.reserved = nil
}
