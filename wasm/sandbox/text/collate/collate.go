// Package collate stands for golang.org/x/text/collate in the sandbox's module. It
// orders text as the Unicode Collation Algorithm does for no language in
// particular, with the original's own weights for the scripts of Europe, the
// Middle East and Korea, for kana, punctuation and symbols. Other characters come
// after them, by their code points; what is a letter of several characters
// anywhere is several letters here.
package collate

import (
	"cmp"
	"slices"
	"sync"
	"unicode"

	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// Collator orders text. It is not safe for concurrent use.
type Collator struct {
	weights map[rune][]element
	a, b    []element // room for the texts that are compared
}

// unpacked are the weights for all collators, unpacked for the first.
var unpacked = sync.OnceValue(readWeights)

// element is the weight of a letter or of a mark: what it is, its accent, its case.
type element struct {
	primary   uint64
	secondary uint16
	tertiary  uint8
}

// New returns a collator. Languages differ in nothing here.
func New(language.Tag) *Collator { return &Collator{weights: unpacked()} }

// CompareString tells whether a stands before b (-1), after it (1), or neither (0).
func (c *Collator) CompareString(a, b string) int {
	if a == b {
		return 0
	}
	c.a, c.b = c.elements(c.a[:0], a), c.elements(c.b[:0], b)
	return cmp.Or(
		level(c.a, c.b, func(e element) uint64 { return e.primary }),
		level(c.a, c.b, func(e element) uint64 { return uint64(e.secondary) }),
		level(c.a, c.b, func(e element) uint64 { return uint64(e.tertiary) }),
	)
}

// level compares one weight of all elements that have it.
func level(a, b []element, weight func(element) uint64) int {
	for {
		x, restA := next(a, weight)
		y, restB := next(b, weight)
		if x != y || x == 0 {
			return cmp.Compare(x, y)
		}
		a, b = restA, restB
	}
}

// next is the first weight that is not 0, and what follows it; 0 at the end.
func next(list []element, weight func(element) uint64) (uint64, []element) {
	for i, e := range list {
		if w := weight(e); w != 0 {
			return w, list[i+1:]
		}
	}
	return 0, nil
}

// elements adds the weights of a text. Marks are parted from their letters first.
func (c *Collator) elements(list []element, s string) []element {
	for _, r := range norm.NFD.String(s) {
		if known, ok := c.weights[r]; ok {
			list = append(list, known...)
		} else if !unicode.In(r, unicode.Cc, unicode.Cf, unicode.Mn) {
			list = append(list, element{place(r) | uint64(r), 32, 2})
		}
	}
	return list
}

// The places of characters without weights: symbols before digits, letters after
// the letters that have some, Chinese characters last.
func place(r rune) uint64 {
	switch {
	case unicode.Is(unicode.Unified_Ideograph, r):
		return 0x8100 << 32
	case unicode.IsLetter(r) || unicode.IsDigit(r):
		return 0x7000 << 32
	}
	return 0x12ff << 32
}

// readWeights unpacks the table: runs of characters, each a first character and a
// length; for each character the number of its elements, and these.
func readWeights() map[rune][]element {
	weights := make(map[rune][]element, 4096)
	at := 0
	number := func(bytes int) (n uint64) {
		for range bytes {
			n = n<<8 | uint64(table[at])
			at++
		}
		return n
	}
	for at < len(table) {
		first, length := rune(number(2)), rune(number(2))
		for r := first; r < first+length; r++ {
			list := make([]element, number(1))
			for i := range list {
				list[i] = element{number(2) << 32, uint16(number(2)), uint8(number(1))}
			}
			weights[r] = slices.Clip(list)
		}
	}
	return weights
}
