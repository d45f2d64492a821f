package vfs

import (
	"context"
	"errors"
	"fmt"
)

// errUnknown: the store failed while it replaced the log, so that nobody knows
// which of the two is there now.
var errUnknown = errors.New("outcome unknown")

// compact replaces the log by a snapshot, drops history that is too old or too
// much, and packs small contents into blobs. With purge it gives up all history
// and stores nothing new but the snapshot: for a disk that is full. The rights
// to commit and to write are held. What is committed changes; the caller
// requeues.
func (p *project) compact(ctx context.Context, purge bool) (result CompactResult, err error) {
	p.mu.Lock()
	t, records := p.committed, p.records
	result.Before = p.storedBytes()
	p.mu.Unlock()
	result.After = result.Before

	next := *p.prune(t, purge)
	pack := &packer{project: p}
	if !purge {
		packed, err := pack.tree(ctx, &next)
		if err != nil {
			return result, err
		}
		next = *packed
	}
	if next == *t && records == 0 {
		return result, nil
	}
	next.seq = t.seq + 1
	if err := p.replaceLog(ctx, &next, pack.blobs); err != nil {
		return result, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, b := range pack.blobs {
		p.cache.put(p.id, b.ID, b.Data[blobHeader:])
	}
	result.After = p.storedBytes()
	return result, nil
}

// replaceLog makes a tree the snapshot and drops the blobs that it does not refer
// to, unless somebody still reads an older one or builds on it. Calls that wait
// for room on a full disk do not count.
func (p *project) replaceLog(ctx context.Context, t *tree, blobs []Blob) error {
	used, small := references(t)
	p.mu.Lock()
	var drop []string
	free := p.readers == 0 && (p.appending || len(p.queue) == 0)
	for id := range p.blobs {
		if _, ok := used[id]; !ok && free {
			drop = append(drop, id)
		}
	}
	p.mu.Unlock()
	snapshot := encodeSnapshot(t, p.birth)
	err := p.store.Compact(ctx, p.id, snapshot, blobs, drop)
	switch {
	case isConflict(err), isFull(err):
		return err
	case err != nil:
		return fmt.Errorf("compact: %w: %w", errUnknown, err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, b := range blobs {
		p.blobs[b.ID] = struct{}{}
	}
	for _, id := range drop {
		delete(p.blobs, id)
	}
	p.committed, p.logBytes, p.records, p.smallBytes, p.snapBytes = t, 0, 0, small, 0
	for _, chunk := range snapshot.Chunks {
		p.snapBytes += int64(len(chunk))
	}
	return nil
}

// reload takes what is stored for the project's. The rights to commit and to
// write are held.
func (p *project) reload(ctx context.Context, known uint64, epoch int) []string {
	state, err := p.store.Load(ctx, p.id)
	if err != nil {
		p.mu.Lock()
		p.unsettled = true // the next call loads anew
		p.mu.Unlock()
		p.drop(nil, fmt.Errorf("commit: %w", err))
		return nil
	}
	p.mu.Lock()
	paths, err := p.beginAgain(state)
	p.mu.Unlock()
	if err != nil {
		p.drop(nil, err)
		return nil
	}
	p.requeue(nil, known, epoch)
	return paths
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
