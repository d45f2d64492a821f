package page

import (
	"slices"
	"strings"
)

// node is an element, or a text, which has no tag.
type node struct {
	tag      string
	attrs    map[string]string
	text     string // decoded
	children []*node
	hasBlock bool // a block is somewhere in it
}

// maxDepth keeps recursion and copying in bounds: what is nested deeper becomes
// a sibling.
const maxDepth = 120

// parse makes a tree of HTML. It closes what authors leave open, and ignores
// what was never opened.
func parse(html string) *node {
	root := &node{tag: "#root"}
	stack := []*node{root}
	s := scanner{html: html}
	for {
		t, more := s.next()
		if !more {
			return root
		}
		top := stack[len(stack)-1]
		switch {
		case t.tag == "":
			top.children = append(top.children, &node{text: decode(t.text)})
		case t.end && t.tag == "br":
			top.children = append(top.children, &node{tag: "br"})
		case t.end:
			stack = closeTag(stack, t.tag)
		default:
			stack = closeImplied(stack, t.tag)
			top = stack[len(stack)-1]
			n := &node{tag: t.tag, attrs: t.attrs}
			top.children = append(top.children, n)
			if isBlock(t.tag) {
				for i := len(stack) - 1; i >= 0 && !stack[i].hasBlock; i-- {
					stack[i].hasBlock = true
				}
			}
			switch {
			case isVoid(t.tag):
			case isRaw(t.tag):
				if content := s.raw(t.tag); t.tag == "title" || t.tag == "xmp" {
					n.children = []*node{{text: decode(content)}}
				}
			case len(stack) < maxDepth:
				stack = append(stack, n)
			}
		}
	}
}

// closeTag ends the nearest open element of this name. The end of something else
// does not reach out of a table cell.
func closeTag(stack []*node, tag string) []*node {
	for i := len(stack) - 1; i > 0; i-- {
		switch open := stack[i].tag; {
		case open == tag, isHeading(open) && isHeading(tag):
			return stack[:i]
		case (open == "td" || open == "th" || open == "table") && !strings.HasPrefix(tag, "t"):
			return stack
		}
	}
	return stack
}

// closeImplied ends what a start tag ends without saying so.
func closeImplied(stack []*node, tag string) []*node {
	ends := func(those, within string) {
		for i := len(stack) - 1; i > 0; i-- {
			open := " " + stack[i].tag + " "
			if strings.Contains(those, open) {
				stack = stack[:i]
				return
			}
			if strings.Contains(within, open) {
				return
			}
		}
	}
	if stack[len(stack)-1].tag == "head" && !inHead(tag) {
		stack = stack[:len(stack)-1]
	}
	switch tag {
	case "li":
		ends(" li ", " ul ol menu table td th ")
	case "dt", "dd":
		ends(" dt dd ", " dl table td th ")
	case "td", "th":
		ends(" td th ", " tr table ")
	case "tr":
		ends(" tr ", " table ")
	case "thead", "tbody", "tfoot":
		ends(" thead tbody tfoot ", " table ")
	case "option", "optgroup":
		ends(" option ", " select ")
	case "a":
		ends(" a ", " table td th li div section article ")
	}
	if isBlock(tag) && tag != "li" && tag != "td" && tag != "th" && tag != "tr" {
		ends(" p ", " table td th li div section article blockquote button object ")
	}
	return stack
}

func inHead(tag string) bool {
	switch tag {
	case "title", "meta", "link", "base", "script", "style", "noscript", "template":
		return true
	}
	return false
}

func isVoid(tag string) bool {
	switch tag {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr":
		return true
	}
	return false
}

func isRaw(tag string) bool {
	switch tag {
	case "script", "style", "textarea", "title", "noscript", "iframe", "noembed", "noframes", "xmp":
		return true
	}
	return false
}

func isHeading(tag string) bool {
	return len(tag) == 2 && tag[0] == 'h' && '1' <= tag[1] && tag[1] <= '6'
}

