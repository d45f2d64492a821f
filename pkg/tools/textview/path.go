package textview

import (
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Rules are what a path must keep to. The zero value has no limits beyond those
// that hold for every path.
type Rules struct {
	// MaxBytes limits the clean path; 0 means no limit.
	MaxBytes int
	// MaxSegments limits the names in the clean path; 0 means no limit.
	MaxSegments int
	// MaxNameBytes limits one name; 0 means 255, what the project's files take.
	MaxNameBytes int
	// NoFormat also refuses invisible format characters, such as zero-width
	// joiners and direction marks.
	NoFormat bool
}

// PathError says why a path is refused. Its Error is the reason alone, for the
// tool to put into a sentence: "backslash; use / as separator".
type PathError struct {
	// Path is the path as given.
	Path string
	// Escapes is set when the path climbs above its root, as it is written or
	// once its URL escapes are decoded, or with backslashes as separators.
	Escapes bool
	reason  string
}

func (e *PathError) Error() string { return e.reason }

// Clean resolves ".", "..", "//" and a trailing "/" in an absolute path without
// looking at any file, and composes its characters (Unicode NFC). Names such as
// "%2e%2e" that decoding would turn into ".." are refused though they are
// harmless here: whoever reads the path next may decode it.
//
// Errors: *[PathError].
func (r Rules) Clean(given string) (string, error) {
	refuse := func(reason string) (string, error) { return "", &PathError{Path: given, reason: reason} }
	escape := func() (string, error) {
		return "", &PathError{Path: given, Escapes: true, reason: "it leads out of the root"}
	}
	if given == "" {
		return refuse("it is empty")
	}
	// A path that is far too long is not worth looking at; "/a/.." may shorten
	// an honest one.
	if r.MaxBytes > 0 && len(given) > 8*r.MaxBytes {
		return refuse("longer than " + strconv.Itoa(r.MaxBytes) + " bytes")
	}
	if !utf8.ValidString(given) {
		return refuse("not valid UTF-8")
	}
	for _, c := range given {
		switch {
		case c == 0:
			return refuse("NUL character")
		case unicode.IsControl(c), c == '\u2028', c == '\u2029':
			return refuse("control character")
		case r.NoFormat && unicode.Is(unicode.Cf, c):
			return refuse("invisible format character")
		}
	}
	if climbs(given) || hiddenDots(path.Clean("/"+given)) {
		return escape()
	}
	if strings.ContainsRune(given, '\\') {
		return refuse("backslash; use / as separator")
	}
	if given[0] != '/' {
		return refuse("not absolute; start it with /")
	}
	clean := norm.NFC.String(path.Clean(given))
	if r.MaxBytes > 0 && len(clean) > r.MaxBytes {
		return refuse("longer than " + strconv.Itoa(r.MaxBytes) + " bytes")
	}
	names := strings.Split(clean[1:], "/")
	if r.MaxSegments > 0 && len(names) > r.MaxSegments {
		return refuse("more than " + strconv.Itoa(r.MaxSegments) + " levels deep")
	}
	maxName := r.MaxNameBytes
	if maxName == 0 {
		maxName = 255
	}
	for _, name := range names {
		if len(name) > maxName {
			return refuse("a name longer than " + strconv.Itoa(maxName) + " bytes")
		}
	}
	return clean, nil
}

// climbs reports whether a path has more ".." than names before them.
func climbs(p string) bool {
	depth := 0
	for name := range strings.SplitSeq(p, "/") {
		switch name {
		case "", ".":
		case "..":
			if depth--; depth < 0 {
				return true
			}
		default:
			depth++
		}
	}
	return false
}

// hiddenDots reports whether a clean path has ".." as a segment with
// backslashes as separators too, at first or after up to three decodings.
func hiddenDots(p string) bool {
	for round := 0; ; round++ {
		for name := range strings.FieldsFuncSeq(p, func(c rune) bool { return c == '/' || c == '\\' }) {
			// Some systems ignore spaces at the end of a name.
			if strings.TrimRight(name, " \x00") == ".." {
				return true
			}
		}
		next := decodeOnce(p)
		if round == 3 || next == p {
			return false
		}
		p = next
	}
}

// decodeOnce decodes URL escapes, leaving broken ones as they are, and the
// overlong forms of "." and the separators that lax decoders accept.
func decodeOnce(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]) {
			b.WriteByte(fromHex(s[i+1])<<4 | fromHex(s[i+2]))
			i += 2
			continue
		}
		b.WriteByte(s[i])
	}
	return overlong.Replace(b.String())
}

var overlong = strings.NewReplacer("\xc0\xae", ".", "\xc0\xaf", "/", "\xc1\x9c", `\`)

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func fromHex(c byte) byte {
	switch {
	case c <= '9':
		return c - '0'
	case c <= 'F':
		return c - 'A' + 10
	default:
		return c - 'a' + 10
	}
}

// Visible makes a path safe to echo in a message: control characters and broken
// UTF-8 as escapes, an empty path in quotes, a very long one shortened.
func Visible(p string) string {
	const most = 1100 // the longest path that can be valid, with room to see that it is not
	if p == "" {
		return `""`
	}
	cut := ""
	if len(p) > most {
		at := most
		for !utf8.RuneStart(p[at]) && at > most-utf8.UTFMax {
			at--
		}
		p, cut = p[:at], "…"
	}
	plain := func(c rune) bool { return c != utf8.RuneError && unicode.IsGraphic(c) }
	if strings.IndexFunc(p, func(c rune) bool { return !plain(c) }) < 0 {
		return p + cut
	}
	var b strings.Builder
	for _, c := range p {
		if plain(c) || c == '\u200d' || c == '\u200c' {
			b.WriteRune(c)
			continue
		}
		quoted := strconv.QuoteRune(c)
		b.WriteString(quoted[1 : len(quoted)-1])
	}
	return b.String() + cut
}
