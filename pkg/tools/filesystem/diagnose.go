package filesystem

import (
	"bytes"
	"fmt"
	"hash/maphash"
	"strings"

	"github.com/clienttools/clienttools/pkg/tools/textview"
)

const (
	// maxDiagnosis is the largest file that is searched for something similar.
	maxDiagnosis = 8 << 20
	// shownNearest is how many of the nearest lines are shown.
	shownNearest = 20
)

// diagnose says where the text is that is most like an old_str that was not
// found, and in what it differs.
func diagnose(data []byte, old string) string {
	switch {
	case len(data) == 0:
		return ""
	case len(data) > maxDiagnosis:
		return "The file is too large to look for something similar; use grep, and read the place."
	}
	wanted := strings.Split(old, "\n")
	wanted, numbers := withoutNumbers(wanted)
	trimmed := trimBlank(wanted)
	if len(trimmed) == 0 {
		return ""
	}
	d := newNearest(data, trimmed)
	at, found := d.same()
	if !found {
		at, found = d.similar()
		if !found {
			return "Nothing like it was found; read the file again."
		}
		return d.report(at, "it is similar, but not the same")
	}
	differences := d.differences(at)
	if numbers {
		differences = append([]difference{differsNumbers}, differences...)
	}
	if len(differences) == 0 && len(trimmed) < len(wanted) {
		differences = append(differences, differsBlank)
	}
	if len(differences) == 0 {
		differences = append(differences, differsEnds)
	}
	names := make([]string, len(differences))
	for i, one := range differences {
		names[i] = string(one)
	}
	return d.report(at, "it differs in "+strings.Join(names, " and "))
}

