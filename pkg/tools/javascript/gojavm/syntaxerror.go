package gojavm

import (
	"errors"
	"fmt"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"
)

// syntaxError is code that does not parse, with its place.
type syntaxError struct {
	message string
	pos     file.Position
	line    string
	// note is what else there is to say, in a line of its own.
	note string
}

// Error is the message, the place, and the line with a mark below it.
func (e *syntaxError) Error() string {
	text := "SyntaxError: " + e.message
	if e.pos.Line > 0 {
		text += fmt.Sprintf("\n    at %s:%d:%d", e.pos.Filename, e.pos.Line, e.pos.Column)
	}
	if e.line != "" && len(e.line) <= 200 {
		text += "\n      " + e.line + "\n      " + strings.Repeat(" ", max(e.pos.Column-1, 0)) + "^"
	}
	if e.note != "" {
		text += "\n" + e.note
	}
	return text
}

// located turns an error of the parser or the compiler into one with a place in
// the code as it was given; shift is what stands before it on its first line.
func located(err error, code string, shift int) error {
	out := reported(err)
	if out == nil {
		return err
	}
	if out.pos.Line == 1 {
		out.pos.Column = max(out.pos.Column-shift, 1)
	}
	lines := strings.Split(code, "\n")
	switch {
	case out.pos.Line > len(lines):
		out.pos.Line, out.pos.Column = len(lines), len(lines[len(lines)-1])+1
		out.message = "Unexpected end of input"
	case out.pos.Line > 0:
		out.line = lines[out.pos.Line-1]
	}
	return out
}

// reported is what the parser or the compiler says, with its place in the text it
// got; nil for errors of other kinds.
func reported(err error) *syntaxError {
	out := &syntaxError{}
	var (
		list     parser.ErrorList
		one      *parser.Error
		compiler *goja.CompilerSyntaxError
	)
	switch {
	case errors.As(err, &list) && len(list) > 0:
		out.message, out.pos = list[0].Message, list[0].Position
	case errors.As(err, &one):
		out.message, out.pos = one.Message, one.Position
	case errors.As(err, &compiler):
		out.message = compiler.Message
		if compiler.File != nil {
			out.pos = compiler.File.Position(compiler.Offset)
		}
	default:
		return nil
	}
	return out
}

// placeOf is the place of an error in the code, if it lies in it.
func placeOf(err error, code string, shift int) (at int, ok bool) {
	out := reported(err)
	if out == nil || out.pos.Line == 0 {
		return 0, false
	}
	column := out.pos.Column - 1
	if out.pos.Line == 1 {
		column -= shift
	}
	for range out.pos.Line - 1 {
		line := strings.IndexByte(code[at:], '\n')
		if line < 0 {
			return 0, false
		}
		at += line + 1
	}
	at += column
	return at, column >= 0 && at < len(code)
}
