package vfs

import (
	"context"
	"path"
	"slices"
	"sync"
	"syscall"
)

// edit is a working copy of a tree, for one call. Its tree is thrown away: what
// it changed goes into a commit, and the commit is applied to the project, so
// that memory and a later replay cannot differ.
type edit struct {
	ctx      context.Context
	project  *project
	readonly bool

	mu      sync.Mutex
	base    *tree
	durable *tree // what is stored of base: all of it, but for calls still in the queue
	stored  *tree // what others have stored since; see read
	tree    tree
	owner   *token
	touched map[uint64]struct{}
	order   []uint64 // the same, as they came
	purged  []uint64
	ended   bool
}

// draft is the content of a file while it is being changed: bytes of its own, or
// a content that exists already.
type draft struct {
	data []byte
	ref  *source
}

func newEdit(ctx context.Context, p *project, base *tree, readonly bool) *edit {
	return &edit{ctx: ctx, project: p, readonly: readonly, base: base, durable: base, tree: *base, owner: new(token), touched: map[uint64]struct{}{}}
}

// end makes every later use of the file system and its handles an error.
func (e *edit) end() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.ended = true
}

// check is called first by whatever uses the edit, with the lock held.
func (e *edit) check() error {
	if e.ended {
		return ErrClosed
	}
	return e.ctx.Err()
}

// checkWrite is check for changes.
func (e *edit) checkWrite() error {
	if err := e.check(); err != nil {
		return err
	}
	if e.readonly {
		return syscall.EROFS
	}
	return nil
}

func (e *edit) now() int64 { return e.project.config.Now().UnixNano() }

// own returns a node to be changed and notes that it was.
func (e *edit) own(ino uint64) *node {
	e.touch(ino)
	return e.tree.own(e.owner, ino)
}

func (e *edit) touch(ino uint64) {
	if _, known := e.touched[ino]; !known {
		e.touched[ino] = struct{}{}
		e.order = append(e.order, ino)
	}
}

// find resolves a path as given by a caller.
func (e *edit) find(name string) (*node, error) {
	clean, err := cleanPath(name)
	if err != nil {
		return nil, err
	}
	return e.tree.lookup(clean)
}

// place resolves where a path is or would be: its directory, its name, and the
// node that is there, if any. The root has no directory.
func (e *edit) place(name string) (dir *node, base string, n *node, err error) {
	clean, err := cleanPath(name)
	if err != nil {
		return nil, "", nil, err
	}
	if clean == "/" {
		return nil, "/", e.tree.root(), nil
	}
	above, base := path.Split(clean)
	dir, err = e.tree.lookup(path.Clean(above))
	switch {
	case err != nil:
		return nil, "", nil, err
	case !dir.dir:
		return nil, "", nil, syscall.ENOTDIR
	}
	return dir, base, e.tree.child(dir, base), nil
}

// create makes a node in a directory.
func (e *edit) create(dir *node, name string, isDir bool, mode uint32) *node {
	now := e.now()
	n := &node{owner: e.owner, ino: e.tree.next, dir: isDir, mode: mode, mtime: now, birth: now}
	e.tree.next++
	e.tree.nodes.set(e.owner, n.ino, n)
	e.touch(n.ino)
	e.enter(n, dir.ino, name)
	if !isDir {
		e.tree.files++
	}
	return n
}

// enter puts a node that the edit owns into a directory.
func (e *edit) enter(n *node, dir uint64, name string) {
	e.tree.attach(e.owner, n, dir, name)
	e.own(dir).mtime = e.now()
}

// leave takes a node out of its directory and returns it.
func (e *edit) leave(ino uint64) *node {
	n := e.own(ino)
	if n.parent != 0 {
		e.own(n.parent).mtime = e.now()
		e.tree.detach(e.owner, n)
	}
	return n
}

// remove takes a node out of the tree, with everything under it.
func (e *edit) remove(n *node) {
	files, bytes, _ := e.tree.sum(n)
	e.leave(n.ino)
	e.tree.files -= files
	e.tree.bytes -= bytes
}

// mkdirAll makes a directory and what is missing above it.
func (e *edit) mkdirAll(clean string, mode uint32) (*node, error) {
	n := e.tree.root()
	for _, part := range splitPath(clean) {
		if !n.dir {
			return nil, syscall.ENOTDIR
		}
		kid := e.tree.child(n, part)
		if kid == nil {
			if err := e.checkWrite(); err != nil {
				return nil, err
			}
			kid = e.create(n, part, true, mode)
		}
		n = kid
	}
	if !n.dir {
		return nil, syscall.ENOTDIR
	}
	return n, nil
}

