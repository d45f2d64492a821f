package memory

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/textview"
	"github.com/spf13/afero"
)

func (m memory) create(ctx context.Context, in input, call registry.TypedCall[options]) (registry.Result, error) {
	p, err := locate(in.Path)
	if err != nil {
		return registry.Result{}, err
	}
	err = m.files.Update(ctx, call.Context.ProjectID, func(fsys afero.Fs) error {
		is, _, err := look(fsys, p)
		if err != nil {
			return err
		}
		how := os.O_WRONLY | os.O_CREATE | os.O_EXCL
		if is == file && call.Options.Overwrite {
			how = os.O_WRONLY | os.O_TRUNC
		} else if is != nothing {
			return fail(codeExists, "Error: File %s already exists", p.given)
		}
		if err := checkSize(p, len(in.FileText), 0); err != nil {
			return err
		}
		if err := makeParents(fsys, p); err != nil {
			return err
		}
		return write(fsys, p, how, []byte(in.FileText))
	})
	return registry.Result{
		Content: "File created successfully at: " + p.given,
		Data:    map[string]any{"bytes": len(in.FileText)},
	}, err
}

func (m memory) strReplace(ctx context.Context, in input, call registry.TypedCall[options]) (registry.Result, error) {
	var snippet string
	result, err := m.edit(ctx, in, call, func(p place, data []byte) ([]byte, error) {
		if in.OldStr == "" {
			return nil, fail(codeArgument, "Error: old_str is empty. Give the text to replace, exactly as it is in the file.")
		}
		matches, more := find(data, in.OldStr)
		switch {
		case len(matches) == 0:
			return nil, noMatch(p, data, in.OldStr)
		case len(matches) > 1:
			lines := textview.LineList(matches)
			if more > 0 {
				lines += fmt.Sprintf(", … (%d more)", more)
			}
			return nil, fail(codeAmbiguous, "No replacement was performed. Multiple occurrences of old_str `%s` in lines: %s. Please ensure it is unique",
				echo(in.OldStr), lines)
		}
		changed := textview.Replace(data, matches, in.NewStr)
		snippet = textview.Snippet(changed, matches[0].Line, matches[0].Line)
		return changed, nil
	})
	result.Content = "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n" + snippet
	return result, err
}

// find gives the first places and counts the others: there may be millions.
func find(data []byte, old string) (matches []textview.Match, more int) {
	const most = 100
	for match := range textview.Matches(data, old) {
		if len(matches) < most {
			matches = append(matches, match)
		} else {
			more++
		}
	}
	return matches, more
}

// echo repeats a text of the model to it, but not pages of it.
func echo(text string) string {
	const most = 8_000
	kept, _, cut := textview.CutText(text, most)
	if !cut {
		return text
	}
	return fmt.Sprintf("%s… (%d more characters)", kept, textview.Chars(text)-textview.Chars(kept))
}

func noMatch(p place, data []byte, old string) error {
	text := "No replacement was performed, old_str `" + echo(old) + "` did not appear verbatim in " + p.given + "."
	if plain, numbered := withoutLineNumbers(old); numbered {
		for range textview.Matches(data, plain) {
			text += "\nold_str begins its lines with the line numbers of a view, which are not part of the file. Leave them out."
			break
		}
	}
	return fail(codeNoMatch, "%s", text)
}

// withoutLineNumbers takes "     3<TAB>" off every line, if every line has it.
func withoutLineNumbers(text string) (string, bool) {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		number, rest, found := strings.Cut(line, "\t")
		if _, err := strconv.ParseUint(strings.TrimLeft(number, " "), 10, 32); !found || err != nil {
			if i > 0 && i == len(lines)-1 && line == "" {
				break // the text ends in a newline
			}
			return "", false
		}
		lines[i] = rest
	}
	return strings.Join(lines, "\n"), true
}

func (m memory) insert(ctx context.Context, in input, call registry.TypedCall[options]) (registry.Result, error) {
	result, err := m.edit(ctx, in, call, func(_ place, data []byte) ([]byte, error) {
		lines := textview.IndexOf(data).Lines
		if in.OldStr != "" { // what the schema would refuse, see normalize
			return nil, fail(codeRange, "Error: %s", textview.InsertProblem(in.OldStr, lines))
		}
		if in.InsertLine < 0 || in.InsertLine > int64(lines) {
			return nil, fail(codeRange, "Error: %s", textview.InsertProblem(strconv.FormatInt(in.InsertLine, 10), lines))
		}
		return textview.Insert(data, int(in.InsertLine), in.InsertText), nil
	})
	result.Content = "The file " + textview.Visible(in.Path) + " has been edited."
	return result, err
}

// edit reads a file, lets change make its new content, and stores that.
func (m memory) edit(ctx context.Context, in input, call registry.TypedCall[options], change func(p place, data []byte) ([]byte, error)) (registry.Result, error) {
	var result registry.Result
	p, err := locate(in.Path)
	if err != nil {
		return result, err
	}
	err = m.files.Update(ctx, call.Context.ProjectID, func(fsys afero.Fs) error {
		is, _, err := look(fsys, p)
		if err != nil {
			return err
		}
		if is != file {
			return notAFile(p, is)
		}
		data, err := afero.ReadFile(fsys, p.clean)
		if err != nil {
			return err
		}
		if binary := textview.IsBinary(data); binary || !utf8.Valid(data) {
			return notText(p, binary)
		}
		changed, err := change(p, data)
		if err != nil {
			return err
		}
		if err := checkSize(p, len(changed), len(data)); err != nil {
			return err
		}
		result.Data = map[string]any{"bytes": len(changed)}
		return write(fsys, p, os.O_WRONLY|os.O_TRUNC, changed)
	})
	return result, err
}

// checkSize refuses a file beyond the limit, unless it shrinks: a user may have
// put a larger one there.
func checkSize(p place, size, before int) error {
	if size <= maxFileBytes || size < before {
		return nil
	}
	return fail(codeTooLarge, "Error: %s would be %d bytes; the limit is %d bytes. Shorten it, or split it into several files.", p.given, size, maxFileBytes)
}

func write(fsys afero.Fs, p place, how int, data []byte) error {
	f, err := fsys.OpenFile(p.clean, how, 0o644)
	if err != nil {
		return err
	}
	if _, err = f.Write(data); err != nil {
		_ = f.Close() // the first error is the one to tell
		return err
	}
	return f.Close()
}
