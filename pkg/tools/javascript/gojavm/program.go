package gojavm

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"
)

// scriptName is what the code of a call is called in stacks.
const scriptName = "script.js"

// The code of a call becomes the body of an async function. The opening stands on
// the first line of the code, so lines keep their numbers; columns of that line
// are put right when a stack is shown.
const (
	opening = "(async()=>{"
	closing = "\n})"
)

// maxNesting bounds how deep brackets may nest: goja's parser recurses, and the
// stack of a browser is small.
const maxNesting = 1000

// syntaxError is code that does not parse, with its place.
type syntaxError struct {
	message string
	pos     file.Position
	line    string
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
	return text
}

// compileMain compiles the code of a call to a program whose value is an async
// function. Without a return of its own, the function returns the value of its
// last expression statement.
func compileMain(name, code string) (*goja.Program, error) {
	if err := checkNesting(name, code); err != nil {
		return nil, err
	}
	tree, err := parser.ParseFile(nil, name, opening+code+closing, 0, parser.WithDisableSourceMaps)
	if err != nil {
		return nil, located(err, code, len(opening))
	}
	body := functionBody(tree)
	if body == nil {
		return nil, &syntaxError{message: "Unexpected token '}'", pos: file.Position{}}
	}
	if !hasReturn(body.List) {
		returnLast(body.List)
	}
	program, err := goja.CompileAST(tree, true)
	if err != nil {
		return nil, located(err, code, len(opening))
	}
	return program, nil
}

// compileScript compiles a script whose declarations become global.
func compileScript(name, code string) (*goja.Program, error) { return compile(name, "", code, "") }

// compileWrapped compiles code as the body of a function that opens before it.
func compileWrapped(name, opening, code string) (*goja.Program, error) {
	return compile(name, opening, code, closing)
}

func compile(name, before, code, after string) (*goja.Program, error) {
	if err := checkNesting(name, code); err != nil {
		return nil, err
	}
	tree, err := parser.ParseFile(nil, name, before+code+after, 0, parser.WithDisableSourceMaps)
	if err != nil {
		return nil, located(err, code, len(before))
	}
	if before != "" && len(tree.Body) != 1 {
		return nil, &syntaxError{message: "Unexpected token '}'"}
	}
	program, err := goja.CompileAST(tree, true)
	if err != nil {
		return nil, located(err, code, len(before))
	}
	return program, nil
}

// functionBody is the body of the one async function that the program must be:
// code that closes the function and goes on is none.
func functionBody(tree *ast.Program) *ast.BlockStatement {
	if len(tree.Body) != 1 {
		return nil
	}
	statement, ok := tree.Body[0].(*ast.ExpressionStatement)
	if !ok {
		return nil
	}
	arrow, ok := statement.Expression.(*ast.ArrowFunctionLiteral)
	if !ok {
		return nil
	}
	body, _ := arrow.Body.(*ast.BlockStatement)
	return body
}

// wordAtStart finds the statement that a parser without modules stumbles over.
var wordAtStart = regexp.MustCompile(`(?m)^\s*(import\s*[\w{*'"]|export\s+[\w{*])`)

// located turns an error of the parser or the compiler into one with a place in
// the code as it was given; shift is what stands before it on its first line.
func located(err error, code string, shift int) error {
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
	if wordAtStart.MatchString(out.line) {
		out.message = "import and export are not available here; use require('fs'), require('path') or require('/lib/name.js'), and return for the result"
	}
	return out
}

// checkNesting refuses code whose brackets nest too deep to be parsed safely.
func checkNesting(name, code string) error {
	depth := 0
	for i := 0; i < len(code); i++ {
		switch code[i] {
		case '(', '[', '{':
			if depth++; depth > maxNesting {
				return &syntaxError{message: fmt.Sprintf("brackets nest deeper than %d", maxNesting),
					pos: file.Position{Filename: name, Line: 1 + strings.Count(code[:i], "\n"), Column: i - strings.LastIndexByte(code[:i], '\n')}}
			}
		case ')', ']', '}':
			depth = max(depth-1, 0)
		}
	}
	return nil
}
