package vfs

import (
	"errors"
	"slices"
	"strings"
)

// snapshotChunk is about how large the parts of a snapshot are.
const snapshotChunk = 256 << 10

// errMissing: a part of a snapshot is not there.
var errMissing = errors.New("parts are missing")

// encodeSnapshot writes every node of a tree, those of the trash too. Each chunk
// can be read by itself, so damage costs no more than one of them.
func encodeSnapshot(t *tree, birth uint64) Snapshot {
	s := Snapshot{Seq: t.seq}
	w := &writer{}
	count := 0
	flush := func() {
		chunk := newWriter(snapshotMagic)
		chunk.uint(t.seq)
		chunk.uint(birth)
		chunk.uint(t.next)
		chunk.uint(uint64(len(s.Chunks)))
		chunk.uint(uint64(count))
		chunk.buf = append(chunk.buf, w.buf...)
		s.Chunks = append(s.Chunks, chunk.buf)
		w.buf, count = nil, 0
	}
	for n := range t.nodes.all {
		w.node(n)
		count++
		if len(w.buf) >= snapshotChunk {
			flush()
		}
	}
	flush()
	for i, chunk := range s.Chunks { // the last thing in each: how many there are
		w := &writer{chunk}
		w.uint(uint64(len(s.Chunks)))
		s.Chunks[i] = w.finish()
	}
	return s
}

// Bits of a node in a snapshot.
const (
	nodeDir = 1 << iota
	nodeBinary
	nodeTrashed
	nodeHistory
)

func (w *writer) node(n *node) {
	var flags uint64
	if n.dir {
		flags |= nodeDir
	}
	if n.binary {
		flags |= nodeBinary
	}
	if n.trashed != nil {
		flags |= nodeTrashed
	}
	if len(n.history) > 0 {
		flags |= nodeHistory
	}
	w.uint(n.ino)
	w.uint(flags)
	w.uint(n.parent)
	w.string(n.name)
	w.uint(uint64(n.mode))
	w.int(n.mtime)
	w.int(n.birth - n.mtime)
	w.uint(n.stamp)
	if !n.dir {
		w.uint(n.version)
		w.extents(n.content.extents)
	}
	if n.trashed != nil {
		w.string(n.trashed.path)
		w.int(n.trashed.at)
		w.uint(uint64(n.trashed.size))
	}
	if len(n.history) > 0 {
		w.uint(uint64(len(n.history)))
		for _, r := range n.history {
			w.uint(r.version)
			w.int(r.mtime)
			binary := uint64(0)
			if r.binary {
				binary = 1
			}
			w.uint(binary)
			w.extents(r.content.extents)
		}
	}
}

func (r *reader) node() *node {
	n := &block(&r.nodes)[0]
	n.ino = r.uint()
	flags := r.uint()
	n.dir, n.binary = flags&nodeDir != 0, flags&nodeBinary != 0
	n.parent, n.name = r.uint(), r.string()
	n.mode = uint32(r.uint()) & 0o777
	n.mtime = r.int()
	n.birth = n.mtime + r.int()
	n.stamp = r.uint()
	if !n.dir {
		n.version = r.uint()
		n.content = contentOf(r.extents())
	}
	if flags&nodeTrashed != 0 {
		n.trashed = &trashed{path: r.string(), at: r.int(), size: r.size()}
	}
	if flags&nodeHistory != 0 {
		for range r.count(4) {
			n.history = append(n.history, revision{r.uint(), r.int(), r.uint() == 1, contentOf(r.extents())})
		}
	}
	if n.ino == 0 || n.ino >= 1<<50 || n.content.size < 0 {
		r.fail()
	}
	return n
}

// decodeSnapshot builds the tree of a snapshot. Of a damaged one it builds what
// can be read, and says how many parts are lost.
func decodeSnapshot(s Snapshot) (t *tree, birth uint64, lost int, err error) {
	t = emptyTree()
	t.seq = s.Seq
	if s.Seq == 0 && len(s.Chunks) == 0 {
		return t, 0, 0, nil
	}
	owner := new(token)
	total := uint64(len(s.Chunks))
	for i, chunk := range s.Chunks {
		c, chunkErr := decodeChunk(chunk, s.Seq, uint64(i))
		if chunkErr != nil {
			if !errors.Is(err, errNewer) {
				err = chunkErr
			}
			lost++
			continue
		}
		birth = c.birth
		total = max(total, c.total)
		t.next = max(t.next, c.next)
		for _, n := range c.nodes {
			n.owner = owner
			t.next = max(t.next, n.ino+1)
			t.nodes.set(owner, n.ino, n)
		}
	}
	if missing := int(min(total, 1<<20)) - len(s.Chunks); missing > 0 || total == 0 {
		lost += max(missing, 1)
		if !errors.Is(err, errNewer) {
			err = errMissing
		}
	}
	if !t.link(owner) && err == nil {
		err, lost = ErrCorrupt, 1
	}
	return t, birth, lost, err
}

