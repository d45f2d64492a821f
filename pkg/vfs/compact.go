package vfs

import (
	"context"
	"errors"
	"time"
)

// Compaction starts by itself when the log is longer than this, and longer than
// a quarter of the small contents.
const (
	compactBytes   = 1 << 20
	compactRecords = 1000
	// compactIdle is how long nothing must have been committed before.
	compactIdle = 500 * time.Millisecond
	// compactHaste times the length above, it no longer waits for that.
	compactHaste = 16
)

// compactLater starts a compaction in the background if there is enough to gain.
func (p *project) compactLater(ctx context.Context) {
	p.mu.Lock()
	busy := p.compacting
	p.mu.Unlock()
	if busy || !p.compactDue(1) {
		return
	}
	p.Projects.mu.Lock()
	defer p.Projects.mu.Unlock()
	if p.closed {
		return
	}
	p.mu.Lock()
	p.compacting = true
	p.mu.Unlock()
	p.background.Add(1)
	go func() {
		defer p.background.Done()
		p.awaitIdle()
		// What cannot be compacted now is tried again after a later commit.
		_, _ = p.compactNow(context.WithoutCancel(ctx))
		p.mu.Lock()
		p.compacting = false
		p.mu.Unlock()
	}()
}

// compactDue says whether the log is times as long as it may be before it is
// compacted.
func (p *project) compactDue(times int64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.logBytes > times*max(compactBytes, p.smallBytes/4) || int64(p.records) > times*compactRecords ||
		p.committed.history > p.config.Limits.HistoryBytes
}

// awaitIdle returns when nothing was committed for a while, when there is so much
// to compact that it cannot wait, or when the projects are being closed.
func (p *project) awaitIdle() {
	last := -1
	for !p.compactDue(compactHaste) {
		p.mu.Lock()
		records := p.records
		p.mu.Unlock()
		if records == last {
			return
		}
		last = records
		select {
		case <-time.After(compactIdle):
		case <-p.closing:
			return
		}
	}
}

// compactNow compacts what is committed.
func (p *project) compactNow(ctx context.Context) (CompactResult, error) {
	if err := p.open(ctx); err != nil {
		return CompactResult{}, err
	}
	if err := take(ctx, p.committing); err != nil {
		return CompactResult{}, err
	}
	foreign, result, err := p.compactHeld(ctx)
	<-p.committing
	p.tell(foreign)
	return result, err
}

func (p *project) compactHeld(ctx context.Context) (foreign []string, result CompactResult, err error) {
	for range 3 {
		foreign = append(foreign, p.flush(ctx)...)
		if err := take(ctx, p.writing); err != nil {
			return foreign, result, err
		}
		known, epoch := p.committed.seq, p.epoch
		result, err = p.compact(ctx, false)
		if isConflict(err) {
			// Somebody else committed or compacted: take that in and try again.
			foreign = append(foreign, p.reload(ctx, known, epoch)...)
			<-p.writing
			continue
		}
		switch {
		case err == nil:
			p.requeue(nil, known, epoch)
		case errors.Is(err, errUnknown):
			foreign = append(foreign, p.reload(ctx, known, epoch)...)
		}
		<-p.writing
		return foreign, result, err
	}
	return foreign, result, err
}
