package script

import (
	"fmt"
	"strconv"
	"time"
)

// DefaultLimits are the limits of a run whose Job sets none.
func DefaultLimits() Limits {
	return Limits{
		TimeMs:      30_000,
		MemoryBytes: 256 << 20,
		CallDepth:   10_000,
		OutputChars: 1 << 20,
		Timers:      10_000,
		ToolCalls:   1_000,
		Requests:    200,
	}
}

// WithDefaults returns the limits with every field that is not positive set to
// its value in [DefaultLimits].
func (l Limits) WithDefaults() Limits {
	d := DefaultLimits()
	if l.TimeMs <= 0 {
		l.TimeMs = d.TimeMs
	}
	if l.MemoryBytes <= 0 {
		l.MemoryBytes = d.MemoryBytes
	}
	if l.CallDepth <= 0 {
		l.CallDepth = d.CallDepth
	}
	if l.OutputChars <= 0 {
		l.OutputChars = d.OutputChars
	}
	if l.Timers <= 0 {
		l.Timers = d.Timers
	}
	if l.ToolCalls <= 0 {
		l.ToolCalls = d.ToolCalls
	}
	if l.Requests <= 0 {
		l.Requests = d.Requests
	}
	return l
}

// Time is the wall clock limit as a duration.
func (l Limits) Time() time.Duration { return time.Duration(l.TimeMs) * time.Millisecond }

// The names of the limits, as a [LimitError] carries them.
const (
	LimitTime      = "time"
	LimitMemory    = "memory"
	LimitStack     = "stack"
	LimitOutput    = "output"
	LimitTimers    = "timers"
	LimitWrites    = "writes"
	LimitToolCalls = "toolCalls"
	LimitRequests  = "requests"
)

// NewLimitError describes the passing of one of these limits: which one, its
// value, and what to change. Every engine uses it, so the model reads the same
// text wherever the script ran.
func NewLimitError(limit string, limits Limits) *LimitError {
	limits = limits.WithDefaults()
	e := &LimitError{Limit: limit}
	switch limit {
	case LimitTime:
		e.Message = fmt.Sprintf("time limit of %s passed; do less per call, or look for a loop that never ends",
			seconds(limits.TimeMs))
	case LimitMemory:
		e.Message = fmt.Sprintf("memory limit of %d MiB passed; work on smaller pieces", limits.MemoryBytes>>20)
	case LimitStack:
		e.Message = fmt.Sprintf("stack limit of %s nested calls (fewer through builtins) passed; look for a recursion that never ends",
			thousands(limits.CallDepth))
	case LimitOutput:
		e.Message = fmt.Sprintf("output limit of %s characters passed; print less", thousands(limits.OutputChars))
	case LimitTimers:
		e.Message = fmt.Sprintf("limit of %s pending timers passed; await some before starting more",
			thousands(limits.Timers))
	case LimitToolCalls:
		e.Message = fmt.Sprintf("limit of %s tool calls in one script passed; make fewer, or go on in another call",
			thousands(limits.ToolCalls))
	case LimitRequests:
		e.Message = fmt.Sprintf("limit of %s requests in one script passed; make fewer, or go on in another call",
			thousands(limits.Requests))
	case LimitWrites:
		e.Message = "the project's storage limit was passed; write less, or delete files first"
	default:
		e.Message = limit + " limit passed"
	}
	return e
}

// seconds formats milliseconds as "30 s" or "0.25 s".
func seconds(ms int64) string {
	return strconv.FormatFloat(float64(ms)/1000, 'f', -1, 64) + " s"
}

// thousands formats a count with separators, as "10,000".
func thousands(n int) string {
	s := strconv.Itoa(n)
	start := len(s) % 3
	if start == 0 {
		start = 3
	}
	out := s[:start]
	for i := start; i < len(s); i += 3 {
		out += "," + s[i:i+3]
	}
	return out
}
