package filesystem_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clienttools/clienttools/pkg/tools/filesystem"
	"github.com/stretchr/testify/assert"
)

func TestEdit(t *testing.T) {
	for _, tt := range []struct {
		name, before string
		call         in
		after        string
	}{
		{"one place", "a b c\n", in{"old_str": "b", "new_str": "B"}, "a B c\n"},
		{"delete", "a b c\n", in{"old_str": " b"}, "a c\n"},
		{"several lines", "1\n2\n3\n4\n", in{"old_str": "2\n3\n", "new_str": "two\nthree\n"}, "1\ntwo\nthree\n4\n"},
		{"every place", "x x\nx\n", in{"old_str": "x", "new_str": "yy", "replace_all": true}, "yy yy\nyy\n"},
		{"the place at a line", "x\nx\nx\n", in{"old_str": "x", "new_str": "y", "at_line": 2}, "x\ny\nx\n"},
		{"literal dollars", "a\n", in{"old_str": "a", "new_str": "$& $1 ${x} \\1"}, "$& $1 ${x} \\1\n"},
		{"CRLF kept", "a\r\nb\r\nc\r\n", in{"old_str": "a\nb", "new_str": "A\nB"}, "A\r\nB\r\nc\r\n"},
		{"BOM, tab, U+2028, no final newline", "\ufeffa\t\u2028b", in{"old_str": "b", "new_str": "c"}, "\ufeffa\t\u2028c"},
		{"overlapping occurrences", "aaa\n", in{"old_str": "aa", "new_str": "b"}, "ba\n"},
		{"in order", "a\n", in{"edits": []in{{"old_str": "a", "new_str": "b"}, {"old_str": "b", "new_str": "c"}}}, "c\n"},
		{"a list with every kind", "a a\nb\nb\n", in{"edits": []in{
			{"old_str": "a", "new_str": "A", "replace_all": true}, {"old_str": "b", "new_str": "B", "at_line": 3}, {"old_str": "b\n"}}}, "A A\nB\n"},
		{"empty old_str beside edits", "a\n", in{"old_str": "", "new_str": "", "edits": []in{{"old_str": "a", "new_str": "b"}}}, "b\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRig(t).put(map[string]string{"/f": tt.before})
			tt.call["action"], tt.call["path"] = "edit", "/f"
			r.ok(tt.call)
			assert.Equal(t, tt.after, r.get("/f"))
		})
	}
}

func TestEditText(t *testing.T) {
	r := newRig(t).put(map[string]string{"/f": numberedLines(100)})
	assert.Equal(t, "The file /f has been edited (1 replacement). Here is the snippet showing the change (with line numbers):\n"+
		"    48\tline 48\n    49\tline 49\n    50\tfifty\n    51\tline 51\n    52\tline 52",
		r.ok(in{"action": "edit", "path": "/f", "old_str": "line 50", "new_str": "fifty"}))
	assert.Equal(t, "The file /f has been edited (2 replacements). Here is the snippet showing the change (with line numbers):\n"+
		"     1\tline 1\n     2\tline 2\n     3\tthree\n     4\tthree and a half\n     5\tline 4\n     6\tline 5\n--\n"+
		"    78\tline 77\n    79\tline 78\n    80\t79\n    81\tline 80\n    82\tline 81",
		r.ok(in{"action": "edit", "path": "/f", "edits": []in{
			{"old_str": "line 79", "new_str": "79"}, {"old_str": "line 3\n", "new_str": "three\nthree and a half\n"}}}))

	many := r.ok(in{"action": "edit", "path": "/f", "old_str": "0\n", "new_str": "zero\n", "replace_all": true})
	assert.Contains(t, many, "(9 replacements)")
	assert.Equal(t, 4, strings.Count(many, "\n--\n"))
	assert.True(t, strings.HasSuffix(many, "\n[4 more places not shown.]"), many)

	long := r.ok(in{"action": "edit", "path": "/f", "old_str": "line 1\n", "new_str": strings.Repeat("a long line\n", 5000)})
	assert.Less(t, len(long), 7000)
	assert.Regexp(t, `\[Lines \d+-5002 are not shown\.\]$`, long)
}

