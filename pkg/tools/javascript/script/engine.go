// Package script is what the javascript tool and the engines that run scripts
// share: the job, the outcome, the limits, and the files a script sees. It links
// nothing else of ours, so that the sandbox's module stays small.
package script

import (
	"context"
	"encoding/json"
)

// Engine runs scripts. The native one is in package gojavm; in the browser the
// core borrows one that runs in a worker of its own.
type Engine interface {
	// Run executes one script in a fresh world. A script's own failure is in the
	// outcome; an error means that the engine itself had to stop (a *LimitError,
	// the context's error, or a fault), and that nothing of the run counts.
	Run(ctx context.Context, job Job, host Host) (Outcome, error)
}

// Host is what a running script may reach. A [ToolCaller] or a [Network] it may be
// besides.
type Host interface {
	// Files are the project's files, as the run's transaction sees them.
	Files() FileSystem
	// Console is told of each line as it is printed, for progress. It returns at once.
	Console(line Line)
}

// Job is one script to run. It crosses to the sandbox's worker as JSON.
type Job struct {
	// Run names the run towards the core: file operations carry it.
	Run string `json:"run"`
	// Code is the body of an async function, or a module.
	Code string `json:"code"`
	// Language is "javascript" or "typescript"; empty means that the engine finds out.
	Language string `json:"language,omitempty"`
	// LoadLib runs the scripts of /lib first.
	LoadLib bool `json:"loadLib"`
	// AllowTools gives the script the tools in Tools, where the host is a [ToolCaller].
	AllowTools bool     `json:"allowTools,omitempty"`
	Tools      []string `json:"tools,omitempty"`
	// AllowNetwork lets the script fetch, where the host is a [Network].
	AllowNetwork bool `json:"allowNetwork,omitempty"`
	// Limits of the run.
	Limits Limits `json:"limits"`
}

// Limits of one run. Zero fields mean the defaults of [DefaultLimits].
type Limits struct {
	TimeMs      int64 `json:"timeMs,omitempty"`      // wall clock
	MemoryBytes int64 `json:"memoryBytes,omitempty"` // heap
	CallDepth   int   `json:"callDepth,omitempty"`
	OutputChars int   `json:"outputChars,omitempty"` // console text kept, head and tail
	Timers      int   `json:"timers,omitempty"`      // pending at once
	ToolCalls   int   `json:"toolCalls,omitempty"`   // in all
	Requests    int   `json:"requests,omitempty"`    // of the network, in all
}

// Outcome is what a script did. It crosses back as JSON.
type Outcome struct {
	// Library has the output of each script of /lib, in order.
	Library []LibraryOutput `json:"library,omitempty"`
	// Console has the lines the script printed.
	Console []Line `json:"console,omitempty"`
	// HasValue tells a value from none: without it Value and JSON are empty.
	HasValue bool `json:"hasValue"`
	// Value is the value as the model reads it.
	Value string `json:"value,omitempty"`
	// JSON is the value where it can be told as JSON.
	JSON json.RawMessage `json:"json,omitempty"`
	// Error is the uncaught error, with its stack in the user's lines; empty if none.
	Error string `json:"error,omitempty"`
	// Halted is set when the script called halt.
	Halted bool `json:"halted,omitempty"`
}

// LibraryOutput is what one script of /lib printed, and its error if it failed.
type LibraryOutput struct {
	Name    string `json:"name"`
	Console []Line `json:"console,omitempty"`
	Error   string `json:"error,omitempty"`
}

// Line is one line of console output.
type Line struct {
	Level string `json:"level"` // log, info, debug, warn, error
	Text  string `json:"text"`
}

// LimitError says which limit ended a run. Its Error is text for the model.
type LimitError struct {
	Limit   string // one of the Limit constants
	Message string
}

func (e *LimitError) Error() string { return e.Message }

// FileSystem is the project's files as scripts see them: Node's operations and
// Node's error codes. Paths are absolute and clean.
type FileSystem interface {
	ReadFile(ctx context.Context, path string) ([]byte, error)
	WriteFile(ctx context.Context, path string, data []byte, appending bool) error
	Stat(ctx context.Context, path string) (FileStat, error)
	ReadDir(ctx context.Context, path string) ([]FileStat, error)
	Mkdir(ctx context.Context, path string, recursive bool) error
	// Remove removes a file, or a directory where directory is set; recursive
	// removes what is in it too.
	Remove(ctx context.Context, path string, directory, recursive bool) error
	Rename(ctx context.Context, from, to string) error
	CopyFile(ctx context.Context, from, to string) error
}

// FileStat describes a file to a script.
type FileStat struct {
	Name       string `json:"name"`
	Directory  bool   `json:"directory"`
	Size       int64  `json:"size"`
	ModifiedMs int64  `json:"modifiedMs"`
	ReadOnly   bool   `json:"readOnly"`
	Binary     bool   `json:"binary"`
	Mime       string `json:"mime,omitempty"`
}
