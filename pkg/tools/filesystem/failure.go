package filesystem

import (
	"fmt"
	"strings"

	"github.com/clienttools/clienttools/pkg/tools/textview"
)

// Code names a kind of failure for programs. It stands in the result's data and
// never changes its meaning; the text beside it is for the model.
type Code string

// The failure codes.
const (
	CodeInvalidArgument Code = "invalid_argument"
	CodeInvalidPath     Code = "invalid_path"
	CodeOutsideRoot     Code = "outside_root"
	CodeReadOnly        Code = "read_only"
	CodeNotFound        Code = "not_found"
	CodeExists          Code = "exists"
	CodeIsDirectory     Code = "is_directory"
	CodeNotADirectory   Code = "not_a_directory"
	CodeNotEmpty        Code = "not_empty"
	CodeBinary          Code = "binary"
	CodeTooLarge        Code = "too_large"
	CodeNoMatch         Code = "no_match"
	CodeAmbiguousMatch  Code = "ambiguous_match"
	CodeNoChange        Code = "no_change"
	CodeOutOfRange      Code = "out_of_range"
	CodeStale           Code = "stale"
	CodePlaceholder     Code = "placeholder"
	CodeQuotaExceeded   Code = "quota_exceeded"
	CodeUnsupported     Code = "unsupported"
	CodeCancelled       Code = "cancelled"
	CodeInternal        Code = "internal"
)

// failure is an action that was refused or did not work. Its text is for the
// model; what the file system said stays out of it.
type failure struct {
	code Code
	// text is without "Error: ", which two documented sentences do not have.
	text string
	bare bool
}

func (f *failure) Error() string {
	if f.bare {
		return f.text
	}
	return "Error: " + f.text
}

func fail(code Code, format string, args ...any) *failure {
	return &failure{code: code, text: fmt.Sprintf(format, args...)}
}

func notFound(path, suggestion string) *failure {
	f := fail(CodeNotFound, "The path %s does not exist. Please provide a valid path.", path)
	if suggestion != "" {
		f.text += " Did you mean " + suggestion + "?"
	}
	return f
}

func isDirectory(path string) *failure {
	return fail(CodeIsDirectory, "%s is a directory, not a file.", path)
}

func notADirectory(path string) *failure {
	return fail(CodeNotADirectory, "%s is a file, not a directory.", path)
}

func readOnly(p place) *failure {
	if managedRoot(p.clean) == agentsRoot {
		return fail(CodeReadOnly, "Cannot write to readonly path %s. The /.agents directory is managed by the agent_config tool.", p.given)
	}
	return fail(CodeReadOnly, "Cannot write to readonly path %s. The /memories directory is managed by the memory tool.", p.given)
}

const replaceRemedy = ". Set if_exists to overwrite to replace it."

func fileExists(path string) *failure {
	return fail(CodeExists, "File %s already exists"+replaceRemedy, path)
}

func destinationExists(path string) *failure {
	return fail(CodeExists, "The destination %s already exists"+replaceRemedy, path)
}

func notEmpty(path string, files int) *failure {
	return fail(CodeNotEmpty, "%s is not empty (%s). Set recursive to delete it with its contents.", path, count(files, "file"))
}

func binaryFile(path, mime string, size int64) *failure {
	return fail(CodeBinary, "%s is a binary file (%s, %s) and cannot be shown or edited as text.", path, mime, textview.Size(size))
}

func tooLarge(path string, size, limit int64) *failure {
	return fail(CodeTooLarge, "%s would be %s; the limit is %s.", path, textview.Size(size), textview.Size(limit))
}

func changedSince(path, was, now string) *failure {
	return fail(CodeStale, "%s changed since it was read (hash %s, now %s). Read it again before changing it.", path, short(was), short(now))
}

func noReplacement(old, path string) *failure {
	return &failure{code: CodeNoMatch, bare: true,
		text: fmt.Sprintf("No replacement was performed, old_str `%s` did not appear verbatim in %s.", quoted(old), path)}
}

func ambiguous(old string, matches []textview.Match) *failure {
	return &failure{code: CodeAmbiguousMatch, bare: true,
		text: fmt.Sprintf("No replacement was performed. Multiple occurrences of old_str `%s` in lines: %s. Please ensure it is unique\nAdd context, or set at_line or replace_all.",
			quoted(old), textview.LineList(matches))}
}

func placeholderAt(line int, text string) *failure {
	return fail(CodePlaceholder, "content seems to leave text out at line %d (\"%s\"). Write the complete file, or use edit.", line, text)
}

// quoted shortens a text that is echoed: the model has it anyway.
func quoted(text string) string {
	const most = 2_000
	if chars := textview.Chars(text); chars > most {
		runes := []rune(text)
		return fmt.Sprintf("%s… [%d more characters]", string(runes[:most]), chars-most)
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
