package page

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// latin1 has the names of the characters from U+00A0 to U+00FF, in order.
const latin1 = "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo " +
	"frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute " +
	"Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave " +
	"iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml"

// others are the names beyond, each with its character.
const others = "amp& lt< gt> quot\" apos' ndash– mdash— hellip… lsquo‘ rsquo’ ldquo“ rdquo” bull• trade™ euro€ sbquo‚ bdquo„ dagger† Dagger‡ permil‰ lsaquo‹ rsaquo› " +
	"OElig\u0152 oelig\u0153 Scaron\u0160 scaron\u0161 Yuml\u0178 fnof\u0192 circ\u02c6 tilde\u02dc prime′ Prime″ frasl⁄ minus− larr← uarr↑ rarr→ darr↓ harr↔ " +
	"rArr⇒ lArr⇐ hArr⇔ forall∀ part∂ exist∃ empty∅ isin∈ notin∉ prod∏ sum∑ radic√ infin∞ cap∩ cup∪ int∫ asymp≈ ne≠ equiv≡ le≤ ge≥ sub⊂ sup⊃ deg° " +
	"Alpha\u0391 Beta\u0392 Gamma\u0393 Delta\u0394 Epsilon\u0395 Lambda\u039b Pi\u03a0 Sigma\u03a3 Phi\u03a6 Omega\u03a9 alpha\u03b1 beta\u03b2 gamma\u03b3 delta\u03b4 " +
	"epsilon\u03b5 theta\u03b8 lambda\u03bb mu\u03bc pi\u03c0 rho\u03c1 sigma\u03c3 tau\u03c4 phi\u03c6 omega\u03c9 ensp\u2002 emsp\u2003 thinsp\u2009 zwnj\u200c zwj\u200d lrm\u200e rlm\u200f " +
	"check✓ star☆ starf★ hearts♥ spades♠ clubs♣ diams♦ loz◊ num# dollar$ percnt% lpar( rpar) ast* plus+ comma, period. sol/ colon: semi; equals= quest? commat@ lsqb[ lbrack[ bsol\\ rsqb] rbrack] " +
	"lowbar_ grave` lcub{ lbrace{ verbar| vert| rcub} rbrace} excl! NewLine\n Tab\t hyphen‐ horbar― "

// named is the character of an entity; "" where there is none of the name.
func named(name string) string {
	at := 0xa0
	for known := range strings.SplitSeq(latin1, " ") {
		if known == name {
			return string(rune(at))
		}
		at++
	}
	for rest := others; rest != ""; {
		i := strings.Index(rest, name)
		if i < 0 {
			return ""
		}
		_, size := utf8.DecodeRuneInString(rest[i+len(name):])
		end := i + len(name) + size
		if (i == 0 || rest[i-1] == ' ') && end < len(rest) && rest[end] == ' ' {
			return rest[i+len(name) : end]
		}
		rest = rest[i+1:]
	}
	return ""
}

// windows1252 are the characters that old pages mean by 0x80 to 0x9F.
const windows1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

// Windows1252 decodes text in the encoding that undeclared old pages are in.
func Windows1252(content []byte) string {
	high := []rune(windows1252)
	var b strings.Builder
	b.Grow(len(content))
	for _, c := range content {
		if 0x80 <= c && c < 0xa0 {
			b.WriteRune(high[c-0x80])
		} else {
			b.WriteRune(rune(c))
		}
	}
	return b.String()
}

// decode replaces entities.
func decode(text string) string {
	at := strings.IndexByte(text, '&')
	if at < 0 {
		return text
	}
	var b strings.Builder
	for ; at >= 0; at = strings.IndexByte(text, '&') {
		b.WriteString(text[:at])
		text = text[at:]
		value, length := entity(text)
		if length == 0 {
			value, length = "&", 1
		}
		b.WriteString(value)
		text = text[length:]
	}
	b.WriteString(text)
	return b.String()
}

// entity reads the entity that a text begins with; length 0: it is none.
func entity(text string) (value string, length int) {
	end := 1
	for end < len(text) && end < 12 && (isLetter(text[end]) || '0' <= text[end] && text[end] <= '9' || text[end] == '#') {
		end++
	}
	name := text[1:end]
	closed := end < len(text) && text[end] == ';'
	length = end
	if closed {
		length++
	}
	if strings.HasPrefix(name, "#") {
		digits, base := name[1:], 10
		if strings.HasPrefix(digits, "x") || strings.HasPrefix(digits, "X") {
			digits, base = digits[1:], 16
		}
		n, err := strconv.ParseUint(digits, base, 32)
		if err != nil {
			return "", 0
		}
		r := rune(n)
		if 0x80 <= n && n < 0xa0 {
			r = []rune(windows1252)[n-0x80]
		}
		if n == 0 || n > utf8.MaxRune || !utf8.ValidRune(r) {
			r = utf8.RuneError
		}
		return string(r), length
	}
	if value = named(name); name != "" && value != "" && (closed || strings.Contains(" amp lt gt quot nbsp copy reg ", " "+name+" ")) {
		return value, length
	}
	return "", 0
}
