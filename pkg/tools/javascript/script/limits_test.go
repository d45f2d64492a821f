package script_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
)

func TestLimitErrors(t *testing.T) {
	limits := script.Limits{TimeMs: 1500, MemoryBytes: 64 << 20, CallDepth: 1234567, OutputChars: 10, Timers: 999, ToolCalls: 1000, Requests: 20}
	for limit, want := range map[string]string{
		script.LimitTime:      "time limit of 1.5 s passed; do less per call, or look for a loop that never ends",
		script.LimitMemory:    "memory limit of 64 MiB passed; work on smaller pieces",
		script.LimitStack:     "stack limit of 1,234,567 nested calls (fewer through builtins) passed; look for a recursion that never ends",
		script.LimitOutput:    "output limit of 10 characters passed; print less",
		script.LimitTimers:    "limit of 999 pending timers passed; await some before starting more",
		script.LimitWrites:    "the project's storage limit was passed; write less, or delete files first",
		script.LimitToolCalls: "limit of 1,000 tool calls in one script passed; make fewer, or go on in another call",
		script.LimitRequests:  "limit of 20 requests in one script passed; make fewer, or go on in another call",
		"other":               "other limit passed",
	} {
		err := script.NewLimitError(limit, limits)
		assert.EqualError(t, err, want)
		assert.Equal(t, limit, err.Limit)
	}
	assert.Contains(t, script.NewLimitError(script.LimitTime, script.Limits{}).Message, "30 s", "the default")
}

func TestFileErrors(t *testing.T) {
	assert.EqualError(t, &script.FileError{Code: "ENOENT", Syscall: "open", Path: "/a"}, "ENOENT: no such file or directory, open '/a'")
	assert.EqualError(t, &script.FileError{Code: "EEXIST", Syscall: "rename", Path: "/a", Dest: "/b"}, "EEXIST: file already exists, rename '/a' -> '/b'")
	assert.EqualError(t, &script.FileError{Code: "EODD", Syscall: "open", Path: "/a"}, "EODD: open '/a'")
}
