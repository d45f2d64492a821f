package filesystem

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/clienttools/clienttools/pkg/tools/textview"
)

func (c *call) insert() (outcome, error) {
	p, err := locateWritable(c.in.Path)
	if err != nil {
		return outcome{}, err
	}
	data, known, err := c.load(p)
	if err != nil {
		return outcome{}, err
	}
	if err := c.guard(p, known); err != nil {
		return outcome{}, err
	}
	at := *c.in.InsertLine
	if at < 0 || at > known.lines {
		return outcome{}, fail(CodeOutOfRange, "%s", textview.InsertProblem(strconv.Itoa(at), known.lines))
	}
	after, put := insertLines(data, at, *c.in.InsertText)
	ch := c.replacing(p, data, after, known, true)
	ch.text = func() string {
		return "The file " + p.given + " has been edited. Here is the snippet showing the change (with line numbers):\n" +
			snippets(after, ch.now.index, []textPlace{put})
	}
	return c.store(p, ch)
}

// insertLines adds a text as lines of its own after a line and tells where it is
// then. One newline at its end is its line's own. Its line ends are those of the
// line before it, or at the beginning of the line after it; a file without a
// final newline stays without.
func insertLines(data []byte, line int, text string) (after []byte, put textPlace) {
	at := 0
	for range line {
		i := bytes.IndexByte(data[at:], '\n')
		if i < 0 {
			at = len(data)
			break
		}
		at += i + 1
	}
	end := lineEnd(data, at)
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", end)
	text = strings.TrimSuffix(text, end)
	after = make([]byte, 0, len(data)+len(text)+len(end))
	after = append(after, data[:at]...)
	if at == len(data) && at > 0 && data[at-1] != '\n' {
		after = append(append(after, end...), text...)
		return after, textPlace{at + len(end), len(after)}
	}
	after = append(append(after, text...), end...)
	return append(after, data[at:]...), textPlace{at, at + len(text)}
}

// lineEnd is how the line before a place ends, or the first line where there is
// none before it.
func lineEnd(data []byte, at int) string {
	last := bytes.LastIndexByte(data[:at], '\n')
	if last < 0 {
		last = bytes.IndexByte(data, '\n')
	}
	if last > 0 && data[last-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
