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
