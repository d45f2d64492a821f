package collate_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	original "golang.org/x/text/collate"
	"golang.org/x/text/language"

	"github.com/clienttools/clienttools/wasm/sandbox/text/collate"
)

// TestAsTheOriginal compares random words of several scripts.
func TestAsTheOriginal(t *testing.T) {
	ours, theirs := collate.New(language.Und), original.New(language.Und)
	random := rand.New(rand.NewPCG(1, 2))
	for _, letters := range []string{
		"aAáÁàäÄâbBcCçdzZ -_'.,0129", "oOöøØœŒæÆßsSłŁđĐþÞıİ", "\u0301\u0308\u0327aeo", "αΑάβΓγωΏς", "яЯёЁиІЖж", "אבגדה", "ابتث",
		"한국어가나다", "あいアイがガ", "$€£+=<>|~^©®™§¶", "①②½¾²³", "ﬁﬂＡａ", "中文字漢 a",
	} {
		list := []rune(letters)
		for range 4000 {
			word := func() string {
				var b strings.Builder
				for range random.IntN(5) {
					b.WriteRune(list[random.IntN(len(list))])
				}
				return b.String()
			}
			a, b := word(), word()
			require.Equal(t, theirs.CompareString(a, b), ours.CompareString(a, b), "%q %q", a, b)
		}
	}
}

func TestOrder(t *testing.T) {
	words := []string{"zebra", "Äpfel", "apple", "Apple", "äpfel", "10", "2", "b", "", "_x", "é", "e", "E", "中", "😀", "résumé", "resume"}
	slices.SortStableFunc(words, collate.New(language.Und).CompareString)
	assert.Equal(t, []string{"", "_x", "😀", "10", "2", "äpfel", "Äpfel", "apple", "Apple", "b", "e", "E", "é", "resume", "résumé", "zebra", "中"}, words)
}
