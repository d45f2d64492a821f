package registry

// MaxNesting is how deep an input may be nested. Decoding recurses, and in a
// browser the stack, unlike Go's own, does not grow: some thousands of levels
// would end the whole module.
const MaxNesting = 200

// Nesting is how deep arrays and objects are nested in a JSON text.
func Nesting(text []byte) int {
	depth, deepest, inString := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			depth++
			deepest = max(deepest, depth)
		case c == '}' || c == ']':
			depth--
		}
	}
	return deepest
}
