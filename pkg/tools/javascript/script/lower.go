package script

import (
	"context"
	"encoding/json"
	"errors"
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

// TakesTypeScript tells whether an engine takes TypeScript and the newest
// JavaScript: one does that has a method TypeScript which says so.
func TakesTypeScript(engine Engine) bool {
	taker, ok := engine.(interface{ TypeScript() bool })
	return ok && taker.TypeScript()
}

// lowerReply is the answer of one rewriting that crosses: wrong code is an answer,
// not a fault of the channel.
type lowerReply struct {
	Lowered *Lowered     `json:"lowered,omitempty"`
	Error   *SyntaxError `json:"error,omitempty"`
}

// RunLower rewrites the code of somebody elsewhere: args as [RemoteLower] sent
// them. The error is for faults only.
func RunLower(ctx context.Context, lower Lower, args json.RawMessage) (json.RawMessage, error) {
	var source Source
	if err := json.Unmarshal(args, &source); err != nil {
		return nil, fmt.Errorf("the source is wrong: %w", err)
	}
	var reply lowerReply
	lowered, err := lower(ctx, source)
	switch {
	case err == nil:
		reply.Lowered = &lowered
	case !errors.As(err, &reply.Error):
		return nil, err
	}
	return json.Marshal(reply)
}

// RemoteLower is a Lower that asks somebody elsewhere, where [RunLower] answers.
func RemoteLower(ask func(ctx context.Context, args string) (string, error)) Lower {
	return func(ctx context.Context, source Source) (Lowered, error) {
		args, err := json.Marshal(source)
		if err != nil {
			return Lowered{}, err
		}
		answer, err := ask(ctx, string(args))
		if err != nil {
			return Lowered{}, err
		}
		var reply lowerReply
		if err := json.Unmarshal([]byte(answer), &reply); err != nil {
			return Lowered{}, fmt.Errorf("the answer of transpile: %w", err)
		}
		switch {
		case reply.Error != nil:
			return Lowered{}, reply.Error
		case reply.Lowered == nil:
			return Lowered{}, errors.New("the answer of transpile has no code")
		}
		return *reply.Lowered, nil
	}
}
