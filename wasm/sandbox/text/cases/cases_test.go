package cases_test

import (
	"math/rand/v2"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	original "golang.org/x/text/cases"
	"golang.org/x/text/language"

	"github.com/clienttools/clienttools/wasm/sandbox/text/cases"
)

func TestEveryCharacter(t *testing.T) {
	upper, lower := original.Upper(language.Und), original.Lower(language.Und)
	for r := range unicode.MaxRune + 1 {
		if r >= 0xd800 && r < 0xe000 {
			continue
		}
		s := string(r)
		require.Equal(t, upper.String(s), cases.Upper(language.Und).String(s), "%U", r)
		require.Equal(t, lower.String(s), cases.Lower(language.Und).String(s), "%U", r)
	}
}

func TestWords(t *testing.T) {
	letters := []rune("aZ Σσς.'-\u0301·ß1İ,:’ΑΒ\u200d")
	upper, lower := original.Upper(language.Und), original.Lower(language.Und)
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		word := make([]rune, random.IntN(8))
		for i := range word {
			word[i] = letters[random.IntN(len(letters))]
		}
		s := string(word)
		require.Equal(t, upper.String(s), cases.Upper(language.Und).String(s), "%q", s)
		require.Equal(t, lower.String(s), cases.Lower(language.Und).String(s), "%q", s)
	}
	assert.Equal(t, "ΟΔΥΣΣΕΎΣ STRASSE", cases.Upper(language.Und).String("Οδυσσεύς straße"))
	assert.Equal(t, "οδυσσευς", cases.Lower(language.Und).String("ΟΔΥΣΣΕΥΣ"))
}
