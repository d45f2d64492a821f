package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// roughness is how many neighbouring functions share a value in Go's table from
// program counters to functions. The lookup goes on from there function by
// function (findfunc in runtime/symtab.go), so a rough value costs it half as many
// steps on average, and nothing else.
const roughness = 16

// roughFindTable makes the table from program counters to functions compress to
// nothing. In WebAssembly each function has 16 buckets of it to itself, 2.3 MB in
// the core, whose only content is the number of the function.
func roughFindTable(wasm []byte) ([]byte, error) {
	return rewriteSection(wasm, dataSection, func(section []byte) ([]byte, error) {
		section = bytes.Clone(section)
		segments, err := parseData(section)
		if err != nil {
			return nil, err
		}
		memory := dataMemory(segments)
		table, count, err := memory.findTable()
		if err != nil {
			return nil, fmt.Errorf("table of program counters: %w; was Go's format changed?", err)
		}
		le := binary.LittleEndian
		for at := 0; at < len(table); at += bucketLen {
			index := le.Uint32(table[at:])
			if index > count {
				return nil, fmt.Errorf("table of program counters: bucket %d is wrong; was Go's format changed?", at/bucketLen)
			}
			le.PutUint32(table[at:], index-index%roughness)
		}
		return section, nil
	})
}

// A bucket is the number of its first function, and what to add to it in each
// sixteenth of the bucket, which is nothing but for the last functions.
const (
	bucketLen  = 4 + 16
	bucketSize = 4096 // of the program counters
)

// dataMemory is what the data segments make of memory.
type dataMemory []dataSegment

// at is the memory from an address to the end of its segment.
func (m dataMemory) at(address uint64) []byte {
	for _, segment := range m {
		if address >= uint64(segment.offset) && address < uint64(segment.end()) {
			return segment.bytes[address-uint64(segment.offset):]
		}
	}
	return nil
}

// findTable finds the buckets, and how many functions there are, by way of the
// runtime's own description of the module: its moduledata.
func (m dataMemory) findTable() (table []byte, functions uint32, err error) {
	defer func() {
		if recover() != nil { // an index out of range
			err = errors.New("it ends too early")
		}
	}()
	le := binary.LittleEndian
	for _, segment := range m {
		header := bytes.Index(segment.bytes, tableMagic)
		if header < 0 {
			continue
		}
		address := uint64(segment.offset) + uint64(header)
		count := le.Uint64(segment.bytes[header+8:])
		names := address + le.Uint64(segment.bytes[header+8+3*8:])
		// A moduledata begins with the address of the header and that of the names.
		start := le.AppendUint64(le.AppendUint64(nil, address), names)
		for _, other := range m {
			// The linker leaves out the zeros before a segment, also where they begin
			// the address of a header that is a multiple of 256.
			content := append(make([]byte, other.offset%8), other.bytes...)
			at := bytes.Index(content, start)
			if at < 0 {
				continue
			}
			const slices = 8 + 6*24 // the header and six slices
			fields := content[at+slices:]
			buckets, minPC, maxPC := le.Uint64(fields), le.Uint64(fields[8:]), le.Uint64(fields[16:])
			n := (maxPC - minPC + bucketSize - 1) / bucketSize
			return m.at(buckets)[:n*bucketLen], uint32(count), nil
		}
	}
	return nil, 0, errors.New("no description of the module")
}
