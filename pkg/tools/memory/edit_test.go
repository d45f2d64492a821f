package memory_test

import (
	"strings"
	"testing"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/stretchr/testify/assert"
)

const edited = "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n"

func TestCreate(t *testing.T) {
	d := newDesk(t, nil)
	assert.Equal(t, "File created successfully at: /memories/a/b/../c.md", d.ok(create("/memories/a/b/../c.md", "no newline")))
	assert.Equal(t, map[string]string{"/memories/": "", "/memories/a/": "", "/memories/a/c.md": "no newline"}, d.tree())
	assert.Equal(t, "Error: File /memories/a/c.md already exists", d.refused(create("/memories/a/c.md", "x")))
	assert.Equal(t, "Error: File /memories/a already exists", d.refused(create("/memories/a", "x")))
	assert.Equal(t, "Error: File /memories already exists", d.refused(create("/memories", "x")))
	assert.Equal(t, "Error: /memories/a/c.md is a file, not a directory. Please provide another path.",
		d.refused(create("/memories/a/c.md/d/e", "x")))
	d.ok(create("/memories/cafe\u0301.md", "nfc"))
	assert.Equal(t, "nfc", d.tree()["/memories/caf\u00e9.md"])
	d.ok(create("/memories/slash/", ""))
	assert.Contains(t, d.tree(), "/memories/slash")
	text := "\ufeff\ttab\r\nU+2028\u2028$&\x0c"
	d.ok(create("/memories/bytes", text))
	assert.Equal(t, text, d.tree()["/memories/bytes"])
}

func TestCreateMayOverwrite(t *testing.T) {
	d := newDesk(t, map[string]string{"/memories/a": "a long old text", "/memories/dir/": ""})
	d.options = registry.Options{"overwrite": true}
	assert.Equal(t, "File created successfully at: /memories/a", d.ok(create("/memories/a", "new")))
	assert.Equal(t, "new", d.tree()["/memories/a"])
	assert.Equal(t, "Error: File /memories/dir already exists", d.refused(create("/memories/dir", "x")))
	assert.Contains(t, d.refused(create("/memories/a", strings.Repeat("x", 102_401))), "the limit is 102400 bytes")
}

func TestSizeLimit(t *testing.T) {
	full := strings.Repeat("x", 102_400)
	d := newDesk(t, map[string]string{"/memories/imported": "start " + full})
	d.ok(create("/memories/a", full))
	assert.Equal(t, "Error: /memories/b would be 102401 bytes; the limit is 102400 bytes. Shorten it, or split it into several files.",
		d.refused(create("/memories/b", full+"x")))
	assert.Contains(t, d.refused(insert("/memories/a", 1, "x")), "/memories/a would be 102402 bytes")
	assert.Contains(t, d.refused(replace("/memories/imported", "start", "begin")), "would be 102406 bytes")
	d.ok(replace("/memories/imported", "start ", "s ")) // it may shrink
}

func TestStrReplace(t *testing.T) {
	d := newDesk(t, map[string]string{
		"/memories/a": "1\n2\n3\n4\n5\n6\n7\n", "/memories/twice": "x\n\nx x\n", "/memories/dir/": "", "/memories/bin": "a\x00",
	})
	assert.Equal(t, edited+"     2\t2\n     3\t3\n     4\tfour\n     5\t5\n     6\t6", d.ok(replace("/memories/a", "4", "four")))
	assert.Equal(t, edited+"     1\tone\n     2\ttwo\n     3\t3", d.ok(replace("/memories/a", "1\n2", "one\ntwo")), "over several lines")
	assert.Equal(t, edited+"     4\tfour\n     5\t5\n     6\t$& $1 $`\n     7\t7", d.ok(replace("/memories/a", "6", "$& $1 $`")), "new_str is literal")
	assert.Equal(t, edited+"     2\ttwo\n     3\t3\n     4\t\n     5\t5\n     6\t$& $1 $`",
		d.ok(in{"command": "str_replace", "path": "/memories/a", "old_str": "four"}))
	assert.Equal(t, "one\ntwo\n3\n\n5\n$& $1 $`\n7\n", d.tree()["/memories/a"], "without new_str the text is deleted")
	d.ok(in{"command": "str_replace", "path": "/memories/a", "old_str": "7\n", "new_str": nil})
	assert.Equal(t, "one\ntwo\n3\n\n5\n$& $1 $`\n", d.tree()["/memories/a"], "null is no new_str")

	assert.Equal(t, "No replacement was performed, old_str `nine` did not appear verbatim in /memories/./a.", d.refused(replace("/memories/./a", "nine", "9")))
	assert.Equal(t, "No replacement was performed. Multiple occurrences of old_str `x` in lines: 1, 3, 3. Please ensure it is unique",
		d.refused(replace("/memories/twice", "x", "y")))
	assert.Equal(t, "Error: old_str is empty. Give the text to replace, exactly as it is in the file.", d.refused(replace("/memories/a", "", "y")))
	assert.Equal(t, "Error: The path /memories/none does not exist. Please provide a valid path.", d.refused(replace("/memories/none", "a", "b")))
	for _, dir := range []string{"/memories/dir", "/memories"} {
		assert.Equal(t, "Error: The path "+dir+" does not exist as a file: it is a directory. Please provide a valid path.", d.refused(replace(dir, "a", "b")))
	}
	assert.Equal(t, "Unsupported file type for /memories/bin: it is not a text file", d.refused(replace("/memories/bin", "a", "b")))
}

