package filesystem

import (
	"bytes"
	oracle "crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSHA256(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	data := make([]byte, 1000)
	for i := range data {
		data[i] = byte(random.Uint32())
	}
	for length := range data {
		want := oracle.Sum256(data[:length])
		assert.Equal(t, hex.EncodeToString(want[:]), hashOf(data[:length]), "%d bytes", length)

		sum := newSHA256()
		for rest := data[:length]; len(rest) > 0; {
			piece := rest[:min(len(rest), 1+random.IntN(100))]
			sum.Write(piece)
			sum.hex() // changes nothing
			rest = rest[len(piece):]
		}
		assert.Equal(t, hex.EncodeToString(want[:]), sum.hex(), "%d bytes in pieces", length)
	}
	assert.Equal(t, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0", hashOf(bytes.Repeat([]byte("a"), 1_000_000)))
}
