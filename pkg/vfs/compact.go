package vfs

import (
	"context"
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
			var more []string
			_, more, pullErr := p.pull(ctx, [16]byte{})
			foreign = append(foreign, more...)
			if pullErr == nil {
				p.requeue(nil, known, epoch)
			}
			<-p.writing
			continue
		}
		if err == nil {
			p.requeue(nil, known, epoch)
		}
		<-p.writing
		return foreign, result, err
	}
	return foreign, result, err
}

// compact replaces the log by a snapshot, drops history that is too old or too
// much, and packs small contents into blobs. With purge it gives up all history
// and stores nothing new but the snapshot: for a disk that is full. The rights
// to commit and to write are held. What is committed changes; the caller
// requeues.
func (p *project) compact(ctx context.Context, purge bool) (CompactResult, error) {
	p.mu.Lock()
	t, blobs, records := p.committed, p.blobs, p.records
	readers := p.readers
	result := CompactResult{Before: p.storedBytes()}
	p.mu.Unlock()
	result.After = result.Before

	keep := p.prune(t, purge)
	pack := &packer{project: p}
	var packed *tree
	var err error
	if purge {
		packed = keep
	} else if packed, err = pack.tree(ctx, keep); err != nil {
		return result, err
	}
	if packed == t && records == 0 {
		return result, nil
	}
	next := *packed
	if len(pack.blobs) > 0 || records == 0 {
		// The packs, and the number that a new snapshot needs, come with a record
		// of their own: if all ends here, they are dropped by the next compaction.
		next.seq++
		names := make([]string, len(pack.blobs))
		for i, b := range pack.blobs {
			names[i] = b.ID
		}
		frame := encodeRecord(next.seq, p.birth, newRecordID(), nil, names)
		if err := p.store.Append(ctx, p.id, next.seq, frame, pack.blobs); err != nil {
			return result, err
		}
		p.mu.Lock()
		p.advance(next.seq, names, len(frame))
		p.mu.Unlock()
	}
	used, small := references(&next)
	var drop []string
	for id := range blobs {
		if _, ok := used[id]; !ok && readers == 0 {
			drop = append(drop, id)
		}
	}
	snapshot := encodeSnapshot(&next, p.birth)
	if err := p.store.Compact(ctx, p.id, snapshot, drop); err != nil {
		return result, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, b := range pack.blobs {
		p.cache.put(p.id, b.ID, b.Data[blobHeader:])
	}
	for _, id := range drop {
		delete(p.blobs, id)
	}
	p.committed, p.logBytes, p.records, p.smallBytes, p.snapBytes = &next, 0, 0, small, 0
	for _, chunk := range snapshot.Chunks {
		p.snapBytes += int64(len(chunk))
	}
	result.After = p.storedBytes()
	return result, nil
}

// advance notes a record that changed no file. The lock is held.
func (p *project) advance(seq uint64, blobs []string, size int) {
	t := *p.committed
	t.seq = seq
	p.committed = &t
	p.accepted(nil, blobs, size)
}

// storedBytes is how much is stored. The lock is held.
func (p *project) storedBytes() int64 {
	total := p.logBytes + p.snapBytes
	for id := range p.blobs {
		total += blobSize(id)
	}
	return total
}

// references lists the blobs that a tree refers to, and sums its small contents.
func references(t *tree) (blobs map[string]struct{}, small int64) {
	blobs = map[string]struct{}{}
	for n := range t.nodes.all {
		n.contents(func(c content) {
			for _, x := range c.extents {
				if x.blob != "" {
					blobs[x.blob] = struct{}{}
				}
			}
			if c.size <= inlineMax {
				small += c.size
			}
		})
	}
	return blobs, small
}
