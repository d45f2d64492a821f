package memory_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write docs/memory-conformance.md")

const conformancePage = "../../../docs/memory-conformance.md"

// statement is one thing that the provider's documentation says of the tool.
type statement struct {
	about string
	says  string
	// ts and python are what the official helpers do: empty means as documented.
	ts, python string
	files      map[string]string
	calls      []in
	// want is the answer to the last call; with a * at the end only its beginning.
	// Errors begin with "error: ".
	want string
	// after is checked against the files, where it is set; "" means removed.
	after map[string]string
}

// What the helpers do to every error text: the TypeScript tool runner puts
// "Error: " before it, Python leaves it out.
const (
	prefixed   = "with `Error: ` before it"
	unprefixed = "without `Error: `"
)

var notes = map[string]string{"/memories/notes.txt": "Hello World\nThis is line two\nthree\nfour\n", "/memories/dir/x": "x"}

var statements = []statement{
	{about: "view, directory", says: "header line, with \"excluding hidden items and node_modules:\"", python: "ends in \"excluding hidden items:\"",
		files: notes, calls: []in{view("/memories")},
		want: "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:\n*"},
	{about: "view, directory", says: "the directory itself is the first row", files: notes, calls: []in{view("/memories")}, want: listed("/memories", "41B\t/memories\n*")},
	{about: "view, directory", says: "rows are size, TAB, path", files: map[string]string{"/memories/a": "abc"}, calls: []in{view("/memories")}, want: listed("/memories", "3B\t/memories\n3B\t/memories/a")},
	{about: "view, directory", says: "sizes for people: 5.5K, 1.2M",
		files: map[string]string{"/memories/a": strings.Repeat("x", 5632), "/memories/b": strings.Repeat("x", 1_258_291)},
		calls: []in{view("/memories")}, want: listed("/memories", "1.2M\t/memories\n5.5K\t/memories/a\n1.2M\t/memories/b")},
	{about: "view, directory", says: "two levels deep", files: map[string]string{"/memories/1/2/3": "x"}, calls: []in{view("/memories")},
		want: listed("/memories", "1B\t/memories\n1B\t/memories/1/\n1B\t/memories/1/2/")},
	{about: "view, directory", says: "hidden items are left out", files: map[string]string{"/memories/.a": "", "/memories/b/.c": ""}, calls: []in{view("/memories")},
		want: listed("/memories", "0B\t/memories\n0B\t/memories/b/")},
	{about: "view, directory", says: "node_modules is left out", python: "lists it", files: map[string]string{"/memories/node_modules/a": "", "/memories/b": ""}, calls: []in{view("/memories")},
		want: listed("/memories", "0B\t/memories\n0B\t/memories/b")},
	{about: "view, directory", says: "the first view of an empty memory is no error", calls: []in{view("/memories")}, want: listed("/memories", "0B\t/memories")},

	{about: "view, file", says: "header line", files: notes, calls: []in{view("/memories/notes.txt")}, want: "Here's the content of /memories/notes.txt with line numbers:\n*"},
	{about: "view, file", says: "line numbers six wide, to the right", files: map[string]string{"/memories/a": strings.Repeat("x\n", 9) + "ten\n"}, calls: []in{{"command": "view", "path": "/memories/a", "view_range": []int{9, 10}}},
		want: shown("/memories/a", "     9\tx\n    10\tten")},
	{about: "view, file", says: "TAB between number and line", files: map[string]string{"/memories/a": "\tx"}, calls: []in{view("/memories/a")}, want: shown("/memories/a", "     1\t\tx")},
	{about: "view, file", says: "lines count from 1", files: notes, calls: []in{view("/memories/notes.txt")}, want: shown("/memories/notes.txt", "     1\tHello World\n     2\tThis is line two\n*")},
	{about: "view, file", says: "view_range [start, end]", files: notes, calls: []in{{"command": "view", "path": "/memories/notes.txt", "view_range": []int{2, 3}}},
		want: shown("/memories/notes.txt", "     2\tThis is line two\n     3\tthree")},
	{about: "view, file", says: "view_range [start, -1] is to the end", ts: "shows an empty line too many", python: "shows an empty line too many", files: notes,
		calls: []in{{"command": "view", "path": "/memories/notes.txt", "view_range": []int{3, -1}}}, want: shown("/memories/notes.txt", "     3\tthree\n     4\tfour")},
	{about: "view, file", says: "more than 999,999 lines: `File {path} exceeds maximum line limit of 999,999 lines.`", ts: "`File {path} has too many lines ({n}). Maximum is 999,999 lines.`",
		files: map[string]string{"/memories/a": strings.Repeat("\n", 1_000_000)}, calls: []in{view("/memories/a")}, want: "error: File /memories/a exceeds maximum line limit of 999,999 lines."},
	{about: "view", says: "missing: `The path {path} does not exist. Please provide a valid path.`", ts: prefixed,
		calls: []in{view("/memories/none")}, want: "error: The path /memories/none does not exist. Please provide a valid path."},

	{about: "create", says: "`File created successfully at: {path}`", calls: []in{create("/memories/a/b", "text\n")}, want: "File created successfully at: /memories/a/b",
		after: map[string]string{"/memories/a/b": "text\n"}},
	{about: "create", says: "exists: `Error: File {path} already exists`", python: unprefixed, files: notes, calls: []in{create("/memories/notes.txt", "")},
		want: "error: Error: File /memories/notes.txt already exists", after: notes},

	{about: "str_replace", says: "begins with `The memory file has been edited.`", files: notes, calls: []in{replace("/memories/notes.txt", "World", "there")}, want: "The memory file has been edited.*",
		after: map[string]string{"/memories/notes.txt": "Hello there\nThis is line two\nthree\nfour\n"}},
	{about: "str_replace", says: "a snippet of the file with line numbers follows", files: notes, calls: []in{replace("/memories/notes.txt", "World", "there")},
		want: edited + "     1\tHello there\n     2\tThis is line two\n     3\tthree"},
	{about: "str_replace", says: "missing: `Error: The path {path} does not exist. Please provide a valid path.`", python: unprefixed, calls: []in{replace("/memories/none", "a", "b")},
		want: "error: Error: The path /memories/none does not exist. Please provide a valid path."},
	{about: "str_replace", says: "not found: ``No replacement was performed, old_str `{old_str}` did not appear verbatim in {path}.``", ts: prefixed + "; a text over several lines is never found",
		files: notes, calls: []in{replace("/memories/notes.txt", "World\nWorld", "b")},
		want: "error: No replacement was performed, old_str `World\nWorld` did not appear verbatim in /memories/notes.txt.", after: notes},
	{about: "str_replace", says: "found twice: ``No replacement was performed. Multiple occurrences of old_str `{old_str}` in lines: {line_numbers}. Please ensure it is unique``",
		ts: prefixed + "; two on one line: edits the first", files: notes, calls: []in{replace("/memories/notes.txt", "o", "0")},
		want: "error: No replacement was performed. Multiple occurrences of old_str `o` in lines: 1, 1, 2, 4. Please ensure it is unique", after: notes},
	{about: "str_replace", says: "a directory: the \"does not exist\" error", ts: "`The path {path} is not a file.`", python: "`The path {path} is not a file.`", files: notes,
		calls: []in{replace("/memories/dir", "a", "b")}, want: "error: Error: The path /memories/dir does not exist*"},
	{about: "str_replace", says: "new_str left out deletes the text", ts: "writes the word `undefined`", python: "fails with an `AttributeError`", files: notes,
		calls: []in{{"command": "str_replace", "path": "/memories/notes.txt", "old_str": " World"}}, want: "The memory file has been edited.*",
		after: map[string]string{"/memories/notes.txt": "Hello\nThis is line two\nthree\nfour\n"}},

	{about: "insert", says: "`The file {path} has been edited.`", python: "and a final newline is always added", files: notes, calls: []in{insert("/memories/notes.txt", 2, "new\n")},
		want: "The file /memories/notes.txt has been edited.", after: map[string]string{"/memories/notes.txt": "Hello World\nThis is line two\nnew\nthree\nfour\n"}},
	{about: "insert", says: "missing: `Error: The path {path} does not exist`", python: unprefixed, calls: []in{insert("/memories/none", 0, "x")},
		want: "error: Error: The path /memories/none does not exist*"},
	{about: "insert", says: "outside: ``Error: Invalid `insert_line` parameter: {n}. It should be within the range of lines of the file: [0, {n_lines}]``",
		ts: "takes one line past the end", python: "``Invalid `insert_line` parameter: {n}. It should be within the range [0, {n_lines}].``",
		files: notes, calls: []in{insert("/memories/notes.txt", 5, "x")},
		want: "error: Error: Invalid `insert_line` parameter: 5. It should be within the range of lines of the file: [0, 4]", after: notes},
	{about: "insert", says: "a directory: the \"does not exist\" error", ts: "`The path {path} is not a file.`", python: "`The path {path} is not a file.`", files: notes,
		calls: []in{insert("/memories/dir", 0, "x")}, want: "error: Error: The path /memories/dir does not exist*"},

	{about: "delete", says: "`Successfully deleted {path}`", files: notes, calls: []in{remove("/memories/notes.txt")}, want: "Successfully deleted /memories/notes.txt", after: map[string]string{"/memories/notes.txt": ""}},
	{about: "delete", says: "a directory goes with all it contains", files: notes, calls: []in{remove("/memories/dir")}, want: "Successfully deleted /memories/dir", after: map[string]string{"/memories/dir/x": ""}},
	{about: "delete", says: "missing: `Error: The path {path} does not exist`", python: unprefixed, calls: []in{remove("/memories/none")}, want: "error: Error: The path /memories/none does not exist"},

	{about: "rename", says: "`Successfully renamed {old_path} to {new_path}`", files: notes, calls: []in{rename("/memories/notes.txt", "/memories/old/a")},
		want: "Successfully renamed /memories/notes.txt to /memories/old/a", after: map[string]string{"/memories/notes.txt": "", "/memories/old/a": notes["/memories/notes.txt"]}},
	{about: "rename", says: "directories too", files: notes, calls: []in{rename("/memories/dir", "/memories/d")}, want: "Successfully renamed /memories/dir to /memories/d", after: map[string]string{"/memories/d/x": "x"}},
	{about: "rename", says: "missing: `Error: The path {old_path} does not exist`", ts: "leaves the new parent directories behind", python: unprefixed + "; leaves the new parent directories behind",
		calls: []in{rename("/memories/none", "/memories/a/b")}, want: "error: Error: The path /memories/none does not exist"},
	{about: "rename", says: "the target exists: `Error: The destination {new_path} already exists`, nothing is overwritten", python: unprefixed, files: notes, calls: []in{rename("/memories/notes.txt", "/memories/dir")},
		want: "error: Error: The destination /memories/dir already exists", after: notes},

	{about: "paths", says: "outside /memories, and `../` that leads out, are refused", ts: "takes `/memoriesX` for inside", python: "takes `/memoriesX` for inside",
		files: map[string]string{"/memories/a": "", "/memoriesX/a": "secret", "/a": "secret"}, calls: []in{view("/a"), view("/memories/../a"), view("/memoriesX/a")},
		want: "error: Path must start with /memories, got: /memoriesX/a"},
	{about: "paths", says: "`..\\` and `%2e%2e%2f` are refused", ts: "takes them for names", python: "takes them for names",
		calls: []in{create(`/memories/..\a`, ""), create("/memories/%2e%2e%2fa", "")}, want: "error: Path /memories/%2e%2e%2fa would escape /memories directory"},
}

