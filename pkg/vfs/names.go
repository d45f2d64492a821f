package vfs

// entry is a node of a persistent treap from names to inodes: changing it copies
// the few entries on the way and leaves every older version as it was, but for
// entries that the same owner made. The heap order is a hash of the inode, so the
// shape depends on the contents alone.
type entry struct {
	owner       *token
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

// own returns the entry to be changed: a copy, unless this owner made it.
func (e *entry) own(owner *token) *entry {
	if e.owner == owner && owner != nil {
		return e
	}
	c := *e
	c.owner = owner
	return &c
}

// with returns the treap with one more name, which must not be there yet.
func (e *entry) with(owner *token, name string, ino uint64) *entry {
	if e == nil {
		return &entry{owner: owner, name: name, ino: ino}
	}
	if weight(ino) > weight(e.ino) {
		left, right := e.split(owner, name)
		return &entry{owner, name, ino, left, right}
	}
	e = e.own(owner)
	if name < e.name {
		e.left = e.left.with(owner, name, ino)
	} else {
		e.right = e.right.with(owner, name, ino)
	}
	return e
}

// split parts the treap into the names before and those after name.
func (e *entry) split(owner *token, name string) (before, after *entry) {
	if e == nil {
		return nil, nil
	}
	e = e.own(owner)
	if name < e.name {
		before, e.left = e.left.split(owner, name)
		return before, e
	}
	e.right, after = e.right.split(owner, name)
	return e, after
}

// without returns the treap without a name.
func (e *entry) without(owner *token, name string) *entry {
	if e == nil {
		return nil
	}
	if name == e.name {
		return merge(owner, e.left, e.right)
	}
	e = e.own(owner)
	if name < e.name {
		e.left = e.left.without(owner, name)
	} else {
		e.right = e.right.without(owner, name)
	}
	return e
}

func merge(owner *token, a, b *entry) *entry {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	case weight(a.ino) > weight(b.ino):
		a = a.own(owner)
		a.right = merge(owner, a.right, b)
		return a
	}
	b = b.own(owner)
	b.left = merge(owner, a, b.left)
	return b
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
