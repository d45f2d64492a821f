package page

import (
	"strconv"
	"strings"
)

// renderer makes Markdown of a tree.
type renderer struct {
	link    func(string) string
	dropped map[string]bool // tags that are left out
}

// maxNesting is how deep lists and quotes are shown as such.
const maxNesting = 8

func (r *renderer) skips(n *node) bool { return r.dropped[n.tag] || n.invisible() }

// text is an element as paragraphs.
func (r *renderer) text(n *node, nesting int) string {
	return strings.Join(r.blocks(n, nesting), "\n\n")
}

// blocks are the paragraphs, lists and so on in an element, in order.
func (r *renderer) blocks(n *node, nesting int) (blocks []string) {
	var line inline
	flush := func() {
		if text := line.take(); text != "" {
			blocks = append(blocks, text)
		}
	}
	add := func(more ...string) {
		flush()
		for _, block := range more {
			if strings.TrimSpace(block) != "" {
				blocks = append(blocks, block)
			}
		}
	}
	for _, child := range n.children {
		switch {
		case child.tag == "":
			line.words(child.text)
		case r.skips(child):
		case isHeading(child.tag):
			var heading inline
			r.inline(child, &heading)
			if text := strings.ReplaceAll(heading.take(), "\n", " "); text != "" {
				add(strings.Repeat("#", int(child.tag[1]-'0')) + " " + text)
			}
		case child.tag == "hr":
			add("---")
		case child.tag == "pre" || child.tag == "xmp":
			add(code(child))
		case child.tag == "blockquote":
			if nesting >= maxNesting {
				add(r.blocks(child, nesting)...)
			} else {
				add(prefixed(r.text(child, nesting+1), "> ", "> "))
			}
		case child.tag == "ul" || child.tag == "ol" || child.tag == "menu":
			add(r.list(child, nesting))
		case child.tag == "dl":
			add(r.definitions(child, nesting)...)
		case child.tag == "table":
			add(r.table(child, nesting)...)
		case child.tag == "figcaption" || child.tag == "caption":
			var caption inline
			r.inline(child, &caption)
			if text := caption.take(); text != "" {
				add("*" + text + "*")
			}
		case child.tag == "a" && child.hasBlock:
			add(r.linkedBlock(child, nesting)...)
		case isBlock(child.tag) || child.hasBlock:
			add(r.blocks(child, nesting)...)
		default:
			r.inlineElement(child, &line)
		}
	}
	flush()
	return blocks
}

// linkedBlock is a link round whole paragraphs: one link if it is short, or else
// what is in it.
func (r *renderer) linkedBlock(n *node, nesting int) []string {
	if n.size() > 400 {
		return r.blocks(n, nesting)
	}
	var line inline
	r.inlineElement(n, &line)
	return []string{line.take()}
}

func (r *renderer) list(n *node, nesting int) string {
	var items []string
	number, numbered := 1, n.tag == "ol"
	if start, err := strconv.Atoi(n.attrs["start"]); err == nil {
		number = start
	}
	loose := "\n"
	for _, child := range n.children {
		if child.tag == "" && strings.TrimSpace(child.text) == "" || r.skips(child) {
			continue
		}
		item := child
		if child.tag != "li" { // it should not be there, but is
			item = &node{tag: "li", children: []*node{child}, hasBlock: child.hasBlock || isBlock(child.tag)}
		}
		blocks := r.blocks(item, nesting+1)
		if len(blocks) == 0 {
			continue
		}
		text := blocks[0]
		for _, block := range blocks[1:] {
			if isList(block) {
				text += "\n" + block
			} else {
				text, loose = text+"\n\n"+block, "\n\n"
			}
		}
		marker := "- "
		if numbered {
			marker = strconv.Itoa(number) + ". "
			number++
		}
		if nesting >= maxNesting {
			items = append(items, marker+text)
		} else {
			items = append(items, prefixed(text, marker, strings.Repeat(" ", len(marker))))
		}
	}
	return strings.Join(items, loose)
}

// isList tells whether a block is a list, which needs no empty line before it in
// an item of another.
func isList(block string) bool {
	marker, _, _ := strings.Cut(block, " ")
	return marker == "-" || len(marker) > 1 && strings.Trim(marker, "0123456789") == "."
}

func (r *renderer) definitions(n *node, nesting int) (blocks []string) {
	for _, child := range n.children {
		switch {
		case r.skips(child):
		case child.tag == "dt":
			if text := r.text(child, nesting); text != "" {
				blocks = append(blocks, "**"+strings.ReplaceAll(text, "**", "")+"**")
			}
		case child.tag == "dd":
			if text := r.text(child, nesting+1); text != "" {
				blocks = append(blocks, prefixed(text, ": ", "  "))
			}
		case child.tag == "div":
			blocks = append(blocks, r.definitions(child, nesting)...)
		}
	}
	return blocks
}

func code(n *node) string {
	text := strings.Trim(strings.ReplaceAll(n.plain(), "\r\n", "\n"), "\n")
	if strings.TrimSpace(text) == "" {
		return ""
	}
	language := languageOf(n)
	if inner := n.find(func(n *node) bool { return n.tag == "code" }); language == "" && inner != nil {
		language = languageOf(inner)
	}
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + language + "\n" + text + "\n" + fence
}

func languageOf(n *node) string {
	for _, class := range strings.Fields(n.attrs["class"]) {
		for _, prefix := range []string{"language-", "lang-", "highlight-source-"} {
			if name, found := strings.CutPrefix(class, prefix); found && len(name) <= 20 && !strings.Contains(name, "`") {
				return name
			}
		}
	}
	return ""
}

// prefixed puts something before each line.
func prefixed(text, first, others string) string {
	var b strings.Builder
	prefix := first
	for line := range strings.SplitSeq(text, "\n") {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(strings.TrimRight(prefix+line, " "))
		prefix = others
	}
	return b.String()
}
