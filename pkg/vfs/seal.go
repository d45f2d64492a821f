package vfs

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// seal ends an edit and makes the commit of what it changed; nil if that is
// nothing.
func (e *edit) seal() (*commit, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := e.check(); err != nil {
		return nil, err
	}
	e.ended = true // from now on the drafts belong to the commit
	c := &commit{time: e.now(), base: e.base, baseNext: e.base.next, done: make(chan struct{})}
	names := blobNames{}
	for _, ino := range e.order {
		was, is := e.base.get(ino), e.tree.get(ino)
		switch {
		case !e.tree.reachable(is):
			if was != nil && was.parent != 0 && e.tree.reachable(e.tree.get(was.parent)) {
				c.ops = append(c.ops, op{kind: opTrash, ino: ino})
			}
		default:
			o, err := e.put(was, is, &names, &c.blobs)
			if err != nil {
				return nil, err
			}
			if o.flags != 0 {
				c.ops = append(c.ops, o)
			}
		}
	}
	for _, ino := range e.purged {
		c.ops = append(c.ops, op{kind: opPurge, ino: ino})
	}
	if len(c.ops) == 0 {
		return nil, nil
	}
	return c, nil
}

// put describes how a node came to be as it is.
func (e *edit) put(was, is *node, names *blobNames, blobs *[]Blob) (op, error) {
	o := op{kind: opPut, ino: is.ino, parent: is.parent, name: is.name, mode: is.mode, mtime: is.mtime, birth: is.birth}
	old := content{}
	if was == nil {
		o.flags = putNew | putPlace | putMode | putMtime
		if is.dir {
			o.flags |= putDir
		}
		if is.birth != is.mtime {
			o.flags |= putBirth
		}
	} else {
		old = was.content
		if was.parent != is.parent || was.name != is.name {
			o.flags |= putPlace
		}
		if was.mode != is.mode {
			o.flags |= putMode
		}
		if was.mtime != is.mtime {
			o.flags |= putMtime
		}
	}
	if is.draft != nil {
		if err := e.describe(&o, old, is, names, blobs); err != nil {
			return op{}, err
		}
	}
	return o, nil
}

// describe tells the new content of a file as a change of the old one.
func (e *edit) describe(o *op, old content, is *node, names *blobNames, blobs *[]Blob) error {
	if ref := is.draft.ref; ref != nil {
		if !sameExtents(old.extents, ref.extents) {
			o.flags |= putContent
			o.del, o.insert, o.source = old.size, ref.extents, ref
		}
		if is.binary {
			o.flags |= putBinary
		}
		return nil
	}
	data := is.draft.data
	if old.size > 0 && len(data) > 0 {
		before, ok, err := e.project.peek(e.ctx, old)
		if err != nil {
			return err
		}
		if ok {
			o.off, o.del, data = difference(before, data)
		} else {
			o.del = old.size
		}
	} else {
		o.del = old.size
	}
	if o.del == 0 && len(data) == 0 {
		return nil
	}
	o.flags |= putContent
	if isBinary(is.draft.data) {
		o.flags |= putBinary
	}
	o.insert = pieces(data, names, blobs)
	return nil
}

func sameExtents(a, b []extent) bool {
	return slices.EqualFunc(a, b, func(x, y extent) bool {
		if x.blob == "" && y.blob == "" {
			return bytes.Equal(x.data, y.data)
		}
		return x.blob == y.blob && x.offset == y.offset && x.length == y.length
	})
}

// difference finds the one splice that makes after of before.
func difference(before, after []byte) (off, del int64, insert []byte) {
	shorter := min(len(before), len(after))
	head := commonPrefix(before[:shorter], after[:shorter])
	tail := 0
	for tail < shorter-head && before[len(before)-1-tail] == after[len(after)-1-tail] {
		tail++
	}
	return int64(head), int64(len(before) - head - tail), after[head : len(after)-tail]
}

func commonPrefix(a, b []byte) int {
	const step = 4096
	at := 0
	for at+step <= len(a) && bytes.Equal(a[at:at+step], b[at:at+step]) {
		at += step
	}
	for at < len(a) && a[at] == b[at] {
		at++
	}
	return at
}

// pieces stores new content: a little of it in the record, more in blobs.
func pieces(data []byte, names *blobNames, blobs *[]Blob) []extent {
	if len(data) == 0 {
		return nil
	}
	if len(data) <= inlineMax {
		if cap(data) > 2*len(data) {
			data = bytes.Clone(data) // a little of much must not keep all of it
		}
		return []extent{{data: data, length: int64(len(data))}}
	}
	var out []extent
	for chunk := range slices.Chunk(data, chunkMax) {
		id := names.next(len(chunk))
		*blobs = append(*blobs, Blob{ID: id, Data: sealBlob(chunk)})
		out = append(out, extent{blob: id, length: int64(len(chunk))})
	}
	return out
}

// blobNames gives names that no other commit gives, in any tab.
type blobNames struct {
	prefix string
	count  int
}

// next names a blob of the given size; see blobSize.
func (b *blobNames) next(size int) string {
	if b.prefix == "" {
		var random [12]byte
		binary.LittleEndian.PutUint64(random[:], rand.Uint64())
		binary.LittleEndian.PutUint32(random[8:], rand.Uint32())
		b.prefix = base64.RawURLEncoding.EncodeToString(random[:]) + "-"
	}
	b.count++
	return b.prefix + strconv.Itoa(b.count) + "." + strconv.Itoa(size)
}

// blobSize is the size that is part of a blob's name.
func blobSize(id string) int64 {
	size, _ := strconv.ParseInt(id[strings.LastIndexByte(id, '.')+1:], 10, 64)
	return size
}

// A blob is stored with a CRC-32 before its content.
const blobHeader = 4

func sealBlob(data []byte) []byte {
	out := make([]byte, blobHeader, blobHeader+len(data))
	binary.LittleEndian.PutUint32(out, crc32.ChecksumIEEE(data))
	return append(out, data...)
}

func openBlob(stored []byte) ([]byte, error) {
	if len(stored) < blobHeader || binary.LittleEndian.Uint32(stored) != crc32.ChecksumIEEE(stored[blobHeader:]) {
		return nil, ErrCorrupt
	}
	return stored[blobHeader:], nil
}

// sniffLen is how much of a file decides whether it is binary.
const sniffLen = 8 << 10

func isBinary(data []byte) bool {
	cut := len(data) > sniffLen
	data = data[:min(len(data), sniffLen)]
	if bytes.IndexByte(data, 0) >= 0 {
		return true
	}
	if utf8.Valid(data) {
		return false
	}
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		if r == utf8.RuneError && size == 1 {
			return !cut || utf8.FullRune(data)
		}
		data = data[size:]
	}
	return false
}
