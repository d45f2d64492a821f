package filesystem_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/filesystem"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var searched = map[string]string{
	"/main.go":            "package main\n\nfunc main() {\n\tprintln(\"Hello\")\n}\n",
	"/src/a.go":           "package src\n\nfunc A() {}\n",
	"/src/a_test.go":      "package src\n\nfunc TestA() { A() }\n",
	"/src/deep/b.go":      "package deep\r\n\r\nfunc B() {}\r\n",
	"/src/deep/Notes.MD":  "price: $5 (about)\n",
	"/docs/guide.md":      "# Guide\n",
	"/.github/ci.yml":     "on: push\n",
	"/node_modules/x.js":  "secret\n",
	"/memories/note.md":   "remember\n",
	"/bin/data":           "\x00func\n",
	"/src/deep/none.text": "",
}

func TestGlob(t *testing.T) {
	r := newRig(t).put(searched)
	for _, tt := range []struct {
		name string
		call in
		want []string
	}{
		{"a bare name at any depth", in{"pattern": "*.go"}, []string{"/main.go", "/src/a.go", "/src/a_test.go", "/src/deep/b.go"}},
		{"below a directory", in{"pattern": "src/*.go"}, []string{"/src/a.go", "/src/a_test.go"}},
		{"from the root", in{"pattern": "/src/*.go"}, []string{"/src/a.go", "/src/a_test.go"}},
		{"with a dot", in{"pattern": "./main.go"}, []string{"/main.go"}},
		{"any depth", in{"pattern": "src/**/*.go"}, []string{"/src/a.go", "/src/a_test.go", "/src/deep/b.go"}},
		{"two stars and a name", in{"pattern": "src/**.go"}, []string{"/src/a.go", "/src/a_test.go", "/src/deep/b.go"}},
		{"relative to path", in{"pattern": "deep/*.go", "path": "/src"}, []string{"/src/deep/b.go"}},
		{"from the root, with path", in{"pattern": "src/deep/*.go", "path": "/src"}, []string{"/src/deep/b.go"}},
		{"a directory", in{"pattern": "deep/"}, []string{"/src/deep/Notes.MD", "/src/deep/b.go", "/src/deep/none.text"}},
		{"alternatives", in{"pattern": "{main,b}.go"}, []string{"/main.go", "/src/deep/b.go"}},
		{"a class", in{"pattern": "[a-c].go"}, []string{"/src/a.go", "/src/deep/b.go"}},
		{"without case", in{"pattern": "*.md", "ignore_case": true}, []string{"/docs/guide.md", "/memories/note.md", "/src/deep/Notes.MD"}},
		{"without tests", in{"pattern": "*.go", "exclude": []string{"*_test.go", "deep"}}, []string{"/main.go", "/src/a.go"}},
		{"a hidden name spelled out", in{"pattern": ".github/*"}, []string{"/.github/ci.yml"}},
		{"hidden", in{"pattern": "*.{js,yml}", "hidden": true}, []string{"/.github/ci.yml", "/node_modules/x.js"}},
		{"by size", in{"pattern": "*.go", "sort": "size"}, []string{"/main.go", "/src/a_test.go", "/src/deep/b.go", "/src/a.go"}},
		{"one file as path", in{"pattern": "*.go", "path": "/main.go"}, []string{"/main.go"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.call["action"] = "glob"
			assert.Equal(t, strings.Join(tt.want, "\n"), r.ok(tt.call))
		})
	}
	t.Run("in parts", func(t *testing.T) {
		assert.Equal(t, "/main.go\n/src/a.go\n[2 of 4 entries shown. Continue with offset 2, or narrow with path or pattern.]",
			r.ok(in{"action": "glob", "pattern": "*.go", "limit": 2}))
		assert.Equal(t, "/src/a_test.go\n/src/deep/b.go", r.ok(in{"action": "glob", "pattern": "*.go", "limit": 2, "offset": 2}))
		assert.Equal(t, "No entries from offset 9 on; there are 4.", r.ok(in{"action": "glob", "pattern": "*.go", "offset": 9}))
	})
}

