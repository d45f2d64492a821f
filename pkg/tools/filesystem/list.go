package filesystem

import (
	"io/fs"
	"strconv"
	"strings"

	"github.com/clienttools/clienttools/pkg/tools/textview"
)

const defaultListLimit = 500

// listed says how much of a listing is wanted.
type listed struct {
	depth, limit, offset int
	hidden               bool
	order                textview.Order
	exclude              []string
	maxChars             int
}

func (c *call) list() (outcome, error) {
	p, err := locate(orRoot(c.in.Path))
	if err != nil {
		return outcome{}, err
	}
	return c.listing(p, listed{
		depth: c.in.Depth, limit: orDefault(c.in.Limit, defaultListLimit), offset: c.in.Offset,
		hidden: c.in.Hidden, order: c.in.order(), exclude: c.in.Exclude, maxChars: textview.MaxChars,
	})
}

func (c *call) listing(p place, want listed) (outcome, error) {
	excluded, err := compileGlobs("exclude", want.exclude, false)
	if err != nil {
		return outcome{}, err
	}
	options := textview.ListOptions{
		Depth: want.depth, Hidden: want.hidden, Order: want.order, Offset: want.offset, Limit: want.limit,
	}
	if len(excluded) > 0 {
		options.Skip = func(path string, _ fs.FileInfo) bool { return excluded.match(path, p.clean) }
	}
	l, err := textview.List(c.ctx, c.fs, p.clean, options)
	if err != nil {
		return outcome{}, c.explain(err, p)
	}
	size := l.Root.Size
	facts := facts{path: p.clean, bytes: &size}
	if !l.Root.Dir {
		return outcome{text: l.Root.Row(), facts: facts}, nil
	}
	header := textview.ListingHeader(p.given, want.depth, want.hidden) + "\n"
	rows, shown := l.Rows(max(want.maxChars-textview.Chars(header)-textview.FooterChars, 1))
	var text strings.Builder
	text.WriteString(header + rows)
	if footer := l.Footer(shown, ""); footer != "" {
		text.WriteString("\n" + footer)
		facts.truncated = true
		facts.next = c.continuing(p, l.Offset+shown)
	}
	if want.offset > 0 && len(l.Entries) == 0 {
		text.WriteString("\n[No entries from offset " + strconv.Itoa(want.offset) + " on; there are " + strconv.Itoa(l.Total) + ".]")
	}
	return outcome{text: text.String(), facts: facts}, nil
}

// continuing is the input of the same call, going on at an entry.
func (c *call) continuing(p place, offset int) map[string]any {
	next := map[string]any{"action": c.action, "path": p.clean, "offset": offset}
	if c.action == "read" {
		next["action"] = "list"
	}
	in := c.in
	set := func(name string, value any, given bool) {
		if given {
			next[name] = value
		}
	}
	set("pattern", in.Pattern, in.Pattern != "")
	set("include", in.Include, in.Include != "")
	set("exclude", in.Exclude, len(in.Exclude) > 0)
	set("output", in.Output, in.Output != "")
	set("context", in.Context, in.Context > 0)
	set("literal", true, in.Literal)
	set("ignore_case", true, in.IgnoreCase)
	set("limit", in.Limit, in.Limit > 0)
	set("depth", in.Depth, in.Depth > 0)
	set("hidden", true, in.Hidden)
	set("sort", in.Sort, in.Sort != "")
	return next
}

func orRoot(path string) string {
	if path == "" {
		return "/"
	}
	return path
}

func orDefault(n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return n
}