func TestEditErrors(t *testing.T) {
	r := newRig(t).put(map[string]string{"/f": "x\ny\nx\nx x\n", "/d/a": ""})
	const again = "No replacement was performed. Multiple occurrences of old_str `x` in lines: 1, 3, 4, 4. Please ensure it is unique" +
		"\nAdd context, or set at_line or replace_all."
	for _, tt := range []struct {
		name string
		code filesystem.Code
		call in
		want string
	}{
		{"several", filesystem.CodeAmbiguousMatch, in{"old_str": "x"}, again},
		{"two on the line", filesystem.CodeAmbiguousMatch, in{"old_str": "x", "at_line": 4},
			"No replacement was performed. Multiple occurrences of old_str `x` in lines: 4, 4. Please ensure it is unique\nAdd context, or set at_line or replace_all."},
		{"none at the line", filesystem.CodeNoMatch, in{"old_str": "x", "at_line": 2},
			"No replacement was performed, old_str `x` does not start at line 2 of /f.\nIt starts in lines: 1, 3, 4, 4."},
		{"the same", filesystem.CodeNoChange, in{"old_str": "y", "new_str": "y"}, "Error: old_str and new_str are the same; /f was not changed."},
		{"nothing to find", filesystem.CodeInvalidArgument, in{"old_str": "", "new_str": "y"},
			"Error: old_str is empty. Give the text to replace; to add text use insert, append or write."},
		{"a list", filesystem.CodeAmbiguousMatch, in{"edits": []in{{"old_str": "y", "new_str": "z"}, {"old_str": "x", "new_str": "1"}, {"old_str": "z"}}},
			"Edit 2 of 3 failed, no changes were applied: " + again},
		{"a list, with an error", filesystem.CodeNoChange, in{"edits": []in{{"old_str": "y", "new_str": "y"}}},
			"Edit 1 of 1 failed, no changes were applied: old_str and new_str are the same; /f was not changed."},
		{"back and forth", filesystem.CodeNoChange, in{"edits": []in{{"old_str": "y", "new_str": "z"}, {"old_str": "z", "new_str": "y"}}},
			"Error: The edits cancel each other out; /f was not changed."},
		{"both forms", filesystem.CodeInvalidArgument, in{"old_str": "y", "edits": []in{{"old_str": "y"}}}, "Error: edit needs old_str or edits, not both."},
		{"all and one", filesystem.CodeInvalidArgument, in{"old_str": "x", "new_str": "y", "replace_all": true, "at_line": 1},
			"Error: edit takes replace_all or at_line, not both."},
		{"a directory", filesystem.CodeIsDirectory, in{"path": "/d", "old_str": "x"}, "Error: /d is a directory, not a file."},
		{"nothing", filesystem.CodeNotFound, in{"path": "/ff/g", "old_str": "x"}, "Error: The path /ff/g does not exist. Please provide a valid path."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			call := in{"action": "edit", "path": "/f"}
			for name, value := range tt.call {
				call[name] = value
			}
			assert.Equal(t, tt.want, r.fails(tt.code, call))
		})
	}
	t.Run("a long old_str is cut in the message", func(t *testing.T) {
		text := r.fails(filesystem.CodeNoMatch, in{"action": "edit", "path": "/f", "old_str": strings.Repeat("é", 100_000)})
		assert.Less(t, len(text), 5000)
		assert.Contains(t, text, "é… [98000 more characters]`")
	})
	t.Run("a hundred occurrences are listed", func(t *testing.T) {
		r.put(map[string]string{"/many": strings.Repeat("x\n", 250)})
		text := r.fails(filesystem.CodeAmbiguousMatch, in{"action": "edit", "path": "/many", "old_str": "x"})
		assert.Contains(t, text, ", 99, 100, … (150 more). Please ensure it is unique")
	})
	t.Run("too many occurrences", func(t *testing.T) {
		r.put(map[string]string{"/many": strings.Repeat("x", 1_000_001)})
		r.fails(filesystem.CodeTooLarge, in{"action": "edit", "path": "/many", "old_str": "x", "replace_all": true})
	})
}

