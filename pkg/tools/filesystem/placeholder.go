package filesystem

import (
	"bytes"
	"strings"
)

// findPlaceholder finds a line that stands for text left out, such as
// "// ... rest of the code unchanged". A line that the file has already is no
// such sign. It is strict: the line has to be nothing but the sign, since a
// refused write costs the model a turn.
func findPlaceholder(text, before []byte) (line int, sign string, found bool) {
	number := 0
	for rest := text; len(rest) > 0; {
		number++
		one := rest
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			one, rest = rest[:i], rest[i+1:]
		} else {
			rest = nil
		}
		if len(one) > 200 || len(one) < 4 {
			continue
		}
		one = bytes.TrimSpace(one)
		if sign, is := placeholder(string(one)); is && !bytes.Contains(before, one) {
			return number, sign, true
		}
	}
	return 0, "", false
}

// commentSigns are what comments and brackets consist of, in any language.
const commentSigns = "/*#;%<>!-(){}[]\"'`|~ \t"

// placeholder tells whether a line stands for text that was left out, and what
// of it says so.
func placeholder(line string) (string, bool) {
	lower := strings.ToLower(line)
	dots := strings.Contains(lower, "...") || strings.Contains(lower, "…")
	if !dots && !strings.Contains(lower, "unchanged") && !strings.Contains(lower, "same") &&
		!strings.Contains(lower, "rest of") && !strings.Contains(lower, "remain") {
		return "", false
	}
	marked := strings.IndexAny(lower, commentSigns) == 0 || dots // a plain sentence may say such things
	sign := strings.Trim(line, commentSigns+":,")
	words := strings.FieldsFunc(strings.ToLower(sign), func(c rune) bool {
		return strings.ContainsRune(" \t.…,:;-()[]", c)
	})
	if !marked || len(words) == 0 || len(words) > 12 {
		return "", false
	}
	if len(words) == 1 && strings.HasPrefix(lower, "...") && !strings.HasPrefix(lower, "... ") {
		return "", false // "...rest" spreads a value in JavaScript
	}
	for _, word := range words {
		if !omissionWords[word] {
			return "", false
		}
	}
	if !says(words, dots) {
		return "", false
	}
	return sign, true
}

// says tells whether words, all of which may be part of a placeholder, make one.
func says(words []string, dots bool) bool {
	has := func(any ...string) bool {
		for _, w := range words {
			for _, a := range any {
				if w == a {
					return true
				}
			}
		}
		return false
	}
	left := has("rest", "remaining", "remainder", "existing", "previous", "other", "everything", "else", "original", "omitted", "unchanged")
	kept := has("unchanged", "same", "omitted", "stays", "remains", "before", "is")
	switch {
	case dots:
		return left || has("same")
	case has("rest", "remaining", "remainder", "everything"):
		return kept || has("rest") && has("of") && has("code", "file", "content", "contents", "function", "class", "implementation", "methods", "document")
	default:
		return has("existing", "previous", "original", "code", "content", "file", "lines") && has("unchanged", "omitted")
	}
}

// omissionWords are the words that placeholders are made of. One other word, and
// the line says something of its own.
var omissionWords = set(`the a of in and is are as for to this your all above below here with from
	rest remaining remainder existing previous other others everything else original omitted unchanged same
	stays stay remains remain kept keep before identical continues continue brevity goes go
	code file files content contents text function functions class classes method methods implementation
	implementations document component components script module section sections part parts line lines body
	logic imports import tests test styles style rules fields properties entries items data page html css
	config configuration settings setup handlers handler routes definitions types variables`)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, word := range strings.Fields(words) {
		m[word] = true
	}
	return m
}
