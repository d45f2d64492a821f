package vfs

import (
	"context"
	"errors"
	"fmt"
)

// errGone: a content is no longer where it was. Somebody else compacted the
// project: the content is in other blobs now, or is no longer kept.
var errGone = fmt.Errorf("%w: a content is no longer kept", ErrConflict)

// source is a content and what it is of: a version of a file. Blobs come and go
// with compactions, versions stay what they are.
type source struct {
	content
	ino, version uint64
}

func (n *node) source() source { return source{n.content, n.ino, n.version} }

func (r *revision) source(ino uint64) source { return source{r.content, ino, r.version} }

// find returns the content of the same version in another tree.
func (s source) find(t *tree, ino uint64) (content, error) {
	n := t.get(ino)
	if n == nil {
		return content{}, errGone
	}
	r, err := n.revision(s.version)
	if err != nil || r.content.size != s.size {
		return content{}, errGone
	}
	return r.content, nil
}

// readAll returns a whole content, which the caller must not change.
func (e *edit) readAll(s source) (data []byte, err error) {
	err = e.read(s, func(c content) error {
		data, err = e.project.readAll(e.ctx, c)
		return err
	})
	return data, err
}

// read reads a content with the function. If somebody else compacted the project
// since the edit began, it is read from where it is now.
func (e *edit) read(s source, with func(content) error) error {
	err := with(s.content)
	for tries := 0; errors.Is(err, errGone) && tries < 3; tries++ {
		// Only what is stored is known to others by its number.
		if durable, findErr := s.find(e.durable, s.ino); findErr != nil || !sameExtents(durable.extents, s.extents) {
			return err
		}
		if e.stored == nil || tries > 0 {
			if e.stored, err = e.project.stored(e.ctx); err != nil {
				return err
			}
		}
		now, err := s.find(e.stored, s.ino)
		if err != nil {
			return err
		}
		if err = with(now); !errors.Is(err, errGone) {
			return err
		}
	}
	return err
}

// stored loads the tree as it is stored now, which may be newer than the one in
// memory.
func (p *project) stored(ctx context.Context) (*tree, error) {
	state, err := p.store.Load(ctx, p.id)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	birth := p.birth
	p.mu.Unlock()
	now := newProject(p.Projects, p.id)
	if now.begin(state); now.damage != nil {
		return nil, now.damage
	}
	if now.birth != birth {
		return nil, errGone // another project of that name
	}
	return now.committed, nil
}

// hold makes sure that what a commit refers to is kept. A content that somebody
// compacted into other blobs is taken from there. The lock is held.
func (p *project) hold(r *rebase, c *commit) error {
	for i := range c.ops {
		o := &c.ops[i]
		if p.holds(c, o.insert) {
			continue
		}
		if o.source == nil {
			return errGone
		}
		ino := r.now(o.source.ino)
		if _, dirty := r.dirty[ino]; dirty {
			return errGone
		}
		now, err := o.source.find(r.onto, ino)
		if err != nil {
			return err
		}
		if o.insert = now.extents; !p.holds(c, o.insert) {
			return errGone
		}
	}
	return nil
}

// holds says whether the blobs of some pieces are stored, or will be together
// with the commit. The lock is held.
func (p *project) holds(c *commit, pieces []extent) bool {
	for _, x := range pieces {
		if x.blob == "" {
			continue
		}
		_, stored := p.blobs[x.blob]
		_, queued := p.unsaved[x.blob]
		if !stored && !queued && !c.brings(x.blob) {
			return false
		}
	}
	return true
}

func (c *commit) brings(blob string) bool {
	for i := range c.blobs {
		if c.blobs[i].ID == blob {
			return true
		}
	}
	return false
}
