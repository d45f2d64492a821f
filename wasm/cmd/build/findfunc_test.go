package main

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRoughFindTable(t *testing.T) {
	wasm := smallModule(t)
	table := func(wasm []byte) []byte {
		var table []byte
		_, err := rewriteSection(wasm, dataSection, func(section []byte) ([]byte, error) {
			segments, err := parseData(section)
			require.NoError(t, err)
			table, _, err = dataMemory(segments).findTable()
			return section, err
		})
		require.NoError(t, err)
		return table
	}
	before := table(wasm)
	rough, err := roughFindTable(wasm)
	require.NoError(t, err)
	require.Len(t, rough, len(wasm))
	after := table(rough)
	require.Greater(t, len(before), 16*bucketLen*500)
	le := binary.LittleEndian
	for at := 0; at < len(before); at += bucketLen {
		old, now := le.Uint32(before[at:]), le.Uint32(after[at:])
		require.LessOrEqual(t, now, old, "the lookup only goes forward")
		require.Less(t, old-now, uint32(roughness))
	}
	assert.Equal(t, "true\ntrue\n", runInNode(t, rough))
}

func TestRoughFindTableRefuses(t *testing.T) {
	wasm := smallModule(t)
	broken := make([]byte, len(wasm))
	copy(broken, wasm)
	at := 0
	for ; string(broken[at:at+len(tableMagic)]) != string(tableMagic); at++ {
	}
	broken[at]++
	_, err := roughFindTable(broken)
	assert.ErrorContains(t, err, "no description of the module")
}

// An address that begins with zero bytes, where a segment begins, loses them.
func TestFindTableAtTheStartOfASegment(t *testing.T) {
	const header, description, buckets = 0x140000, 0x200000, 0x300000
	le := binary.LittleEndian
	table := append([]byte(nil), tableMagic...)
	table = le.AppendUint64(table, 1) // functions
	table = append(table, make([]byte, 2*8)...)
	table = le.AppendUint64(table, 72) // where the names are
	text := le.AppendUint64(le.AppendUint64(nil, header), header+72)
	text = append(text, make([]byte, 8+6*24-len(text))...)
	for _, field := range []uint64{buckets, 0, bucketSize} {
		text = le.AppendUint64(text, field)
	}
	memory := dataMemory{{header, table}, {description + 2, text[2:]}, {buckets, make([]byte, bucketLen)}}
	found, functions, err := memory.findTable()
	require.NoError(t, err)
	assert.Len(t, found, bucketLen)
	assert.Equal(t, uint32(1), functions)
}
