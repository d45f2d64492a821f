package filesystem

import (
	"bytes"
	"io"
	"os"

	"github.com/clienttools/clienttools/pkg/tools/textview"
)

// append adds a text at the end of a file. It reads the file in pieces: a log of
// many megabytes costs no memory of that size.
func (c *call) append() (outcome, error) {
	p, err := locateWritable(c.in.Path)
	if err != nil {
		return outcome{}, err
	}
	info, exists, err := c.exists(p)
	switch {
	case err != nil:
		return outcome{}, err
	case !exists && c.in.IfHash != "":
		return outcome{}, notFound(p.given, "")
	case !exists:
		ch := c.replacing(p, nil, []byte(*c.in.Content), content{}, false)
		ch.whole = true
		ch.text = func() string { return "File created successfully at: " + p.given }
		return c.store(p, ch)
	case info.IsDir():
		return outcome{}, isDirectory(p.given)
	}
	e, err := c.ending(p)
	if err != nil {
		return outcome{}, err
	}
	if e.known.binary {
		return outcome{}, binaryFile(p.given, e.known.mime, e.known.size)
	}
	if err := c.guard(p, e.known); err != nil {
		return outcome{}, err
	}
	text, note := []byte(*c.in.Content), ""
	if e.known.size > 0 && !e.known.index.FinalNewline && len(text) > 0 {
		text = append([]byte(lineEnd(e.tail, len(e.tail))), text...)
		note = " A newline was added first, since the file did not end in one."
	}
	ch := change{
		was: e.known, now: e.with(text),
		diff: func(window int) (string, bool) {
			tail, skipped, ok := e.lines()
			if !ok {
				return "", false
			}
			return unifiedDiff(p.clean, tail, append(tail[:len(tail):len(tail)], text...), true, skipped, window)
		},
		write: func() error { return c.extend(p, text) },
	}
	ch.text = func() string {
		return "Appended " + textview.Size(int64(len(*c.in.Content))) + " to " + p.given +
			" (now " + count(ch.now.lines, "line") + ")." + note
	}
	return c.store(p, ch)
}

// ending is what has to be known of a file to add to it.
type ending struct {
	known content
	sum   *sha256 // of what is there, to go on with
	tail  []byte  // the end of it
}

// tailBytes is how much of the end is looked at: for the line end in use, and for
// the context of a diff.
const tailBytes = 8 << 10

func (c *call) ending(p place) (ending, error) {
	f, err := c.fs.Open(p.clean)
	if err != nil {
		return ending{}, c.explain(err, p)
	}
	defer f.Close()
	e := ending{sum: newSHA256()}
	var head headKeeper
	index, err := textview.NewIndex(io.TeeReader(&cancellable{c, f}, io.MultiWriter(e.sum, &head)))
	if err != nil {
		return ending{}, c.explain(err, p)
	}
	e.known = content{
		size: index.Size, lines: index.Lines, index: index,
		hash: e.sum.hex(), mime: mimeOf(p.clean, head.bytes), binary: isBinary(head.bytes),
	}
	e.tail = make([]byte, min(index.Size, tailBytes))
	n, err := f.ReadAt(e.tail, index.Size-int64(len(e.tail)))
	if err != nil && err != io.EOF {
		return ending{}, c.explain(err, p)
	}
	e.tail = e.tail[:n]
	return e, nil
}

// with is the content with a text behind it. It takes up the sum.
func (e ending) with(text []byte) content {
	now := e.known
	now.index = nil // nothing is shown of it
	e.sum.Write(text)
	now.hash = e.sum.hex()
	now.size += int64(len(text))
	if len(text) == 0 {
		return now
	}
	if e.known.size > 0 && !e.known.index.FinalNewline {
		now.lines-- // its last line goes on
	}
	now.lines += bytes.Count(text, []byte{'\n'})
	if text[len(text)-1] != '\n' {
		now.lines++
	}
	return now
}

// lines are the whole lines of the tail, and how many lines stand before them.
// There are none where the last line is longer than the tail.
func (e ending) lines() (tail []byte, skipped int, ok bool) {
	tail = e.tail
	if int64(len(tail)) < e.known.size {
		i := bytes.IndexByte(tail, '\n')
		if i < 0 {
			return nil, 0, false
		}
		tail = tail[i+1:]
	}
	return tail, e.known.lines - textview.IndexOf(tail).Lines, true
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
