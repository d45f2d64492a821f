package vfs

import "fmt"

// rebase makes a commit fit a tree that others changed since it was made:
// everything it touches must be as it was then. The inodes of what it creates
// are given anew, and a directory that somebody else made meanwhile is taken for
// its own.
type rebase struct {
	onto    *tree
	seq     uint64              // the changes up to it were known to the commit,
	until   uint64              // those after it, up to this one, were not
	renamed map[uint64]uint64   // new inodes: then -> now
	dirty   map[uint64]struct{} // touched by earlier commits that could not be rebased
}

// ops returns the ops as they are to be applied to onto. from is the first
// inode that the maker of the commit considered free.
func (r *rebase) ops(c *commit, from uint64) ([]op, error) {
	leaving := map[uint64]struct{}{}
	for i := range c.ops {
		if o := &c.ops[i]; o.kind == opTrash || o.has(putPlace) && !o.has(putNew) {
			leaving[r.now(o.ino)] = struct{}{}
		}
	}
	dropped := map[uint64]struct{}{}
	for i := range c.ops {
		o := &c.ops[i]
		if !o.has(putNew) {
			continue
		}
		if have := r.sameDirectory(o, leaving); have != nil {
			r.renamed[o.ino] = have.ino
			dropped[o.ino] = struct{}{}
			continue
		}
		if o.ino >= from {
			r.renamed[o.ino] = r.onto.next + (o.ino - from)
		}
	}
	out := make([]op, 0, len(c.ops))
	for _, o := range c.ops {
		if _, ok := dropped[o.ino]; ok && o.has(putNew) {
			continue
		}
		o.ino = r.now(o.ino)
		o.parent = r.now(o.parent)
		keep, err := r.check(&o, leaving)
		if err != nil {
			return nil, err
		}
		if keep {
			out = append(out, o)
		}
	}
	return out, nil
}

func (r *rebase) now(ino uint64) uint64 {
	if now, ok := r.renamed[ino]; ok {
		return now
	}
	return ino
}

// sameDirectory finds the directory that is where o would make one, and stays
// there.
func (r *rebase) sameDirectory(o *op, leaving map[uint64]struct{}) *node {
	if !o.has(putDir) {
		return nil
	}
	parent := r.onto.get(r.now(o.parent))
	if parent == nil || !parent.dir || !r.onto.reachable(parent) {
		return nil
	}
	have := r.onto.child(parent, o.name)
	if have == nil || !have.dir {
		return nil
	}
	if _, leaves := leaving[have.ino]; leaves {
		return nil
	}
	return have
}

func (r *rebase) check(o *op, leaving map[uint64]struct{}) (keep bool, err error) {
	n := r.onto.get(o.ino)
	switch {
	case o.kind == opPurge:
		return true, nil
	case o.has(putNew):
		return true, r.free(o, leaving)
	case n == nil:
		if o.onlyTime() {
			return false, nil
		}
		return false, r.conflict(o)
	case n.dir && o.onlyTime():
		return true, nil
	case r.changed(n):
		return false, r.conflict(o)
	case n.trashed == nil && !r.onto.reachable(n):
		return false, r.conflict(o)
	}
	if o.kind == opTrash {
		r.onto.below(n, func(kid *node) {
			if r.changed(kid) {
				err = r.conflict(&op{ino: kid.ino})
			}
		})
		return true, err
	}
	if o.has(putPlace) {
		return true, r.free(o, leaving)
	}
	return true, nil
}

// free checks that a name can be taken: by then whoever has it leaves.
func (r *rebase) free(o *op, leaving map[uint64]struct{}) error {
	if o.parent >= r.onto.next {
		return nil // a directory that the commit makes
	}
	parent := r.onto.get(o.parent)
	if parent == nil || !parent.dir || !r.onto.reachable(parent) {
		return r.conflict(o)
	}
	if _, dirty := r.dirty[o.parent]; dirty {
		return r.conflict(o)
	}
	ino, taken := parent.kids.get(o.name)
	if _, leaves := leaving[ino]; taken && !leaves {
		return r.conflict(&op{ino: ino})
	}
	return nil
}

func (r *rebase) changed(n *node) bool {
	_, dirty := r.dirty[n.ino]
	return dirty || n.stamp > r.seq && n.stamp <= r.until
}

// move rebases and applies one commit, with seq for its new stamps. One that
// cannot be rebased leaves its traces, so that later ones that build on it fail
// too.
func (r *rebase) move(c *commit, seq uint64, versions int) error {
	from := r.onto.next
	ops, err := r.ops(c, c.baseNext)
	if err == nil {
		moved := *c
		moved.ops = ops
		var after *tree
		var paths []string
		if after, paths, err = apply(r.onto, &moved, seq, versions); err == nil {
			c.ops, c.after, c.paths = ops, after, paths
			c.base, c.baseNext = nil, from
			r.onto = after
			return nil
		}
		err = fmt.Errorf("%w: %w", ErrConflict, err)
	}
	r.abandon(c)
	return err
}

// abandon notes what a commit that is not made would have touched.
func (r *rebase) abandon(c *commit) {
	for i := range c.ops {
		o := &c.ops[i]
		switch {
		case o.has(putNew):
			r.renamed[o.ino] = 0
		case !o.onlyTime():
			r.dirty[r.now(o.ino)] = struct{}{}
		}
	}
}

func newRebase(onto *tree, seq, until uint64) *rebase {
	return &rebase{onto: onto, seq: seq, until: until, renamed: map[uint64]uint64{}, dirty: map[uint64]struct{}{}}
}

func (r *rebase) conflict(o *op) error {
	if n := r.onto.get(o.ino); n != nil {
		if path, ok := r.onto.path(n); ok {
			return fmt.Errorf("%s: %w", path, ErrConflict)
		}
	}
	if o.name != "" {
		return fmt.Errorf("%s: %w", o.name, ErrConflict)
	}
	return ErrConflict
}
