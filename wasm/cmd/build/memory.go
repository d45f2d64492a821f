package main

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// setMemoryMaximum gives the module's one memory a maximum of pages, which Go's
// linker leaves open. See the specification of the memory section, 5.5.8.
func setMemoryMaximum(wasm []byte, pages uint32) ([]byte, error) {
	return rewriteSection(wasm, memorySection, func(section []byte) ([]byte, error) {
		// A count of one, flags, the minimum and, if flag 1 is set, the maximum.
		if len(section) < 3 || section[0] != 1 {
			return nil, errors.New("want one memory")
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
	})
}
