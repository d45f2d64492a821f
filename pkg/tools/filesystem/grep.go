package filesystem

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/clienttools/clienttools/pkg/tools/textview"
)

const (
	defaultGrepLimit = 250
	// maxGrepLine is how much of a matching line is shown.
	maxGrepLine = 500
)

// grep is one search under way.
type grep struct {
	call     *call
	matcher  *lineMatcher
	include  *glob
	exclude  globs
	page     *page
	searched int
	stopped  bool // the work limit was reached

	path string // the file being searched
	last int    // its last line on the page
}

func (c *call) grep() (outcome, error) {
	p, err := locate(orRoot(c.in.Path))
	if err != nil {
		return outcome{}, err
	}
	g := &grep{call: c, page: newPage(c.in.Offset, orDefault(c.in.Limit, defaultGrepLimit))}
	if g.matcher, err = compileLines(c.in.Pattern, c.in.Literal, c.in.IgnoreCase); err != nil {
		return outcome{}, err
	}
	if c.in.Include != "" {
		include, err := compileGlob("include", c.in.Include, false)
		if err != nil {
			return outcome{}, err
		}
		g.include = &include
	}
	if g.exclude, err = compileGlobs("exclude", c.in.Exclude, false); err != nil {
		return outcome{}, err
	}
	if err := g.run(p); err != nil {
		return outcome{}, c.explain(err, p)
	}
	if g.page.total == 0 && !g.stopped {
		hint, err := g.hint(p)
		if err != nil {
			return outcome{}, c.explain(err, p)
		}
		return nothingFound(c.in.Pattern, p, g.searched, hint), nil
	}
	return g.outcome(p), nil
}

func (g *grep) outcome(p place) outcome {
	const advice = "narrow with path, include or pattern"
	if !g.stopped {
		return g.call.paged(p, g.page, advice)
	}
	out := outcome{facts: facts{path: p.clean, truncated: true}}
	if g.page.shown > 0 {
		out = g.call.paged(p, g.page, advice)
		out.facts.truncated = true
		out.text += "\n"
	}
	out.text += "[The search was stopped after " + count(g.searched, "file") + " because it takes too long; " + advice + ".]"
	return out
}

// run searches the files and fills the page.
func (g *grep) run(p place) error {
	scan := &lineScan{call: g.call, matcher: g.matcher, after: g.after}
	if g.call.in.Output == "" || g.call.in.Output == "lines" {
		scan.context = g.call.in.Context
	}
	perFile := 0
	scan.hit = func(before []numbered, at numbered) (bool, error) {
		perFile++
		switch g.call.in.Output {
		case "files":
			g.entry(g.path)
			return false, errStop
		case "count":
			return false, nil
		default:
			return g.hit(before, at), nil
		}
	}
	err := g.files(p, func(path string, f fs.FileInfo) error {
		g.path, g.last, perFile = path, 0, 0
		err := g.search(scan, path)
		if perFile > 0 && g.call.in.Output == "count" {
			g.entry(path + ":" + strconv.Itoa(perFile))
		}
		if errors.Is(err, errBinary) && path == p.clean {
			return binaryFile(p.given, g.mimeOf(path), f.Size())
		}
		if errors.Is(err, errBinary) {
			return nil
		}
		g.searched++
		if errors.Is(err, errWork) {
			g.stopped = true
			return errStop
		}
		return err
	})
	return err
}

// files visits the files that the search is about.
func (g *grep) files(p place, visit func(path string, info fs.FileInfo) error) error {
	w := walk{root: p.clean, hidden: g.call.in.Hidden, exclude: g.exclude}
	w.file = func(path string, info fs.FileInfo) error {
		if g.include != nil && !g.include.match(path, p.clean) {
			return nil
		}
		if err := g.call.check(); err != nil {
			return err
		}
		return visit(path, info)
	}
	if g.include != nil {
		w.hidden = w.hidden || g.include.namesHidden()
		w.enter = func(dir string) bool { return g.include.mayContain(dir, p.clean) }
	}
	return g.call.walk(w)
}

func (g *grep) search(scan *lineScan, path string) error {
	f, err := g.call.fs.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := scan.file(f); !errors.Is(err, errStop) {
		return err
	}
	return nil
}

func (g *grep) mimeOf(path string) string {
	head := make([]byte, probe)
	f, err := g.call.fs.Open(path)
	if err != nil {
		return "application/octet-stream"
	}
	defer f.Close()
	n, _ := f.Read(head) // a short head only makes the name less exact
	return mimeOf(path, head[:n])
}

// entry takes an entry of one line.
func (g *grep) entry(text string) {
	if g.page.wants() {
		g.page.add(text)
	}
	g.page.next()
}

