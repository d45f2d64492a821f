package filesystem

import (
	"io"
	"strings"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/textview"
)

// maxImageBytes is the largest image that is handed on: what the APIs take.
const maxImageBytes = 3_750_000

func (c *call) read() (outcome, error) {
	if len(c.in.Paths) > 0 {
		return c.readSeveral()
	}
	return c.readOne(c.in.Path, textview.MaxChars)
}

// readOne reads a file into at most maxChars characters.
func (c *call) readOne(given string, maxChars int) (outcome, error) {
	p, err := locate(given)
	if err != nil {
		return outcome{}, err
	}
	info, err := c.stat(p)
	if err != nil {
		return outcome{}, err
	}
	if info.IsDir() {
		return c.listing(p, listed{maxChars: maxChars, limit: defaultListLimit})
	}
	f, err := c.fs.Open(p.clean)
	if err != nil {
		return outcome{}, c.explain(err, p)
	}
	defer f.Close()
	known, err := c.scanOpen(f, p)
	if err != nil {
		return outcome{}, err
	}
	c.saw(p.clean, known.hash)
	switch {
	case isImage(known.mime):
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return outcome{}, c.explain(err, p)
		}
		return c.readImage(f, p, known)
	case known.binary:
		return outcome{}, binaryFile(p.given, known.mime, known.size)
	}
	return c.readText(f, p, known, maxChars)
}

func (c *call) readText(f io.ReaderAt, p place, known content, maxChars int) (outcome, error) {
	asked := c.in.viewRange()
	first, last, ok := asked.Resolve(known.index.Shown(), true)
	if !ok {
		return outcome{}, fail(CodeOutOfRange, "Invalid `view_range` parameter: %s. It should be within the range of lines of the file: [1, %d]",
			asked, known.index.Shown())
	}
	header := "Here's the content of " + p.given + " with line numbers:\n"
	room := max(maxChars-textview.Chars(header)-textview.FooterChars, 1)
	page, err := known.index.Page(f, first, last, textview.Limit{Chars: room, LineChars: textview.MaxLineChars})
	if err != nil {
		return outcome{}, c.explain(err, p)
	}
	facts := about(p.clean, known)
	facts.truncated = page.Cut() || page.CutLines
	if next := page.Next(); next != nil {
		facts.next = map[string]any{"action": "read", "path": p.clean, "view_range": next}
	}
	return outcome{
		text:  header + page.Text + "\n" + page.Footer(textview.Size(known.size), "hash "+short(known.hash)),
		facts: facts,
	}, nil
}

func (c *call) readImage(f io.Reader, p place, known content) (outcome, error) {
	if known.size > maxImageBytes {
		return outcome{}, fail(CodeTooLarge, "The image %s is %s; images up to %s can be shown.",
			p.given, textview.Size(known.size), textview.Size(maxImageBytes))
	}
	data, err := io.ReadAll(&cancellable{c, f})
	if err != nil {
		return outcome{}, c.explain(err, p)
	}
	return outcome{
		text:  "Here's the image " + p.given + " (" + known.mime + ", " + textview.Size(known.size) + ", hash " + short(known.hash) + ").",
		parts: []registry.Part{{MimeType: known.mime, Data: data, Path: p.clean}},
		facts: about(p.clean, known),
	}, nil
}

// readSeveral reads files one after the other into one result. What short ones
// leave of the room goes to the ones after them.
func (c *call) readSeveral() (outcome, error) {
	if c.in.Path != "" {
		return outcome{}, fail(CodeInvalidArgument, "read needs path or paths, not both.")
	}
	all := outcome{facts: facts{path: c.in.Paths[0]}}
	var blocks []string
	var firstFailure *failure
	room, worked := textview.MaxChars, 0
	for i, given := range c.in.Paths {
		left := len(c.in.Paths) - i
		one, err := c.readOne(given, room/left-2)
		if c.ctx.Err() != nil {
			return outcome{}, c.ctx.Err()
		}
		text := one.text
		if err != nil {
			f := asFailure(err)
			if firstFailure == nil {
				firstFailure = f
			}
			text = f.Error()
		} else {
			worked++
			all.parts = append(all.parts, one.parts...)
			all.facts.truncated = all.facts.truncated || one.facts.truncated
		}
		blocks = append(blocks, text)
		room -= textview.Chars(text) + 2
		room = max(room, left*200)
	}
	all.text = strings.Join(blocks, "\n\n")
	if worked == 0 {
		return outcome{}, &failure{code: firstFailure.code, text: all.text, bare: true}
	}
	return all, nil
}
