package filesystem

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/clienttools/clienttools/pkg/tools/textview"
)

// maxMatches bounds the places that one replacement may have.
const maxMatches = 1_000_000

func (c *call) edit() (outcome, error) {
	p, err := locateWritable(c.in.Path)
	if err != nil {
		return outcome{}, err
	}
	edits, several, err := c.edits()
	if err != nil {
		return outcome{}, err
	}
	before, known, err := c.load(p)
	if err != nil {
		return outcome{}, err
	}
	if err := c.guard(p, known); err != nil {
		return outcome{}, err
	}
	w := editing{call: c, place: p, data: before}
	for i, e := range edits {
		if err := c.check(); err != nil {
			return outcome{}, err
		}
		if f := w.apply(e); f != nil {
			if several {
				f.text = "Edit " + strconv.Itoa(i+1) + " of " + strconv.Itoa(len(edits)) + " failed, no changes were applied: " + f.text
				f.bare = true
			}
			return outcome{}, f
		}
	}
	if bytes.Equal(before, w.data) {
		return outcome{}, fail(CodeNoChange, "The edits cancel each other out; %s was not changed.", p.given)
	}
	ch := c.replacing(p, before, w.data, known, true)
	ch.text = func() string {
		return "The file " + p.given + " has been edited (" + count(w.replaced, "replacement") +
			"). Here is the snippet showing the change (with line numbers):\n" + snippets(w.data, ch.now.index, w.places)
	}
	return c.store(p, ch)
}

// edits are the replacements asked for, and whether they came as a list.
func (c *call) edits() (edits []edit, several bool, err error) {
	single := c.in.OldStr != nil && (*c.in.OldStr != "" || len(c.in.Edits) == 0)
	switch {
	case single && len(c.in.Edits) > 0:
		return nil, false, fail(CodeInvalidArgument, "edit needs old_str or edits, not both.")
	case single:
		return []edit{{*c.in.OldStr, c.in.NewStr, c.in.ReplaceAll, c.in.AtLine}}, false, nil
	case len(c.in.Edits) > 0:
		return c.in.Edits, true, nil
	default: // the registry does not let it come here
		return nil, false, fail(CodeInvalidArgument, "edit needs path and old_str or edits; old_str is missing.")
	}
}

// editing is a content while replacements are made in it, one after the other.
type editing struct {
	call     *call
	place    place
	data     []byte
	places   []textPlace // what was put in, in the content as it is now
	replaced int
}

// textPlace is a piece of a content, in bytes.
type textPlace struct{ from, to int }

// apply makes one replacement, everywhere it is wanted.
func (w *editing) apply(e edit) *failure {
	switch {
	case e.OldStr == "":
		return fail(CodeInvalidArgument, "old_str is empty. Give the text to replace; to add text use insert, append or write.")
	case e.OldStr == e.NewStr:
		return fail(CodeNoChange, "old_str and new_str are the same; %s was not changed.", w.place.given)
	case e.ReplaceAll && e.AtLine > 0:
		return fail(CodeInvalidArgument, "edit takes replace_all or at_line, not both.")
	}
	var matches []textview.Match
	for m := range textview.Matches(w.data, e.OldStr) {
		if matches = append(matches, m); len(matches) > maxMatches {
			return fail(CodeTooLarge, "old_str occurs more than %d times in %s. Give a longer text.", maxMatches, w.place.given)
		}
	}
	chosen, f := w.choose(e, matches)
	if f != nil {
		return f
	}
	size := int64(len(w.data))
	for _, m := range chosen {
		size += int64(len(replacement(m, e.NewStr)) - (m.End - m.Start))
	}
	if size > w.call.tool.maxFileBytes {
		return tooLarge(w.place.given, size, w.call.tool.maxFileBytes)
	}
	after := textview.Replace(w.data, chosen, e.NewStr)
	if bytes.Equal(after, w.data) { // they differ in line ends only
		return fail(CodeNoChange, "old_str and new_str are the same; %s was not changed.", w.place.given)
	}
	w.move(chosen, e.NewStr)
	w.data = after
	w.replaced += len(chosen)
	return nil
}

