package registry

import "fmt"

// Code says to the program what went wrong; it is a code of the boundary.
type Code string

// The codes of an [Error].
const (
	DuplicateTool   Code = "duplicate_tool"
	UnknownTool     Code = "unknown_tool"
	InvalidArgument Code = "invalid_argument"
)

// Error is a mistake of the program that uses the registry. What is wrong with
// a model's call is never an Error: that is a [Result] with IsError.
type Error struct {
	Code    Code
	Tool    string // the tool it is about; may be empty
	Message string
}

func (e *Error) Error() string { return e.Message }

func invalid(tool, format string, values ...any) *Error {
	return &Error{Code: InvalidArgument, Tool: tool, Message: fmt.Sprintf(format, values...)}
}

// PartError tells of one tool whose description, schema, override or prompt could
// not be had. The tool is left out of that answer; others are not touched.
type PartError struct {
	Tool string
	Part string // "description", "inputSchema", "override", "systemPrompt"
	Err  error
}

func (e PartError) Error() string { return e.Tool + ": " + e.Part + ": " + e.Err.Error() }
func (e PartError) Unwrap() error { return e.Err }
