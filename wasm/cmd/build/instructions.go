package main

import "encoding/binary"

// instruction is one of a function's body, as far as it is looked at.
type instruction struct {
	op            byte
	bytes         []byte // all of it
	value         int64  // of a constant
	align, offset uint64 // of a load or store
}

// isLoad tells whether it loads from memory.
func (in instruction) isLoad() bool { return in.op >= opI32Load && in.op <= opI64Load32U }

// codeReader reads a code section. What does not fit sets failed.
type codeReader struct {
	data   []byte
	at     int
	failed bool
}

func (r *codeReader) take(n uint64) []byte {
	if n > uint64(len(r.data)-r.at) {
		r.failed = true
		r.at = len(r.data)
		return nil
	}
	r.at += int(n)
	return r.data[r.at-int(n) : r.at]
}

func (r *codeReader) unsigned() uint64 {
	value, n := binary.Uvarint(r.data[r.at:])
	if n <= 0 {
		r.failed = true
		r.at = len(r.data)
		return 0
	}
	r.at += n
	return value
}

func (r *codeReader) signed() int64 {
	value, n := signed(r.data[r.at:])
	if n <= 0 {
		r.failed = true
		r.at = len(r.data)
		return 0
	}
	r.at += n
	return value
}

// instruction reads the next one: those of WebAssembly 2.0 without references
// and vectors, which is more than Go's compiler writes.
func (r *codeReader) instruction() instruction {
	start := r.at
	in := instruction{op: r.data[start]}
	r.at++
	switch op := in.op; {
	case op <= 0x01, op == 0x05, op == 0x0b, op == 0x0f, op == 0x1a, op == 0x1b: // control without operands, drop, select
	case op >= 0x02 && op <= 0x04: // block, loop, if: a type
		r.signed()
	case op == 0x0c, op == 0x0d, op == 0x10, op >= 0x20 && op <= 0x24: // a label, function, local or global
		r.unsigned()
	case op == 0x0e: // br_table
		for range r.unsigned() + 1 {
			if r.unsigned(); r.failed {
				break
			}
		}
	case op == 0x11: // call_indirect
		r.unsigned()
		r.unsigned()
	case op >= 0x28 && op <= 0x3e: // loads and stores
		in.align, in.offset = r.unsigned(), r.unsigned()
	case op == 0x3f, op == 0x40: // memory.size, memory.grow
		r.take(1)
	case op == opI32Const, op == opI64Const:
		in.value = r.signed()
	case op == 0x43:
		r.take(4)
	case op == 0x44:
		r.take(8)
	case op >= 0x45 && op <= 0xc4: // numbers
	case op == 0xfc:
		switch r.unsigned() {
		case 0, 1, 2, 3, 4, 5, 6, 7: // saturating conversions
		case 10: // memory.copy
			r.take(2)
		case 11: // memory.fill
			r.take(1)
		default:
			r.failed = true
		}
	default:
		r.failed = true
	}
	in.bytes = r.data[start:r.at]
	return in
}

// parameterCounts are the numbers of parameters of the functions that the module
// defines, in their order.
func parameterCounts(wasm []byte) ([]uint64, error) {
	var types []uint64
	_, err := rewriteSection(wasm, typeSection, func(section []byte) ([]byte, error) {
		r := &codeReader{data: section}
		for range r.unsigned() {
			r.take(1) // a function type
			n := r.unsigned()
			r.take(n)
			r.take(r.unsigned()) // results
			if r.failed {
				return nil, errEndsEarly
			}
			types = append(types, n)
		}
		return section, nil
	})
	if err != nil {
		return nil, err
	}
	var counts []uint64
	_, err = rewriteSection(wasm, functionSection, func(section []byte) ([]byte, error) {
		r := &codeReader{data: section}
		for range r.unsigned() {
			index := r.unsigned()
			if r.failed || index >= uint64(len(types)) {
				return nil, errEndsEarly
			}
			counts = append(counts, types[index])
		}
		return section, nil
	})
	return counts, err
}
