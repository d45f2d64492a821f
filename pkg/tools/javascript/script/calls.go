package script

import (
	"context"
	"encoding/json"
	"time"
)

// ToolCaller is what a [Host] may be besides: it calls the other tools of the
// project for a script.
type ToolCaller interface {
	// CallTool calls a tool with a JSON object. What a tool says, also of its failure,
	// is a result; an error, a *[CallError] or the context's, is about the call itself.
	CallTool(ctx context.Context, name string, input json.RawMessage) (ToolResult, error)
	// Waited is how long calls have waited for the user so far. The time limit of the
	// run leaves it out.
	Waited(ctx context.Context) time.Duration
}

// ToolResult is what a tool gave.
type ToolResult struct {
	Content string `json:"content"`
	IsError bool   `json:"isError,omitempty"`
	// Data is an object; nil where there is none.
	Data  json.RawMessage `json:"data,omitempty"`
	Parts []ToolPart      `json:"parts,omitempty"`
}

// ToolPart is an image or a file of a result.
type ToolPart struct {
	MimeType string `json:"mimeType"`
	Path     string `json:"path,omitempty"`
	Length   int    `json:"length"`
	// Data travel beside the JSON.
	Data []byte `json:"-"`
}

// Network is what a [Host] may be besides: it gets resources for a script.
type Network interface {
	// Fetch gets one resource whole. An error is a *[CallError], or the context's.
	Fetch(ctx context.Context, request FetchRequest) (FetchResponse, error)
}

// FetchRequest is what to get.
type FetchRequest struct {
	URL    string `json:"url"`
	Accept string `json:"accept,omitempty"`
	// Redirect is follow (the default), manual or error.
	Redirect string `json:"redirect,omitempty"`
}

// FetchResponse is an answer.
type FetchResponse struct {
	Status     int               `json:"status"`
	StatusText string            `json:"statusText,omitempty"`
	URL        string            `json:"url"`
	Redirected bool              `json:"redirected,omitempty"`
	Headers    map[string]string `json:"headers,omitempty"`
	// Body travels beside the JSON.
	Body []byte `json:"-"`
}

// CallError is a call of a tool or a request that did not come about. Its message
// is for the script's author.
type CallError struct {
	// Limit is one of the Limit constants where one was passed.
	Limit   string `json:"limit,omitempty"`
	Message string `json:"message"`
}

func (e *CallError) Error() string { return e.Message }

// NewCallLimitError says that a run made too many calls of one kind.
func NewCallLimitError(limit string, limits Limits) *CallError {
	return &CallError{Limit: limit, Message: NewLimitError(limit, limits).Message}
}
