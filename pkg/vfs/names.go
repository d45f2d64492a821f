package vfs

// entry is a node of a persistent treap from names to inodes: changing it copies
// the few entries on the way and leaves every older version as it was. The heap
// order is a hash of the inode, so the shape depends on the contents alone.
type entry struct {
	name        string
	ino         uint64
	left, right *entry
}

func weight(ino uint64) uint64 {
	ino *= 0x9e3779b97f4a7c15
	ino ^= ino >> 32
	ino *= 0xd6e8feb86659fd93
	return ino ^ ino>>29
}

func (e *entry) get(name string) (uint64, bool) {
	for e != nil {
		switch {
		case name < e.name:
			e = e.left
		case name > e.name:
			e = e.right
		default:
			return e.ino, true
		}
	}
	return 0, false
}

// with returns the treap with one more name, which must not be there yet.
func (e *entry) with(name string, ino uint64) *entry {
	if e == nil {
		return &entry{name: name, ino: ino}
	}
	if weight(ino) > weight(e.ino) {
		left, right := e.split(name)
		return &entry{name, ino, left, right}
	}
	if name < e.name {
		return &entry{e.name, e.ino, e.left.with(name, ino), e.right}
	}
	return &entry{e.name, e.ino, e.left, e.right.with(name, ino)}
}

// split parts the treap into the names before and those after name.
func (e *entry) split(name string) (before, after *entry) {
	if e == nil {
		return nil, nil
	}
	if name < e.name {
		before, after = e.left.split(name)
		return before, &entry{e.name, e.ino, after, e.right}
	}
	before, after = e.right.split(name)
	return &entry{e.name, e.ino, e.left, before}, after
}

// without returns the treap without a name.
func (e *entry) without(name string) *entry {
	switch {
	case e == nil:
		return nil
	case name < e.name:
		return &entry{e.name, e.ino, e.left.without(name), e.right}
	case name > e.name:
		return &entry{e.name, e.ino, e.left, e.right.without(name)}
	}
	return merge(e.left, e.right)
}

func merge(a, b *entry) *entry {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	case weight(a.ino) > weight(b.ino):
		return &entry{a.name, a.ino, a.left, merge(a.right, b)}
	}
	return &entry{b.name, b.ino, merge(a, b.left), b.right}
}

// all yields the entries in order of name.
func (e *entry) all(yield func(name string, ino uint64) bool) { e.walk(yield) }

func (e *entry) walk(yield func(name string, ino uint64) bool) bool {
	return e == nil || e.left.walk(yield) && yield(e.name, e.ino) && e.right.walk(yield)
}

// treapOf builds a treap of entries sorted by name, in linear time. It takes the entries for itself.
func treapOf(sorted []*entry) *entry {
	var spine []*entry // the right edge, from the root down
	for _, e := range sorted {
		for len(spine) > 0 && weight(spine[len(spine)-1].ino) < weight(e.ino) {
			e.left = spine[len(spine)-1]
			spine = spine[:len(spine)-1]
		}
		if len(spine) > 0 {
			spine[len(spine)-1].right = e
		}
		spine = append(spine, e)
	}
	if len(spine) == 0 {
		return nil
	}
	return spine[0]
}
