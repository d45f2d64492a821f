package filesystem

import "bytes"

// before is what stands where a content is to be written.
type before struct {
	exists bool
	known  content
	// data is the content itself, where it was read.
	data []byte
}

// target looks at the file that write is about.
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
	ch := c.replacing(p, was.data, text, was.known, was.exists)
	ch.whole = true
	ch.text = func() string {
		if !was.exists {
			return "File created successfully at: " + p.given
		}
		return "File overwritten: " + p.given + " (" + sizes(ch.now) + "; was " + sizes(was.known) + ")"
	}
	return c.store(p, ch)
}
