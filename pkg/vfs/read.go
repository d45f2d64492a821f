package vfs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
)

// blob returns the content of a blob: one that is about to be stored, one read
// lately, or one of the store.
func (p *project) blob(ctx context.Context, id string) ([]byte, error) {
	p.mu.Lock()
	stored, ok := p.unsaved[id]
	p.mu.Unlock()
	if ok {
		return stored[blobHeader:], nil
	}
	if data, ok := p.cache.get(p.id, id); ok {
		return data, nil
	}
	stored, err := p.store.ReadBlob(ctx, p.id, id)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if p.outdated(ctx, id) {
			return nil, errGone
		}
		return nil, fmt.Errorf("%w: a content is missing", ErrCorrupt)
	case err != nil:
		return nil, err
	}
	data, err := openBlob(stored)
	if err != nil {
		return nil, fmt.Errorf("%w: a content does not match its checksum", err)
	}
	p.cache.put(p.id, id, data)
	return data, nil
}

// outdated says whether a blob may be missing because somebody else compacted the
// project since the tree was made that refers to it.
func (p *project) outdated(ctx context.Context, id string) bool {
	p.mu.Lock()
	t := p.committed
	p.mu.Unlock()
	used, _ := references(t)
	if _, ok := used[id]; !ok {
		return true
	}
	state, err := p.since(ctx, t.seq)
	return err == nil && (state.Snapshot.Seq > t.seq || state.Snapshot.Seq+uint64(len(state.Records)) != t.seq)
}

func (p *project) extent(ctx context.Context, x extent) ([]byte, error) {
	if x.blob == "" {
		return x.data, nil
	}
	data, err := p.blob(ctx, x.blob)
	if err != nil {
		return nil, err
	}
	if x.offset+x.length > int64(len(data)) {
		return nil, fmt.Errorf("%w: a content is too short", ErrCorrupt)
	}
	return data[x.offset : x.offset+x.length], nil
}

// readAll returns a whole content, which the caller must not change.
func (p *project) readAll(ctx context.Context, c content) ([]byte, error) {
	if len(c.extents) == 1 {
		return p.extent(ctx, c.extents[0])
	}
	// The size is what a record said: believe it only piece by piece.
	out := make([]byte, 0, min(c.size, p.config.Limits.FileBytes))
	for _, x := range c.extents {
		data, err := p.extent(ctx, x)
		if err != nil {
			return nil, err
		}
		out = append(out, data...)
	}
	return out, nil
}

// readAt fills b from an offset on, as far as there is content.
func (p *project) readAt(ctx context.Context, c content, b []byte, off int64) (n int, err error) {
	for _, x := range c.extents {
		if n == len(b) {
			break
		}
		if off >= x.length {
			off -= x.length
			continue
		}
		data, err := p.extent(ctx, x)
		if err != nil {
			return n, err
		}
		n += copy(b[n:], data[off:])
		off = 0
	}
	return n, nil
}

// peek returns a content if no storage has to be asked for it.
func (p *project) peek(ctx context.Context, c content) (data []byte, ok bool, err error) {
	for _, x := range c.extents {
		if x.blob == "" {
			continue
		}
		p.mu.Lock()
		_, unsaved := p.unsaved[x.blob]
		p.mu.Unlock()
		if _, cached := p.cache.get(p.id, x.blob); !cached && !unsaved {
			return nil, false, nil
		}
	}
	data, err = p.readAll(ctx, c)
	if errors.Is(err, errGone) {
		return nil, false, nil // it fell out of the cache right now
	}
	return data, err == nil, err
}
