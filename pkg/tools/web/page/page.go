// Package page reads web pages: HTML in, Markdown out, with what a reader would
// not see or not want left out. It knows as much of HTML as that takes, in a
// tenth of the size of a full parser; RATIONALE.md has the figures.
package page

import "strings"

// Options set up [Read]. The zero value is the default.
type Options struct {
	// Link turns the target of a link or an image into the address that is shown;
	// "" drops it. nil: as it is.
	Link func(target string) string
}

// Page is what was read.
type Page struct {
	Title    string
	Markdown string
}

// Read reads HTML, which may be broken in any way.
func Read(html string, options Options) Page {
	if options.Link == nil {
		options.Link = func(target string) string { return target }
	}
	root := parse(html)
	r := renderer{link: options.Link}
	page := Page{Title: title(root)}
	body := root.find(func(n *node) bool { return n.tag == "body" })
	if body == nil {
		body = root
	}
	whole := r.text(body, 0)
	r.dropped = map[string]bool{"nav": true, "aside": true}
	main := mainOf(body)
	if main == nil {
		r.dropped["header"], r.dropped["footer"] = true, true
		main = body
	}
	page.Markdown = whole
	// A page that is all navigation is better shown whole than empty.
	if text := r.text(main, 0); len(text) >= 200 || len(text)*2 >= len(whole) {
		page.Markdown = text
	}
	return page
}

func title(root *node) string {
	for _, tag := range []string{"title", "h1"} {
		if n := root.find(func(n *node) bool { return n.tag == tag }); n != nil {
			if text := strings.Join(strings.Fields(n.plain()), " "); text != "" {
				return cutRunes(text, 300)
			}
		}
	}
	return ""
}

// mainOf is the element with what the page is about, or nil where none is marked
// as such, or more than one.
func mainOf(body *node) *node {
	size := body.size()
	for _, is := range []func(*node) bool{
		func(n *node) bool { return n.tag == "main" || n.attrs["role"] == "main" },
		func(n *node) bool { return n.tag == "article" || n.attrs["role"] == "article" },
	} {
		var found []*node
		body.all(is, &found)
		if len(found) == 1 && found[0].size()*4 >= size {
			return found[0]
		}
	}
	return nil
}

func cutRunes(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
