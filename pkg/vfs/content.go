package vfs

import (
	"bytes"
)

const (
	// inlineMax is the most that a record carries of one change; more goes into
	// blobs beside it.
	inlineMax = 16 << 10
	// chunkMax is the size of those blobs.
	chunkMax = 256 << 10
	// extentsMax is how many pieces a content may have before those in memory
	// are joined.
	extentsMax = 64
)

// extent is a piece of content: bytes in memory, or a range of a blob.
type extent struct {
	data   []byte
	blob   string
	offset int64
	length int64
}

// content is the bytes of a file as a list of pieces. It never changes.
type content struct {
	size    int64
	extents []extent
}

func contentOf(extents []extent) content {
	c := content{extents: extents}
	for _, x := range extents {
		c.size += x.length
	}
	return c
}

// cut returns the pieces of the range, which must lie inside.
func (c content) cut(from, to int64) []extent {
	var out []extent
	var at int64
	for _, x := range c.extents {
		start, end := max(from-at, 0), min(to-at, x.length)
		at += x.length
		if start >= end {
			continue
		}
		piece := extent{blob: x.blob, offset: x.offset + start, length: end - start}
		if x.blob == "" {
			piece.data, piece.offset = x.data[start:end:end], 0
		}
		out = append(out, piece)
	}
	return out
}

// splice replaces del bytes at off by the pieces.
func (c content) splice(off, del int64, pieces []extent) content {
	var out []extent
	out = append(out, c.cut(0, off)...)
	out = append(out, pieces...)
	out = append(out, c.cut(off+del, c.size)...)
	if len(out) > extentsMax {
		out = join(out)
	}
	return contentOf(out)
}

// join makes one piece of neighbouring pieces in memory.
func join(extents []extent) []extent {
	var out []extent
	for i := 0; i < len(extents); {
		k := i
		for k < len(extents) && extents[k].blob == "" {
			k++
		}
		if k <= i+1 {
			out = append(out, extents[i])
			i++
			continue
		}
		var all bytes.Buffer
		for _, x := range extents[i:k] {
			all.Write(x.data)
		}
		out = append(out, extent{data: all.Bytes(), length: int64(all.Len())})
		i = k
	}
	return out
}