func isBlock(tag string) bool {
	switch tag {
	case "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dialog", "div", "dl", "dt", "fieldset", "figcaption",
		"figure", "footer", "form", "header", "hgroup", "hr", "li", "main", "menu", "nav", "ol", "p", "pre", "section", "summary", "table",
		"tbody", "td", "tfoot", "th", "thead", "tr", "ul", "xmp":
		return true
	}
	return isHeading(tag)
}

// invisible tells what a reader does not see: scripts and the like, controls, and
// what the page hides, which is where text for models is put.
func (n *node) invisible() bool {
	switch n.tag {
	case "head", "script", "style", "noscript", "template", "svg", "math", "canvas", "iframe", "object", "embed", "audio", "video",
		"button", "input", "select", "textarea", "noembed", "noframes", "title", "datalist", "map":
		return true
	case "dialog":
		if _, open := n.attrs["open"]; !open {
			return true
		}
	}
	if len(n.attrs) == 0 {
		return false
	}
	if _, hidden := n.attrs["hidden"]; hidden || n.attrs["aria-hidden"] == "true" {
		return true
	}
	for _, class := range strings.Fields(n.attrs["class"]) {
		switch class {
		case "sr-only", "visually-hidden", "screen-reader-text", "mw-editsection":
			return true
		}
	}
	style := strings.ToLower(strings.Join(strings.Fields(n.attrs["style"]), ""))
	for _, rule := range strings.Split(style, ";") {
		rule = strings.TrimSuffix(rule, "!important")
		switch rule {
		case "display:none", "visibility:hidden", "visibility:collapse", "opacity:0", "opacity:0.0", "opacity:0%", "font-size:0", "font-size:0px",
			"font-size:0pt", "font-size:0em", "color:transparent", "content-visibility:hidden", "transform:scale(0)":
			return true
		}
		for _, far := range []string{"left:-", "top:-", "text-indent:-", "right:-"} { // off the page
			if rest, found := strings.CutPrefix(rule, far); found && len(strings.TrimRight(rest, "pxemrtv%")) >= 4 {
				return true
			}
		}
	}
	return false
}

func (n *node) find(is func(*node) bool) *node {
	for _, child := range n.children {
		if is(child) {
			return child
		}
		if found := child.find(is); found != nil {
			return found
		}
	}
	return nil
}

// all finds the outermost elements.
func (n *node) all(is func(*node) bool, found *[]*node) {
	for _, child := range n.children {
		if child.tag != "" && child.invisible() {
			continue
		}
		if is(child) {
			*found = append(*found, child)
		} else {
			child.all(is, found)
		}
	}
}

// plain is the text as it stands.
func (n *node) plain() string {
	var b strings.Builder
	n.writePlain(&b)
	return b.String()
}

func (n *node) writePlain(b *strings.Builder) {
	b.WriteString(n.text)
	if n.tag == "br" {
		b.WriteByte('\n')
	}
	for _, child := range n.children {
		if child.tag == "" || !child.invisible() {
			child.writePlain(b)
		}
	}
}

// size is about how much text there is to see.
func (n *node) size() int {
	size := len(strings.TrimSpace(n.text))
	for _, child := range n.children {
		if child.tag == "" || !child.invisible() && !slices.Contains([]string{"nav", "aside", "footer"}, child.tag) {
			size += child.size()
		}
	}
	return size
}

// edges tells whether an element's text begins and ends in white space.
func (n *node) edges() (before, after bool) {
	first, last := n, n
	for len(first.children) > 0 {
		first = first.children[0]
	}
	for len(last.children) > 0 {
		last = last.children[len(last.children)-1]
	}
	return strings.TrimLeft(first.text, spaces) != first.text, strings.TrimRight(last.text, spaces) != last.text
}

const spaces = " \n\t\r\f\u00a0"
