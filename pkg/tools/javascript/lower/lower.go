// Package lower rewrites TypeScript, and JavaScript that is newer than the engine,
// with esbuild. It is the only importer of esbuild, which is larger than
// everything else of a sandbox: who runs scripts without it says so by not
// importing this package.
package lower

import (
	"context"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
)

// unsupported is what goja does not parse. Where the engine learns one of these,
// it goes.
var unsupported = map[string]bool{
	"async-generator": false,
	"for-await":       false,
	"decorators":      false,
	"using":           false,
}

// Lower rewrites code for goja. It is a [script.Lower]; see there.
func Lower(ctx context.Context, source script.Source) (script.Lowered, error) {
	if err := context.Cause(ctx); err != nil {
		return script.Lowered{}, err
	}
	loader := api.LoaderJSX
	if source.TypeScript {
		loader = api.LoaderTS
		if strings.HasSuffix(source.Name, ".tsx") {
			loader = api.LoaderTSX
		}
	}
	code, shift := source.Code, 0
	result := transform(source, code, loader)
	if len(result.Errors) > 0 && strings.HasPrefix(result.Errors[0].Text, "Top-level return") {
		// await and return at the top are no contradiction in the body of a function.
		code, shift = opening+source.Code+closing, len(opening)
		result = transform(source, code, loader)
	}
	if len(result.Errors) > 0 {
		return script.Lowered{}, syntaxError(source.Name, result.Errors[0], shift)
	}
	return script.Lowered{Code: string(result.Code), Map: result.Map, Shift: shift}, nil
}

// What makes code the body of a function whose value it returns.
const (
	opening = "return (async()=>{"
	closing = "\n})()"
)

func transform(source script.Source, code string, loader api.Loader) api.TransformResult {
	return api.Transform(code, api.TransformOptions{
		Loader:     loader,
		Target:     api.ESNext,
		Supported:  unsupported,
		Sourcemap:  api.SourceMapExternal,
		Sourcefile: source.Name,
		// What stands before the code on its first line is no business of the map's.
		Banner:         "//",
		SourcesContent: api.SourcesContentExclude,
		LegalComments:  api.LegalCommentsNone,
		LogLevel:       api.LogLevelSilent,
		// A script's imports are used by code that a type checker never sees.
		TsconfigRaw: `{"compilerOptions": {"verbatimModuleSyntax": true, "experimentalDecorators": false, "useDefineForClassFields": true}}`,
	})
}

func syntaxError(name string, message api.Message, shift int) *script.SyntaxError {
	e := &script.SyntaxError{Message: message.Text, File: name}
	if at := message.Location; at != nil {
		e.Line, e.Column, e.Text = at.Line, at.Column+1, at.LineText
		if at.Line == 1 {
			e.Column, e.Text = max(e.Column-shift, 1), e.Text[min(shift, len(e.Text)):]
		}
	}
	return e
}
