package filesystem

import (
	"bytes"
	"os"
	"strconv"
	"strings"

	"github.com/clienttools/clienttools/pkg/tools/textview"
)

// before is what stands where a content is to be written.
type before struct {
	exists bool
	known  content
	// data is the content itself, where it was read.
	data []byte
}

// target looks at the file that write and append are about.
func (c *call) target(p place) (before, error) {
	info, exists, err := c.exists(p)
	switch {
	case err != nil:
		return before{}, err
	case !exists && c.in.IfHash != "":
		return before{}, notFound(p.given, "")
	case !exists && p.clean == "/":
		return before{}, isDirectory(p.given)
	case !exists:
		return before{}, nil
	case info.IsDir():
		return before{}, isDirectory(p.given)
	}
	data, err := c.readAll(p, info.Size())
	if err != nil {
		return before{}, err
	}
	return before{exists: true, data: data, known: contentOf(p.clean, data)}, nil
}

func (c *call) write() (outcome, error) {
	p, err := locateWritable(c.in.Path)
	if err != nil {
		return outcome{}, err
	}
	was, err := c.target(p)
	if err != nil {
		return outcome{}, err
	}
	if was.exists && c.in.IfExists == "error" {
		return outcome{}, fileExists(p.given)
	}
	text := []byte(*c.in.Content)
	if was.exists {
		if bytes.Equal(was.data, text) {
			c.saw(p.clean, was.known.hash)
			return outcome{text: "File unchanged: " + p.given + " already has this content.", facts: about(p.clean, was.known)}, nil
		}
		if err := c.guardWrite(p, was.known); err != nil {
			return outcome{}, err
		}
	}
	if line, sign, found := findPlaceholder(text, was.data); found {
		return outcome{}, placeholderAt(line, sign)
	}
	return c.store(p, change{
		before: was.data, after: text, known: was.known, exists: was.exists, whole: true,
		say: func(now content) string {
			if !was.exists {
				return "File created successfully at: " + p.given
			}
			return "File overwritten: " + p.given + " (" + sizes(now) + "; was " + sizes(was.known) + ")"
		},
	})
}

func (c *call) append() (outcome, error) {
	p, err := locateWritable(c.in.Path)
	if err != nil {
		return outcome{}, err
	}
	was, err := c.target(p)
	if err != nil {
		return outcome{}, err
	}
	if !was.exists {
		return c.store(p, change{
			after: []byte(*c.in.Content), whole: true,
			say: func(content) string { return "File created successfully at: " + p.given },
		})
	}
	if was.known.binary {
		return outcome{}, binaryFile(p.given, was.known.mime, was.known.size)
	}
	if err := c.guard(p, was.known); err != nil {
		return outcome{}, err
	}
	text, note := []byte(*c.in.Content), ""
	if was.known.size > 0 && !was.known.index.FinalNewline && len(text) > 0 {
		text = append([]byte(lineEnd(was.data, len(was.data))), text...)
		note = " A newline was added first, since the file did not end in one."
	}
	size := was.known.size + int64(len(text))
	if err := c.fits(p, size); err != nil {
		return outcome{}, err
	}
	return c.store(p, change{
		before: was.data, after: append(was.data[:len(was.data):len(was.data)], text...), known: was.known, exists: true,
		added: text,
		say: func(now content) string {
			return "Appended " + textview.Size(int64(len(*c.in.Content))) + " to " + p.given +
				" (now " + count(now.lines, "line") + ")." + note
		},
	})
}

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
	return c.store(p, change{
		before: data, after: after, known: known, exists: true,
		say: func(now content) string {
			return "The file " + p.given + " has been edited. Here is the snippet showing the change (with line numbers):\n" +
				snippets(after, now.index, []textPlace{put})
		},
	})
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

// extend writes at the end of a file that is there.
func (c *call) extend(p place, text []byte) error {
	f, err := c.fs.OpenFile(p.clean, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return c.explain(err, p)
	}
	_, err = f.Write(text)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return c.explain(err, p)
}
