package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMergeDataSegments(t *testing.T) {
	header := "\x00asm\x01\x00\x00\x00"
	module := func(data string) string { return header + "\x0b" + string(rune(len(data))) + data }
	tests := []struct {
		name, wasm, want, err string
	}{
		{"joins with zeros between", module("\x02" + "\x00\x41\x04\x0b\x02ab" + "\x00\x41\x08\x0b\x01c"), module("\x01" + "\x00\x41\x04\x0b\x05ab\x00\x00c"), ""},
		{"sorts", module("\x02" + "\x00\x41\x08\x0b\x01c" + "\x00\x41\x04\x0b\x02ab"), module("\x01" + "\x00\x41\x04\x0b\x05ab\x00\x00c"), ""},
		{"refuses an overlap", module("\x02" + "\x00\x41\x04\x0b\x02ab" + "\x00\x41\x05\x0b\x01c"), "", "overlap"},
		{"keeps a long gap", module("\x02" + "\x00\x41\x04\x0b\x01a" + "\x00\x41\x80\xc0\x00\x0b\x01b"), module("\x02" + "\x00\x41\x04\x0b\x01a" + "\x00\x41\x80\xc0\x00\x0b\x01b"), ""},
		{"refuses passive segments", module("\x01\x01\x01a"), "", "active segments"},
		{"refuses a broken size", module("\x01\x00\x41\x04\x0b\x09a"), "", "broken segment size"},
		{"refuses what follows", module("\x01\x00\x41\x04\x0b\x01aX"), "", "after the last"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := mergeDataSegments([]byte(test.wasm))
			if test.err != "" {
				require.ErrorContains(t, err, test.err)
				return
			}
			require.NoError(t, err)
			require.Equal(t, test.want, string(got))
		})
	}
}

func TestSignedLEB128(t *testing.T) {
	for _, value := range []int64{0, 1, 63, 64, -1, -64, -65, 8191, 8192, 1 << 31, -(1 << 40)} {
		got, n := signed(appendSigned(nil, value))
		require.Equal(t, value, got)
		require.Equal(t, len(appendSigned(nil, value)), n)
	}
}
