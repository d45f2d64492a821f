package main

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// maxZeroGap is the longest run of zeros between two data segments that is
// written out to make one of them. The heap starts behind the data, so a longer
// gap is space that the program reserves and that need not be in the file.
const maxZeroGap = 1 << 10

// mergeDataSegments joins neighbouring data segments. Go's linker starts a new
// one at every run of eight zeros, a hundred thousand of them, and their addresses compress
// worse than the zeros do: RATIONALE.md, "Why are data segments merged?".
func mergeDataSegments(wasm []byte) ([]byte, error) {
	return rewriteSection(wasm, dataSection, func(section []byte) ([]byte, error) {
		segments, err := parseData(section)
		if err != nil {
			return nil, err
		}
		slices.SortFunc(segments, func(a, b dataSegment) int { return cmp.Compare(a.offset, b.offset) })
		var merged []dataSegment
		for _, next := range segments {
			if len(merged) > 0 {
				last := &merged[len(merged)-1]
				gap := next.offset - last.end()
				if gap < 0 {
					return nil, fmt.Errorf("segments overlap at address %d", next.offset)
				}
				if gap <= maxZeroGap {
					last.bytes = append(append(last.bytes, make([]byte, gap)...), next.bytes...)
					continue
				}
			}
			merged = append(merged, dataSegment{next.offset, append([]byte{}, next.bytes...)})
		}
		out := binary.AppendUvarint(nil, uint64(len(merged)))
		for _, segment := range merged {
			out = segment.append(out)
		}
		return out, nil
	})
}

// dataSegment is an active segment of memory 0 at a constant address.
type dataSegment struct {
	offset int64
	bytes  []byte
}

func (s dataSegment) end() int64 { return s.offset + int64(len(s.bytes)) }

const (
	opI32Const = 0x41
	opEnd      = 0x0b
)

func (s dataSegment) append(out []byte) []byte {
	out = append(out, 0, opI32Const)
	out = appendSigned(out, s.offset)
	out = append(out, opEnd)
	out = binary.AppendUvarint(out, uint64(len(s.bytes)))
	return append(out, s.bytes...)
}

func parseData(section []byte) ([]dataSegment, error) {
	count, n := binary.Uvarint(section)
	if n <= 0 || count > uint64(len(section)) {
		return nil, errors.New("broken count")
	}
	rest := section[n:]
	segments := make([]dataSegment, 0, count)
	for range count {
		if len(rest) < 2 || rest[0] != 0 || rest[1] != opI32Const {
			return nil, errors.New("want active segments at constant addresses")
		}
		offset, n := signed(rest[2:])
		if n <= 0 || 2+n >= len(rest) || rest[2+n] != opEnd {
			return nil, errors.New("broken address")
		}
		rest = rest[2+n+1:]
		size, n := binary.Uvarint(rest)
		if n <= 0 || size > uint64(len(rest)-n) {
			return nil, errors.New("broken segment size")
		}
		segments = append(segments, dataSegment{offset, rest[n : n+int(size)]})
		rest = rest[n+int(size):]
	}
	if len(rest) > 0 {
		return nil, errors.New("bytes after the last segment")
	}
	return segments, nil
}

// signed reads a signed LEB128, which encoding/binary's zigzag varint is not.
func signed(from []byte) (value int64, n int) {
	for shift := 0; n < len(from) && shift < 64; {
		b := from[n]
		n++
		value |= int64(b&0x7f) << shift
		shift += 7
		if b&0x80 == 0 {
			if b&0x40 != 0 && shift < 64 {
				value |= -1 << shift
			}
			return value, n
		}
	}
	return 0, 0
}

func appendSigned(out []byte, value int64) []byte {
	for {
		b := byte(value & 0x7f)
		value >>= 7
		if value == 0 && b&0x40 == 0 || value == -1 && b&0x40 != 0 {
			return append(out, b)
		}
		out = append(out, b|0x80)
	}
}
