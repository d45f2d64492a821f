//go:build js

package norm_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/transform"
	oracle "golang.org/x/text/unicode/norm"

	"github.com/clienttools/clienttools/wasm/jsbridge/norm"
)

var forms = []struct {
	form   norm.Form
	oracle oracle.Form
}{{norm.NFC, oracle.NFC}, {norm.NFD, oracle.NFD}, {norm.NFKC, oracle.NFKC}, {norm.NFKD, oracle.NFKD}}

// assigned are the characters that both sides know.
func assigned() []rune {
	var all []rune
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cc, unicode.Cf) {
			all = append(all, r)
		}
	}
	return all
}

func TestEveryCharacter(t *testing.T) {
	// A thousand at a time, apart from each other: a call each would take long.
	for all := assigned(); len(all) > 0; {
		piece := all[:min(1000, len(all))]
		all = all[len(piece):]
		var text strings.Builder
		for _, r := range piece {
			text.WriteRune(r)
			text.WriteByte('\n')
		}
		for _, f := range forms {
			require.Equal(t, f.oracle.String(text.String()), f.form.String(text.String()), "form %d from %U", f.form, piece[0])
		}
	}
}

func TestSequences(t *testing.T) {
	all := assigned()
	var marks []rune
	for _, r := range all {
		if unicode.Is(unicode.M, r) {
			marks = append(marks, r)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var text []byte
		for range 1 + random.IntN(12) {
			switch random.IntN(8) {
			case 0, 1, 2: // few, or the oracle breaks long runs of them up
				text = append(text, string(marks[random.IntN(len(marks))])...)
			case 3:
				text = append(text, byte(random.IntN(128)))
			case 4:
				text = append(text, "\ufeff"...)
			default:
				text = append(text, string(all[random.IntN(len(all))])...)
			}
		}
		for _, f := range forms {
			require.Equal(t, f.oracle.String(string(text)), f.form.String(string(text)), "form %d of %+q", f.form, text)
		}
	}
}

// The original leaves marks alone that come right after a broken byte; all else
// is as here.
func TestBrokenText(t *testing.T) {
	for text, want := range map[string]string{
		"\xff": "\xff", "a\xffe\u0301": "a\xffé", "e\u0301\xe2\x82": "é\xe2\x82", "\xf0\x9f\x98e\u0301\ufffd": "\xf0\x9f\x98é\ufffd",
	} {
		assert.Equal(t, want, norm.NFC.String(text))
		assert.Equal(t, want, oracle.NFC.String(text))
	}
}

func TestRestOfTheInterface(t *testing.T) {
	const text = "e\u0301\ufb01"
	assert.Equal(t, []byte("é\ufb01"), norm.NFC.Bytes([]byte(text)))
	assert.True(t, norm.NFC.IsNormalString("é"))
	assert.False(t, norm.NFC.IsNormalString(text))
	got, _, err := transform.String(norm.NFKC, text)
	require.NoError(t, err)
	assert.Equal(t, "éfi", got)
	long := strings.Repeat(text, 5000)
	got, _, err = transform.String(norm.NFD, long)
	require.NoError(t, err)
	assert.Equal(t, oracle.NFD.String(long), got)
}
