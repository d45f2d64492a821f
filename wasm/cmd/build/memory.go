package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

const memorySection = 5

// setMemoryMaximum gives the module's one memory a maximum of pages, which Go's
// linker leaves open. See section "Memory Section" of the WebAssembly core
// specification, 5.5.8.
func setMemoryMaximum(wasm []byte, pages uint32) ([]byte, error) {
	const header = 8 // magic and version
	if len(wasm) < header || !bytes.HasPrefix(wasm, []byte("\x00asm")) {
		return nil, errors.New("not a WebAssembly module")
	}
	for at := header; at < len(wasm); {
		id := wasm[at]
		size, n := binary.Uvarint(wasm[at+1:])
		if n <= 0 || size > uint64(len(wasm)-at-1-n) {
			return nil, fmt.Errorf("broken section at byte %d", at)
		}
		body := at + 1 + n
		end := body + int(size)
		if id != memorySection {
			at = end
			continue
		}
		section, err := limitedMemory(wasm[body:end], pages)
		if err != nil {
			return nil, err
		}
		out := append([]byte{}, wasm[:at]...)
		out = append(out, memorySection)
		out = binary.AppendUvarint(out, uint64(len(section)))
		out = append(out, section...)
		return append(out, wasm[end:]...), nil
	}
	return nil, errors.New("the module has no memory of its own")
}

// limitedMemory rewrites the content of a memory section: a count of one, flags,
// the minimum and, if flag 1 is set, the maximum.
func limitedMemory(section []byte, pages uint32) ([]byte, error) {
	if len(section) < 3 || section[0] != 1 {
		return nil, errors.New("want a section with one memory")
	}
	minimum, n := binary.Uvarint(section[2:])
	if n <= 0 {
		return nil, errors.New("broken memory limits")
	}
	if minimum > uint64(pages) {
		return nil, fmt.Errorf("the memory starts at %d pages, above the maximum of %d", minimum, pages)
	}
	out := binary.AppendUvarint([]byte{1, 1}, minimum)
	return binary.AppendUvarint(out, uint64(pages)), nil
}
