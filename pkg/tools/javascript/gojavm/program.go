package gojavm

import (
	"fmt"
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
	opening = "(async(exports)=>{"
	closing = "\n})"
)

// maxNesting bounds how deep brackets may nest: goja's parser recurses, and the
// stack of a browser is small.
const maxNesting = 1000

// compiled is code that can run, as a function of its own or as a script.
type compiled struct {
	program *goja.Program
	// shift is what stands before the code on its first line.
	shift int
	// module is set for code with import or export.
	module bool
}

// compileMain compiles the code of a call to a program whose value is an async
// function of an object for exports. Without a return or a default export of its
// own, the function returns the value of its last expression statement.
func compileMain(name, code string) (compiled, error) {
	return compileBody(name, opening, code, func(body []ast.Statement) {
		if !hasReturn(body) {
			returnLast(body)
		}
	})
}

// compileModule compiles a file of the project as the body of a function of
// (exports, require, module, __filename, __dirname).
func compileModule(name, code string) (compiled, error) {
	return compileBody(name, "(function(exports,require,module,__filename,__dirname){", code, nil)
}

// compileBody compiles code that stands in a function which opens before it. If
// it has import or export, they are rewritten first.
func compileBody(name, opening, code string, change func([]ast.Statement)) (compiled, error) {
	out := compiled{shift: len(opening)}
	if err := checkNesting(name, code); err != nil {
		return out, err
	}
	l := lowered{code: code}
	tree, err := parseBody(name, opening, l.code, closing)
	for n := 0; err != nil && n < maxImports; n++ {
		at, ok := placeOf(err, l.code, len(opening))
		if !ok || !l.lower(at) {
			break
		}
		out.module = true
		tree, err = parseBody(name, opening, l.code, closing)
	}
	if err != nil {
		return out, located(err, code, len(opening))
	}
	body := functionBody(tree)
	if out.module && body != nil && len(l.exports)+len(l.declared) > 0 {
		if tree, err = parseBody(name, opening, l.code, l.closing(body.List, len(opening))); err != nil {
			return out, located(err, code, len(opening))
		}
		body, change = functionBody(tree), nil
	}
	if body == nil {
		return out, &syntaxError{message: "Unexpected token '}'"}
	}
	if change != nil {
		change(body.List)
	}
	out.program, err = goja.CompileAST(tree, true)
	if err != nil {
		return out, located(err, code, len(opening))
	}
	return out, nil
}

func parseBody(name, opening, code, closing string) (*ast.Program, error) {
	return parser.ParseFile(nil, name, opening+code+closing, 0, parser.WithDisableSourceMaps)
}

// compileScript compiles a script whose declarations become global.
func compileScript(name, code string) (*goja.Program, error) {
	if err := checkNesting(name, code); err != nil {
		return nil, err
	}
	tree, err := parseBody(name, "", code, "")
	if err != nil {
		return nil, located(err, code, 0)
	}
	program, err := goja.CompileAST(tree, true)
	if err != nil {
		return nil, located(err, code, 0)
	}
	return program, nil
}

// functionBody is the body of the one function that the program must be:
// code that closes the function and goes on is none.
func functionBody(tree *ast.Program) *ast.BlockStatement {
	if len(tree.Body) != 1 {
		return nil
	}
	statement, ok := tree.Body[0].(*ast.ExpressionStatement)
	if !ok {
		return nil
	}
	switch f := statement.Expression.(type) {
	case *ast.ArrowFunctionLiteral:
		body, _ := f.Body.(*ast.BlockStatement)
		return body
	case *ast.FunctionLiteral:
		return f.Body
	}
	return nil
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
