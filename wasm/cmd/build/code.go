package main

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// compactCode rewrites two things that Go's compiler writes in a long way, each to
// something that computes the same value: RATIONALE.md, "Why is the code
// rewritten?".
//
//   - Every call stores where to go on, the number of the function and that of a
//     place in it, as one constant. No two are equal, so they hardly compress. The
//     function's number moves to a local, which is set where the function begins,
//     and the place is added.
//   - An address on the stack is computed in 64 bits and cut to 32.
func compactCode(wasm []byte) ([]byte, error) {
	parameters, err := parameterCounts(wasm)
	if err != nil {
		return nil, err
	}
	return rewriteSection(wasm, codeSection, func(section []byte) ([]byte, error) {
		r := &codeReader{data: section}
		count := r.unsigned()
		if count != uint64(len(parameters)) {
			return nil, fmt.Errorf("%d functions and %d bodies", len(parameters), count)
		}
		out := make([]byte, 0, len(section))
		out = binary.AppendUvarint(out, count)
		for i := range count {
			size := r.unsigned()
			body := r.take(size)
			if r.failed {
				return nil, fmt.Errorf("function %d: it ends too early", i)
			}
			body, err := compactBody(body, parameters[i])
			if err != nil {
				return nil, fmt.Errorf("function %d: %w", i, err)
			}
			out = append(binary.AppendUvarint(out, uint64(len(body))), body...)
		}
		if r.at != len(section) {
			return nil, errors.New("bytes after the last function")
		}
		return out, nil
	})
}

// The instructions that are rewritten or written: WebAssembly core specification, 5.4.
const (
	opLocalGet   = 0x20
	opLocalSet   = 0x21
	opI32Load    = 0x28
	opI64Load32U = 0x35
	opI64Const   = 0x42
	opI32Add     = 0x6a
	opI64Add     = 0x7c
	opI32Wrap    = 0xa7
	opExtendU    = 0xad

	typeI64 = 0x7e
)

// placeBits of a return address are the place in the function.
const placeBits = 16

// compactBody rewrites the body of one function: its locals and its instructions.
func compactBody(body []byte, parameters uint64) ([]byte, error) {
	r := &codeReader{data: body}
	groups := r.unsigned()
	locals := parameters
	groupsAt := r.at
	for range groups {
		locals += r.unsigned()
		r.take(1)
	}
	groupsEnd := r.at
	var code []instruction
	for r.at < len(body) && !r.failed {
		code = append(code, r.instruction())
	}
	if r.failed {
		return nil, fmt.Errorf("an instruction that is not known, before byte %d", r.at)
	}

	// Mostly the same one in all functions, with unused ones before it: what is the
	// same everywhere compresses.
	local := max(locals, 15)
	base, worth := returnBase(code)
	out := make([]byte, 0, len(body)+16)
	if worth {
		out = append(binary.AppendUvarint(out, groups+1), body[groupsAt:groupsEnd]...)
		out = append(binary.AppendUvarint(out, local-locals+1), typeI64)
		out = appendSigned(append(out, opI64Const), base)
		out = binary.AppendUvarint(append(out, opLocalSet), local)
	} else {
		out = append(out, body[:groupsEnd]...)
	}
	for i := 0; i < len(code); i++ {
		in := code[i]
		if worth && in.op == opI64Const && in.value>>placeBits == base>>placeBits && in.value != base {
			out = binary.AppendUvarint(append(out, opLocalGet), local)
			out = append(appendSigned(append(out, opI64Const), in.value-base), opI64Add)
			continue
		}
		if !isStackAddress(code[i:]) {
			out = append(out, in.bytes...)
			continue
		}
		out = append(out, in.bytes...) // the stack pointer, as 32 bits
		offset := code[i+2].value
		i += 4
		if i+1 < len(code) && code[i+1].isLoad() && code[i+1].offset == 0 {
			i++
			out = binary.AppendUvarint(append(out, code[i].op, byte(code[i].align)), uint64(offset))
			continue
		}
		out = append(appendSigned(append(out, opI32Const), offset), opI32Add)
	}
	return out, nil
}

// returnBase is what the function's return addresses have in common, and whether
// a local for it is shorter.
func returnBase(code []instruction) (base int64, worth bool) {
	uses := map[int64]int{}
	for _, in := range code {
		if in.op != opI64Const || in.value < 1<<(placeBits+12) { // functions are numbered from 4096
			continue
		}
		common := in.value &^ (1<<placeBits - 1)
		uses[common]++
		if uses[common] > uses[base] || uses[common] == uses[base] && common < base {
			base = common
		}
	}
	return base, uses[base] >= 3
}

// isStackAddress tells whether these instructions begin with a local's address
// on the stack: the stack pointer as 64 bits, and a small offset, as 32 bits again.
// The stack pointer with the offset is within memory, so nothing wraps around.
func isStackAddress(code []instruction) bool {
	const far = 1 << 20
	return len(code) >= 5 &&
		code[0].op == opLocalGet && code[1].op == opExtendU &&
		code[2].op == opI64Const && code[2].value >= 0 && code[2].value < far &&
		code[3].op == opI64Add && code[4].op == opI32Wrap
}