func TestGlobNothingFound(t *testing.T) {
	r := newRig(t).put(searched)
	for _, tt := range []struct {
		call in
		want string
	}{
		{in{"pattern": "*.rs"}, "No matches found for *.rs in / (9 files searched)."},
		{in{"pattern": "NOTES.md", "path": "/src"}, "No matches found for NOTES.md in /src (5 files searched).\nNames in another case match (/src/deep/Notes.MD); set ignore_case."},
		{in{"pattern": "*.yml"}, "No matches found for *.yml in / (9 files searched).\nOnly hidden names match (/.github/ci.yml); set hidden."},
		{in{"pattern": "dee?"}, "No matches found for dee? in / (9 files searched).\nA directory matches: /src/deep; glob finds files only."},
		{in{"pattern": `.*\.go$`}, "No matches found for .*\\.go$ in / (11 files searched).\npattern is a glob here, not a regular expression; *.go finds names that end in .go."},
	} {
		tt.call["action"] = "glob"
		assert.Equal(t, tt.want, r.ok(tt.call))
	}
	for _, pattern := range []string{"[", "{a", "a\\", strings.Repeat("{a,b}", 20), strings.Repeat("x", 2000)} {
		text := r.fails(filesystem.CodeInvalidArgument, in{"action": "glob", "pattern": pattern})
		assert.True(t, strings.HasPrefix(text, "Error: pattern is not a valid glob: "), text)
	}
	r.fails(filesystem.CodeInvalidArgument, in{"action": "glob", "pattern": ""})
	r.fails(filesystem.CodeNotFound, in{"action": "glob", "pattern": "*", "path": "/nowhere"})
	r.fails(filesystem.CodeInvalidArgument, in{"action": "list", "exclude": []string{"["}})
}

func TestGrep(t *testing.T) {
	r := newRig(t).put(searched)
	for _, tt := range []struct {
		name string
		call in
		want []string
	}{
		{"an expression", in{"pattern": `func \w+\(\) \{`}, []string{"/main.go:3:func main() {", "/src/a.go:3:func A() {}", "/src/a_test.go:3:func TestA() { A() }", "/src/deep/b.go:3:func B() {}"}},
		{"line ends, also CRLF", in{"pattern": `\{\}$`}, []string{"/src/a.go:3:func A() {}", "/src/deep/b.go:3:func B() {}"}},
		{"plain text", in{"pattern": "$5 (", "literal": true}, []string{"/src/deep/Notes.MD:1:price: $5 (about)"}},
		{"plain text without case", in{"pattern": "PRICE: $5", "literal": true, "ignore_case": true}, []string{"/src/deep/Notes.MD:1:price: $5 (about)"}},
		{"without case", in{"pattern": "FUNC b", "ignore_case": true}, []string{"/src/deep/b.go:3:func B() {}"}},
		{"some files", in{"pattern": "package", "include": "*_test.go"}, []string{"/src/a_test.go:1:package src"}},
		{"without some", in{"pattern": "package", "exclude": []string{"src"}}, []string{"/main.go:1:package main"}},
		{"one file", in{"pattern": "a", "path": "/docs/guide.md"}, nil},
		{"names", in{"pattern": "func", "output": "files"}, []string{"/main.go", "/src/a.go", "/src/a_test.go", "/src/deep/b.go"}},
		{"counts", in{"pattern": "A", "output": "count"}, []string{"/src/a.go:1", "/src/a_test.go:1"}},
		{"hidden", in{"pattern": "secret|push", "hidden": true}, []string{"/.github/ci.yml:1:on: push", "/node_modules/x.js:1:secret"}},
		{"memories", in{"pattern": "remember"}, []string{"/memories/note.md:1:remember"}},
		{"around", in{"pattern": "println", "context": 1}, []string{"/main.go-3-func main() {", "/main.go:4:\tprintln(\"Hello\")", "/main.go-5-}"}},
		{"groups", in{"pattern": "^(package|func)", "path": "/src/a.go", "context": 0}, []string{"/src/a.go:1:package src", "/src/a.go:3:func A() {}"}},
		{"joined groups", in{"pattern": "^(package|func)", "path": "/src/a.go", "context": 1}, []string{"/src/a.go:1:package src", "/src/a.go-2-", "/src/a.go:3:func A() {}"}},
		{"groups of files", in{"pattern": "package (src|main)", "context": 1, "exclude": []string{"*_test.go"}}, []string{
			"/main.go:1:package main", "/main.go-2-", "--", "/src/a.go:1:package src", "/src/a.go-2-"}},
		{"what may be absent is not looked for", in{"pattern": "(?:secret){0,2}Guide"}, []string{"/docs/guide.md:1:# Guide"}},
		{"what is repeated is", in{"pattern": "(?:Test){1,2}A"}, []string{"/src/a_test.go:3:func TestA() { A() }"}},
		{"an empty line", in{"pattern": "^$", "path": "/src/deep/b.go"}, []string{"/src/deep/b.go:2:"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.call["action"] = "grep"
			text := r.ok(tt.call)
			if tt.want == nil {
				assert.True(t, strings.HasPrefix(text, "No matches found"), text)
				return
			}
			assert.Equal(t, strings.Join(tt.want, "\n"), text)
		})
	}
}

