package memory_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/clienttools/clienttools/pkg/tools/textview"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// awkward is what files and texts are made of: everything that careless editing
// of text loses.
var awkward = []string{"a", "b", "ab", "\n", "\r\n", "\r", "\t", " ", "\ufeff", "\u2028", "\u2029", "\x0c", "\x0b", "\u0085", "$&", "$1", `\n`, "é", "e\u0301", "👩\u200d💻", "     1\t"}

var text = rapid.Custom(func(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(awkward), 0, 12).Draw(t, "pieces"), "")
})

var somePath = rapid.OneOf(
	rapid.SampledFrom([]string{"/memories/a", "/memories/b", "/memories/dir", "/memories/dir/c", "/memories/dir/d/e", "/memories/new", "/memories/new/er"}),
	rapid.SampledFrom([]string{"/memories", "/memories/", "/memories/..", "/a", "/memoriesX/a", "/memories/%2e%2e/a", `/memories\a`, "", "/memories/a/../b", "/memories/../a"}),
	rapid.StringMatching(`/memories(/[ab.%2e\\]{1,4}){1,3}`),
)

func anyCall(t *rapid.T) in {
	p := somePath.Draw(t, "path")
	switch rapid.SampledFrom([]string{"view", "create", "str_replace", "insert", "delete", "rename"}).Draw(t, "command") {
	case "view":
		return in{"command": "view", "path": p, "view_range": rapid.SliceOfN(rapid.IntRange(-3, 9), 0, 3).Draw(t, "range")}
	case "create":
		return create(p, text.Draw(t, "text"))
	case "str_replace":
		return replace(p, text.Draw(t, "old"), text.Draw(t, "new"))
	case "insert":
		return insert(p, rapid.IntRange(-1, 9).Draw(t, "line"), text.Draw(t, "text"))
	case "delete":
		return remove(p)
	default:
		return rename(p, somePath.Draw(t, "to"))
	}
}

// A call that fails changes nothing, no call changes anything outside /memories,
// and none takes /memories away.
func TestFailedCallsChangeNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := newDesk(t, map[string]string{
			"/a": "outside", "/memoriesX/a": "outside", "/memories/a": text.Draw(rt, "a"), "/memories/b": text.Draw(rt, "b"), "/memories/dir/c": "c",
		})
		for range rapid.IntRange(1, 12).Draw(rt, "calls") {
			before := d.tree()
			call := anyCall(rt)
			result := d.call(call)
			after := d.tree()
			if result.IsError || call["command"] == "view" {
				require.Equal(rt, before, after, "%v: %s", call, result.Content)
			}
			require.Equal(rt, outside(before), outside(after), "%v", call)
			require.Contains(rt, after, "/memories/", "%v", call)
			require.NotContains(rt, result.Content, "internal error")
			require.NotEqual(rt, "internal", result.Data["code"])
		}
	})
}

func outside(tree map[string]string) map[string]string {
	tree = maps.Clone(tree)
	maps.DeleteFunc(tree, func(name, _ string) bool { return strings.HasPrefix(name, "/memories/") })
	return tree
}

// What is around an edit keeps every byte.
func TestEditsKeepWhatIsAround(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		before, after := text.Draw(rt, "before"), text.Draw(rt, "after")
		put := text.Draw(rt, "put")
		const mark = "<mark>"
		d := newDesk(t, map[string]string{"/memories/a": before + mark + after, "/memories/b": before + after})

		d.ok(replace("/memories/a", mark, put))
		require.Equal(rt, before+put+after, d.tree()["/memories/a"])

		lines := textview.IndexOf([]byte(before + after)).Lines
		line := rapid.IntRange(0, lines).Draw(rt, "line")
		d.ok(insert("/memories/b", line, put))
		got := d.tree()["/memories/b"]
		parts := strings.SplitAfter(before+after, "\n")
		head := strings.Join(parts[:min(line, len(parts))], "")
		require.True(rt, strings.HasPrefix(got, head))
		require.True(rt, strings.HasSuffix(got, strings.TrimPrefix(before+after, head)))
	})
}

// Line ends of the file decide how a text of several lines is matched and
// written.
func TestReplaceFollowsLineEnds(t *testing.T) {
	line := rapid.StringMatching(`[a-c \t$&\x{2028}]{0,3}`)
	rapid.Check(t, func(rt *rapid.T) {
		old := rapid.SliceOfN(line, 1, 4).Draw(rt, "old")
		put := rapid.SliceOfN(line, 1, 4).Draw(rt, "put")
		end := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(rt, "end")
		before, after := "X"+end+"Y", "Z"+end
		d := newDesk(t, map[string]string{"/memories/a": before + "<" + strings.Join(old, end) + ">" + after})
		d.ok(replace("/memories/a", "<"+strings.Join(old, "\n")+">", "<"+strings.Join(put, "\n")+">"))
		if len(old) == 1 {
			end = "\n" // nothing in old_str says how lines end: new_str is literal
		}
		require.Equal(rt, before+"<"+strings.Join(put, end)+">"+after, d.tree()["/memories/a"])
	})
}

