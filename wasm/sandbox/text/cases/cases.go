// Package cases stands for golang.org/x/text/cases in the sandbox's module, which
// needs upper and lower case for no language in particular: the same results from
// the standard library's tables and 103 exceptions.
package cases

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"
)

// Caser changes the case of text.
type Caser struct{ upper bool }

// Upper makes text upper case. Languages differ in nothing here.
func Upper(language.Tag) Caser { return Caser{upper: true} }

// Lower makes text lower case.
func Lower(language.Tag) Caser { return Caser{} }

// String changes the case of s.
func (c Caser) String(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for i, r := range s {
		switch {
		case c.upper:
			if special := specialUpper(r); special != "" {
				b.WriteString(special)
			} else {
				b.WriteRune(unicode.ToUpper(r))
			}
		case r == 'İ':
			b.WriteString("i\u0307")
		case r == 'Σ' && ends(s[:i], s[i+len("Σ"):]):
			b.WriteRune('ς')
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// ends tells whether a sigma between two texts ends a word: a letter with case
// stands before it and none after it, whatever marks are between.
func ends(before, after string) bool {
	for before != "" {
		r, size := utf8.DecodeLastRuneInString(before)
		before = before[:len(before)-size]
		if cased(r) {
			return !goesOn(after)
		}
		if !ignored(r) {
			return false
		}
	}
	return false
}

// goesOn tells whether a letter with case follows, whatever marks are before it.
func goesOn(after string) bool {
	for _, r := range after {
		if cased(r) {
			return true
		}
		if !ignored(r) {
			return false
		}
	}
	return false
}

func cased(r rune) bool {
	return unicode.In(r, unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Lowercase, unicode.Other_Uppercase)
}

// ignored are characters that stand inside words without being letters of them.
func ignored(r rune) bool {
	switch r {
	case '\'', '.', ':', '·', '͵', '՟', '״', '‘', '’', '․', '‧', '︓', '﹒', '﹕', '＇', '．', '：':
		return true
	}
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk)
}

// specialUpper is the upper case of a letter that becomes several, or "".
func specialUpper(r rune) string {
	if r != 'ß' && r < 'ŉ' {
		return ""
	}
	at := strings.Index(specials, "\n"+string(r)+" ")
	if at < 0 {
		return ""
	}
	rest := specials[at+1+utf8.RuneLen(r)+1:]
	return rest[:strings.IndexByte(rest, '\n')]
}
