package textview

import (
	"math"
	"strconv"
	"strings"
)

// ViewRange is a range of lines as a model writes it: [first, last], where a
// last of -1 means the end.
type ViewRange []float64

// Resolve gives the lines of a file with shown lines. Without any numbers that
// is all of them. A last line past the end means the end. A first line below 1
// means 1, or, where fromEnd is set, counts from the end: -20 is the first of the
// last 20 lines.
//
// ok is false for any other number of numbers than two, a first line past the
// end, a last before the first, a last below -1, and for fractions; say so with
// [ViewRange.Problem].
func (v ViewRange) Resolve(shown int, fromEnd bool) (first, last int, ok bool) {
	if len(v) == 0 {
		return 1, shown, true
	}
	if len(v) != 2 || v[0] != math.Trunc(v[0]) || v[1] != math.Trunc(v[1]) {
		return 0, 0, false
	}
	from, to, end := v[0], v[1], float64(shown)
	if from < 0 && fromEnd {
		from = end + from + 1
	}
	from = max(from, 1)
	if to == -1 {
		to = end
	}
	if from > end || to < from {
		return 0, 0, false
	}
	return int(from), int(min(to, end)), true
}

// Problem is the sentence about a range that does not fit, without "Error: ".
func (v ViewRange) Problem(shown int) string { return RangeProblem(v.String(), shown) }

// RangeProblem is the same about a range as text.
func RangeProblem(asked string, shown int) string {
	return "Invalid `view_range`: " + asked +
		". It should be within the range of lines of the file: [1, " + strconv.Itoa(shown) + "]"
}

// String writes the range as JSON: "[1, 20]".
func (v ViewRange) String() string {
	parts := make([]string, 0, len(v))
	for i, n := range v {
		if i == 20 {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, Number(n))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// Number writes a number of a model's input the way the model did, without an
// exponent where it is whole.
func Number(n float64) string {
	if n == math.Trunc(n) && math.Abs(n) < 1e18 {
		return strconv.FormatInt(int64(n), 10)
	}
	return strconv.FormatFloat(n, 'g', -1, 64)
}

// InsertProblem is the sentence about an insert_line that does not fit, without
// "Error: ". The line is text; see [Number].
func InsertProblem(line string, lines int) string {
	return "Invalid `insert_line` parameter: " + line +
		". It should be within the range of lines of the file: [0, " + strconv.Itoa(lines) + "]"
}
