package javascript

import (
	"context"
	"encoding/json"

	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
)

// What the tool shares with engines; see package script.
type (
	// Engine runs scripts. The native one is in package gojavm; in the browser the
	// core borrows one that runs in a worker of its own.
	Engine = script.Engine
	// Host is what a running script may reach.
	Host = script.Host
	// Job is one script to run.
	Job = script.Job
	// Limits of one run.
	Limits = script.Limits
	// Outcome is what a script did.
	Outcome = script.Outcome
	// LibraryOutput is what one script of /lib printed.
	LibraryOutput = script.LibraryOutput
	// Line is one line of console output.
	Line = script.Line
	// LimitError says which limit ended a run.
	LimitError = script.LimitError
	// FileSystem is the project's files as scripts see them.
	FileSystem = script.FileSystem
	// FileStat describes a file to a script.
	FileStat = script.FileStat
	// FileError is a failed file operation with Node's code.
	FileError = script.FileError
	// FileArgs are the arguments of one file operation that crosses.
	FileArgs = script.FileArgs
	// RemoteCall carries one operation to where [RunFiles] answers it.
	RemoteCall = script.RemoteCall
	// ToolCaller, ToolResult and ToolPart are about the tools that scripts call.
	ToolCaller = script.ToolCaller
	ToolResult = script.ToolResult
	ToolPart   = script.ToolPart
	// FetchRequest and FetchResponse are about what scripts fetch.
	FetchRequest  = script.FetchRequest
	FetchResponse = script.FetchResponse
	// CallError is a call of a tool, or a request, that did not come about.
	CallError = script.CallError
)

// The names of the limits, as a [LimitError] carries them.
const (
	LimitTime      = script.LimitTime
	LimitMemory    = script.LimitMemory
	LimitStack     = script.LimitStack
	LimitOutput    = script.LimitOutput
	LimitTimers    = script.LimitTimers
	LimitWrites    = script.LimitWrites
	LimitToolCalls = script.LimitToolCalls
	LimitRequests  = script.LimitRequests
)

// DefaultLimits are the limits of a run whose Job sets none.
func DefaultLimits() Limits { return script.DefaultLimits() }

// NewLimitError describes the passing of a limit; see [script.NewLimitError].
func NewLimitError(limit string, limits Limits) *LimitError {
	return script.NewLimitError(limit, limits)
}

// RunFiles performs one operation of a script that runs elsewhere; see
// [script.RunFiles].
func RunFiles(ctx context.Context, fs FileSystem, op string, args json.RawMessage, data []byte) (json.RawMessage, []byte, error) {
	return script.RunFiles(ctx, fs, op, args, data)
}

// RunCall performs one call of a script that runs elsewhere; see [script.RunCall].
func RunCall(ctx context.Context, host Host, op string, args json.RawMessage) (json.RawMessage, []byte, error) {
	return script.RunCall(ctx, host, op, args)
}

// RemoteFiles is a file system whose operations are performed elsewhere.
func RemoteFiles(call RemoteCall) FileSystem { return script.RemoteFiles(call) }
