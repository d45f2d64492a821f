package vfs

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"syscall"
)

// enqueue applies a commit in memory and puts it in the queue. The right to
// write is held.
func (p *project) enqueue(c *commit) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	// The number that the record with this commit will have, unless somebody else
	// is faster; then everything queued is rebased.
	seq := p.committed.seq + 1
	if p.appending {
		seq++
	}
	if c.base == p.head {
		if err := p.hold(newRebase(p.head, 0, 0), c); err != nil {
			return err // what an undo would bring back
		}
		after, paths, err := apply(p.head, c, seq, p.config.Limits.Versions)
		if err != nil {
			return err
		}
		c.after, c.paths, c.base = after, paths, nil
	} else if err := p.rebase(newRebase(p.head, c.base.seq, seq), c, seq); err != nil {
		return err
	}
	if c.after.bytes > p.config.Limits.ProjectBytes && c.after.bytes > p.head.bytes {
		return &fs.PathError{Op: "commit", Path: c.firstPath(), Err: syscall.EDQUOT}
	}
	for _, b := range c.blobs {
		p.unsaved[b.ID] = b.Data
	}
	p.head = c.after
	p.queue = append(p.queue, c)
	return nil
}

func (c *commit) firstPath() string {
	if len(c.paths) == 0 {
		return "/"
	}
	return c.paths[0]
}

// settle waits until a commit is durable. Whoever comes first stores what has
// gathered until then; the others find it done. From here on the caller's
// context no longer counts: giving up now would leave the outcome open.
func (p *project) settle(ctx context.Context, c *commit) error {
	ctx = context.WithoutCancel(ctx)
	for {
		select {
		case <-c.done:
			return p.settled(ctx, c)
		default:
		}
		select {
		case <-c.done:
			return p.settled(ctx, c)
		case p.committing <- struct{}{}:
			foreign := p.flush(ctx)
			<-p.committing
			p.tell(foreign)
		}
	}
}

func (p *project) settled(ctx context.Context, c *commit) error {
	if c.err == nil {
		p.compactLater(ctx)
	}
	return c.err
}

func (p *project) tell(paths []string) {
	if len(paths) > 0 {
		p.config.OnChange(p.id, paths)
	}
}

// flush appends everything queued as one record. It returns the paths that
// others turned out to have changed. The right to commit is held.
func (p *project) flush(ctx context.Context) []string {
	foreign, again := p.attempt(ctx, true)
	if again {
		more, _ := p.attempt(ctx, false)
		foreign = append(foreign, more...)
	}
	return foreign
}

// attempt is one try of flush. If the disk is full it may give up history to
// make room, and asks for another try.
func (p *project) attempt(ctx context.Context, mayPurge bool) (foreign []string, again bool) {
	p.mu.Lock()
	batch := p.queue
	known, epoch := p.committed.seq, p.epoch
	if len(batch) == 0 {
		p.mu.Unlock()
		return nil, false
	}
	if p.birth == 0 {
		p.birth = newBirth()
	}
	birth := p.birth
	p.queue, p.appending = nil, true
	p.mu.Unlock()

	var blobs []Blob
	for _, c := range batch {
		blobs = append(blobs, c.blobs...)
	}
	id := newRecordID()
	frame := encodeRecord(known+1, birth, id, batch)
	err := p.store.Append(ctx, p.id, known+1, frame, blobs)
	if err == nil {
		p.accept(batch, known+1, len(frame))
		p.acknowledge(batch)
		return nil, false
	}
	p.writing <- struct{}{}
	defer func() { <-p.writing }()
	if !isFull(err) {
		return p.resolve(ctx, batch, known, epoch, id, err), false
	}
	if mayPurge {
		_, err := p.compact(ctx, true)
		if err == nil {
			p.requeue(batch, known, epoch)
			return nil, true
		}
		if errors.Is(err, errUnknown) {
			foreign = p.reload(ctx, known, epoch)
		}
	}
	p.drop(batch, &fs.PathError{Op: "commit", Path: batch[0].firstPath(), Err: syscall.ENOSPC})
	return foreign, false
}

func isFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// accept makes a stored batch the committed state.
func (p *project) accept(batch []*commit, seq uint64, size int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	done := make([]applied, len(batch))
	before := p.committed
	for i, c := range batch {
		done[i] = applied{seq, i, c, before, c.after}
		before = c.after
	}
	p.committed = before
	p.appending = false
	p.accepted(done, size)
	for _, c := range batch {
		p.saved(c)
	}
}

// acknowledge says what a batch changed, once for all of it, and lets those go on
// who wait for it.
func (p *project) acknowledge(batch []*commit) {
	paths := batch[0].paths
	for _, c := range batch[1:] {
		paths = append(slices.Clip(paths), c.paths...)
	}
	if len(batch) > 1 {
		slices.Sort(paths)
		paths = slices.Compact(paths)
	}
	p.tell(paths)
	for _, c := range batch {
		c.finish(nil)
	}
}

// saved moves the blobs of a commit to the cache.
func (p *project) saved(c *commit) {
	for _, b := range c.blobs {
		delete(p.unsaved, b.ID)
		p.cache.put(p.id, b.ID, b.Data[blobHeader:])
	}
	c.blobs = nil
}

// resolve finds out what became of a batch whose append failed: another one was
// faster, or it was stored and only the answer was lost, or it was not stored.
// The rights to commit and to write are held.
func (p *project) resolve(ctx context.Context, batch []*commit, known uint64, epoch int, id [16]byte, cause error) []string {
	found, foreign, err := p.pull(ctx, id)
	switch {
	case err != nil:
		p.mu.Lock()
		p.unsettled = true // nothing is queued; the next call loads anew
		p.mu.Unlock()
		p.drop(batch, fmt.Errorf("commit: %w", errors.Join(cause, err)))
	case found:
		p.mu.Lock()
		for _, c := range batch {
			p.saved(c)
		}
		p.mu.Unlock()
		p.acknowledge(batch)
		p.requeue(nil, known+1, epoch)
	case isConflict(cause) && (p.committed.seq != known || p.epoch != epoch):
		p.requeue(batch, known, epoch)
	default:
		p.drop(batch, fmt.Errorf("commit: %w", cause))
	}
	return foreign
}

// newBirth tells a project from one of the same name that was deleted before. 32
// bits are enough for that and short in every record.
func newBirth() uint64 { return 1 + uint64(rand.Uint32()) }

func newRecordID() (id [16]byte) {
	binary.LittleEndian.PutUint64(id[:], rand.Uint64())
	binary.LittleEndian.PutUint64(id[8:], rand.Uint64())
	return id
}