// rename moves a node as rename(2) does through os.Rename.
func (e *edit) rename(oldname, newname string) error {
	if err := e.checkWrite(); err != nil {
		return err
	}
	_, _, n, err := e.place(oldname)
	if err != nil {
		return err
	}
	dir, name, target, err := e.place(newname)
	switch {
	case err != nil:
		return err
	case n == nil:
		return syscall.ENOENT
	case target != nil && target.dir:
		return syscall.EEXIST
	case n.ino == rootIno:
		return syscall.EBUSY
	case target != nil && target.ino == n.ino:
		return nil
	case e.inside(dir, n):
		return syscall.EINVAL
	case target != nil && n.dir:
		return syscall.ENOTDIR
	}
	return e.move(n, dir, name, target)
}

// move puts a node into a directory in the place of target, if there is one.
func (e *edit) move(n, dir *node, name string, target *node) error {
	if e.inside(dir, n) {
		return syscall.EINVAL
	}
	if target != nil {
		e.remove(target)
	}
	n = e.leave(n.ino)
	e.enter(n, dir.ino, name)
	return nil
}

// inside says whether a directory is n or below it.
func (e *edit) inside(dir, n *node) bool {
	for up := dir; up != nil; up = e.tree.get(up.parent) {
		if up.ino == n.ino {
			return true
		}
	}
	return false
}

// bytes is the content of a file to read. It must not be changed.
func (e *edit) bytes(n *node) ([]byte, error) {
	switch {
	case n.draft == nil:
		return e.readAll(n.source())
	case n.draft.ref != nil:
		return e.readAll(*n.draft.ref)
	}
	return n.draft.data, nil
}

// readAt reads what there is at an offset; 0 at and after the end.
func (e *edit) readAt(n *node, p []byte, off int64) (read int, err error) {
	s := n.source()
	if n.draft != nil {
		if n.draft.ref == nil {
			return copy(p, n.draft.data[min(off, int64(len(n.draft.data))):]), nil
		}
		s = *n.draft.ref
	}
	err = e.read(s, func(c content) error {
		read, err = e.project.readAt(e.ctx, c, p, off)
		return err
	})
	return read, err
}

// draftOf makes the content of a file changeable.
func (e *edit) draftOf(n *node) (*draft, error) {
	if n.draft == nil || n.draft.ref != nil {
		data, err := e.bytes(n)
		if err != nil {
			return nil, err
		}
		n.draft = &draft{data: slices.Clone(data)}
	}
	return n.draft, nil
}

// resize gives a file another length, zeros where it grows.
func (e *edit) resize(ino uint64, size int64) error {
	n := e.own(ino)
	if err := e.allow(n, size); err != nil {
		return err
	}
	if size == 0 {
		e.tree.bytes -= e.counted(n)
		n.draft = &draft{}
	} else {
		d, err := e.draftOf(n)
		if err != nil {
			return err
		}
		e.grow(n, d, size)
	}
	n.mtime = e.now()
	return nil
}

// writeAt writes into a file, with zeros in a gap before.
func (e *edit) writeAt(ino uint64, p []byte, off int64) error {
	n := e.own(ino)
	end := off + int64(len(p))
	if end < off {
		return syscall.EINVAL
	}
	if err := e.allow(n, end); err != nil {
		return err
	}
	d, err := e.draftOf(n)
	if err != nil {
		return err
	}
	if end > int64(len(d.data)) {
		e.grow(n, d, end)
	}
	copy(d.data[off:], p)
	n.mtime = e.now()
	return nil
}

// replace gives a file a content that exists already.
func (e *edit) replace(ino uint64, c source, binary bool) error {
	n := e.own(ino)
	if err := e.allow(n, c.size); err != nil {
		return err
	}
	if e.tree.reachable(n) {
		e.tree.bytes += c.size - n.size()
	}
	n.draft = &draft{ref: &c}
	n.binary = binary
	n.mtime = e.now()
	return nil
}

func (e *edit) grow(n *node, d *draft, size int64) {
	was := int64(len(d.data))
	if size <= was {
		d.data = d.data[:size]
	} else {
		d.data = grown(d.data, int(size))
	}
	if e.tree.reachable(n) {
		e.tree.bytes += size - was
	}
}

// grown extends data with zeros. The first growth is exact: most files are
// written in one piece.
func grown(data []byte, size int) []byte {
	was := len(data)
	if cap(data) == 0 {
		return make([]byte, size)
	}
	data = slices.Grow(data, size-was)[:size]
	clear(data[was:])
	return data
}

// counted is what a file adds to the size of the project.
func (e *edit) counted(n *node) int64 {
	if !e.tree.reachable(n) {
		return 0
	}
	return n.size()
}

// allow refuses a size that passes a limit. Shrinking is always allowed.
func (e *edit) allow(n *node, size int64) error {
	was := n.size()
	if size <= was {
		return nil
	}
	limits := e.project.config.Limits
	if size > limits.FileBytes || e.tree.bytes+size-was > limits.ProjectBytes {
		return syscall.EDQUOT
	}
	return nil
}
