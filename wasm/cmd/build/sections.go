package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// The ids of the sections that are rewritten: WebAssembly core specification, 5.5.2.
const (
	typeSection     = 1
	functionSection = 3
	memorySection   = 5
	codeSection     = 10
	dataSection     = 11
)

var errEndsEarly = errors.New("it ends too early")

// rewriteSection replaces the content of the module's section with this id.
func rewriteSection(wasm []byte, id byte, rewrite func(content []byte) ([]byte, error)) ([]byte, error) {
	const header = 8 // magic and version
	if len(wasm) < header || !bytes.HasPrefix(wasm, []byte("\x00asm")) {
		return nil, errors.New("not a WebAssembly module")
	}
	for at := header; at < len(wasm); {
		size, n := binary.Uvarint(wasm[at+1:])
		if n <= 0 || size > uint64(len(wasm)-at-1-n) {
			return nil, fmt.Errorf("broken section at byte %d", at)
		}
		body := at + 1 + n
		end := body + int(size)
		if wasm[at] != id {
			at = end
			continue
		}
		content, err := rewrite(wasm[body:end])
		if err != nil {
			return nil, fmt.Errorf("section %d: %w", id, err)
		}
		out := make([]byte, 0, len(wasm)+len(content)-int(size)+binary.MaxVarintLen64)
		out = append(append(out, wasm[:at]...), id)
		out = binary.AppendUvarint(out, uint64(len(content)))
		out = append(out, content...)
		return append(out, wasm[end:]...), nil
	}
	return nil, fmt.Errorf("no section %d", id)
}
