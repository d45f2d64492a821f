package gojavm

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
)

// console keeps what a script prints: the first half of the limit and the last
// half, with a note between them.
type console struct {
	half    int
	tell    func(script.Line)
	head    []script.Line
	headLen int
	tail    []script.Line
	tailLen int
	dropped int // characters left out between head and tail
	partial strings.Builder
	indent  string
}

func newConsole(limit int, tell func(script.Line)) *console {
	return &console{half: max(limit/2, 1), tell: tell}
}

// print adds a line. Text of several lines keeps the group's indentation in each.
func (c *console) print(level, text string) {
	c.flush()
	c.add(level, text)
}

func (c *console) add(level, text string) {
	if c.indent != "" {
		text = c.indent + strings.ReplaceAll(text, "\n", "\n"+c.indent)
	}
	text = shorten(text, c.half)
	line := script.Line{Level: level, Text: text}
	if len(c.tail) == 0 && c.headLen+len(text) <= c.half {
		c.head = append(c.head, line)
		c.headLen += len(text) + 1
		c.tell(line)
		return
	}
	c.tail = append(c.tail, line)
	c.tailLen += len(text) + 1
	for c.tailLen > c.half && len(c.tail) > 1 {
		c.tailLen -= len(c.tail[0].Text) + 1
		c.dropped += len(c.tail[0].Text) + 1
		c.tail[0] = script.Line{}
		c.tail = c.tail[1:]
	}
}

// write adds text as it comes; what has no line end yet waits for the rest.
func (c *console) write(text string) {
	for {
		line, rest, ended := strings.Cut(text, "\n")
		if c.partial.Len()+len(line) <= c.half {
			c.partial.WriteString(line)
		}
		if !ended {
			return
		}
		c.endPartial()
		text = rest
	}
}

// flush ends a line that was written without an end.
func (c *console) flush() {
	if c.partial.Len() > 0 {
		c.endPartial()
	}
}

func (c *console) endPartial() {
	text := c.partial.String()
	c.partial.Reset()
	c.add("log", text)
}

// take gives the lines printed since the last take. What they used of the limit
// stays used, so a library cannot multiply it.
func (c *console) take() []script.Line {
	c.flush()
	lines := c.head
	if c.dropped > 0 {
		lines = append(lines, script.Line{Level: "warn",
			Text: fmt.Sprintf("[%d characters of console output left out: the limit is %d]", c.dropped, 2*c.half)})
	}
	lines = append(lines, c.tail...)
	c.head, c.tail, c.tailLen, c.dropped = nil, nil, 0, 0
	return lines
}

// shorten keeps the head and the tail of a text that is longer than limit bytes.
func shorten(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	head, tail := limit/2, len(text)-limit/2
	for head > 0 && !utf8.RuneStart(text[head]) {
		head--
	}
	for tail < len(text) && !utf8.RuneStart(text[tail]) {
		tail++
	}
	return text[:head] + fmt.Sprintf("\n[%d characters left out: the limit is %d]\n", tail-head, limit) + text[tail:]
}
