package vfs

import (
	"errors"
	"fmt"
	"slices"
)

// errApply: a commit does not fit the tree it is applied to.
var errApply = errors.New("commit does not fit")

// applying is one commit on its way into a tree.
type applying struct {
	t        tree
	owner    *token
	c        *commit
	versions int // how many versions are kept per file
	paths    map[string]struct{}
	removed  map[uint64]string // where removed nodes were
}

// apply returns the tree that a commit makes of base, and the paths it changed.
// base stays as it is. It is the only way a tree changes, for new commits as for
// those that are loaded, so it trusts nothing.
func apply(base *tree, c *commit, seq uint64, versions int) (*tree, []string, error) {
	a := &applying{t: *base, owner: new(token), c: c, versions: versions, paths: map[string]struct{}{}, removed: map[uint64]string{}}
	a.t.seq = seq
	steps := []func(*op) error{a.locate, a.leave, a.trash, a.put, a.enter, a.purge}
	for _, step := range steps {
		for i := range c.ops {
			if err := step(&c.ops[i]); err != nil {
				return nil, nil, err
			}
		}
	}
	paths := make([]string, 0, len(a.paths))
	for path := range a.paths {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return &a.t, paths, nil
}

func (a *applying) misfit(o *op, why string) error {
	return fmt.Errorf("%w: node %d: %s", errApply, o.ino, why)
}

// own returns a node of the tree to change.
func (a *applying) own(o *op) (*node, error) {
	if n := a.t.own(a.owner, o.ino); n != nil {
		return n, nil
	}
	return nil, a.misfit(o, "is missing")
}

// touch notes the path of a node as changed.
func (a *applying) touch(n *node) {
	if path, ok := a.t.path(n); ok {
		a.paths[path] = struct{}{}
	}
}

// locate notes where what is removed was, before anything above it moves.
func (a *applying) locate(o *op) error {
	if o.kind != opTrash {
		return nil
	}
	n := a.t.get(o.ino)
	if n == nil || n.ino == rootIno {
		return a.misfit(o, "cannot be removed")
	}
	path, ok := a.t.path(n)
	if !ok {
		return a.misfit(o, "is removed already")
	}
	a.removed[n.ino] = path
	a.paths[path] = struct{}{}
	return nil
}

// leave takes nodes that move out of their directories.
func (a *applying) leave(o *op) error {
	if !o.has(putPlace) || o.has(putNew) {
		return nil
	}
	n, err := a.own(o)
	if err != nil {
		return err
	}
	if n.ino == rootIno {
		return a.misfit(o, "is the root")
	}
	a.touch(n)
	a.t.detach(a.owner, n)
	return nil
}

// trash takes removed nodes out of the tree. What holds no file is not worth
// keeping.
func (a *applying) trash(o *op) error {
	if o.kind != opTrash {
		return nil
	}
	n, err := a.own(o)
	if err != nil {
		return err
	}
	for up := n; up != nil; up = a.t.get(up.parent) {
		if up.trashed != nil {
			return a.misfit(o, "is removed twice")
		}
	}
	files, bytes, history := a.t.sum(n)
	a.t.files -= files
	a.t.bytes -= bytes
	a.t.detach(a.owner, n)
	if files == 0 {
		a.drop(n)
		return nil
	}
	a.t.history += bytes
	n.trashed = &trashed{path: a.removed[n.ino], at: a.c.time, size: bytes + history}
	n.stamp = a.t.seq
	a.t.trash = a.t.trash.with(a.owner, trashID(n.ino), n.ino)
	return nil
}

// drop forgets a node and everything under it.
func (a *applying) drop(n *node) {
	a.t.below(n, func(n *node) { a.t.nodes.set(a.owner, n.ino, nil) })
}

// put makes new nodes and changes the state of old ones.
func (a *applying) put(o *op) error {
	if o.kind != opPut {
		return nil
	}
	var n *node
	if o.has(putNew) {
		if a.t.get(o.ino) != nil || o.ino == 0 || o.ino >= 1<<50 || !o.has(putPlace) {
			return a.misfit(o, "cannot be made")
		}
		n = &node{owner: a.owner, ino: o.ino, dir: o.has(putDir), birth: o.birth}
		a.t.next = max(a.t.next, o.ino+1)
		a.t.nodes.set(a.owner, n.ino, n)
		if !n.dir {
			a.t.files++
		}
	} else {
		var err error
		if n, err = a.own(o); err != nil {
			return err
		}
	}
	if o.has(putMode) {
		n.mode = o.mode
	}
	if o.has(putContent) {
		if err := a.content(o, n); err != nil {
			return err
		}
	}
	if o.has(putMtime) {
		n.mtime = o.mtime
	}
	if !n.dir || !o.onlyTime() {
		n.stamp = a.t.seq
	}
	return nil
}

// content gives a file a new content; the old one becomes a version.
func (a *applying) content(o *op, n *node) error {
	old := n.content
	if n.dir || o.off < 0 || o.del < 0 || o.off > old.size || o.del > old.size-o.off {
		return a.misfit(o, "has no such content")
	}
	n.content = old.splice(o.off, o.del, o.insert)
	if n.content.size < 0 || n.content.size > 1<<50 {
		return a.misfit(o, "is too large")
	}
	if o.has(putNew) || a.t.reachable(n) {
		a.t.bytes += n.content.size - old.size
	}
	if old.size > 0 {
		n.history = append(slices.Clone(n.history), revision{n.version, n.mtime, n.binary, old})
		a.t.history += old.size
		for len(n.history) > a.versions {
			a.t.history -= n.history[0].content.size
			n.history = n.history[1:]
		}
	}
	n.binary = o.has(putBinary)
	n.version++
	return nil
}

// enter puts new and moved nodes into their directories.
func (a *applying) enter(o *op) error {
	if o.kind != opPut {
		return nil
	}
	n := a.t.get(o.ino)
	if !o.has(putPlace) {
		if !n.dir || !o.onlyTime() {
			a.touch(n)
		}
		return nil
	}
	dir := a.t.get(o.parent)
	switch {
	case dir == nil || !dir.dir:
		return a.misfit(o, "has no directory")
	case n.parent != 0:
		return a.misfit(o, "is placed twice")
	case !validName(o.name):
		return a.misfit(o, "has no valid name")
	}
	if _, taken := dir.kids.get(o.name); taken {
		return a.misfit(o, "has a name that is taken")
	}
	a.t.attach(a.owner, n, o.parent, o.name)
	if n.trashed != nil {
		a.restored(n)
	}
	return nil
}

func (a *applying) restored(n *node) {
	a.t.trash = a.t.trash.without(a.owner, trashID(n.ino))
	n.trashed = nil
	files, bytes, _ := a.t.sum(n)
	a.t.files += files
	a.t.bytes += bytes
	a.t.history -= bytes
}

// purge drops nodes for good. It also checks where moved ones ended up, now that
// all are in place.
func (a *applying) purge(o *op) error {
	if o.has(putPlace) {
		n := a.t.get(o.ino)
		if !a.t.reachable(n) {
			return a.misfit(o, "would hang below itself")
		}
		a.touch(n)
	}
	if o.kind != opPurge {
		return nil
	}
	n := a.t.get(o.ino)
	if n == nil || n.trashed == nil {
		return nil // purged meanwhile by somebody else
	}
	_, bytes, history := a.t.sum(n)
	a.t.history -= bytes + history
	a.t.trash = a.t.trash.without(a.owner, trashID(n.ino))
	a.drop(n)
	return nil
}
