package filesystem_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// fuzzed makes a call and checks what is true of every call.
func fuzzed(t *testing.T, r *rig, raw []byte) (content string, failed bool) {
	before := r.tree()
	result := r.raw(context.Background(), raw)
	require.NotContains(t, result.Content, "internal error", "a panic, or a failure of the file system")
	require.True(t, utf8.ValidString(result.Content))
	after := r.tree()
	require.Equal(t, below(before, "/memories"), below(after, "/memories"))
	if result.IsError {
		require.Equal(t, before, after)
	}
	_, err := json.Marshal(result.Data)
	require.NoError(t, err)
	return result.Content, result.IsError
}

// FuzzCall: any bytes as a call end in a result.
func FuzzCall(f *testing.F) {
	for _, seed := range []string{
		``, `null`, `[]`, `{}`, `{"action":"fly"}`, `{"action":7}`, `{"action":"read","path":"/a.txt"}`,
		`{"action":"read","path":"/a.txt","view_range":[1,1e300]}`, `{"action":"read","path":"\ud800"}`, `{"action":"read","path":"/\u0000"}`,
		`{"action":"write","path":"/n","content":"\ud800\ud800"}`, `{"action":"edit","path":"/a.txt","old_str":""}`,
		`{"action":"edit","path":"/a.txt","edits":[{"old_str":"one","new_str":"1"},7,null]}`, `{"action":"insert","path":"/a.txt","insert_line":1e99,"insert_text":"x"}`,
		`{"action":"grep","pattern":"("}`, `{"action":"glob","pattern":"{{{{"}`, `{"action":"delete","path":"/","recursive":true}`,
		`{"command":"view","path":"/","depth":3}`, `{"action":"list","limit":9223372036854775807,"offset":9223372036854775807}`,
		`{"action":"list","offset":1e18,"depth":10}`, `{"action":"move","path":"/d","new_path":"/d/x/y"}`, `{"action":"copy","path":"/d","new_path":"/e","if_exists":"overwrite"}`,
		`{"action":"append","path":"/b.txt","content":"z"}`, `{"action":"grep","pattern":"o","context":20,"limit":1,"offset":1}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		fuzzed(t, newRig(t).put(seeded), raw)
	})
}

// FuzzPath: no path reaches out of the project or changes /memories.
func FuzzPath(f *testing.F) {
	for _, seed := range paths {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, one, two string) {
		r := newRig(t).put(seeded)
		for _, call := range []in{
			{"action": "write", "path": one, "content": "x"}, {"action": "move", "path": one, "new_path": two, "if_exists": "overwrite"},
			{"action": "copy", "path": one, "new_path": two}, {"action": "mkdir", "path": two}, {"action": "delete", "path": one, "recursive": true},
			{"action": "list", "path": two}, {"action": "read", "path": one},
		} {
			raw, err := json.Marshal(call)
			require.NoError(t, err)
			fuzzed(t, r, raw)
		}
	})
}

// FuzzViewRange: a range gives the lines it names, or says that it cannot.
func FuzzViewRange(f *testing.F) {
	f.Add(1, -1, 5)
	f.Add(-3, -1, 2)
	f.Add(0, 0, 0)
	f.Add(7, 3, 10)
	f.Add(-1<<63, 1<<62, 3)
	f.Fuzz(func(t *testing.T, first, last, lines int) {
		lines = min(max(lines, 0), 3000)
		r := newRig(t).put(map[string]string{"/f": strings.Repeat("line\n", lines)})
		raw, err := json.Marshal(in{"action": "read", "path": "/f", "view_range": []int{first, last}})
		require.NoError(t, err)
		content, failed := fuzzed(t, r, raw)
		if failed {
			return
		}
		rows := strings.Split(content, "\n")
		require.GreaterOrEqual(t, len(rows), 3)
		require.LessOrEqual(t, len(rows)-2, max(lines, 1))
	})
}

// FuzzEdit: what is outside the match stays.
func FuzzEdit(f *testing.F) {
	f.Add("one\ntwo\n", "two", "2", false)
	f.Add("a\r\nb\r\n", "a\nb", "x\ny", false)
	f.Add("aaaa", "aa", "b", true)
	f.Add("\ufeff\tx\u2028y", "x", "$&", false)
	f.Add("    1\tone", "     1\tone", "", false)
	f.Add("\r\n\r\n\n", "\n", "", true)
	f.Fuzz(func(t *testing.T, file, old, replacement string, all bool) {
		old, replacement = strings.ToValidUTF8(old, "?"), strings.ToValidUTF8(replacement, "?")
		r := newRig(t).put(map[string]string{"/f": file})
		raw, err := json.Marshal(in{"action": "edit", "path": "/f", "old_str": old, "new_str": replacement, "replace_all": all})
		require.NoError(t, err)
		if _, failed := fuzzed(t, r, raw); failed {
			return
		}
		got := r.get("/f")
		plain := func(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }
		if strings.Contains(old, "\r") || !strings.Contains(old, "\n") || !strings.Contains(file, "\r\n") {
			times := -1
			if !all {
				require.Equal(t, 1, strings.Count(file, old))
			}
			require.Equal(t, strings.Replace(file, old, replacement, times), got)
			return
		}
		// Line ends may be CRLF in the places; besides, nothing differs.
		if !strings.Contains(replacement, "\r") {
			require.Equal(t, plain(strings.ReplaceAll(plain(file), old, replacement)), plain(got))
		}
	})
}

// FuzzGlob: every pattern ends, with a result or an error.
func FuzzGlob(f *testing.F) {
	for _, seed := range []string{"*", "**", "**/*.go", "{a,b}", "[a-z]*", "\\", "[", "a/{b,c/**}/d", "/", "//", "./", "{,}{,}{,}", "***/**", "[!a]", "[^]-a]", "\xff", "é*"} {
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, pattern string, fold bool) {
		r := newRig(t).put(seeded)
		for _, call := range []in{
			{"action": "glob", "pattern": pattern, "ignore_case": fold, "hidden": fold},
			{"action": "glob", "pattern": pattern, "path": "/d", "exclude": []string{pattern}},
			{"action": "grep", "pattern": "o", "include": pattern, "exclude": []string{pattern + "x"}},
			{"action": "list", "exclude": []string{pattern}, "hidden": fold},
		} {
			raw, err := json.Marshal(call)
			require.NoError(t, err)
			fuzzed(t, r, raw)
		}
	})
}

// FuzzGrep: every expression ends, with a result or an error.
func FuzzGrep(f *testing.F) {
	for _, seed := range []string{"a", "(", "[^a]", "a{2,9}", "(?i)x", "^$", "\\bone\\b", "(a*)*b", "\\p{L}+", ".*", "|", "(?s).", "\\z", "\\r", "x{0}", "\xff", "(?m)^a|b$"} {
		f.Add(seed, "one\ntwo\r\n\n  x", 1, false)
	}
	f.Fuzz(func(t *testing.T, pattern, content string, around int, literal bool) {
		r := newRig(t).put(map[string]string{"/f": content, "/g": "x\n"})
		raw, err := json.Marshal(in{"action": "grep", "pattern": pattern, "context": max(around, 0) % 21, "literal": literal})
		require.NoError(t, err)
		fuzzed(t, r, raw)
		raw, err = json.Marshal(in{"action": "grep", "pattern": pattern, "ignore_case": true, "literal": literal, "output": "count"})
		require.NoError(t, err)
		fuzzed(t, r, raw)
	})
}