func TestStrReplaceWithLineNumbers(t *testing.T) {
	d := newDesk(t, map[string]string{"/memories/a": "one\ntwo\n"})
	assert.Equal(t, "No replacement was performed, old_str `     1\tone\n     2\ttwo` did not appear verbatim in /memories/a."+
		"\nold_str begins its lines with the line numbers of a view, which are not part of the file. Leave them out.",
		d.refused(replace("/memories/a", "     1\tone\n     2\ttwo", "x")))
	assert.NotContains(t, d.refused(replace("/memories/a", "     1\tother", "x")), "Leave them out")
}

func TestStrReplaceSaysNoMoreThanNeeded(t *testing.T) {
	d := newDesk(t, map[string]string{"/memories/a": strings.Repeat("x\n", 1000)})
	assert.Regexp(t, "in lines: 1, 2, 3, .*, 99, 100, … \\(900 more\\)\\. Please ensure it is unique$", d.refused(replace("/memories/a", "x", "y")))
	long := d.refused(replace("/memories/a", strings.Repeat("z", 50_000), "y"))
	assert.Less(t, len(long), 8_200)
	assert.Contains(t, long, "z… (42000 more characters)` did not appear verbatim in /memories/a.")
}

func TestEditsKeepBytes(t *testing.T) {
	before, after := "\ufeff\tone\r\n\u2028\x0c$&\r\n", "\r\nlast\rwithout newline"
	d := newDesk(t, map[string]string{"/memories/a": before + "old\r\ntext" + after})
	d.ok(replace("/memories/a", "old\ntext", "new\ntext"))
	assert.Equal(t, before+"new\r\ntext"+after, d.tree()["/memories/a"])
	d.ok(insert("/memories/a", 2, "between\n"))
	assert.Equal(t, before+"between\nnew\r\ntext"+after, d.tree()["/memories/a"])
	d.ok(insert("/memories/a", 6, "end\n"))
	assert.Equal(t, before+"between\nnew\r\ntext"+after+"\nend", d.tree()["/memories/a"])
}

func TestInsert(t *testing.T) {
	d := newDesk(t, map[string]string{"/memories/a": "1\n2\n", "/memories/empty": "", "/memories/dir/": ""})
	assert.Equal(t, "The file /memories/a has been edited.", d.ok(insert("/memories/a", 0, "0\n")))
	d.ok(insert("/memories/a", 3, "3"))
	d.ok(insert("/memories/a", 1, "half\n\n"))
	assert.Equal(t, "0\nhalf\n\n1\n2\n3\n", d.tree()["/memories/a"])
	for _, line := range []any{7, -1, 1e300, 1.5} {
		assert.Regexp(t, "^Error: Invalid `insert_line` parameter: [-.0-9e+]+. It should be within the range of lines of the file: \\[0, 6\\]$",
			d.refused(in{"command": "insert", "path": "/memories/a", "insert_line": line, "insert_text": "x"}))
	}
	assert.Contains(t, d.refused(in{"command": "insert", "path": "/memories/a", "insert_line": 1e300, "insert_text": "x"}), "parameter: 1e+300.")
	assert.Equal(t, "Error: Invalid `insert_line` parameter: 7. It should be within the range of lines of the file: [0, 6]", d.refused(insert("/memories/a", 7, "x")))
	assert.Equal(t, "Error: Invalid `insert_line` parameter: -1. It should be within the range of lines of the file: [0, 6]", d.refused(insert("/memories/a", -1, "x")))
	assert.Equal(t, "Error: Invalid `insert_line` parameter: 1. It should be within the range of lines of the file: [0, 0]", d.refused(insert("/memories/empty", 1, "x")))
	d.ok(insert("/memories/empty", 0, "x\n"))
	assert.Equal(t, "x\n", d.tree()["/memories/empty"])
	assert.Equal(t, "Error: The path /memories/none does not exist. Please provide a valid path.", d.refused(insert("/memories/none", 0, "x")))
	assert.Equal(t, "Error: The path /memories/dir does not exist as a file: it is a directory. Please provide a valid path.", d.refused(insert("/memories/dir", 0, "x")))
}
