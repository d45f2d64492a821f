package textview_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/clienttools/clienttools/pkg/tools/textview"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func page(t *testing.T, text string, first, last int, limit textview.Limit) textview.Page {
	t.Helper()
	data := []byte(text)
	p, err := textview.IndexOf(data).Page(bytes.NewReader(data), first, last, limit)
	require.NoError(t, err)
	return p
}

func TestNumberedText(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty", "", "     1\t"},
		{"one newline", "\n", "     1\t"},
		{"no final newline", "a\nb", "     1\ta\n     2\tb"},
		{"final newline", "a\nb\n", "     1\ta\n     2\tb"},
		{"empty lines", "\n\na\n\n", "     1\t\n     2\t\n     3\ta\n     4\t"},
		{"only \\n ends a line", "a\r\nb\rc\u2028d\x0ce\n", "     1\ta\r\n     2\tb\rc\u2028d\x0ce"},
		{"tabs and BOM", "\ufeff\ta\n", "     1\t\ufeff\ta"},
		{"broken UTF-8", "a\xff\xfeb", "     1\ta\ufffdb"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			shown := textview.IndexOf([]byte(test.text)).Shown()
			assert.Equal(t, test.want, page(t, test.text, 1, shown, textview.Limit{}).Text)
		})
	}
}

func TestIndexInPieces(t *testing.T) {
	for _, lines := range []int{0, 1, 511, 512, 513, 1024, 5000} {
		for _, final := range []string{"", "\n"} {
			var b strings.Builder
			for i := range lines {
				fmt.Fprintf(&b, "%sline %d", strings.Repeat("\n", min(i, 1)), i+1)
			}
			text := b.String() + final
			x, err := textview.NewIndex(iotest.OneByteReader(strings.NewReader(text)))
			require.NoError(t, err)
			assert.Equal(t, textview.IndexOf([]byte(text)), x)
			if lines == 0 {
				continue
			}
			assert.Equal(t, lines, x.Lines)
			assert.Equal(t, final != "", x.FinalNewline)
			for _, line := range []int{1, 2, 511, 512, 513, 514, 1024, 1025, 4999, 5000} {
				if line <= lines {
					p, err := x.Page(strings.NewReader(text), line, line, textview.Limit{})
					require.NoError(t, err)
					assert.Equal(t, fmt.Sprintf("%6d\tline %d", line, line), p.Text)
				}
			}
			at, err := x.Offset(strings.NewReader(text), lines+1)
			require.NoError(t, err)
			assert.EqualValues(t, len(text), at)
		}
	}
	_, err := textview.NewIndex(iotest.ErrReader(assert.AnError))
	require.ErrorIs(t, err, assert.AnError)
	assert.True(t, textview.IndexOf([]byte("PK\x00")).Binary)
	assert.True(t, textview.IsBinary([]byte("PK\x00")))
	assert.False(t, textview.IndexOf([]byte("text")).Binary)
}

func TestIsUTF8(t *testing.T) {
	long := strings.Repeat("a☃é👩", 20_000)
	for text, want := range map[string]bool{
		"": true, "a☃": true, long: true, long + "\xe2\x98": false, "\xff": false, "a\xc3": false, "\x80": false,
		long[:65_535] + "\xed\xa0\x80" + long: false, "x" + long + "\xc0\xaf": false,
	} {
		for _, r := range []io.Reader{strings.NewReader(text), iotest.DataErrReader(iotest.HalfReader(strings.NewReader(text)))} {
			got, err := textview.IsUTF8(r)
			require.NoError(t, err)
			assert.Equal(t, want, got, "%.20q", text)
		}
	}
	_, err := textview.IsUTF8(iotest.ErrReader(assert.AnError))
	require.ErrorIs(t, err, assert.AnError)
}

func TestPagesJoinToTheWhole(t *testing.T) {
	var b strings.Builder
	for i := range 3000 {
		b.WriteString(strings.Repeat("é", i%97) + "\n")
	}
	text := b.String()
	x := textview.IndexOf([]byte(text))
	for _, ask := range []textview.ViewRange{nil, {1, -1}, {10, 2500}} {
		first, last, ok := ask.Resolve(x.Shown(), false)
		require.True(t, ok)
		var got []string
		for {
			p := page(t, text, first, last, textview.Limit{Chars: 16_000})
			assert.LessOrEqual(t, textview.Chars(p.Text), 16_000)
			for i, line := range strings.Split(p.Text, "\n") {
				number, content, _ := strings.Cut(line, "\t")
				assert.Equal(t, fmt.Sprintf("%6d", p.First+i), number)
				got = append(got, content)
			}
			next := p.Next()
			if next == nil {
				assert.NotContains(t, p.Footer(), "Continue")
				break
			}
			assert.Contains(t, p.Footer("1K"), fmt.Sprintf(", 1K. Continue with view_range [%d, %d].]", next[0], next[1]))
			first, last, ok = textview.ViewRange{float64(next[0]), float64(next[1])}.Resolve(x.Shown(), false)
			require.True(t, ok)
		}
		all := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		if len(ask) > 0 && ask[0] == 10 {
			all = all[9:2500]
		}
		assert.Equal(t, all, got)
	}
}

