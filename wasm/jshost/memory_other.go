//go:build !linux && !darwin

package jshost

import (
	"context"

	"github.com/tetratelabs/wazero/experimental"
)

// withMemory gives instances a memory that is copied when it grows.
func withMemory(ctx context.Context) context.Context {
	return experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(func(_, _ uint64) experimental.LinearMemory {
		return &copiedMemory{}
	}))
}