func TestConformance(t *testing.T) {
	require.Len(t, statements, 38)
	var page strings.Builder
	page.WriteString(conformanceHead)
	counts := [3]int{}
	for i, s := range statements {
		met := t.Run(fmt.Sprintf("%02d %s", i+1, s.about), func(t *testing.T) {
			d := newDesk(t, s.files)
			for _, call := range s.calls[:len(s.calls)-1] {
				d.refused(call)
			}
			result := d.call(s.calls[len(s.calls)-1])
			got := result.Content
			if result.IsError {
				got = "error: " + got
			}
			if start, open := strings.CutSuffix(s.want, "*"); open {
				assert.True(t, strings.HasPrefix(got, start), got)
			} else {
				assert.Equal(t, s.want, got)
			}
			tree := d.tree()
			for name, content := range s.after {
				assert.Equal(t, content, tree[name], name)
			}
		})
		ours := "yes"
		if !met {
			ours = "**no**"
		}
		cells := [3]string{ours, orYes(s.ts), orYes(s.python)}
		for who, cell := range cells {
			if cell == "yes" {
				counts[who]++
			}
		}
		fmt.Fprintf(&page, "| %d | %s | %s | %s | %s | %s |\n", i+1, s.about, s.says, cells[0], cells[1], cells[2])
	}
	fmt.Fprintf(&page, "| | | **met, of %d** | **%d** | **%d** | **%d** |\n", len(statements), counts[0], counts[1], counts[2])
	if *update {
		require.NoError(t, os.WriteFile(conformancePage, []byte(page.String()), 0o644))
		return
	}
	written, err := os.ReadFile(conformancePage)
	require.NoError(t, err)
	assert.Equal(t, page.String(), string(written), "run go test ./pkg/tools/memory -run TestConformance -update")
}

func orYes(differs string) string {
	if differs == "" {
		return "yes"
	}
	return differs
}

const conformanceHead = `# The memory tool against its documentation

Made by ` + "`go test ./pkg/tools/memory -run TestConformance -update`" + `, which calls our tool for every line.

Each line is a statement of the documentation of the tool type ` + "`memory_20250818`" + `. The two columns on the right say what the official helpers
were measured to do: ` + "`BetaLocalFilesystemMemoryTool`" + ` of the TypeScript SDK 1.11.0 (with its tool runner, which puts ` + "`Error: `" + ` before every error
text) and of the Python SDK at 009b035 (which puts it before none). Where they are not "yes" they say what is different, and the statement counts as
not met, even where only the prefix differs or something is left behind. What we do beyond the documentation is in [memory.md](memory.md).

| | about | the documentation says | ours | TypeScript helper | Python helper |
|---|---|---|---|---|---|
`