func TestLongLines(t *testing.T) {
	long := strings.Repeat("☃", 5120)
	t.Run("cut at a limit of its own", func(t *testing.T) {
		p := page(t, "a\n"+long+"\nb", 1, 3, textview.Limit{LineChars: 2000})
		assert.Equal(t, "     1\ta\n     2\t"+long[:6000]+"… [3120 more characters in this line]\n     3\tb", p.Text)
		assert.True(t, p.CutLines)
		assert.False(t, p.Cut())
	})
	t.Run("waits for a page of its own, whole", func(t *testing.T) {
		p := page(t, "a\n"+long+"\nb", 1, 3, textview.Limit{Chars: 5130})
		assert.Equal(t, "     1\ta", p.Text)
		assert.False(t, p.CutLines)
		assert.Equal(t, []int{2, -1}, p.Next())
		p = page(t, "a\n"+long+"\nb", 2, 3, textview.Limit{Chars: 5130})
		assert.Equal(t, "     2\t"+long, p.Text)
		assert.Equal(t, []int{3, -1}, p.Next())
	})
	t.Run("cut inside when longer than a page", func(t *testing.T) {
		for _, size := range []int{1000, 50_000, 500_000} {
			line := strings.Repeat("☃", size)
			p := page(t, line+"\n"+strings.Repeat("b", 50), 1, 2, textview.Limit{Chars: 500})
			assert.LessOrEqual(t, textview.Chars(p.Text), 500)
			kept, note, found := strings.Cut(strings.TrimPrefix(p.Text, "     1\t"), "…")
			require.True(t, found)
			assert.Equal(t, fmt.Sprintf(" [%d more characters in this line]", size-textview.Chars(kept)), note)
			assert.Equal(t, []int{2, -1}, p.Next())
		}
	})
	t.Run("tiny limits still show something", func(t *testing.T) {
		for limit := 1; limit < 80; limit++ {
			p := page(t, long+"\nb", 1, 2, textview.Limit{Chars: limit})
			assert.GreaterOrEqual(t, p.Last, 1)
		}
	})
}

func TestViewRange(t *testing.T) {
	type r = textview.ViewRange
	tests := []struct {
		ask         r
		fromEnd     bool
		first, last int // 0, 0: refused
	}{
		{nil, false, 1, 10},
		{r{1, 10}, false, 1, 10},
		{r{2, 3}, false, 2, 3},
		{r{3, 3}, false, 3, 3},
		{r{3, -1}, false, 3, 10},
		{r{0, 2}, false, 1, 2},
		{r{-7, 2}, false, 1, 2},
		{r{-7, -1}, false, 1, 10},
		{r{5, 99}, false, 5, 10},
		{r{5, 1e300}, false, 5, 10},
		{r{11, 12}, false, 0, 0},
		{r{11, -1}, false, 0, 0},
		{r{3, 2}, false, 0, 0},
		{r{1, 0}, false, 0, 0},
		{r{0, 0}, false, 0, 0},
		{r{2, -2}, false, 0, 0},
		{r{1}, false, 0, 0},
		{r{1, 2, 3}, false, 0, 0},
		{r{1.5, 2}, false, 0, 0},
		{r{-3, -1}, true, 8, 10},
		{r{-3, 9}, true, 8, 9},
		{r{-30, -1}, true, 1, 10},
		{r{-1, -1}, true, 10, 10},
		{r{0, -1}, true, 1, 10},
		{r{-1, 3}, true, 0, 0},
	}
	for _, test := range tests {
		first, last, ok := test.ask.Resolve(10, test.fromEnd)
		assert.Equal(t, test.first > 0, ok, test.ask)
		assert.Equal(t, [2]int{test.first, test.last}, [2]int{first, last}, test.ask)
	}
	assert.Equal(t, "Invalid `view_range`: [3, 2]. It should be within the range of lines of the file: [1, 10]", r{3, 2}.Problem(10))
	assert.Equal(t, "[1.5, 1e+300, 3]", r{1.5, 1e300, 3}.String())
	assert.Equal(t, "Invalid `insert_line` parameter: 9. It should be within the range of lines of the file: [0, 3]", textview.InsertProblem("9", 3))
}

func FuzzViewRange(f *testing.F) {
	f.Add(1.0, -1.0, 10, true)
	f.Add(-20.0, -1.0, 5, true)
	f.Add(1e18, 1e300, 1, false)
	f.Fuzz(func(t *testing.T, from, to float64, shown int, fromEnd bool) {
		shown = max(1, shown)
		first, last, ok := textview.ViewRange{from, to}.Resolve(shown, fromEnd)
		if ok {
			assert.True(t, 1 <= first && first <= last && last <= shown, "%d %d of %d", first, last, shown)
		}
		assert.NotEmpty(t, textview.ViewRange{from, to}.Problem(shown))
	})
}

func TestCutText(t *testing.T) {
	kept, lines, cut := textview.CutText("ab\ncd\nef", 7)
	assert.Equal(t, "ab\ncd", kept)
	assert.Equal(t, 2, lines)
	assert.True(t, cut)
	kept, _, cut = textview.CutText("ab\ncd\nef", 8)
	assert.Equal(t, "ab\ncd\nef", kept)
	assert.False(t, cut)
	kept, lines, cut = textview.CutText("éèê", 2)
	assert.Equal(t, "éè", kept)
	assert.Zero(t, lines)
	assert.True(t, cut)
}

func TestSnippet(t *testing.T) {
	text := []byte("1\n2\n3\n4\n5\n6\n7\n")
	assert.Equal(t, "     2\t2\n     3\t3\n     4\t4\n     5\t5\n     6\t6", textview.Snippet(text, 4, 4))
	assert.Equal(t, "     1\t1\n     2\t2\n     3\t3", textview.Snippet(text, 1, 0))
	assert.Equal(t, "     5\t5\n     6\t6\n     7\t7", textview.Snippet(text, 7, 9))
	assert.Equal(t, "     1\t", textview.Snippet(nil, 1, 1))
}
