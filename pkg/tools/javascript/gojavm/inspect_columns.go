package gojavm

import (
	"math"
	"strings"
	"unicode/utf8"
)

// width is how many characters a text is wide.
func width(s string) int { return utf8.RuneCountInString(s) }

// columns sets the items of a long list in columns of equal width, numbers to the
// right and the rest to the left, where the items are of similar length. The
// numbers in it are the ones Node uses, so that lists look as models expect.
func (in *inspector) columns(items []string) []string {
	count := len(items)
	if last := items[count-1]; strings.HasPrefix(last, "... ") {
		count-- // the note stays on a line of its own
	}
	const gap = 2
	total, longest := 0, 0
	widths := make([]int, count)
	for i := range count {
		widths[i] = width(items[i])
		total += widths[i] + gap
		longest = max(longest, widths[i])
	}
	cell := longest + gap
	if cell*3+in.indent >= breakLength || float64(total)/float64(cell) <= 5 && longest > 6 {
		return items
	}
	bias := math.Sqrt(float64(cell) - float64(total)/float64(len(items)))
	biased := math.Max(float64(cell)-3-bias, 1)
	perRow := int(math.Min(math.Min(
		math.Round(math.Sqrt(2.5*biased*float64(count))/biased),
		math.Floor(float64(breakLength-in.indent)/float64(cell))),
		math.Min(combineLevels*4, 15)))
	if perRow <= 1 {
		return items
	}
	columnWidth := make([]int, perRow)
	for i := range count {
		columnWidth[i%perRow] = max(columnWidth[i%perRow], widths[i]+gap)
	}
	right := isNumberText(items[0])
	var rows []string
	for start := 0; start < count; start += perRow {
		end := min(start+perRow, count)
		var b strings.Builder
		for i := start; i < end; i++ {
			text := items[i]
			if i < end-1 {
				text += ", "
			}
			room := columnWidth[i-start]
			if i == end-1 {
				room -= gap
			}
			pad := strings.Repeat(" ", max(room-width(text), 0))
			switch {
			case right:
				b.WriteString(pad + text)
			case i < end-1:
				b.WriteString(text + pad)
			default:
				b.WriteString(text)
			}
		}
		rows = append(rows, b.String())
	}
	return append(rows, items[count:]...)
}

// isNumberText tells whether an item is shown as a number.
func isNumberText(s string) bool {
	s = strings.TrimSuffix(strings.TrimPrefix(s, "-"), "n")
	return s != "" && s[0] >= '0' && s[0] <= '9' && strings.IndexFunc(s, func(r rune) bool {
		return !strings.ContainsRune("0123456789.e+-", r)
	}) < 0
}
