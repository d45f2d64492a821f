package vfs

import (
	"encoding/binary"
	"math/bits"
)

// deflater packs bytes in the deflate format (RFC 1951), in one block with the
// fixed codes. compress/flate packs text about a fifth smaller and is twenty
// times larger, which every page that loads the module would pay for.
type deflater struct {
	out  []byte
	acc  uint64 // bits not yet in out, the first in the lowest
	have uint
	head [1 << deflateHashBits]int32 // hash -> last position + 1
	prev [deflateWindow]int32        // position -> the one before with its hash
}

const (
	deflateWindow   = 1 << 15
	deflateHashBits = 14
	deflateMin      = 4 // shorter matches gain nothing with the fixed codes
	deflateMax      = 258
	deflateTries    = 24
	deflateEnd      = 256 // the symbol that ends a block
)

// pack returns data in the deflate format.
func (d *deflater) pack(data []byte) []byte {
	d.out = make([]byte, 0, len(data)/2+16)
	d.acc, d.have = 0, 0
	clear(d.head[:])
	d.bits(1, 1) // the last block
	d.bits(1, 2) // with the fixed codes
	for at := 0; at < len(data); {
		length, distance := d.match(data, at)
		if length < deflateMin {
			d.symbol(uint(data[at]))
			length = 1
		} else {
			d.copy(length, distance)
		}
		for end := at + length; at < end; at++ {
			d.remember(data, at)
		}
	}
	d.symbol(deflateEnd)
	d.bits(0, 7) // up to a whole byte
	return d.out
}

func deflateHash(data []byte, at int) uint32 {
	return binary.LittleEndian.Uint32(data[at:]) * 0x9e3779b1 >> (32 - deflateHashBits)
}

func (d *deflater) remember(data []byte, at int) {
	if at+deflateMin > len(data) {
		return
	}
	h := deflateHash(data, at)
	d.prev[at%deflateWindow] = d.head[h]
	d.head[h] = int32(at) + 1
}

// match finds the longest text before that is the same as what comes now.
func (d *deflater) match(data []byte, at int) (length, distance int) {
	if at+deflateMin > len(data) {
		return 0, 0
	}
	limit := min(deflateMax, len(data)-at)
	next := int(d.head[deflateHash(data, at)])
	for range deflateTries {
		from := next - 1
		if from < 0 || at-from > deflateWindow-deflateMax {
			break
		}
		n := 0
		for n < limit && data[from+n] == data[at+n] {
			n++
		}
		if n > length {
			length, distance = n, at-from
			if n == limit {
				break
			}
		}
		next = int(d.prev[from%deflateWindow])
	}
	return length, distance
}

// bits writes the lowest n bits of v, the lowest first.
func (d *deflater) bits(v uint, n uint) {
	d.acc |= uint64(v&(1<<n-1)) << d.have
	d.have += n
	for d.have >= 8 {
		d.out = append(d.out, byte(d.acc))
		d.acc >>= 8
		d.have -= 8
	}
}

// code writes a code of n bits, whose highest bit comes first.
func (d *deflater) code(v uint, n uint) { d.bits(uint(bits.Reverse32(uint32(v))>>(32-n)), n) }

// symbol writes a byte, the end, or the code of a length.
func (d *deflater) symbol(s uint) {
	switch {
	case s < 144:
		d.code(0x30+s, 8)
	case s < 256:
		d.code(0x190+s-144, 9)
	case s < 280:
		d.code(s-256, 7)
	default:
		d.code(0xc0+s-280, 8)
	}
}

// copy writes that length bytes are the same as those distance before.
func (d *deflater) copy(length, distance int) {
	if length == deflateMax {
		d.symbol(285)
	} else {
		// Eight lengths have a code of their own; then each four codes cover twice
		// as many lengths as the four before.
		code, extra := spread(uint(length-3), 4)
		d.symbol(257 + code)
		d.bits(uint(length-3), extra)
	}
	code, extra := spread(uint(distance-1), 2)
	d.code(code, 5)
	d.bits(uint(distance-1), extra)
}

// spread finds the code of a number and how many of its low bits follow, where
// there are per codes for each power of two.
func spread(v, per uint) (code, extra uint) {
	if v < 2*per {
		return v, 0
	}
	top := uint(bits.Len(per)) - 1 // per is 1 << top
	extra = uint(bits.Len(v)) - 1 - top
	return extra*per + v>>extra, extra
}
