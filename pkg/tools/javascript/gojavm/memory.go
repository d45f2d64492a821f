//go:build !js

package gojavm

import (
	"context"
	"runtime/metrics"
	"time"

	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
)

// liveHeap is what the last garbage collection found in use.
const liveHeap = "/gc/heap/live:bytes"

// memoryPause is how long the watchdog sleeps between two looks.
const memoryPause = 50 * time.Millisecond

// watchMemory ends a run whose process has come to hold much more memory than at
// its start. It sees the whole process, and only what a garbage collection has
// seen: a safety net for loops that collect things, not a limit to the byte. In
// the module the memory itself has a maximum.
func (w *world) watchMemory(ctx context.Context) {
	start := liveBytes()
	tick := time.NewTicker(memoryPause)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if now := liveBytes(); now > start && now-start > uint64(w.limits.MemoryBytes) {
			w.rt.Interrupt(error(script.NewLimitError(script.LimitMemory, w.limits)))
			return
		}
	}
}

func liveBytes() uint64 {
	sample := []metrics.Sample{{Name: liveHeap}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}
