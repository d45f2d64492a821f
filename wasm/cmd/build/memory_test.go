package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSetMemoryMaximum(t *testing.T) {
	header := "\x00asm\x01\x00\x00\x00"
	tests := []struct {
		name, wasm, want, err string
	}{
		{"adds a maximum", header + "\x01\x01X" + "\x05\x03\x01\x00\x10" + "\x0a\x01Y", header + "\x01\x01X" + "\x05\x05\x01\x01\x10\x80\x24" + "\x0a\x01Y", ""},
		{"replaces a maximum", header + "\x05\x04\x01\x01\x10\x20", header + "\x05\x05\x01\x01\x10\x80\x24", ""},
		{"starts above it", header + "\x05\x04\x01\x00\x81\x24", "", "starts at 4609 pages"},
		{"has no memory", header + "\x01\x01X", "", "no section 5"},
		{"is no module", "MZ", "", "not a WebAssembly module"},
		{"ends within a section", header + "\x05\x7f\x01", "", "broken section at byte 8"},
		{"has two memories", header + "\x05\x05\x02\x00\x10\x00\x10", "", "one memory"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := setMemoryMaximum([]byte(test.wasm), 4608)
			if test.err != "" {
				require.ErrorContains(t, err, test.err)
				return
			}
			require.NoError(t, err)
			require.Equal(t, test.want, string(got))
		})
	}
}
