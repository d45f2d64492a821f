package filesystem

import (
	"bytes"
	"errors"
	"regexp"
	"regexp/syntax"
	"strings"
)

// lineMatcher says which lines a grep pattern matches.
type lineMatcher struct {
	re *regexp.Regexp // nil where needle alone decides
	// needle is text that every matching line has; empty where none is known.
	// Looking for it first is many times faster than the expression.
	needle []byte
	// weight is how much a byte costs that the expression looks at.
	weight int64
	// keepCR is set when the pattern asks about \r, which is otherwise taken as a
	// part of the line end.
	keepCR bool
}

const (
	maxPatternBytes = 1000
	// maxPatternCost bounds the compiled expression. RE2 is linear in the text,
	// and in this.
	maxPatternCost = 20_000
)

// compileLines compiles a grep pattern.
func compileLines(pattern string, literal, ignoreCase bool) (*lineMatcher, error) {
	invalid := func(problem string) (*lineMatcher, error) {
		return nil, fail(CodeInvalidArgument, "pattern is not a valid RE2 regular expression: %s. Correct it, or set literal to search for plain text.", problem)
	}
	if pattern == "" {
		return nil, fail(CodeInvalidArgument, "grep needs pattern; pattern is empty.")
	}
	if len(pattern) > maxPatternBytes {
		return nil, fail(CodeInvalidArgument, "pattern is longer than %d bytes; search for a part of it.", maxPatternBytes)
	}
	m := &lineMatcher{weight: 1, keepCR: strings.Contains(pattern, "\r") || !literal && strings.Contains(pattern, `\r`)}
	if literal && !ignoreCase {
		m.needle = []byte(pattern)
		return m, nil
	}
	if literal {
		pattern = regexp.QuoteMeta(pattern)
	}
	flags := syntax.Perl
	if ignoreCase {
		flags |= syntax.FoldCase
	}
	tree, err := syntax.Parse(pattern, flags)
	if err != nil {
		return invalid(patternProblem(err, pattern))
	}
	cost := patternCost(tree)
	if cost > maxPatternCost {
		return invalid("it is too complex")
	}
	m.weight = max(1, int64(cost)/32)
	if ignoreCase {
		pattern = "(?i)" + pattern
	}
	if m.re, err = regexp.Compile(pattern); err != nil {
		return invalid(patternProblem(err, pattern))
	}
	m.needle = []byte(requiredText(tree))
	return m, nil
}

// match tells whether a line matches.
func (m *lineMatcher) match(line []byte) bool {
	if m.re == nil {
		return bytes.Contains(line, m.needle)
	}
	return m.re.Match(line)
}

// find is where the match in a line begins.
func (m *lineMatcher) find(line []byte) int {
	if m.re == nil {
		return max(bytes.Index(line, m.needle), 0)
	}
	if at := m.re.FindIndex(line); at != nil {
		return at[0]
	}
	return 0
}

// patternProblem says what is wrong with an expression, in our own words.
func patternProblem(err error, pattern string) string {
	var wrong *syntax.Error
	if !errors.As(err, &wrong) {
		return "it cannot be used"
	}
	switch wrong.Code {
	case syntax.ErrMissingParen:
		return "a ( is not closed"
	case syntax.ErrUnexpectedParen:
		return "a ) has no ( before it"
	case syntax.ErrMissingBracket:
		return "a [ is not closed"
	case syntax.ErrInvalidCharRange, syntax.ErrInvalidCharClass:
		return "the character class " + quoted(wrong.Expr) + " is wrong"
	case syntax.ErrInvalidEscape:
		return "the escape " + quoted(wrong.Expr) + " is unknown"
	case syntax.ErrTrailingBackslash:
		return "a \\ stands at the end"
	case syntax.ErrMissingRepeatArgument:
		return "there is nothing for " + quoted(wrong.Expr) + " to repeat"
	case syntax.ErrInvalidRepeatOp, syntax.ErrInvalidRepeatSize:
		return "the repetition " + quoted(wrong.Expr) + " is not possible"
	case syntax.ErrInvalidPerlOp, syntax.ErrInvalidNamedCapture:
		if strings.Contains(pattern, "(?=") || strings.Contains(pattern, "(?!") || strings.Contains(pattern, "(?<") {
			return "RE2 has no lookahead or lookbehind"
		}
		return "the group " + quoted(wrong.Expr) + " is unknown"
	default:
		return "it is too complex"
	}
}

// patternCost estimates the size of the compiled expression.
func patternCost(re *syntax.Regexp) int {
	const most = maxPatternCost + 1
	sum := 1
	switch re.Op {
	case syntax.OpLiteral:
		sum = len(re.Rune)
	case syntax.OpCharClass:
		sum = 1 + len(re.Rune)/8
	}
	for _, sub := range re.Sub {
		sum = min(sum+patternCost(sub), most)
	}
	if re.Op == syntax.OpRepeat {
		sum = min(sum*max(re.Max, re.Min, 1), most)
	}
	return min(sum, most)
}

// requiredText is the longest text that everything the expression matches
// contains; empty where none is certain.
func requiredText(re *syntax.Regexp) string {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase == 0 {
			return string(re.Rune)
		}
	case syntax.OpCapture, syntax.OpPlus:
		return requiredText(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return requiredText(re.Sub[0])
		}
	case syntax.OpConcat:
		longest := ""
		for _, sub := range re.Sub {
			if text := requiredText(sub); len(text) > len(longest) {
				longest = text
			}
		}
		return longest
	}
	return ""
}
