package textview_test

import (
	"errors"
	"path"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/clienttools/clienttools/pkg/tools/textview"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"
)

var rules = textview.Rules{MaxBytes: 1024, MaxSegments: 21, NoFormat: true}

func TestCleanAccepts(t *testing.T) {
	for given, want := range map[string]string{
		"/":                       "/",
		"/a":                      "/a",
		"/a/":                     "/a",
		"//a///b":                 "/a/b",
		"/a/./b/.":                "/a/b",
		"/a/x/../b":               "/a/b",
		"/a/..":                   "/",
		"/a b/ünï ☃.md":           "/a b/ünï ☃.md",
		"/cafe\u0301":             "/caf\u00e9",
		"/100%":                   "/100%",
		"/a%20b":                  "/a%20b",
		"/...":                    "/...",
		"/..a/b..":                "/..a/b..",
		"/%2e/a":                  "/%2e/a",
		"/a/%2525252525252e%2e/b": "/a/%2525252525252e%2e/b", // deeper than three decodings
		"/a/../a/../a/../a":       "/a",
	} {
		got, err := rules.Clean(given)
		if assert.NoError(t, err, given) {
			assert.Equal(t, want, got, given)
		}
	}
}

func TestCleanRefuses(t *testing.T) {
	tests := []struct {
		given   string
		reason  string
		escapes bool
	}{
		{"", "it is empty", false},
		{"a", "not absolute", false},
		{"./a", "not absolute", false},
		{"..", "", true},
		{"../a", "", true},
		{"/..", "", true},
		{"/a/../../b", "", true},
		{`/a\b`, "backslash", false},
		{`/a/..\b`, "", true},
		{`/a\..\..\b`, "", true},
		{"/a/%2e%2e/b", "", true},
		{"/a/%2E%2e/b", "", true},
		{"/a/.%2e/b", "", true},
		{"/a/%2e%2e%2fb", "", true},
		{"/a%2f..%2f..%2fb", "", true},
		{"/a/%2e%2e%5cb", "", true},
		{"/a/%252e%252e/b", "", true},
		{"/a/%25252e%25252e/b", "", true},
		{"/a/%c0%ae%c0%ae/b", "", true},
		{"/a/%2e%2e%00/b", "", true},
		{"/a/.. /b", "", true},
		{"/a\x00b", "NUL", false},
		{"/a\nb", "control", false},
		{"/a\u0085b", "control", false},
		{"/a\u2028b", "control", false},
		{"/a\u202eb", "format", false},
		{"/a\ufeffb", "format", false},
		{"/a\xffb", "UTF-8", false},
		{"/" + strings.Repeat("a", 256), "name longer than 255", false},
		{"/" + strings.Repeat("ab/", 342), "longer than 1024 bytes", false},
		{"/" + strings.Repeat("a", 100_000), "longer than 1024 bytes", false},
		{strings.Repeat("/a", 22), "more than 21 levels", false},
	}
	for _, test := range tests {
		_, err := rules.Clean(test.given)
		var refused *textview.PathError
		if assert.ErrorAs(t, err, &refused, "%q", test.given) {
			assert.Equal(t, test.escapes, refused.Escapes, "%q", test.given)
			assert.Contains(t, refused.Error(), test.reason, "%q", test.given)
			assert.Equal(t, test.given, refused.Path)
		}
	}
}

func TestCleanWithoutRulesTakesFormatCharacters(t *testing.T) {
	got, err := textview.Rules{}.Clean("/👩\u200d💻")
	require.NoError(t, err)
	assert.Equal(t, "/👩\u200d💻", got)
}

func TestVisible(t *testing.T) {
	for given, want := range map[string]string{
		"":                        `""`,
		"/a b/ü\u00a0☃":           "/a b/ü\u00a0☃",
		"/a\x00\n\x7f":            `/a\x00\n\x7f`,
		"/a\u202eb":               `/a\u202eb`,
		"/👩\u200d💻\x00":           "/👩\u200d💻\\x00",
		strings.Repeat("a", 2000): strings.Repeat("a", 1100) + "…",
		strings.Repeat("☃", 600):  strings.Repeat("☃", 366) + "…",
	} {
		assert.Equal(t, want, textview.Visible(given))
	}
}

func FuzzClean(f *testing.F) {
	for _, seed := range []string{"/", "/memories/../x", "/a/%2e%2e/b", `\..\`, "/e\u0301", "//a/./b/", "/%25%32%65."} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		got, err := rules.Clean(given)
		if err != nil {
			var refused *textview.PathError
			require.True(t, errors.As(err, &refused))
			assert.NotEmpty(t, err.Error())
			assert.True(t, utf8.ValidString(textview.Visible(given)))
			return
		}
		assert.Equal(t, path.Clean(got), got)
		assert.True(t, strings.HasPrefix(got, "/"))
		assert.True(t, norm.NFC.IsNormalString(got))
		assert.NotContains(t, strings.Split(got, "/"), "..")
		again, err := rules.Clean(got)
		require.NoError(t, err)
		assert.Equal(t, got, again)
	})
}
