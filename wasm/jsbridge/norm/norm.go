//go:build js

// Package norm normalizes Unicode text by asking the realm, whose strings know
// how. wasm/cmd/build puts it in the place of golang.org/x/text/unicode/norm when
// it builds the modules: that package's tables are 40 KB of each at brotli 11. It
// has the part of the original's interface that the modules use; the tests compare
// both.
package norm

import (
	"strings"
	"syscall/js"
	"unicode/utf8"

	"golang.org/x/text/transform"
)

// Form is a canonical form of Unicode text.
type Form int

// The forms.
const (
	NFC Form = iota
	NFD
	NFKC
	NFKD
)

var _ transform.Transformer = NFC

func (f Form) name() string { return [...]string{"NFC", "NFD", "NFKC", "NFKD"}[f] }

// String normalizes s. Bytes that are not UTF-8 stay as they are.
func (f Form) String(s string) string {
	if f.isPlain(s) {
		return s
	}
	if utf8.ValidString(s) {
		return f.ask(s)
	}
	var out strings.Builder
	for len(s) > 0 {
		valid := validPrefix(s)
		out.WriteString(f.ask(s[:valid]))
		s = s[valid:]
		if len(s) > 0 {
			out.WriteByte(s[0])
			s = s[1:]
		}
	}
	return out.String()
}

// Bytes normalizes b.
func (f Form) Bytes(b []byte) []byte { return []byte(f.String(string(b))) }

// IsNormalString tells whether s is normalized already.
func (f Form) IsNormalString(s string) bool { return f.String(s) == s }

// Reset implements transform.Transformer.
func (f Form) Reset() {}

// Transform implements transform.Transformer. It wants the whole text at once.
func (f Form) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	if !atEOF {
		return 0, 0, transform.ErrShortSrc
	}
	out := f.String(string(src))
	if len(out) > len(dst) {
		return 0, 0, transform.ErrShortDst
	}
	return copy(dst, out), len(src), nil
}

// isPlain tells of a text that is surely normalized. Most are, and need no call.
func (f Form) isPlain(s string) bool {
	// Below U+0300 nothing combines with what is before it; composed characters
	// there are already in form C, but not in the others.
	limit := rune(utf8.RuneSelf)
	if f == NFC {
		limit = 0x300
	}
	for _, r := range s {
		if r >= limit {
			return false
		}
	}
	return true
}

func validPrefix(s string) int {
	for i, r := range s {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
				return i
			}
		}
	}
	return len(s)
}

// ask has the realm normalize valid UTF-8.
func (f Form) ask(s string) string {
	const (
		mark  = "\ufeff" // would be dropped at the beginning, on the way to JavaScript
		guard = "."      // nothing combines with it
	)
	if strings.HasPrefix(s, mark) {
		return strings.TrimPrefix(f.ask(guard+s), guard)
	}
	normalize := js.Global().Get("String").Get("prototype").Get("normalize")
	return normalize.Call("call", s, f.name()).String()
}
