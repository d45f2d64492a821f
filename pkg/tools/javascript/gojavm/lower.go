package gojavm

import (
	"errors"
	"strings"

	"github.com/dop251/goja/file"

	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
)

// loweredName is what goja calls rewritten code. Its source map gives the places
// that are the user's the user's names, below the same folder; what stays under
// this name belongs to whoever rewrote the code, and no stack shows it.
const (
	loweredFolder = internalPrefix + "lowered"
	loweredName   = loweredFolder + "/-"
)

// noTypeScript is said where nobody rewrites code.
const noTypeScript = "TypeScript is not available here; write plain JavaScript"

// compiler is one of the ways to compile a source.
type compiler func(src source) (compiled, error)

// compile compiles code, rewritten first if it is TypeScript or if goja does not
// understand it, as far as the engine has somebody who rewrites it.
func (w *world) compile(name, code string, typeScript bool, with compiler) (compiled, error) {
	src := source{name: name, code: code}
	if !typeScript {
		c, err := with(src)
		if err == nil || w.lower == nil {
			return c, err
		}
		// The code may be newer than goja, or TypeScript that nobody declared.
		for _, typeScript := range []bool{false, true} {
			if lowered, lowerErr := w.lowered(src, typeScript); lowerErr == nil {
				if c, lowerErr := with(lowered); lowerErr == nil {
					return c, nil
				}
			}
		}
		return c, err
	}
	if w.lower == nil {
		return compiled{}, &syntaxError{message: noTypeScript, pos: file.Position{Filename: name, Line: 1, Column: 1}}
	}
	lowered, err := w.lowered(src, true)
	if err != nil {
		return compiled{}, err
	}
	return with(lowered)
}

func (w *world) lowered(src source, typeScript bool) (source, error) {
	out, err := w.lower(w.ctx, script.Source{Name: src.name, Code: src.code, TypeScript: typeScript})
	var wrong *script.SyntaxError
	if errors.As(err, &wrong) {
		return source{}, &syntaxError{message: wrong.Message, line: wrong.Text,
			pos: file.Position{Filename: wrong.File, Line: wrong.Line, Column: wrong.Column}}
	}
	if err != nil {
		return source{}, err
	}
	sourceMap := []byte(out.Map)
	if len(sourceMap) == 0 {
		sourceMap = []byte(`{"version":3,"sources":[],"mappings":""}`)
	}
	return source{name: src.name, code: out.Code, sourceMap: sourceMap, shift: out.Shift}, nil
}

// isTypeScript tells by the name of a file.
func isTypeScript(name string) bool {
	return strings.HasSuffix(name, ".ts") || strings.HasSuffix(name, ".tsx") || strings.HasSuffix(name, ".mts")
}

// shownName is the name of a file in a stack as the user knows it.
func shownName(name string) string {
	mapped, ok := strings.CutPrefix(name, loweredFolder)
	if !ok || name == loweredName {
		return name
	}
	if mapped == "/"+scriptName {
		return scriptName
	}
	return mapped
}