// hit takes a matching line and reports whether the lines after it are wanted.
func (g *grep) hit(before []numbered, at numbered) bool {
	defer g.page.next()
	if !g.page.wants() {
		return false
	}
	var lines []string
	firstLine := at.line
	if len(before) > 0 {
		firstLine = before[0].line
	}
	if g.call.in.Context > 0 && len(g.page.lines) > 0 && (g.last == 0 || firstLine > g.last+1) {
		lines = append(lines, "--")
	}
	for _, b := range before {
		lines = append(lines, g.format(b, '-', 0))
	}
	from := 0
	if len(at.text) > maxGrepLine {
		from = g.matcher.find(at.text)
	}
	lines = append(lines, g.format(at, ':', from))
	if !g.page.add(lines...) {
		return false
	}
	g.last = at.line
	return true
}

// after takes a line after a match, as long as there is room.
func (g *grep) after(at numbered) {
	line := g.format(at, '-', 0)
	if need := textview.Chars(line) + 1; need <= g.page.room && !g.page.full {
		g.page.room -= need
		g.page.lines = append(g.page.lines, line)
		g.last = at.line
	}
}

func (g *grep) format(at numbered, mark byte, from int) string {
	return fmt.Sprintf("%s%c%d%c%s", g.path, mark, at.line, mark, clip(at.text, from))
}

// clip shortens a line to what is around a place in it.
func clip(text []byte, from int) string {
	if len(text) <= maxGrepLine {
		return strings.ToValidUTF8(string(text), "\uFFFD")
	}
	start := 0
	if from > maxGrepLine/2 {
		start = from - maxGrepLine/4
		for start > 0 && !utf8.RuneStart(text[start]) {
			start--
		}
	}
	end := min(start+maxGrepLine, len(text))
	for end < len(text) && !utf8.RuneStart(text[end]) {
		end++
	}
	shown := strings.ToValidUTF8(string(text[start:end]), "\uFFFD")
	if start > 0 {
		shown = "… " + shown
	}
	if more := utf8.RuneCount(text[end:]); more > 0 {
		shown += fmt.Sprintf("… [%d more characters in this line]", more)
	}
	return shown
}

// hint searches once more, less strictly, and says what would have matched.
func (g *grep) hint(p place) (string, error) {
	in := g.call.in
	special := !in.Literal && regexp.QuoteMeta(in.Pattern) != in.Pattern
	if strings.Contains(in.Pattern, "\n") || !in.Literal && strings.Contains(in.Pattern, `\n`) {
		return "grep looks at one line at a time; search for a part that stands on one line.", nil
	}
	anyCase, err := compileLines(in.Pattern, in.Literal, true)
	if err != nil {
		return "", err
	}
	var literal, otherCase, hiddenName string
	wide := *g
	widened := *g.call
	widened.in.Hidden = true
	wide.call = &widened
	scan := &lineScan{call: g.call, matcher: &lineMatcher{re: anyCase.re, weight: anyCase.weight}}
	if special { // one expression for both, told apart at a match
		either, err := regexp.Compile("(?i)(?:" + in.Pattern + ")|" + regexp.QuoteMeta(in.Pattern))
		if err == nil {
			scan.matcher.re = either
		}
	}
	path := ""
	scan.hit = func(_ []numbered, at numbered) (bool, error) {
		hidden := !in.Hidden && hasHidden(relative(path, p.clean))
		switch {
		case !hidden && special && bytes.Contains(at.text, []byte(in.Pattern)):
			literal = path
			return false, errStop
		case !hidden && otherCase == "" && anyCase.match(at.text):
			otherCase = fmt.Sprintf("%s:%d", path, at.line)
		case hidden && hiddenName == "" && g.matcher.match(at.text):
			hiddenName = path
		}
		if otherCase != "" && !special {
			return false, errStop
		}
		return false, nil
	}
	err = wide.files(p, func(name string, _ fs.FileInfo) error {
		path = name
		switch err := g.search(scan, name); {
		case errors.Is(err, errWork), err == nil && (literal != "" || otherCase != "" && !special):
			return errStop
		case errors.Is(err, errBinary):
			return nil
		default:
			return err
		}
	})
	switch {
	case err != nil:
		return "", err
	case literal != "":
		return "The pattern as plain text matches in " + literal + "; set literal.", nil
	case otherCase != "":
		return "Another case matches at " + otherCase + "; set ignore_case.", nil
	case hiddenName != "":
		return "Only hidden files match (" + hiddenName + "); set hidden.", nil
	case special:
		return "pattern has regular expression characters; set literal to search for it as plain text.", nil
	}
	return "", nil
}
