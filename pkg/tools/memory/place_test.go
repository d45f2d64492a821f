package memory_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// everyCommand sends a path in every parameter that takes one.
func everyCommand(p string) []in {
	return []in{
		view(p), create(p, "x"), replace(p, "a", "b"), insert(p, 0, "x"), remove(p),
		rename(p, "/memories/new"), rename("/memories/a", p),
	}
}

func TestPathsOutside(t *testing.T) {
	const (
		start  = "Path must start with /memories, got: "
		escape = "Path * would escape /memories directory"
	)
	tests := []struct{ given, want string }{
		{"/", start}, {"/etc/passwd", start}, {"memories/a", start}, {"a", start}, {".", start},
		{"..", start}, {"../memories/a", start}, {"/../memories/a", start},
		{"/memoriesfoo", start}, {"/memories.txt", start}, {"/Memories/a", start}, {"/memor%69es/a", start},
		{"/memories2/../etc", start},
		{"/memories/..", escape}, {"/memories/../", escape}, {"/memories/../etc/passwd", escape},
		{"/memories/../../a", escape}, {"/memories/a/../../b", escape}, {"/memories/../memoriesX/a", escape},
		{"/memories//..//etc", escape}, {"/memories/./../etc", escape},
		{`/memories/..\etc`, escape}, {`/memories\..\etc`, escape}, {`/memories/a\..\..\..\etc`, escape},
		{"/memories/%2e%2e/etc", escape}, {"/memories/%2E%2E%2Fetc", escape}, {"/memories/.%2e/etc", escape},
		{"/memories/%2e%2e%5cetc", escape}, {"/memories%2f..%2fetc", escape}, {"/memories/%252e%252e/etc", escape},
		{"/memories/%25252e%25252e/etc", escape}, {"/memories/..%c0%afetc", escape}, {"/memories/%c0%ae%c0%ae/etc", escape},
		{"/memories/a/%2e%2e/b", escape}, // refused though it would stay inside
	}
	d := newDesk(t, map[string]string{"/memories/a": "a", "/etc/passwd": "a", "/memoriesfoo": "a", "/memoriesX/a": "a", "/memories.txt": "a"})
	for _, test := range tests {
		want := strings.Replace(test.want, "*", test.given, 1)
		if test.want == start {
			want += test.given
		}
		for _, input := range everyCommand(test.given) {
			assert.Equal(t, want, d.refused(input), "%v", input)
		}
	}
	assert.Equal(t, `Path must start with /memories, got: ""`, d.refused(view("")))
}

func TestPathsInvalid(t *testing.T) {
	tests := []struct{ given, want string }{
		{"/memories/a\x00b", `Error: Invalid path /memories/a\x00b: NUL character.`},
		{"/memories/a\nb", `Error: Invalid path /memories/a\nb: control character.`},
		{"/memories/a\x7f", `Error: Invalid path /memories/a\x7f: control character.`},
		{"/memories/a\u0085", `Error: Invalid path /memories/a\u0085: control character.`},
		{"/memories/a\u200b", `Error: Invalid path /memories/a\u200b: invisible format character.`},
		{"/memories/a\u202etxt", `Error: Invalid path /memories/a\u202etxt: invisible format character.`},
		{`/memories/a\b`, `Error: Invalid path /memories/a\b: backslash; use / as separator.`},
		{"/memories/" + strings.Repeat("a", 256), "Error: Invalid path *: a name longer than 255 bytes."},
		{"/memories" + strings.Repeat("/a", 21), "Error: Invalid path *: more than 21 levels deep."},
		{"/memories" + strings.Repeat("/"+strings.Repeat("é", 60), 9), "Error: Invalid path *: longer than 1024 bytes."},
	}
	d := newDesk(t, map[string]string{"/memories/a": "a"})
	for _, test := range tests {
		for _, input := range everyCommand(test.given) {
			assert.Equal(t, strings.Replace(test.want, "*", test.given, 1), d.refused(input), "%v", input)
		}
	}
	long := d.refused(view("/memories/" + strings.Repeat("a", 50_000)))
	assert.Less(t, len(long), 2000)
	d.ok(create("/memories"+strings.Repeat("/b", 20), "twenty below the root"))
}

func TestPathsInside(t *testing.T) {
	d := newDesk(t, map[string]string{"/memories/a": "text", "/memories/dir/b": "b"})
	for _, given := range []string{"/memories/a", "/memories/./a", "/memories//a", "//memories/a", "/memories/a/", "/memories/dir/../a", "/memories/x/../a", "/x/../memories/a", "/memories/../memories/a"} {
		assert.Equal(t, shown(given, "     1\ttext"), d.ok(view(given)))
	}
	for _, name := range []string{"...", "..a", "100%", "%2e", "a%20b", "ünï cödé ☃.md", "a'b\"c`$&", "-rf", "~"} {
		d.ok(create("/memories/"+name, name))
		assert.Equal(t, name, d.tree()["/memories/"+name])
	}
}
