package filesystem

import (
	"cmp"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/clienttools/clienttools/pkg/tools/textview"
)

const defaultGlobLimit = 200

// found is one file that a glob matched.
type found struct {
	path     string
	size     int64
	modified time.Time
}

func (c *call) glob() (outcome, error) {
	p, err := locate(orRoot(c.in.Path))
	if err != nil {
		return outcome{}, err
	}
	pattern, err := compileGlob("pattern", c.in.Pattern, c.in.IgnoreCase)
	if err != nil {
		return outcome{}, err
	}
	excluded, err := compileGlobs("exclude", c.in.Exclude, c.in.IgnoreCase)
	if err != nil {
		return outcome{}, err
	}
	var all []found
	searched := 0
	hidden := c.in.Hidden || pattern.namesHidden()
	err = c.walk(walk{
		root: p.clean, hidden: hidden, exclude: excluded,
		enter: func(dir string) bool { return pattern.mayContain(dir, p.clean) },
		file: func(path string, info fs.FileInfo) error {
			searched++
			if pattern.match(path, p.clean) {
				all = append(all, found{path, info.Size(), info.ModTime()})
			}
			return nil
		},
	})
	if err != nil {
		return outcome{}, c.explain(err, p)
	}
	if len(all) == 0 {
		hint, err := c.globHint(p, pattern, excluded, hidden)
		if err != nil {
			return outcome{}, c.explain(err, p)
		}
		return nothingFound(c.in.Pattern, p, searched, hint), nil
	}
	switch c.in.order() {
	case textview.BySize:
		slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(b.size, a.size) })
	case textview.ByModified:
		slices.SortStableFunc(all, func(a, b found) int { return b.modified.Compare(a.modified) })
	}
	page := newPage(c.in.Offset, orDefault(c.in.Limit, defaultGlobLimit))
	for _, f := range all {
		if page.wants() {
			page.add(f.path)
		}
		page.next()
	}
	return c.paged(p, page, "narrow with path or pattern"), nil
}

func nothingFound(pattern string, p place, searched int, hint string) outcome {
	text := "No matches found for " + quoted(pattern) + " in " + p.given + " (" + count(searched, "file") + " searched)."
	if hint != "" {
		text += "\n" + hint
	}
	return outcome{text: text, facts: facts{path: p.clean}}
}

// globHint looks once more, less strictly, and says what would have matched.
func (c *call) globHint(p place, pattern glob, excluded globs, hidden bool) (string, error) {
	folded, err := compileGlob("pattern", c.in.Pattern, true)
	if err != nil {
		return "", err
	}
	var otherCase, hiddenName, directory string
	err = c.walk(walk{
		root: p.clean, hidden: true, exclude: excluded,
		enter: func(dir string) bool { return folded.mayContain(dir, p.clean) },
		dir: func(dir string) {
			if directory == "" && pattern.match(dir, p.clean) {
				directory = dir
			}
		},
		file: func(path string, _ fs.FileInfo) error {
			if !folded.match(path, p.clean) {
				return nil
			}
			shown := hidden || !hasHidden(relative(path, p.clean))
			exact := pattern.match(path, p.clean)
			switch {
			case shown && otherCase == "":
				otherCase = path
				return errStop
			case exact && hiddenName == "":
				hiddenName = path
			}
			return nil
		},
	})
	switch {
	case err != nil:
		return "", err
	case otherCase != "":
		return "Names in another case match (" + otherCase + "); set ignore_case.", nil
	case directory != "" && (hidden || !hasHidden(relative(directory, p.clean))):
		return "A directory matches: " + directory + "; glob finds files only.", nil
	case hiddenName != "":
		return "Only hidden names match (" + hiddenName + "); set hidden.", nil
	case strings.ContainsAny(c.in.Pattern, "^$()|+") || strings.Contains(c.in.Pattern, ".*") || strings.Contains(c.in.Pattern, `\`):
		return "pattern is a glob here, not a regular expression; *.go finds names that end in .go.", nil
	}
	return "", nil
}

func hasHidden(rel string) bool {
	for name := range strings.SplitSeq(rel, "/") {
		if textview.IsHidden(name) {
			return true
		}
	}
	return false
}

// page collects the entries of a result that is given in parts.
type page struct {
	offset, limit int
	room          int // characters left
	lines         []string
	shown, total  int
	full          bool
}

func newPage(offset, limit int) *page {
	return &page{offset: offset, limit: limit, room: textview.MaxChars - 2*textview.FooterChars}
}

// wants tells whether the entry that comes now is on this page.
func (g *page) wants() bool {
	return !g.full && g.total >= g.offset && g.shown < g.limit
}

// add takes an entry and the lines shown with it, unless there is no more room
// for all of them; the first always fits.
func (g *page) add(lines ...string) bool {
	need := 0
	for _, line := range lines {
		need += textview.Chars(line) + 1
	}
	if need > g.room && g.shown > 0 {
		g.full = true
		return false
	}
	g.room -= need
	g.lines = append(g.lines, lines...)
	g.shown++
	return true
}

// next goes to the entry after.
func (g *page) next() { g.total++ }

// cut tells whether entries come after the page.
func (g *page) cut() bool { return g.offset+g.shown < g.total }

// paged is the outcome of a page, with a footer where there is more.
func (c *call) paged(p place, g *page, advice string) outcome {
	out := outcome{text: strings.Join(g.lines, "\n"), facts: facts{path: p.clean}}
	if g.shown == 0 {
		out.text = "No entries from offset " + strconv.Itoa(g.offset) + " on; there are " + strconv.Itoa(g.total) + "."
		return out
	}
	if g.cut() {
		next := g.offset + g.shown
		out.text += "\n[" + strconv.Itoa(g.shown) + " of " + strconv.Itoa(g.total) + " entries shown. Continue with offset " +
			strconv.Itoa(next) + ", or " + advice + ".]"
		out.facts.truncated = true
		out.facts.next = c.continuing(p, next)
	}
	return out
}