func TestGrepGroups(t *testing.T) {
	r := newRig(t).put(map[string]string{"/f": strings.ReplaceAll(numberedLines(30), "line 10\n", "hit\n")})
	r.ok(in{"action": "edit", "path": "/f", "old_str": "line 20\n", "new_str": "hit\n"})
	r.ok(in{"action": "edit", "path": "/f", "old_str": "line 14\n", "new_str": "hit\n"})
	want := "/f-8-line 8\n/f-9-line 9\n/f:10:hit\n/f-11-line 11\n/f-12-line 12\n/f-13-line 13\n/f:14:hit\n/f-15-line 15\n/f-16-line 16\n--\n" +
		"/f-18-line 18\n/f-19-line 19\n/f:20:hit\n/f-21-line 21\n/f-22-line 22"
	for _, pattern := range []string{"hit", "h[i]t"} { // with and without text to look for first
		assert.Equal(t, want, r.ok(in{"action": "grep", "pattern": pattern, "context": 2}))
	}
	assert.Equal(t, "/f-13-line 13\n/f:14:hit\n/f-15-line 15\n[1 of 3 entries shown. Continue with offset 2, or narrow with path, include or pattern.]",
		r.ok(in{"action": "grep", "pattern": "hit", "context": 1, "limit": 1, "offset": 1}))
}

func TestGrepNothingFound(t *testing.T) {
	r := newRig(t).put(searched)
	for _, tt := range []struct {
		call in
		want string
	}{
		{in{"pattern": "nowhere"}, "No matches found for nowhere in / (8 files searched)."},
		{in{"pattern": "hello"}, "No matches found for hello in / (8 files searched).\nAnother case matches at /main.go:4; set ignore_case."},
		{in{"pattern": "price: $5"}, "No matches found for price: $5 in / (8 files searched).\nThe pattern as plain text matches in /src/deep/Notes.MD; set literal."},
		{in{"pattern": "secret"}, "No matches found for secret in / (8 files searched).\nOnly hidden files match (/node_modules/x.js); set hidden."},
		{in{"pattern": "no(where)"}, "No matches found for no(where) in / (8 files searched).\npattern has regular expression characters; set literal to search for it as plain text."},
		{in{"pattern": `\{\n`}, "No matches found for \\{\\n in / (8 files searched).\ngrep looks at one line at a time; search for a part that stands on one line."},
		{in{"pattern": "x", "include": "*.rs"}, "No matches found for x in / (0 files searched)."},
	} {
		tt.call["action"] = "grep"
		result := r.call(tt.call)
		assert.False(t, result.IsError)
		assert.Equal(t, tt.want, result.Content)
	}
}