// choose picks the matches to replace.
func (w *editing) choose(e edit, matches []textview.Match) ([]textview.Match, *failure) {
	switch {
	case len(matches) == 0:
		f := noReplacement(e.OldStr, w.place.given)
		if more := diagnose(w.data, e.OldStr); more != "" {
			f.text += "\n" + more
		}
		return nil, f
	case e.ReplaceAll:
		return matches, nil
	case e.AtLine > 0:
		var here []textview.Match
		for _, m := range matches {
			if m.Line == e.AtLine {
				here = append(here, m)
			}
		}
		switch len(here) {
		case 0:
			return nil, &failure{code: CodeNoMatch, bare: true, text: "No replacement was performed, old_str `" + quoted(e.OldStr) +
				"` does not start at line " + strconv.Itoa(e.AtLine) + " of " + w.place.given + ".\nIt starts in lines: " + textview.LineList(matches) + "."}
		case 1:
			return here, nil
		}
		return nil, ambiguous(e.OldStr, here)
	case len(matches) > 1:
		return nil, ambiguous(e.OldStr, matches)
	}
	return matches, nil
}

// replacement is what textview.Replace puts in the place of a match.
func replacement(m textview.Match, text string) string {
	if !m.CRLF {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
}

// move notes the places of a replacement and where earlier ones are after it.
func (w *editing) move(matches []textview.Match, text string) {
	const most = 1000 // a few are shown
	shift, next := 0, 0
	var places []textPlace
	earlier := func(upTo int) {
		for ; next < len(w.places) && w.places[next].from < upTo; next++ {
			places = append(places, textPlace{w.places[next].from + shift, max(w.places[next].to, w.places[next].from) + shift})
		}
	}
	for _, m := range matches {
		if len(places) > most {
			break
		}
		earlier(m.Start)
		put := replacement(m, text)
		places = append(places, textPlace{m.Start + shift, m.Start + shift + len(put)})
		shift += len(put) - (m.End - m.Start)
	}
	earlier(len(w.data) + 1)
	slices.SortStableFunc(places, func(a, b textPlace) int { return a.from - b.from })
	w.places = places
}

const (
	maxSnippets     = 5
	maxSnippetChars = 6000
)

// snippets shows the places with two lines around each, the first five of them.
func snippets(data []byte, index *textview.Index, places []textPlace) string {
	type lines struct{ first, last int }
	var shown []lines
	at, line, left := 0, 1, 0
	for i, p := range places {
		from, to := min(p.from, len(data)), min(p.to, len(data))
		if from > at {
			line += bytes.Count(data[at:from], []byte{'\n'})
			at = from
		}
		first := line
		last := line + bytes.Count(data[from:max(from, to)], []byte{'\n'})
		if to > from && data[to-1] == '\n' {
			last--
		}
		first, last = max(first-2, 1), min(last+2, index.Shown())
		first = min(first, last)
		if n := len(shown); n > 0 && first <= shown[n-1].last+1 {
			shown[n-1].last = max(shown[n-1].last, last)
			continue
		}
		if len(shown) == maxSnippets {
			left = len(places) - i
			break
		}
		shown = append(shown, lines{first, last})
	}
	var parts []string
	room := maxSnippetChars
	for _, s := range shown {
		page, err := index.Page(bytes.NewReader(data), s.first, s.last, textview.Limit{Chars: max(room, 200), LineChars: textview.MaxLineChars})
		if err != nil {
			continue // reading from memory does not fail
		}
		room -= textview.Chars(page.Text)
		text := page.Text
		if page.Cut() {
			text += "\n[Lines " + strconv.Itoa(page.Last+1) + "-" + strconv.Itoa(s.last) + " are not shown.]"
		}
		parts = append(parts, text)
	}
	text := strings.Join(parts, "\n--\n")
	if left > 0 {
		text += "\n[" + count(left, "more place") + " not shown.]"
	}
	return text
}
