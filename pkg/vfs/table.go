package vfs

// token marks what one editor made, so that it may change that in place.
// It is not empty: pointers to it must differ.
type token struct{ _ byte }

// table is a persistent array of nodes by inode: a trie of fanout 32. Copying
// the struct takes a snapshot.
type table struct {
	root  *branch
	shift uint // bits below the root's index
}

type branch struct {
	owner *token
	sub   []*branch
	leaf  []*node
}

const (
	fanoutBits = 5
	fanout     = 1 << fanoutBits
)

func (t table) get(ino uint64) *node {
	if ino>>(t.shift+fanoutBits) != 0 {
		return nil
	}
	b := t.root
	for shift := t.shift; b != nil && shift > 0; shift -= fanoutBits {
		b = b.sub[ino>>shift%fanout]
	}
	if b == nil {
		return nil
	}
	return b.leaf[ino%fanout]
}

// set puts n at ino; nil removes.
func (t *table) set(owner *token, ino uint64, n *node) {
	for ino>>(t.shift+fanoutBits) != 0 {
		up := &branch{owner: owner, sub: make([]*branch, fanout)}
		up.sub[0] = t.root
		t.root = up
		t.shift += fanoutBits
	}
	t.root = t.root.set(owner, t.shift, ino, n)
}

func (b *branch) set(owner *token, shift uint, ino uint64, n *node) *branch {
	switch {
	case b == nil && shift == 0:
		b = &branch{owner: owner, leaf: make([]*node, fanout)}
	case b == nil:
		b = &branch{owner: owner, sub: make([]*branch, fanout)}
	case b.owner != owner:
		b = &branch{owner: owner, sub: append([]*branch(nil), b.sub...), leaf: append([]*node(nil), b.leaf...)}
	}
	if shift == 0 {
		b.leaf[ino%fanout] = n
	} else {
		i := ino >> shift % fanout
		b.sub[i] = b.sub[i].set(owner, shift-fanoutBits, ino, n)
	}
	return b
}

// all yields the nodes in order of inode.
func (t table) all(yield func(*node) bool) { t.root.walk(yield) }

func (b *branch) walk(yield func(*node) bool) bool {
	if b == nil {
		return true
	}
	for _, n := range b.leaf {
		if n != nil && !yield(n) {
			return false
		}
	}
	for _, sub := range b.sub {
		if !sub.walk(yield) {
			return false
		}
	}
	return true
}
