package page

import "strings"

// inline is a line of text under way: runs of white space become one space.
type inline struct {
	b     strings.Builder
	space bool
}

// words adds text.
func (l *inline) words(text string) {
	for _, r := range text {
		switch {
		case r == ' ' || r == '\n' || r == '\t' || r == '\r' || r == '\f' || r == '\u00a0':
			l.space = true
		case r < ' ' || r == 0x7f || r == '\u00ad' || r == '\u200b' || r == '\ufeff' || 0x202a <= r && r <= 0x202e || 0x2060 <= r && r <= 0x206f ||
			0xe0000 <= r && r <= 0xe0fff:
			// What nobody sees carries no text for people.
		default:
			l.gap()
			l.b.WriteRune(r)
		}
	}
}

// literal adds text as it is.
func (l *inline) literal(text string) {
	if text != "" {
		l.gap()
		l.b.WriteString(text)
	}
}

func (l *inline) gap() {
	if l.space && l.b.Len() > 0 && !strings.HasSuffix(l.b.String()[max(0, l.b.Len()-1):], "\n") {
		l.b.WriteByte(' ')
	}
	l.space = false
}

func (l *inline) newline() {
	l.space = false
	if l.b.Len() > 0 {
		l.b.WriteByte('\n')
	}
}

// take ends the line.
func (l *inline) take() string {
	text := strings.TrimSpace(l.b.String())
	for strings.Contains(text, "\n\n\n") {
		text = strings.ReplaceAll(text, "\n\n\n", "\n\n")
	}
	*l = inline{}
	return text
}

// inline adds what is in an element.
func (r *renderer) inline(n *node, line *inline) {
	for _, child := range n.children {
		switch {
		case child.tag == "":
			line.words(child.text)
		case r.skips(child):
		default:
			r.inlineElement(child, line)
		}
	}
}

func (r *renderer) inlineElement(n *node, line *inline) {
	switch n.tag {
	case "br":
		line.newline()
	case "wbr":
	case "img":
		r.image(n, line)
	case "a":
		r.anchor(n, line)
	case "b", "strong":
		r.around(n, line, "**")
	case "i", "em":
		r.around(n, line, "*")
	case "del", "s", "strike":
		r.around(n, line, "~~")
	case "code", "kbd", "samp", "tt":
		text := strings.Join(strings.Fields(n.plain()), " ")
		switch {
		case text == "":
		case strings.Contains(text, "`"):
			line.literal("`` " + text + " ``")
		default:
			line.literal("`" + text + "`")
		}
	case "q":
		line.literal("“")
		r.inline(n, line)
		line.literal("”")
	default:
		if isBlock(n.tag) || n.tag == "label" {
			line.space = true
		}
		r.inline(n, line)
		if isBlock(n.tag) || n.tag == "label" {
			line.space = true
		}
	}
}

// around puts a mark on both sides, inside of the white space.
func (r *renderer) around(n *node, line *inline, mark string) {
	var inner inline
	r.inline(n, &inner)
	before, after := n.edges()
	text := inner.take()
	line.space = line.space || before
	if text != "" && !strings.Contains(text, "\n") && !strings.HasPrefix(text, mark) {
		text = mark + text + mark
	}
	line.literal(text)
	line.space = line.space || after
}

func (r *renderer) anchor(n *node, line *inline) {
	var inner inline
	r.inline(n, &inner)
	before, after := n.edges()
	text := strings.ReplaceAll(inner.take(), "\n", " ")
	target := ""
	if href := strings.TrimSpace(n.attrs["href"]); href != "" && href[0] != '#' {
		target = r.link(href)
	}
	if text == "" {
		return
	}
	line.space = line.space || before
	if target != "" {
		text = "[" + strings.NewReplacer("[", "(", "]", ")").Replace(unlinked(text)) + "](" + target + ")"
	}
	line.literal(text)
	line.space = line.space || after
}

// unlinked leaves of an image in a link what it shows.
func unlinked(text string) string {
	for {
		from := strings.Index(text, "![")
		if from < 0 {
			return text
		}
		middle := strings.Index(text[from:], "](")
		if middle < 0 {
			return text
		}
		end := strings.IndexByte(text[from+middle:], ')')
		if end < 0 {
			return text
		}
		text = text[:from] + text[from+2:from+middle] + text[from+middle+end+1:]
	}
}

// image shows an image that says what it is.
func (r *renderer) image(n *node, line *inline) {
	alt := strings.Join(strings.Fields(n.attrs["alt"]), " ")
	if alt == "" {
		return
	}
	source := n.attrs["src"]
	if source == "" || strings.HasPrefix(source, "data:") {
		source = n.attrs["data-src"]
	}
	target := ""
	if source != "" && !strings.HasPrefix(source, "data:") {
		target = r.link(source)
	}
	alt = strings.NewReplacer("[", "(", "]", ")").Replace(cutRunes(alt, 200))
	if target == "" {
		line.words(alt)
		return
	}
	line.literal("![" + alt + "](" + target + ")")
}
