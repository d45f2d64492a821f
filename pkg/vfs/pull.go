package vfs

import (
	"context"
	"fmt"
	"slices"
)

// pull brings the project up to the store. It says whether the record with the
// given id is among what is new, and which paths changed. The rights to commit
// and to write are held, nothing is being appended.
func (p *project) pull(ctx context.Context, own [16]byte) (found bool, paths []string, err error) {
	state, err := p.since(ctx, p.committed.seq)
	if err != nil {
		return false, nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	known := p.committed.seq
	last := state.Snapshot.Seq + uint64(len(state.Records))
	if state.Snapshot.Seq > known || last < known || last == known && p.isOther(state) {
		// Compacted beyond what is known here, or deleted and begun anew.
		paths, err = p.beginAgain(state)
		return false, paths, err
	}
	for i, frame := range state.Records {
		seq := state.Snapshot.Seq + uint64(i) + 1
		if seq <= known {
			continue
		}
		birth, first := p.birth, p.committed.seq == 0
		r, err := p.replay(frame, seq)
		if err != nil {
			p.lastSeq = last
			p.damaged(fmt.Sprintf("record %d cannot be read: %v", seq, err), int(last-seq)+1)
			return false, nil, p.damage
		}
		if r.birth != birth && !first {
			// One of us two does not know that the project was deleted.
			if state, err = p.store.Load(ctx, p.id); err != nil {
				return false, nil, err
			}
			paths, err = p.beginAgain(state)
			return false, paths, err
		}
		if r.id == own {
			found = true
			continue
		}
		for i := range r.commits {
			paths = append(paths, r.commits[i].paths...)
		}
	}
	return found, paths, nil
}

// isOther says whether a whole state is of another project of that name: one that
// was begun anew. The lock is held.
func (p *project) isOther(state State) bool {
	birth := p.birth
	if len(state.Snapshot.Chunks) > 0 {
		if c, err := decodeChunk(state.Snapshot.Chunks[0], state.Snapshot.Seq, 0); err == nil {
			birth = c.birth
		}
	} else if len(state.Records) > 0 {
		if r, err := decodeRecord(state.Records[0]); err == nil {
			birth = r.birth
		}
	}
	return birth != p.birth
}

// beginAgain takes a state for the project's and tells what is different. The
// lock is held.
func (p *project) beginAgain(state State) ([]string, error) {
	before := p.committed
	p.begin(state)
	if p.damage != nil {
		return nil, p.damage
	}
	return changedPaths(before, p.committed), nil
}

func (p *project) since(ctx context.Context, seq uint64) (State, error) {
	if f, ok := p.store.(Follower); ok {
		return f.Since(ctx, p.id, seq)
	}
	return p.store.Load(ctx, p.id)
}

// changedPaths compares two trees of which only the contents are known.
func changedPaths(before, after *tree) []string {
	var paths []string
	for n := range after.nodes.all {
		if was := before.get(n.ino); was == nil || was.stamp != n.stamp {
			if path, ok := after.path(n); ok {
				paths = append(paths, path)
			}
		}
	}
	for n := range before.nodes.all {
		path, ok := before.path(n)
		if now := after.get(n.ino); ok && (now == nil || !after.reachable(now)) {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// requeue rebases everything that is queued onto what is committed now. The
// rights to commit and to write are held.
func (p *project) requeue(batch []*commit, since uint64, epoch int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := append(batch, p.queue...)
	p.queue, p.appending = nil, false
	r := newRebase(p.committed, since, p.committed.seq)
	for _, c := range all {
		err := error(ErrConflict)
		if epoch == p.epoch {
			err = p.rebase(r, c, p.committed.seq+1)
		}
		if err != nil {
			p.forget(c)
			c.finish(err)
			continue
		}
		p.queue = append(p.queue, c)
	}
	p.head = r.onto
}

// rebase makes a commit fit what others changed.
func (p *project) rebase(r *rebase, c *commit, seq uint64) error {
	if err := p.hold(r, c); err != nil {
		r.abandon(c)
		return err
	}
	return r.move(c, seq, p.config.Limits.Versions)
}

// drop fails everything that is not durable. The rights to commit and to write
// are held.
func (p *project) drop(batch []*commit, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range append(batch, p.queue...) {
		p.forget(c)
		c.finish(err)
	}
	p.queue, p.appending, p.head = nil, false, p.committed
}

// forget lets go of the blobs of a commit that will not be made.
func (p *project) forget(c *commit) {
	for _, b := range c.blobs {
		delete(p.unsaved, b.ID)
	}
}
