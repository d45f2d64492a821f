package registry

import "bytes"

// MaxNesting is how deep an input may be nested. Decoding recurses, and in a
// browser the stack, unlike Go's own, does not grow: some thousands of levels
// would end the whole module.
const MaxNesting = 200

// Nesting is how deep arrays and objects are nested in a JSON text.
func Nesting(text []byte) int {
	depth, deepest := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			i += stringLength(text[i+1:])
		case '{', '[':
			depth++
			deepest = max(deepest, depth)
		case '}', ']':
			depth--
		}
	}
	return deepest
}

// stringLength is the length of a JSON string, with its end, from behind its
// start. Most of a large text is in strings, and searching is faster than stepping.
func stringLength(text []byte) int {
	for at := 0; ; {
		end := bytes.IndexByte(text[at:], '"')
		if end < 0 {
			return len(text)
		}
		end += at
		escapes := 0
		for end-escapes > at && text[end-escapes-1] == '\\' {
			escapes++
		}
		at = end + 1
		if escapes%2 == 0 {
			return at
		}
	}
}
