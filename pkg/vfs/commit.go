package vfs

// The kinds of op.
const (
	opPut   = 1 // make or change a node
	opTrash = 2 // take a node, with everything under it, out of the tree
	opPurge = 3 // drop a node of the trash, or a new one, for good
)

// The parts of a put.
const (
	putNew     = 1 << iota // the node does not exist yet
	putDir                 // with putNew: a directory
	putPlace               // parent and name
	putMode                // mode
	putMtime               // mtime
	putBirth               // birth; without it, with putNew, the same as mtime
	putContent             // off, del, insert
	putBinary              // with putContent: the new content is binary
)

// op is one change of one node. What changes is told as a state, not as an
// action, so the order of the ops of a commit does not matter.
type op struct {
	kind   byte
	flags  uint64
	ino    uint64
	parent uint64
	name   string
	mode   uint32
	mtime  int64
	birth  int64
	off    int64
	del    int64
	insert []extent

	source *source // what insert is of, if it was there already; not stored
}

func (o *op) has(flag uint64) bool { return o.kind == opPut && o.flags&flag != 0 }

// onlyTime says whether the op does no more than move the time of a directory,
// as every change of an entry does: two of these are no conflict.
func (o *op) onlyTime() bool { return o.kind == opPut && o.flags == putMtime }

// commit is what one call changed.
type commit struct {
	time int64
	ops  []op

	// The rest is not stored in the record.
	blobs    []Blob // new contents, in stored form
	base     *tree  // what it was made on; nil once it was rebased
	baseNext uint64
	after    *tree // the result
	paths    []string
	done     chan struct{}
	err      error
}

// finish tells whoever waits for the commit.
func (c *commit) finish(err error) {
	c.err = err
	close(c.done)
}
