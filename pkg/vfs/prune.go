package vfs

import (
	"cmp"
	"slices"
)

// past is one thing that history keeps: a version of a file, or an item of the
// trash.
type past struct {
	until   int64 // when it was overwritten or removed
	bytes   int64
	ino     uint64
	version uint64 // 0: the item of the trash
}

// prune returns the tree without the history that is too old, and without the
// oldest of it as long as it is more than the limit; with everything, without
// all of it. It returns t itself if there was nothing to drop.
func (p *project) prune(t *tree, everything bool) *tree {
	cutoff := p.config.Now().Add(-p.config.Limits.HistoryAge).UnixNano()
	all := t.pasts()
	total := t.history
	target := total
	if total > p.config.Limits.HistoryBytes {
		target = p.config.Limits.HistoryBytes / 4 * 3
	}
	drop := 0
	for drop < len(all) && (everything || all[drop].until < cutoff || total > target) {
		total -= all[drop].bytes
		drop++
	}
	if drop == 0 {
		return t
	}
	next := *t
	owner := new(token)
	for _, it := range all[:drop] {
		n := next.own(owner, it.ino)
		switch {
		case n == nil: // it was in a directory of the trash that is gone
		case it.version == 0:
			next.trash = next.trash.without(owner, trashID(n.ino))
			var gone []uint64
			next.below(n, func(n *node) { gone = append(gone, n.ino) })
			for _, ino := range gone {
				next.nodes.set(owner, ino, nil)
			}
		default:
			n.history = slices.DeleteFunc(slices.Clone(n.history), func(r revision) bool { return r.version == it.version })
		}
	}
	next.recount()
	return &next
}

// pasts lists what history keeps, the oldest first.
func (t *tree) pasts() []*past {
	var all []*past
	for n := range t.nodes.all {
		for i, r := range n.history {
			until := n.mtime
			if i+1 < len(n.history) {
				until = n.history[i+1].mtime
			}
			all = append(all, &past{until: until, bytes: r.content.size, ino: n.ino, version: max(r.version, 1)})
		}
		if n.trashed != nil {
			_, bytes, _ := t.sum(n)
			all = append(all, &past{until: n.trashed.at, bytes: bytes, ino: n.ino})
		}
	}
	slices.SortFunc(all, func(a, b *past) int {
		return cmp.Or(cmp.Compare(a.until, b.until), cmp.Compare(a.ino, b.ino), cmp.Compare(a.version, b.version))
	})
	return all
}
