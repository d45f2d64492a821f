package vfstest

import (
	"context"
	"errors"
	"sync"
	"syscall"

	"github.com/clienttools/clienttools/pkg/vfs"
)

// Fault is a way to fail.
type Fault int

// The faults. With Crash and CrashAfter every later step fails too, until
// [Faulty.Heal]: the process is gone.
const (
	Fail       Fault = iota // nothing happens
	Full                    // nothing happens, since the disk is full
	LostReply               // it happens, and the answer is lost
	Crash                   // nothing happens, ever again
	CrashAfter              // it happens, and then nothing ever again
)

// ErrFault is what a faulty store says.
var ErrFault = errors.New("injected fault")

// Faulty is a store that fails at a chosen step. Each call of a method is a step.
type Faulty struct {
	Store vfs.Store

	mu    sync.Mutex
	steps int
	at    int // 0: never
	fault Fault
	dead  bool
	// writesOnly counts only the steps that change something.
	writesOnly bool
}

var _ vfs.Store = (*Faulty)(nil)

// Arm makes the step-th step from now on (1 is the next) fail. With writesOnly
// only steps that change something count.
func (f *Faulty) Arm(step int, fault Fault, writesOnly bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.steps, f.at, f.fault, f.dead, f.writesOnly = 0, step, fault, false, writesOnly
}

// Heal ends all faults. It says whether one happened.
func (f *Faulty) Heal() (happened bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	happened = f.at > 0 && f.steps >= f.at
	f.at, f.dead = 0, false
	return happened
}

// step runs one step, or fails it.
func (f *Faulty) step(write bool, do func() error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.dead {
		return ErrFault
	}
	if write || !f.writesOnly {
		f.steps++
	}
	if f.at == 0 || f.steps != f.at || f.writesOnly && !write {
		return do()
	}
	switch f.fault {
	case Full:
		if write {
			return syscall.ENOSPC
		}
		return do()
	case LostReply:
		_ = do()
	case Crash:
		f.dead = true
	case CrashAfter:
		f.dead = true
		_ = do()
	}
	return ErrFault
}

// Projects implements [vfs.Store].
func (f *Faulty) Projects(ctx context.Context) (ids []string, err error) {
	err = f.step(false, func() error { ids, err = f.Store.Projects(ctx); return err })
	return ids, err
}

// Load implements [vfs.Store].
func (f *Faulty) Load(ctx context.Context, id string) (state vfs.State, err error) {
	err = f.step(false, func() error { state, err = f.Store.Load(ctx, id); return err })
	return state, err
}

// Append implements [vfs.Store].
func (f *Faulty) Append(ctx context.Context, id string, seq uint64, record []byte, blobs []vfs.Blob) error {
	return f.step(true, func() error { return f.Store.Append(ctx, id, seq, record, blobs) })
}

// ReadBlob implements [vfs.Store].
func (f *Faulty) ReadBlob(ctx context.Context, id, blob string) (data []byte, err error) {
	err = f.step(false, func() error { data, err = f.Store.ReadBlob(ctx, id, blob); return err })
	return data, err
}

// Compact implements [vfs.Store].
func (f *Faulty) Compact(ctx context.Context, id string, snapshot vfs.Snapshot, blobs []vfs.Blob, drop []string) error {
	return f.step(true, func() error { return f.Store.Compact(ctx, id, snapshot, blobs, drop) })
}

// Delete implements [vfs.Store].
func (f *Faulty) Delete(ctx context.Context, id string) error {
	return f.step(true, func() error { return f.Store.Delete(ctx, id) })
}

// Close implements [vfs.Store]. The store below stays open: it is the disk.
func (f *Faulty) Close() error { return nil }
