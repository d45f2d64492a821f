package vfs

import (
	"strconv"
	"strings"
	"syscall"
)

const rootIno = 1

// node is one file or directory. Nodes that a published tree holds never change.
type node struct {
	owner   *token
	ino     uint64
	parent  uint64 // 0: the root, or out of the tree
	name    string
	dir     bool
	binary  bool
	mode    uint32
	mtime   int64 // nanoseconds
	birth   int64
	stamp   uint64 // sequence number of the last commit that changed it
	version uint64 // how many contents it has had
	content content
	history []revision // oldest first
	kids    *entry
	trashed *trashed
	draft   *draft // while an edit changes it
}

// revision is a content that a file had before.
type revision struct {
	version uint64
	mtime   int64
	binary  bool
	content content
}

// trashed says where a removed node was, and since when it is removed.
type trashed struct {
	path string
	at   int64
	size int64
}

// tree is everything of a project as of one commit. A published tree never
// changes; copying the struct begins a new one.
type tree struct {
	seq     uint64
	next    uint64 // next inode to give
	nodes   table
	trash   *entry // by trash id
	files   int64
	bytes   int64
	history int64 // bytes of versions and trash
}

func emptyTree() *tree {
	t := &tree{next: rootIno + 1}
	t.nodes.set(nil, rootIno, &node{ino: rootIno, dir: true, mode: 0o755})
	return t
}

func trashID(ino uint64) string { return strconv.FormatUint(ino, 10) }

func (t *tree) get(ino uint64) *node { return t.nodes.get(ino) }

func (t *tree) root() *node { return t.nodes.get(rootIno) }

func (t *tree) child(dir *node, name string) *node {
	if ino, ok := dir.kids.get(name); ok {
		return t.nodes.get(ino)
	}
	return nil
}

// lookup finds the node at a clean path.
func (t *tree) lookup(path string) (*node, error) {
	n := t.root()
	if path == "/" {
		return n, nil
	}
	for part := range strings.SplitSeq(path[1:], "/") {
		if !n.dir {
			return nil, syscall.ENOTDIR
		}
		if n = t.child(n, part); n == nil {
			return nil, syscall.ENOENT
		}
	}
	return n, nil
}

// path tells where a node is; ok is false if it is not in the tree.
func (t *tree) path(n *node) (path string, ok bool) {
	if n.ino == rootIno {
		return "/", true
	}
	var parts []string
	for steps := 0; n.ino != rootIno; steps++ {
		parts = append(parts, n.name)
		if n = t.nodes.get(n.parent); n == nil || steps > 1<<16 {
			return "", false
		}
	}
	var b strings.Builder
	for i := len(parts) - 1; i >= 0; i-- {
		b.WriteByte('/')
		b.WriteString(parts[i])
	}
	return b.String(), true
}

// reachable says whether a node is in the tree.
func (t *tree) reachable(n *node) bool {
	for steps := 0; n != nil && steps <= 1<<16; steps++ {
		if n.ino == rootIno {
			return true
		}
		n = t.nodes.get(n.parent)
	}
	return false
}

// below calls visit for a node and everything under it, a directory before its
// entries.
func (t *tree) below(n *node, visit func(*node)) {
	visit(n)
	for _, ino := range n.kids.all {
		if kid := t.nodes.get(ino); kid != nil {
			t.below(kid, visit)
		}
	}
}

// sum counts the files of a subtree, their bytes and the bytes of their history.
func (t *tree) sum(n *node) (files, bytes, history int64) {
	t.below(n, func(n *node) {
		if !n.dir {
			files++
			bytes += n.size()
			history += n.historyBytes()
		}
	})
	return files, bytes, history
}

func (n *node) size() int64 {
	switch {
	case n.draft == nil:
		return n.content.size
	case n.draft.ref != nil:
		return n.draft.ref.size
	}
	return int64(len(n.draft.data))
}

func (n *node) historyBytes() (total int64) {
	for _, r := range n.history {
		total += r.content.size
	}
	return total
}

// own returns the node to be changed: a copy, unless this owner made one already.
func (t *tree) own(owner *token, ino uint64) *node {
	n := t.nodes.get(ino)
	if n == nil || n.owner == owner {
		return n
	}
	c := *n
	c.owner = owner
	t.nodes.set(owner, ino, &c)
	return &c
}

// attach enters a node in a directory.
func (t *tree) attach(owner *token, n *node, parent uint64, name string) {
	dir := t.own(owner, parent)
	dir.kids = dir.kids.with(owner, name, n.ino)
	n.parent, n.name = parent, name
}

// detach takes a node out of its directory.
func (t *tree) detach(owner *token, n *node) {
	if n.parent == 0 {
		return
	}
	if dir := t.own(owner, n.parent); dir != nil {
		dir.kids = dir.kids.without(owner, n.name)
	}
	n.parent = 0
}
