package textview_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/clienttools/clienttools/pkg/tools/textview"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMatches(t *testing.T) {
	type m = textview.Match
	tests := []struct {
		name, data, old string
		want            []m
	}{
		{"none", "abc", "x", nil},
		{"empty text", "abc", "", nil},
		{"one", "abc", "b", []m{{1, 2, 1, false}}},
		{"two on one line", "a\nb\nx x\n", "x", []m{{4, 5, 3, false}, {6, 7, 3, false}}},
		{"not overlapping", "aaaa", "aa", []m{{0, 2, 1, false}, {2, 4, 1, false}}},
		{"over lines", "a\nb\nc", "b\nc", []m{{2, 5, 2, false}}},
		{"only \\n counts lines", "a\u2028\x0c\rb", "b", []m{{6, 7, 1, false}}},
		{"CRLF", "a\r\nb\r\nc", "b\nc", []m{{3, 7, 2, true}}},
		{"CRLF at the end", "a\r\nb\r\n", "b\n", []m{{3, 6, 2, true}}},
		{"CRLF at the beginning", "a\r\nb\r\n", "\nb", []m{{1, 4, 1, true}}},
		{"CRLF alone", "a\r\n\r\n", "\n\n", []m{{1, 5, 1, true}}},
		{"mixed", "a\nb\na\r\nb", "a\nb", []m{{0, 3, 1, false}, {4, 8, 3, true}}},
		{"a \\r asked for is meant", "a\nb a\r\nb", "a\r\nb", []m{{4, 8, 2, false}}},
		{"no \\n asked for", "a\r\nb", "b", []m{{3, 4, 2, false}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, slices.Collect(textview.Matches([]byte(test.data), test.old)))
			for first := range textview.Matches([]byte(test.data), test.old) {
				assert.Equal(t, test.want[0], first)
				break // stopping early is allowed
			}
		})
	}
	assert.Equal(t, "3, 3", textview.LineList(slices.Collect(textview.Matches([]byte("\n\nx x"), "x"))))
	assert.True(t, strings.HasSuffix(textview.LineList(make([]m, 150)), "0, … (50 more)"))
}

func replace(data, old, text string) string {
	return string(textview.Replace([]byte(data), slices.Collect(textview.Matches([]byte(data), old)), text))
}

func TestReplace(t *testing.T) {
	assert.Equal(t, "a$&$1c", replace("abc", "b", "$&$1"))
	assert.Equal(t, "ac", replace("abc", "b", ""))
	assert.Equal(t, "\ufeff\tx\u2028b\r\n", replace("\ufeff\ta\u2028b\r\n", "a", "x"))
	assert.Equal(t, "1\r\nx\r\ny\r\n2", replace("1\r\na\r\nb\r\n2", "a\nb", "x\ny"))
	assert.Equal(t, "1\r\nx\r\ny\r\n2", replace("1\r\na\r\nb\r\n2", "a\nb", "x\r\ny"))
	assert.Equal(t, "a\r\nc", replace("a\r\nb\r\nc", "\nb", ""))
	assert.Equal(t, "x\ny x\r\ny", replace("a\nb a\r\nb", "a\nb", "x\ny"))
	assert.Equal(t, "a\nb\r\n", replace("x\r\n", "x", "a\nb"), "without \\n in the old text the new one is literal")
}

func TestInsert(t *testing.T) {
	tests := []struct {
		name, data string
		line       int
		text, want string
	}{
		{"beginning", "a\nb\n", 0, "x\n", "x\na\nb\n"},
		{"middle", "a\nb\n", 1, "x\n", "a\nx\nb\n"},
		{"end", "a\nb\n", 2, "x\n", "a\nb\nx\n"},
		{"end without final newline", "a\nb", 2, "x\n", "a\nb\nx"},
		{"middle without final newline", "a\nb", 1, "x", "a\nx\nb"},
		{"text without newline", "a\nb\n", 1, "x", "a\nx\nb\n"},
		{"one newline is dropped, the others stay", "a\n", 1, "x\n\n", "a\nx\n\n"},
		{"several lines", "a\n", 0, "x\ny\n", "x\ny\na\n"},
		{"empty text is an empty line", "a\n", 1, "", "a\n\n"},
		{"empty file", "", 0, "x", "x\n"},
		{"the text is literal between CRLF lines", "a\r\nb\r\n", 1, "x", "a\r\nx\nb\r\n"},
		{"CRLF given is kept", "a\r\nb\r\n", 2, "x\r\n", "a\r\nb\r\nx\r\n"},
		{"CRLF end without final newline", "a\r\nb", 2, "x\n", "a\r\nb\nx"},
		{"others are kept", "\ufeffa\u2028b\x0c\tc", 1, "$&", "\ufeffa\u2028b\x0c\tc\n$&"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, string(textview.Insert([]byte(test.data), test.line, test.text)))
		})
	}
}

// FuzzReplace compares with the plain search where the line ends give no reason
// to differ, and checks in any case that what is around the matches stays.
func FuzzReplace(f *testing.F) {
	f.Add("a\r\nb\r\n", "a\nb", "x\ny")
	f.Add("\ufeffa\u2028$&", "a", "$&")
	f.Add("\n\n\r\n\r\n", "\n\n", "")
	f.Add("aaaa\r", "aa", "\r\n")
	f.Fuzz(func(t *testing.T, data, old, text string) {
		matches := slices.Collect(textview.Matches([]byte(data), old))
		if !strings.Contains(data, "\r\n") || !strings.Contains(old, "\n") {
			if old != "" {
				assert.Len(t, matches, strings.Count(data, old))
				assert.Equal(t, strings.ReplaceAll(data, old, text), string(textview.Replace([]byte(data), matches, text)))
			} else {
				assert.Empty(t, matches)
			}
			return
		}
		out := string(textview.Replace([]byte(data), matches, text))
		at := 0
		for _, m := range matches {
			require.True(t, at <= m.Start && m.Start < m.End && m.End <= len(data))
			assert.Equal(t, 1+strings.Count(data[:m.Start], "\n"), m.Line)
			assert.Equal(t, old, unCRLF(old, data[m.Start:m.End]))
			kept := data[at:m.Start]
			require.True(t, strings.HasPrefix(out, kept))
			out = out[len(kept):]
			put := text
			if m.CRLF {
				put = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
			}
			require.True(t, strings.HasPrefix(out, put))
			out = out[len(put):]
			at = m.End
		}
		assert.Equal(t, data[at:], out)
	})
}

func unCRLF(old, place string) string {
	if strings.Contains(old, "\r") {
		return place
	}
	return strings.ReplaceAll(place, "\r\n", "\n")
}

func FuzzInsert(f *testing.F) {
	f.Add("a\r\nb", 2, "x\n")
	f.Add("", 0, "")
	f.Fuzz(func(t *testing.T, data string, line int, text string) {
		lines := textview.IndexOf([]byte(data)).Lines
		line = max(0, min(line, lines))
		out := string(textview.Insert([]byte(data), line, text))
		at, err := textview.IndexOf([]byte(data)).Offset(strings.NewReader(data), line+1)
		require.NoError(t, err)
		assert.True(t, strings.HasPrefix(out, data[:at]), "what is before stays")
		assert.True(t, strings.HasSuffix(out, data[at:]), "what is behind stays")
		assert.Greater(t, len(out), len(data))
	})
}
