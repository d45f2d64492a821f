package textview

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

const (
	// MaxChars is the most characters of one result, its header and footer
	// included, so that the registry's limit never cuts what is cut here already.
	MaxChars = 16_000
	// FooterChars is what a caller keeps free of MaxChars for a footer.
	FooterChars = 160
	// MaxLineChars is the most characters of one line where lines are cut.
	MaxLineChars = 2_000
)

// Limit bounds a page.
type Limit struct {
	// Chars is how many characters the numbered lines may have; 0 means MaxChars.
	Chars int
	// LineChars cuts every longer line; 0 cuts only a line that fills a page alone.
	LineChars int
}

// Page is a run of numbered lines.
type Page struct {
	// Text is the lines, "%6d TAB line" each, joined by \n.
	Text string
	// First and Last line shown, Until the last line asked for, Lines in the file.
	First, Last, Until, Lines int
	// CutLines is set when a line was cut inside.
	CutLines bool
}

// Cut reports whether lines that were asked for are not on this page.
func (p Page) Cut() bool { return p.Last < p.Until }

// Next is the view_range that goes on where the page ends; nil if it is not cut.
func (p Page) Next() []int {
	switch {
	case !p.Cut():
		return nil
	case p.Until >= p.Lines:
		return []int{p.Last + 1, -1}
	default:
		return []int{p.Last + 1, p.Until}
	}
}

// Footer is "[Lines 1-412 of 2310, 91.4K. Continue with view_range [413, -1].]".
// facts stand behind the counts; the second sentence is there only when the page
// is cut.
func (p Page) Footer(facts ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "[Lines %d-%d of %d", p.First, p.Last, p.Lines)
	for _, fact := range facts {
		b.WriteString(", " + fact)
	}
	if next := p.Next(); next != nil {
		fmt.Fprintf(&b, ". Continue with view_range [%d, %d].", next[0], next[1])
	}
	return b.String() + "]"
}

// Page numbers the lines first to last of the content that the index was made
// of, both within 1 and [Index.Shown]. At least one line is shown, whatever the
// limit. It reads the lines it shows and at most 512 before them.
//
// Errors: those of r.
func (x *Index) Page(r io.ReaderAt, first, last int, limit Limit) (Page, error) {
	p := Page{First: first, Last: first - 1, Until: last, Lines: x.Shown()}
	if limit.Chars <= 0 {
		limit.Chars = MaxChars
	}
	at, err := x.Offset(r, first)
	if err != nil {
		return p, err
	}
	in := bufio.NewReaderSize(io.NewSectionReader(r, at, x.Size-at), int(min(16<<10, x.Size-at)))
	var b strings.Builder
	used := 0
	for line := first; line <= last; line++ {
		number := fmt.Sprintf("%6d\t", line)
		most := limit.Chars - len(number)
		if limit.LineChars > 0 {
			most = min(most, limit.LineChars)
		}
		text, more, err := readLine(in, max(most, 1))
		if err != nil {
			return p, err
		}
		cost := len(number) + chars(text)
		if line > first {
			cost++
		}
		// A line too long for a whole page is cut there; otherwise it waits.
		if line > first && (used+cost > limit.Chars || more > 0 && limit.LineChars == 0) {
			break
		}
		if more > 0 {
			kept, left := roomForNote(text, more, most, limit)
			text = kept + cutNote(left)
			cost = len(number) + chars(text) + min(line-first, 1)
			if line > first && used+cost > limit.Chars {
				break
			}
			p.CutLines = true
		}
		if line > first {
			b.WriteByte('\n')
		}
		b.WriteString(number + text)
		used += cost
		p.Last = line
	}
	p.Text = b.String()
	return p, nil
}

// roomForNote shortens a line that fills its page further, so that the note
// about the rest fits on the page too.
func roomForNote(text string, more, most int, limit Limit) (string, int) {
	if limit.LineChars > 0 && most == limit.LineChars {
		return text, more
	}
	const note = 48
	drop := min(note, chars(text)-1)
	for range drop {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return text, more + max(drop, 0)
}

func cutNote(more int) string { return fmt.Sprintf("… [%d more characters in this line]", more) }

// readLine reads a line without its \n: its first most characters, and how many
// more there are. It is valid UTF-8 whatever the file has.
func readLine(in *bufio.Reader, most int) (text string, more int, err error) {
	var line []byte
	full := false
	for {
		part, err := in.ReadSlice('\n')
		ended := len(part) > 0 && part[len(part)-1] == '\n'
		if ended {
			part = part[:len(part)-1]
		}
		if full {
			more += starts(part)
		} else if line = append(line, part...); len(line) > utf8.UTFMax*most {
			full = true
			kept := prefix(line, most)
			more, line = starts(line[kept:]), line[:kept]
		}
		if ended || err == io.EOF {
			break
		}
		if err != nil && err != bufio.ErrBufferFull {
			return "", 0, err
		}
	}
	if !full {
		kept := prefix(line, most)
		more, line = utf8.RuneCount(line[kept:]), line[:kept]
	}
	return strings.ToValidUTF8(string(line), "\uFFFD"), more, nil
}

// prefix is how many bytes the first n characters have.
func prefix(b []byte, n int) int {
	at := 0
	for ; n > 0 && at < len(b); n-- {
		_, size := utf8.DecodeRune(b[at:])
		at += size
	}
	return at
}

// starts counts the characters that begin in a piece of UTF-8.
func starts(b []byte) (n int) {
	for _, c := range b {
		if utf8.RuneStart(c) {
			n++
		}
	}
	return n
}

func chars(s string) int { return utf8.RuneCountInString(s) }

// Chars counts the characters of a text, as the limits here count them.
func Chars(s string) int { return chars(s) }

// CutText shortens a text to at most maxChars characters, at the end of a line
// where it has one. lines is how many whole lines were kept if it was cut.
func CutText(text string, maxChars int) (kept string, lines int, cut bool) {
	if chars(text) <= maxChars {
		return text, strings.Count(text, "\n"), false
	}
	kept = text[:prefix([]byte(text), maxChars)]
	if i := strings.LastIndexByte(kept, '\n'); i >= 0 {
		kept = kept[:i]
		return kept, strings.Count(kept, "\n") + 1, true
	}
	return kept, 0, true
}

// Snippet numbers the lines from two before first to two after last.
func Snippet(data []byte, first, last int) string {
	x := IndexOf(data)
	last = min(max(last, first)+2, x.Shown())
	first = min(max(first-2, 1), last)
	page, err := x.Page(bytes.NewReader(data), first, last, Limit{LineChars: MaxLineChars})
	if err != nil {
		return "" // reading from memory does not fail
	}
	return page.Text
}
