package vfs

import (
	"bytes"
	"compress/flate"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func unpack(t require.TestingT, packed []byte) []byte {
	data, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	require.NoError(t, err)
	return data
}

func TestDeflate(t *testing.T) {
	source, err := os.ReadFile("deflate_test.go")
	require.NoError(t, err)
	noise := make([]byte, 100_000)
	for i := range noise {
		noise[i] = byte(rand.Uint32())
	}
	far := append(append(append([]byte(nil), noise[:20]...), make([]byte, 33_000)...), noise[:20]...)
	d := new(deflater)
	for name, data := range map[string][]byte{
		"empty": nil, "one": {1}, "three": []byte("aaa"), "run": bytes.Repeat([]byte("a"), 70_000), "noise": noise,
		"source": source, "many times": bytes.Repeat(source, 40), "far": far, "all bytes": []byte(strings.Repeat("\x00\x8f\x90\xff", 500)),
	} {
		assert.True(t, bytes.Equal(data, unpack(t, d.pack(data))), name)
	}
	for length := range 300 { // every length there is, at many distances
		data := append(append(bytes.Clone(noise[:700]), noise[1000:1000+length*length%7000]...), noise[:length]...)
		require.True(t, bytes.Equal(data, unpack(t, d.pack(data))), "%d", length)
	}
	packed := d.pack(bytes.Repeat(source, 4))
	assert.Less(t, len(packed)*6, len(source)*4)
	t.Logf("%d bytes of source: %d", len(source), len(d.pack(source)))
}

func FuzzDeflate(f *testing.F) {
	f.Add([]byte("hello hello hello"))
	f.Fuzz(func(t *testing.T, data []byte) {
		require.True(t, bytes.Equal(data, unpack(t, new(deflater).pack(data))))
	})
}