func trimBlank(lines []string) []string {
	blank := func(s string) bool { return strings.TrimSpace(s) == "" }
	for len(lines) > 0 && blank(lines[0]) {
		lines = lines[1:]
	}
	for len(lines) > 0 && blank(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// nearest looks for lines of a file that are like wanted ones. It keeps a hash
// and an offset per line of the file, not the lines.
type nearest struct {
	data    []byte
	starts  []int // where each line begins, and the end
	hashes  []uint64
	wanted  []string
	normals []string
	keys    []uint64
	seed    maphash.Seed
}

func newNearest(data []byte, wanted []string) *nearest {
	d := &nearest{data: data, wanted: wanted, seed: maphash.MakeSeed()}
	for _, line := range wanted {
		n := normal(line)
		d.normals = append(d.normals, n)
		d.keys = append(d.keys, maphash.String(d.seed, n))
	}
	lines := bytes.Count(data, []byte{'\n'}) + 1
	d.starts, d.hashes = make([]int, 0, lines+1), make([]uint64, 0, lines)
	for at := 0; at < len(data); {
		end := len(data)
		if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		d.starts = append(d.starts, at)
		d.hashes = append(d.hashes, maphash.String(d.seed, normal(lineText(data[at:end]))))
		at = end
	}
	d.starts = append(d.starts, len(data))
	return d
}

// longestCompared is how much of a line is compared: what differs beyond that is
// not worth the work.
const longestCompared = 4096

func lineText(line []byte) string {
	return strings.TrimSuffix(string(line[:min(len(line), longestCompared)]), "\n")
}

func (d *nearest) line(i int) string { return lineText(d.data[d.starts[i]:d.starts[i+1]]) }

// same finds lines that are the wanted ones in all but spaces, quotes and case.
// The first may begin and the last may end within a line.
func (d *nearest) same() (at int, found bool) {
	last := len(d.wanted) - 1
	for i := 0; i+last < len(d.hashes); i++ {
		inner := true
		for j := 1; j < last && inner; j++ {
			inner = d.hashes[i+j] == d.keys[j]
		}
		if !inner {
			continue
		}
		first := d.hashes[i] == d.keys[0]
		switch {
		case last == 0 && (first || strings.Contains(normal(d.line(i)), d.normals[0])):
			return i, true
		case last == 0:
			continue
		case !first && !strings.HasSuffix(normal(d.line(i)), d.normals[0]):
			continue
		case d.hashes[i+last] == d.keys[last] || strings.HasPrefix(normal(d.line(i+last)), d.normals[last]):
			return i, true
		}
	}
	return 0, false
}

// similar finds the lines that have most in common with the wanted ones.
func (d *nearest) similar() (at int, found bool) {
	index := map[uint64]int{}
	for j, n := range d.normals {
		if len(n) >= 4 { // a bracket alone says nothing
			index[d.keys[j]] = j
		}
	}
	votes := map[int]int{}
	best := 0
	for i, h := range d.hashes {
		j, ok := index[h]
		if !ok || i < j {
			continue
		}
		votes[i-j]++
		if v := votes[i-j]; v > best {
			best, at = v, i-j
		}
	}
	if len(d.wanted) > 1 && best > 0 && best*4 >= len(index) {
		return at, true
	}
	return d.alike()
}

// alike compares the longest wanted line with every line, by pairs of letters.
func (d *nearest) alike() (at int, found bool) {
	longest := 0
	for j, n := range d.normals {
		if len(n) > len(d.normals[longest]) {
			longest = j
		}
	}
	text := d.normals[longest]
	if len(text) < 4 {
		return 0, false
	}
	wanted := pairsOf(text)
	best := 0.6
	const most = 100_000
	for i := 0; i < len(d.hashes) && i < most; i++ {
		if size := d.starts[i+1] - d.starts[i]; size*3 < len(text) || size > 4*len(text)+200 {
			continue
		}
		if score := wanted.likeness(normal(d.line(i))); score > best {
			best, at, found = score, max(i-longest, 0), true
		}
	}
	return at, found
}

// pairs counts the pairs of bytes in a text.
type pairs struct {
	counts map[uint16]int
	total  int
}

func pairsOf(text string) pairs {
	p := pairs{counts: map[uint16]int{}, total: max(len(text)-1, 0)}
	for i := 0; i+1 < len(text); i++ {
		p.counts[uint16(text[i])<<8|uint16(text[i+1])]++
	}
	return p
}

// likeness is 1 for texts with the same pairs and 0 for none in common.
func (p pairs) likeness(text string) float64 {
	used := map[uint16]int{}
	common := 0
	for i := 0; i+1 < len(text); i++ {
		pair := uint16(text[i])<<8 | uint16(text[i+1])
		if used[pair] < p.counts[pair] {
			used[pair]++
			common++
		}
	}
	if sum := p.total + max(len(text)-1, 0); sum > 0 {
		return 2 * float64(common) / float64(sum)
	}
	return 0
}

// differences names what is not the same between the lines from at on and the
// wanted ones.
func (d *nearest) differences(at int) (found []difference) {
	last, indented := len(d.wanted)-1, false
	for j, old := range d.wanted {
		file := d.line(at + j)
		fileCR, oldCR := strings.HasSuffix(file, "\r"), strings.HasSuffix(old, "\r")
		file, old = strings.TrimSuffix(file, "\r"), strings.TrimSuffix(old, "\r")
		switch {
		case fileCR == oldCR || j == last:
		case fileCR:
			found = addDifference(found, differsEnds+" (CRLF in the file, LF in old_str)")
		default:
			found = addDifference(found, differsEnds+" (LF in the file, CRLF in old_str)")
		}
		within := j == 0 && strings.HasSuffix(file, old) || j == last && strings.HasPrefix(file, old) ||
			last == 0 && strings.Contains(file, old)
		if file == old || within {
			continue
		}
		whole := normal(file) == normal(old)
		if a, b := indentation(file), indentation(old); a != b && (j > 0 || whole || b != "") {
			if strings.TrimSpace(old) != "" && !indented { // the first line says it
				found, indented = append(found, indentDifference(a, b)), true
			}
		}
		a, b := strings.TrimRightFunc(file, isSpace), strings.TrimRightFunc(old, isSpace)
		if file[len(a):] != old[len(b):] && (j < last || whole || old[len(b):] != "") {
			found = addDifference(found, differsTrailing)
		}
		if whole {
			found = addDifference(found, needed(file, old)...)
		} else if !strings.Contains(file, strings.TrimSpace(old)) {
			found = addDifference(found, d.partly(file, old)...)
		}
	}
	return found
}

// partly names the differences where old is only a part of the line: the levels
// that bring it to light.
func (d *nearest) partly(file, old string) []difference {
	old = strings.TrimFunc(old, isSpace)
	for _, l := range levels {
		if strings.Contains(l.read(file), l.read(old)) {
			return []difference{l.of}
		}
	}
	return []difference{differsSpaces, differsQuotes, differsCase}
}

// report shows the lines from at on.
func (d *nearest) report(at int, how string) string {
	first, last := at+1, min(at+len(d.wanted), len(d.hashes))
	lines := fmt.Sprintf("lines %d-%d", first, last)
	if first == last {
		lines = fmt.Sprintf("line %d", first)
	}
	shown := min(last, first+shownNearest-1)
	page, err := textview.IndexOf(d.data).Page(bytes.NewReader(d.data), first, shown, textview.Limit{Chars: 4000, LineChars: 500})
	if err != nil {
		return "" // reading from memory does not fail
	}
	return "Nearest text is at " + lines + "; " + how + ".\n" + page.Text
}
