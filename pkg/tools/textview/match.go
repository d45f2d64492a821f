package textview

import (
	"bytes"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Match is one place where a text was found.
type Match struct {
	// Start and End are byte offsets.
	Start, End int
	// Line is the line the match starts in, from 1.
	Line int
	// CRLF is set when the text was looked for with \n and stands here with \r\n.
	CRLF bool
}

// Matches finds the places where old stands in data, from the first on, none
// overlapping the one before. Where old has \n and data \r\n at that place, they
// match, unless old has a \r of its own. An empty old is found nowhere.
//
// The work is done while ranging: stop early and nothing more is read.
func Matches(data []byte, old string) iter.Seq[Match] {
	return func(yield func(Match) bool) {
		switch {
		case old == "":
		case strings.Contains(old, "\n") && !strings.Contains(old, "\r") && bytes.Contains(data, crlf):
			lenientMatches(data, []byte(old), yield)
		default:
			exactMatches(data, []byte(old), yield)
		}
	}
}

var crlf = []byte("\r\n")

func exactMatches(data, old []byte, yield func(Match) bool) {
	line, counted := 1, 0
	for at := 0; ; {
		i := bytes.Index(data[at:], old)
		if i < 0 {
			return
		}
		start := at + i
		line += bytes.Count(data[counted:start], newline)
		counted = start
		at = start + len(old)
		if !yield(Match{Start: start, End: at, Line: line}) {
			return
		}
	}
}

// lenientMatches looks in a copy of data without the \r of line ends, and tells
// the places in data.
func lenientMatches(data, old []byte, yield func(Match) bool) {
	plain := make([]byte, 0, len(data))
	var dropped []int // for each \r left out, the place of its \n in plain
	for rest := data; len(rest) > 0; {
		i := bytes.Index(rest, crlf)
		if i < 0 {
			plain = append(plain, rest...)
			break
		}
		plain = append(plain, rest[:i]...)
		dropped = append(dropped, len(plain))
		plain = append(plain, '\n')
		rest = rest[i+2:]
	}
	// A match that begins with \n begins at the \r before it, so that replacing
	// it leaves no \r behind.
	before := func(at int) int {
		at, _ = slices.BinarySearch(dropped, at)
		return at
	}
	exactMatches(plain, old, func(m Match) bool {
		from, to := before(m.Start), before(m.End)
		firstEnd := m.Start + bytes.IndexByte(old, '\n')
		m.CRLF = from < len(dropped) && dropped[from] == firstEnd
		m.Start += from
		m.End += to
		return yield(m)
	})
}

// Replace puts text in the place of each match, which are in order, and keeps
// every other byte. The text is taken as it is, except that its line ends become
// \r\n where the place had \r\n.
func Replace(data []byte, matches []Match, text string) []byte {
	var withCRLF string
	size := len(data)
	for _, m := range matches {
		size += len(text) - (m.End - m.Start)
		if m.CRLF && withCRLF == "" {
			withCRLF = toCRLF(text)
		}
	}
	out := make([]byte, 0, max(size, 0))
	at := 0
	for _, m := range matches {
		out = append(out, data[at:m.Start]...)
		if m.CRLF {
			out = append(out, withCRLF...)
		} else {
			out = append(out, text...)
		}
		at = m.End
	}
	return append(out, data[at:]...)
}

// toCRLF makes every line end of a text \r\n.
func toCRLF(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
}

// Insert adds text as lines of its own after a line, 0 meaning the beginning. One
// newline at the end of text is taken as its line's own; the file keeps the
// ending it has, so a file without a final newline stays without. The text is
// taken as it is, and the line end that is added is \n, also between lines that
// end in \r\n: so the published helpers do it, and their tests want it. line must
// be within 0 and the lines of data.
func Insert(data []byte, line int, text string) []byte {
	at := 0
	for range line {
		i := bytes.IndexByte(data[at:], '\n')
		if i < 0 {
			at = len(data)
			break
		}
		at += i + 1
	}
	text = strings.TrimSuffix(text, "\n")
	out := make([]byte, 0, len(data)+len(text)+1)
	out = append(out, data[:at]...)
	if at == len(data) && at > 0 && data[at-1] != '\n' {
		return append(append(out, '\n'), text...)
	}
	out = append(append(out, text...), '\n')
	return append(out, data[at:]...)
}

// LineList writes the lines of matches, "3, 3, 9": the first 100 of them.
func LineList(matches []Match) string {
	const most = 100
	parts := make([]string, 0, min(len(matches), most)+1)
	for i, m := range matches {
		if i == most {
			parts = append(parts, "… ("+strconv.Itoa(len(matches)-most)+" more)")
			break
		}
		parts = append(parts, strconv.Itoa(m.Line))
	}
	return strings.Join(parts, ", ")
}
