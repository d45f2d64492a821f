package script

import (
	"context"
	"encoding/json"
	"fmt"
)

// Lower rewrites code in the language of today, or in TypeScript, to what the
// engine understands. Imports and exports may stay. An error of the code is a
// *[SyntaxError]; every other error means that there is nobody to ask.
type Lower func(ctx context.Context, source Source) (Lowered, error)

// Source is code to rewrite.
type Source struct {
	// Name of the file, which stacks show.
	Name string `json:"name"`
	Code string `json:"code"`
	// TypeScript says that the code is TypeScript.
	TypeScript bool `json:"typeScript,omitempty"`
}

// Lowered is rewritten code with its source map.
type Lowered struct {
	Code string          `json:"code"`
	Map  json.RawMessage `json:"map"`
	// Shift is how many columns the map's first line stands to the right of the
	// user's, where something was put before it.
	Shift int `json:"shift,omitempty"`
}

// SyntaxError is code that is wrong, with its place.
type SyntaxError struct {
	Message string `json:"message"`
	File    string `json:"file,omitempty"`
	// Line and Column begin with 1; 0 where they are not known.
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`
	// Text is the line.
	Text string `json:"text,omitempty"`
}

func (e *SyntaxError) Error() string {
	if e.Line == 0 {
		return "SyntaxError: " + e.Message
	}
	return fmt.Sprintf("SyntaxError: %s\n    at %s:%d:%d", e.Message, e.File, e.Line, e.Column)
}
