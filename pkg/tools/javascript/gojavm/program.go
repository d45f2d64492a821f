package gojavm

import (
	"encoding/base64"
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

// source is code to compile.
type source struct {
	name, code string
	// sourceMap leads back to the code before it was rewritten; nil if it was not.
	sourceMap []byte
	// shift is what stands before the user's text on the map's first line.
	shift int
}

// compileMain compiles the code of a call to a program whose value is an async
// function of an object for exports. Without a return or a default export of its
// own, the function returns the value of its last expression statement.
func compileMain(src source) (compiled, error) {
	return compileBody(src, opening, func(body []ast.Statement) {
		if !hasReturn(body) {
			returnLast(body)
		}
	})
}

// compileModule compiles a file of the project as the body of a function of
// (exports, require, module, __filename, __dirname).
func compileModule(src source) (compiled, error) {
	return compileBody(src, "(function(exports,require,module,__filename,__dirname){", nil)
}

// compileBody compiles code that stands in a function which opens before it. If
// it has import or export, they are rewritten first.
func compileBody(src source, opening string, change func([]ast.Statement)) (compiled, error) {
	out := compiled{shift: len(opening)}
	if src.sourceMap != nil {
		out.shift = src.shift
	}
	if err := checkNesting(src.name, src.code); err != nil {
		return out, err
	}
	m := moduleCode{code: src.code}
	tree, err := src.parse(opening, m.code, closing)
	for n := 0; err != nil && n < maxImports; n++ {
		at, ok := placeOf(err, m.code, len(opening))
		if !ok || !m.rewrite(at) {
			break
		}
		out.module = true
		tree, err = src.parse(opening, m.code, closing)
	}
	if err != nil {
		return out, src.located(err, len(opening))
	}
	body := functionBody(tree)
	if out.module && body != nil && len(m.exports)+len(m.declared) > 0 {
		if tree, err = src.parse(opening, m.code, m.closing(body.List, len(opening))); err != nil {
			return out, src.located(err, len(opening))
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
		return out, src.located(err, len(opening))
	}
	return out, nil
}

// compileScript compiles a script whose declarations become global.
func compileScript(src source) (compiled, error) {
	if err := checkNesting(src.name, src.code); err != nil {
		return compiled{}, err
	}
	tree, err := src.parse("", src.code, "")
	if err != nil {
		return compiled{}, src.located(err, 0)
	}
	program, err := goja.CompileAST(tree, true)
	if err != nil {
		return compiled{}, src.located(err, 0)
	}
	return compiled{program: program}, nil
}

// parse parses code of the source, between what opens and what closes it.
func (src source) parse(opening, code, closing string) (*ast.Program, error) {
	if src.sourceMap == nil {
		return parser.ParseFile(nil, src.name, opening+code+closing, 0, parser.WithDisableSourceMaps)
	}
	// goja takes the map from the last line. A map elsewhere it would load from the
	// machine; the loader that finds nothing is there in case.
	comment := "\n//# sourceMappingURL=data:application/json;base64," + base64.StdEncoding.EncodeToString(src.sourceMap)
	return parser.ParseFile(nil, loweredName, opening+code+closing+comment, 0,
		parser.WithSourceMapLoader(func(string) ([]byte, error) { return nil, nil }))
}

// located gives an error of the parser or the compiler its place in the code.
func (src source) located(err error, shift int) error {
	if src.sourceMap == nil {
		return located(err, src.code, shift)
	}
	if e := reported(err); e != nil {
		return &syntaxError{message: e.message} // the place is one of the rewritten code
	}
	return err
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