// What a model sees when its old_str is nearly right.
func TestDiagnosis(t *testing.T) {
	const first = "No replacement was performed, old_str `%s` did not appear verbatim in /f."
	for _, tt := range []struct{ name, file, old, want string }{
		{"tabs", "if x {\n\treturn 1\n}\n", "if x {\n    return 1\n}",
			"Nearest text is at lines 1-3; it differs in indentation (tabs in the file, spaces in old_str).\n     1\tif x {\n     2\t\treturn 1\n     3\t}"},
		{"spaces", "a\n    b\n", "\tb", "Nearest text is at line 2; it differs in indentation (spaces in the file, tabs in old_str).\n     2\t    b"},
		{"fewer spaces", "a\n    b\nc\n", "a\n  b\nc", "Nearest text is at lines 1-3; it differs in indentation (4 spaces in the file, 2 spaces in old_str).\n     1\ta\n     2\t    b\n     3\tc"},
		{"several depths", "if a:\n    if b:\n        c\n", "if a:\n  if b:\n    c", "Nearest text is at lines 1-3; it differs in indentation (4 spaces in the file, 2 spaces in old_str).\n     1\tif a:\n     2\t    if b:\n     3\t        c"},
		{"no indentation", "a\n\tb\nc\n", "a\nb\nc", "Nearest text is at lines 1-3; it differs in indentation (tabs in the file, none in old_str).\n     1\ta\n     2\t\tb\n     3\tc"},
		{"trailing space in the file", "one  \ntwo\n", "one\ntwo", "Nearest text is at lines 1-2; it differs in spaces at the end of a line.\n     1\tone  \n     2\ttwo"},
		{"trailing space in old_str", "one\ntwo\n", "one \ntwo", "Nearest text is at lines 1-2; it differs in spaces at the end of a line.\n     1\tone\n     2\ttwo"},
		{"spaces within", "a  =  b\n", "a = b", "Nearest text is at line 1; it differs in spaces within a line.\n     1\ta  =  b"},
		{"typographic quotes", "say \u201chello\u201d\n", `say "hello"`, "Nearest text is at line 1; it differs in quotes or dashes (typographic and plain ones).\n     1\tsay \u201chello\u201d"},
		{"a dash", "1\u20132\n", "1-2", "Nearest text is at line 1; it differs in quotes or dashes (typographic and plain ones).\n     1\t1\u20132"},
		{"case", "Hello World\n", "hello world", "Nearest text is at line 1; it differs in upper and lower case.\n     1\tHello World"},
		{"line numbers", "zero\none\ntwo\n", "     2\tone\n     3\ttwo", "Nearest text is at lines 2-3; it differs in line numbers (old_str has them; they are display only).\n     2\tone\n     3\ttwo"},
		{"composed accents", "caf\u00e9 au lait\n", "cafe\u0301 au lait", "Nearest text is at line 1; it differs in how accents are encoded.\n     1\tcaf\u00e9 au lait"},
		{"CRLF in old_str", "one\ntwo\n", "one\r\ntwo", "Nearest text is at lines 1-2; it differs in line ends (LF in the file, CRLF in old_str).\n     1\tone\n     2\ttwo"},
		{"blank lines around", "a\none\nb\n", "\n\none\n\n", "Nearest text is at line 2; it differs in blank lines at the beginning or end.\n     2\tone"},
		{"a final newline too many", "one\ntwo", "two\n", "Nearest text is at line 2; it differs in blank lines at the beginning or end.\n     2\ttwo"},
		{"two things", "\tSay(x)\n\tstop()\n", "    say(x)\n    stop()", "Nearest text is at lines 1-2; it differs in indentation (tabs in the file, spaces in old_str) and upper and lower case.\n     1\t\tSay(x)\n     2\t\tstop()"},
		{"one word", "func one() {\n\treturn first\n}\n", "func one() {\n\treturn second\n}", "Nearest text is at lines 1-3; it is similar, but not the same.\n     1\tfunc one() {\n     2\t\treturn first\n     3\t}"},
		{"a similar line", "alpha\nthe quick brown fox jumps\nomega\n", "the quick brown dog jumps", "Nearest text is at line 2; it is similar, but not the same.\n     2\tthe quick brown fox jumps"},
		{"from within a line", "xx if (a)\n    b()\n", "if (a)\n  b()", "Nearest text is at lines 1-2; it differs in indentation (4 spaces in the file, 2 spaces in old_str).\n     1\txx if (a)\n     2\t    b()"},
		{"nothing like it", "alpha\nbeta\n", "quite another thing", "Nothing like it was found; read the file again."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRig(t).put(map[string]string{"/f": tt.file})
			text := r.fails(filesystem.CodeNoMatch, in{"action": "edit", "path": "/f", "old_str": tt.old, "new_str": "new"})
			assert.Equal(t, fmt.Sprintf(first, tt.old)+"\n"+tt.want, text)
		})
	}
	t.Run("an empty file", func(t *testing.T) {
		r := newRig(t).put(map[string]string{"/f": ""})
		assert.Equal(t, fmt.Sprintf(first, "x"), r.fails(filesystem.CodeNoMatch, in{"action": "edit", "path": "/f", "old_str": "x"}))
	})
	t.Run("a very large file", func(t *testing.T) {
		r := newRig(t).put(map[string]string{"/f": strings.Repeat("a line\n", 1_300_000)})
		text := r.fails(filesystem.CodeNoMatch, in{"action": "edit", "path": "/f", "old_str": "A line"})
		assert.Equal(t, fmt.Sprintf(first, "A line")+"\nThe file is too large to look for something similar; use grep, and read the place.", text)
	})
	t.Run("a long one is cut", func(t *testing.T) {
		var file strings.Builder
		for i := range 200 {
			fmt.Fprintf(&file, "    item %d\n", i)
		}
		r := newRig(t).put(map[string]string{"/f": file.String()})
		text := r.fails(filesystem.CodeNoMatch, in{"action": "edit", "path": "/f", "old_str": strings.ReplaceAll(file.String(), "    ", "\t")})
		assert.Contains(t, text, "Nearest text is at lines 1-200; it differs in indentation")
		assert.LessOrEqual(t, strings.Count(text[strings.Index(text, "Nearest"):], "\n"), 21)
	})
}