func TestGrepInvalid(t *testing.T) {
	r := newRig(t).put(searched)
	for pattern, problem := range map[string]string{
		"a(b":                  "a ( is not closed",
		"a)b":                  "a ) has no ( before it",
		"[a":                   "a [ is not closed",
		"a**":                  "the repetition ** is not possible",
		"*a":                   "there is nothing for * to repeat",
		`\q`:                   `the escape \q is unknown`,
		`a\`:                   `a \ stands at the end`,
		"(?=a)":                "RE2 has no lookahead or lookbehind",
		"(?<!a)b":              "RE2 has no lookahead or lookbehind",
		"[z-a]":                "the character class z-a is wrong",
		"a{2000}":              "the repetition {2000} is not possible",
		"((a{100}){100}){100}": "the repetition {100} is not possible",
		"(?:the quick brown fox jumps over the lazy dog){1000}": "it is too complex",
	} {
		assert.Equal(t, "Error: pattern is not a valid RE2 regular expression: "+problem+". Correct it, or set literal to search for plain text.",
			r.fails(filesystem.CodeInvalidArgument, in{"action": "grep", "pattern": pattern}), pattern)
	}
	r.fails(filesystem.CodeInvalidArgument, in{"action": "grep", "pattern": strings.Repeat("x", 1001)})
	r.fails(filesystem.CodeInvalidArgument, in{"action": "grep", "pattern": "x", "include": "["})
	r.fails(filesystem.CodeInvalidArgument, in{"action": "grep", "pattern": "x", "context": 21})
}

func TestGrepLongLines(t *testing.T) {
	r := newRig(t).put(map[string]string{
		"/min.js": strings.Repeat("a", 3000) + "needle" + strings.Repeat("b", 3000) + "\n",
		"/huge":   strings.Repeat("z", 3<<20) + "needle" + strings.Repeat("z", 3<<20) + "\nneedle\n",
	})
	text := r.ok(in{"action": "grep", "pattern": "needle", "path": "/min.js"})
	assert.Less(t, len(text), 700)
	assert.Contains(t, text, "needle")
	assert.Contains(t, text, "/min.js:1:… a")
	assert.Regexp(t, `b… \[\d+ more characters in this line\]$`, text)
	for _, pattern := range []string{"needle", "needl[e]"} {
		lines := strings.Split(r.ok(in{"action": "grep", "pattern": pattern, "path": "/huge"}), "\n")
		require.Len(t, lines, 2)
		assert.True(t, strings.HasPrefix(lines[0], "/huge:1:"))
		assert.Equal(t, "/huge:2:needle", lines[1])
	}
}

func TestGrepPaging(t *testing.T) {
	files := map[string]string{}
	for i := range 40 {
		files[fmt.Sprintf("/d%d/f", i)] = strings.Repeat("a match that is not so short that many of them fit on a page\n", 30)
	}
	r := newRig(t).put(files)
	for _, context := range []int{0, 2} {
		seen := map[string]int{}
		call := map[string]any{"action": "grep", "pattern": "match", "context": context}
		for pages := 0; ; pages++ {
			require.Less(t, pages, 100)
			result := r.call(call)
			require.False(t, result.IsError)
			assert.LessOrEqual(t, len(result.Content), 16_000)
			for _, line := range strings.Split(result.Content, "\n") {
				if strings.HasPrefix(line, "/") && strings.Contains(line, ":a match") {
					seen[line]++
				}
			}
			next, more := result.Data["next"].(map[string]any)
			if !more {
				break
			}
			assert.Contains(t, result.Content, fmt.Sprintf(" of 1200 entries shown. Continue with offset %d, or narrow with path, include or pattern.]", next["offset"]))
			call = next
		}
		assert.Len(t, seen, 1200)
		for line, times := range seen {
			assert.Equal(t, 1, times, line)
		}
	}
}

// A search that would take too long says so instead of going on.
func TestGrepWorkLimit(t *testing.T) {
	r := newRig(t).put(map[string]string{"/a": "x1\n", "/b": strings.Repeat("x2\n", 500), "/c": "x3\n"})
	search := func(pattern string, work int64) registry.Result {
		limited := registry.New(registry.Config{})
		require.NoError(t, limited.Register(filesystem.NewWithWork(r.files, work)))
		return (&rig{t: t, files: r.files, registry: limited}).call(in{"action": "grep", "pattern": pattern})
	}
	nothing := search("y|z", 1000)
	require.False(t, nothing.IsError)
	assert.Equal(t, "[The search was stopped after 2 files because it takes too long; narrow with path, include or pattern.]", nothing.Content)
	assert.Equal(t, true, nothing.Data["truncated"])

	part := search("[1-9]", 1000).Content
	assert.True(t, strings.HasPrefix(part, "/a:1:x1\n/b:1:x2\n"), part)
	assert.True(t, strings.HasSuffix(part, "pattern.]\n[The search was stopped after 2 files because it takes too long; narrow with path, include or pattern.]"), part)

	assert.Equal(t, "/c:1:x3", search("x3", 1000).Content, "plain text costs little")
}
