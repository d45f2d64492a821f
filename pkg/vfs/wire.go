package vfs

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
)

// Everything stored begins with four bytes that say what it is and in which
// format, and a CRC-32 (IEEE) of what follows them.
const (
	recordMagic   = "vfr1"
	snapshotMagic = "vfs1"
	frameHeader   = 8
)

// errNewer is of a frame in a later format of its kind than the one known here.
var errNewer = fmt.Errorf("%w: it is in the format of a newer release", ErrCorrupt)

// writer builds stored data.
type writer struct{ buf []byte }

func newWriter(magic string) *writer {
	return &writer{append([]byte(magic), 0, 0, 0, 0)}
}

func (w *writer) uint(v uint64) { w.buf = binary.AppendUvarint(w.buf, v) }
func (w *writer) int(v int64)   { w.buf = binary.AppendVarint(w.buf, v) }

func (w *writer) string(s string) {
	w.uint(uint64(len(s)))
	w.buf = append(w.buf, s...)
}

func (w *writer) extents(all []extent) {
	w.uint(uint64(len(all)))
	for _, x := range all {
		if x.blob == "" {
			w.uint(uint64(len(x.data)) << 1)
			w.buf = append(w.buf, x.data...)
			continue
		}
		w.uint(uint64(x.length)<<1 | 1)
		w.uint(uint64(x.offset))
		w.string(x.blob)
	}
}

// finish puts the checksum in and returns the whole.
func (w *writer) finish() []byte {
	binary.LittleEndian.PutUint32(w.buf[4:], crc32.ChecksumIEEE(w.buf[frameHeader:]))
	return w.buf
}

// reader takes stored data apart. After the first fault everything reads as
// zero, and err says so.
type reader struct {
	buf []byte
	err error

	// Many small things that live as long as the tree are made in blocks.
	lastBlob string
	nodes    []node
	single   []extent
}

// open checks magic and checksum.
func openFrame(magic string, frame []byte) *reader {
	if len(frame) < frameHeader || string(frame[:3]) != magic[:3] ||
		binary.LittleEndian.Uint32(frame[4:]) != crc32.ChecksumIEEE(frame[frameHeader:]) {
		return &reader{err: ErrCorrupt}
	}
	switch {
	case frame[3] == magic[3]:
		return &reader{buf: frame[frameHeader:]}
	case frame[3] > magic[3]:
		return &reader{err: errNewer}
	}
	return &reader{err: ErrCorrupt}
}

func (r *reader) fail() {
	r.buf = nil
	if r.err == nil {
		r.err = ErrCorrupt
	}
}

func (r *reader) uint() uint64 {
	v, n := binary.Uvarint(r.buf)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.buf = r.buf[n:]
	return v
}

func (r *reader) int() int64 {
	v, n := binary.Varint(r.buf)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.buf = r.buf[n:]
	return v
}

// size reads a number that is not negative as an int64.
func (r *reader) size() int64 {
	v := r.uint()
	if v > 1<<62 {
		r.fail()
		return 0
	}
	return int64(v)
}

// count reads how many things of at least size bytes each follow.
func (r *reader) count(size int) int {
	v := r.uint()
	if v > uint64(len(r.buf)/size) {
		r.fail()
		return 0
	}
	return int(v)
}

// take returns the next n bytes without copying them.
func (r *reader) take(n uint64) []byte {
	if n > uint64(len(r.buf)) {
		r.fail()
		return nil
	}
	out := r.buf[:n:n]
	r.buf = r.buf[n:]
	return out
}

func (r *reader) string() string { return string(r.take(r.uint())) }

func (r *reader) extents() []extent {
	n := r.count(1)
	if n == 0 {
		return nil
	}
	var out []extent
	if n == 1 {
		out = block(&r.single)[:0]
	} else {
		out = make([]extent, 0, min(n, 4096))
	}
	for range n {
		head := r.uint()
		length := int64(head >> 1)
		if head&1 == 0 {
			data := r.take(head >> 1)
			out = append(out, extent{data: data, length: int64(len(data))})
		} else {
			out = append(out, extent{length: length, offset: r.size(), blob: r.blob()})
			if last := out[len(out)-1]; last.blob == "" || length+last.offset < 0 || length > 1<<40 {
				r.fail()
			}
		}
		if r.err != nil {
			return nil
		}
	}
	return out
}

// blob reads the name of a blob. Most are the one before.
func (r *reader) blob() string {
	if name := r.take(r.uint()); string(name) != r.lastBlob {
		r.lastBlob = string(name)
	}
	return r.lastBlob
}

// block takes one from a block of things, making the next block when it is used
// up.
func block[T any](left *[]T) []T {
	if len(*left) == 0 {
		*left = make([]T, 64)
	}
	one := (*left)[:1:1]
	*left = (*left)[1:]
	return one
}

// done is the fault, if there was one or if something is left over.
func (r *reader) done() error {
	if r.err == nil && len(r.buf) > 0 {
		r.fail()
	}
	return r.err
}
