package vfs

import "slices"

// A record is what one Append adds to the log: the commits of one or more calls
// that were made durable together.
type record struct {
	seq     uint64
	birth   uint64   // of the project: random, from its first record on
	id      [16]byte // random: tells one's own record from somebody else's
	commits []commit
}

func encodeRecord(seq, birth uint64, id [16]byte, commits []*commit) []byte {
	w := newWriter(recordMagic)
	w.reserve(commits)
	w.uint(seq)
	w.uint(birth)
	w.buf = append(w.buf, id[:]...)
	w.uint(uint64(len(commits)))
	for _, c := range commits {
		w.int(c.time)
		w.uint(uint64(len(c.ops)))
		for i := range c.ops {
			w.op(&c.ops[i], c.time)
		}
	}
	return w.finish()
}

// reserve makes room for commits at once.
func (w *writer) reserve(commits []*commit) {
	size := 64
	for _, c := range commits {
		for i := range c.ops {
			size += 48 + len(c.ops[i].name)
			for _, x := range c.ops[i].insert {
				size += 40 + len(x.data)
			}
		}
	}
	w.buf = slices.Grow(w.buf, size)
}

func (w *writer) op(o *op, now int64) {
	w.uint(uint64(o.kind))
	w.uint(o.ino)
	if o.kind != opPut {
		return
	}
	w.uint(o.flags)
	if o.has(putPlace) {
		w.uint(o.parent)
		w.string(o.name)
	}
	if o.has(putMode) {
		w.uint(uint64(o.mode))
	}
	if o.has(putMtime) {
		w.int(o.mtime - now)
	}
	if o.has(putBirth) {
		w.int(o.birth - now)
	}
	if o.has(putContent) {
		w.uint(uint64(o.off))
		w.uint(uint64(o.del))
		w.extents(o.insert)
	}
}

// decodeRecord is the reverse of encodeRecord. The result shares memory with
// frame. It checks the form only; apply checks the sense.
func decodeRecord(frame []byte) (record, error) {
	r := openFrame(recordMagic, frame)
	var out record
	out.seq, out.birth = r.uint(), r.uint()
	copy(out.id[:], r.take(uint64(len(out.id))))
	for range r.count(2) {
		c := commit{time: r.int()}
		for range r.count(2) {
			c.ops = append(c.ops, r.op(c.time))
			if r.err != nil {
				return record{}, r.err
			}
		}
		out.commits = append(out.commits, c)
	}
	return out, r.done()
}

func (r *reader) op(now int64) op {
	o := op{kind: byte(min(r.uint(), 255)), ino: r.uint()}
	switch o.kind {
	case opTrash, opPurge:
		return o
	case opPut:
	default:
		r.fail()
		return op{}
	}
	o.flags = r.uint()
	if o.has(putPlace) {
		o.parent, o.name = r.uint(), r.string()
	}
	if o.has(putMode) {
		o.mode = uint32(r.uint()) & 0o777
	}
	if o.has(putMtime) {
		o.mtime = now + r.int()
	}
	o.birth = o.mtime
	if o.has(putBirth) {
		o.birth = now + r.int()
	}
	if o.has(putContent) {
		o.off, o.del, o.insert = r.size(), r.size(), r.extents()
	}
	return o
}