// chunk is one part of a snapshot.
type chunk struct {
	birth uint64
	next  uint64 // next inode of the tree
	total uint64 // how many parts there are
	nodes []*node
}

func decodeChunk(frame []byte, seq, index uint64) (c chunk, err error) {
	r := openFrame(snapshotMagic, frame)
	if r.uint() != seq {
		r.fail()
	}
	c.birth, c.next = r.uint(), r.uint()
	if r.uint() != index {
		r.fail()
	}
	n := r.count(8)
	c.nodes = make([]*node, 0, min(n, 1<<16))
	for range n {
		c.nodes = append(c.nodes, r.node())
		if r.err != nil {
			return chunk{}, r.err
		}
	}
	c.total = r.uint()
	return c, r.done()
}

// link enters nodes, of which only the parent is known, in their directories,
// and counts. What hangs nowhere, since a part is lost, goes to /lost+found; then
// it returns false.
func (t *tree) link(owner *token) bool {
	whole := true
	root := t.root()
	if !root.dir || root.parent != 0 {
		whole = false
		root = &node{owner: owner, ino: rootIno, dir: true, mode: 0o755}
		t.nodes.set(owner, rootIno, root)
	}
	kids := map[uint64][]*entry{}
	var entries []entry
	var stray []*node
	for n := range t.nodes.all {
		if n.ino == rootIno {
			continue
		}
		if n.trashed != nil && n.parent == 0 {
			t.trash = t.trash.with(owner, trashID(n.ino), n.ino)
			continue
		}
		if dir := t.nodes.get(n.parent); dir == nil || !dir.dir || !validName(n.name) {
			stray = append(stray, n)
			continue
		}
		e := &block(&entries)[0]
		e.name, e.ino = n.name, n.ino
		kids[n.parent] = append(kids[n.parent], e)
	}
	for ino, list := range kids {
		slices.SortFunc(list, func(a, b *entry) int { return strings.Compare(a.name, b.name) })
		for i := 1; i < len(list); i++ {
			if list[i].name == list[i-1].name {
				whole = false
				list[i].name += "~" + trashID(list[i].ino)
				t.nodes.get(list[i].ino).name = list[i].name
			}
		}
		t.nodes.get(ino).kids = treapOf(list)
	}
	for _, n := range stray {
		whole = false
		t.rescue(owner, n)
	}
	return t.recount() && whole
}

const lostAndFound = "lost+found"

func (t *tree) rescue(owner *token, n *node) {
	dir := t.child(t.root(), lostAndFound)
	if dir == nil || !dir.dir {
		dir = &node{owner: owner, ino: t.next, dir: true, mode: 0o755}
		t.next++
		t.nodes.set(owner, dir.ino, dir)
		t.attach(owner, dir, rootIno, lostAndFound)
	}
	name := trashID(n.ino)
	if validName(n.name) {
		name += "-" + strings.ToValidUTF8(n.name[:min(len(n.name), 200)], "")
	}
	t.attach(owner, n, dir.ino, name)
}

// recount counts files and bytes anew. It returns false if nodes hang in a ring.
func (t *tree) recount() bool {
	t.files, t.bytes, t.history = 0, 0, 0
	seen := 0
	count := func(root *node, live bool) {
		t.below(root, func(n *node) {
			seen++
			t.history += n.historyBytes()
			switch {
			case live && !n.dir:
				t.files++
				t.bytes += n.size()
			case !n.dir:
				t.history += n.size()
			}
		})
	}
	count(t.root(), true)
	for _, ino := range t.trash.all {
		count(t.nodes.get(ino), false)
	}
	all := 0
	for range t.nodes.all {
		all++
	}
	return seen == all
}
