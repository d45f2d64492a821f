package gojavm

import (
	"context"
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
	if typeScript && w.lower == nil {
		return compiled{}, &syntaxError{message: noTypeScript, pos: file.Position{Filename: name, Line: 1, Column: 1}}
	}
	var c compiled
	var first error
	languages := []bool{true}
	if !typeScript {
		if c, first = with(src); first == nil || w.lower == nil {
			return c, first
		}
		// The code may be newer than goja, or TypeScript that nobody declared.
		languages = []bool{false, true}
	}
	for _, typeScript := range languages {
		rewritten, err := w.lowered(src, typeScript)
		if err == nil {
			var out compiled
			if out, err = with(rewritten); err == nil {
				return out, nil
			}
		}
		if first = farther(first, err); w.ctx.Err() != nil {
			return c, context.Cause(w.ctx)
		}
	}
	return c, first
}

// farther is the error that tells more of two about the same code: who came
// farther understood what stopped the other. Without a place of its own, the
// second adds why it could not help.
func farther(first, second error) error {
	if first == nil {
		return second
	}
	var a, b *syntaxError
	switch {
	case !errors.As(first, &a):
		return first
	case !errors.As(second, &b):
		note := *a
		note.note = second.Error()
		return &note
	case b.pos.Line > a.pos.Line, b.pos.Line == a.pos.Line && b.pos.Column > a.pos.Column:
		return second
	}
	return first
}

// lowered is the source rewritten. The script's clock stands still meanwhile: it
// may be for a module to load. Who lends the rewriting bounds it.
func (w *world) lowered(src source, typeScript bool) (source, error) {
	if err := checkNesting(src.name, src.code); err != nil {
		return source{}, err
	}
	goOn := w.clock.stop()
	out, err := w.lower(w.ctx, script.Source{Name: src.name, Code: src.code, TypeScript: typeScript})
	goOn()
	var wrong *script.SyntaxError
	if errors.As(err, &wrong) {
		return source{}, &syntaxError{message: wrong.Message, line: wrong.Text,
			pos: file.Position{Filename: wrong.File, Line: wrong.Line, Column: wrong.Column}}
	}
	if err != nil {
		return source{}, unavailable{err}
	}
	sourceMap := []byte(out.Map)
	if len(sourceMap) == 0 {
		sourceMap = []byte(`{"version":3,"sources":[],"mappings":""}`)
	}
	return source{name: src.name, code: out.Code, sourceMap: sourceMap, shift: out.Shift}, nil
}

// unavailable is why nobody could rewrite code.
type unavailable struct{ cause error }

func (u unavailable) Error() string {
	return "TypeScript and the newest syntax are not available now, so write plain JavaScript: " + u.cause.Error()
}

func (u unavailable) Unwrap() error { return u.cause }

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