// FuzzCall sends anything at all.
func FuzzCall(f *testing.F) {
	for _, seed := range []any{
		view("/memories"), create("/memories/a", "x"), replace("/memories/a", "a", ""), insert("/memories/a", 0, "x"), remove("/memories/a"),
		rename("/memories/a", "/memories/b"), in{"command": "view", "path": "/memories/a", "view_range": []any{1, -1}}, 7, nil, []int{}, "x",
	} {
		data, _ := json.Marshal(seed)
		f.Add(data)
	}
	f.Add([]byte(`{"command":"view","path":"/memories/a","view_range":[1e309,-0.0]}`))
	f.Add([]byte(`{"command":"create","path":"/memories/\ud800","file_text":"\udfff"}`))
	f.Fuzz(func(t *testing.T, input []byte) {
		d := newDesk(t, map[string]string{"/memories/a": "a\r\nb", "/outside": "x"})
		before := d.tree()
		result := d.send(input)
		after := d.tree()
		if result.IsError {
			assert.Equal(t, before, after)
		}
		assert.Equal(t, outside(before), outside(after))
		assert.Contains(t, after, "/memories/")
		assert.NotContains(t, result.Content, "internal error")
		assert.NotEqual(t, "internal", result.Data["code"])
		assert.True(t, utf8.ValidString(result.Content))
	})
}

// FuzzPath creates a note under any path: it is refused, or the note is below
// /memories and the same path finds it again.
func FuzzPath(f *testing.F) {
	for _, seed := range append([]string{"/memories/..%2f", `/memories/..\`, "/memories/e\u0301/%25", "/memories/\u200b", "/x/../memories/a"}, spellings...) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		d := newDesk(t, map[string]string{"/outside": "x"})
		before := d.tree()
		if d.call(create(given, "text")).IsError {
			assert.Equal(t, before, d.tree())
			return
		}
		after := d.tree()
		assert.Equal(t, outside(before), outside(after))
		assert.Contains(t, d.ok(view(given)), "     1\ttext")
		d.ok(remove(given))
		assert.Contains(t, d.tree(), "/memories/")
	})
}

// FuzzViewRange compares with the plain way to cut lines out.
func FuzzViewRange(f *testing.F) {
	f.Add("a\nb\nc\n", 1, -1)
	f.Add("", 1, 1)
	f.Add("\r\n\n", 0, 99)
	f.Fuzz(func(t *testing.T, content string, from, to int) {
		if len(content) > 2000 || strings.Contains(content, "\x00") || !utf8.ValidString(content) {
			return
		}
		d := newDesk(t, map[string]string{"/memories/a": content})
		lines := strings.Split(strings.TrimSuffix(content, "\n"), "\n")
		result := d.call(in{"command": "view", "path": "/memories/a", "view_range": []int{from, to}})
		first, last := max(from, 1), min(to, len(lines))
		if to == -1 {
			last = len(lines)
		}
		if first > len(lines) || last < first || to < -1 {
			assert.True(t, result.IsError)
			return
		}
		var want []string
		for i := first; i <= last; i++ {
			want = append(want, fmt.Sprintf("%6d\t%s", i, lines[i-1]))
		}
		assert.Equal(t, shown("/memories/a", strings.Join(want, "\n")), result.Content)
	})
}

// FuzzStrReplace compares with the plain search, where lines end in \n alone.
func FuzzStrReplace(f *testing.F) {
	f.Add("a b a", "a", "c")
	f.Add("one\ntwo\n", "e\nt", "$&")
	f.Fuzz(func(t *testing.T, content, old, put string) {
		if strings.Contains(content, "\r\n") || strings.Contains(content, "\x00") || len(content)+len(put) > 10_000 ||
			!utf8.ValidString(content) || !utf8.ValidString(old) || !utf8.ValidString(put) {
			return
		}
		d := newDesk(t, map[string]string{"/memories/a": content})
		result := d.call(replace("/memories/a", old, put))
		if old == "" || strings.Count(content, old) != 1 {
			assert.True(t, result.IsError)
			assert.Equal(t, content, d.tree()["/memories/a"])
			return
		}
		assert.False(t, result.IsError, result.Content)
		assert.Equal(t, strings.Replace(content, old, put, 1), d.tree()["/memories/a"])
	})
}
