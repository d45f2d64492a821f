package memory_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"testing"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/memory"
	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// broken are files that cannot be had.
type broken struct {
	vfs.Files
	err error
}

func (b broken) View(context.Context, string, func(afero.Fs) error) error   { return b.err }
func (b broken) Update(context.Context, string, func(afero.Fs) error) error { return b.err }

func TestFailuresOfStorage(t *testing.T) {
	host := errors.New("/home/someone/store.go:12: disk I/O")
	tests := []struct {
		err        error
		code, text string
	}{
		{&fs.PathError{Op: "write", Path: "/home/someone", Err: syscall.ENOSPC}, "quota_exceeded", "Error: Storage is full; nothing was changed. Delete what is no longer needed first."},
		{fmt.Errorf("commit: %w", syscall.EDQUOT), "quota_exceeded", "Error: Storage is full; nothing was changed. Delete what is no longer needed first."},
		{fmt.Errorf("commit: %w", vfs.ErrConflict), "stale", "Error: The file was changed by somebody else at the same moment; nothing was changed. View it and try again."},
		{context.Canceled, "cancelled", "Error: The call was cancelled; nothing was changed."},
		{context.DeadlineExceeded, "cancelled", "Error: The call took too long and was stopped; nothing was changed."},
		{syscall.ENAMETOOLONG, "invalid_path", "Error: The path cannot be stored; nothing was changed. Please provide another path."},
		{vfs.ErrCorrupt, "internal", "Error: The memory could not be read or saved; nothing was changed. Try again."},
		{host, "internal", "Error: The memory could not be read or saved; nothing was changed. Try again."},
	}
	for _, test := range tests {
		tool := memory.New(broken{err: test.err})
		for _, input := range everyCommand("/memories/a") {
			data, err := json.Marshal(input)
			require.NoError(t, err)
			result, err := tool.Execute(t.Context(), registry.Call{Input: data})
			require.NoError(t, err)
			assert.True(t, result.IsError)
			assert.Equal(t, test.text, result.Content)
			assert.Equal(t, test.code, result.Data["code"])
		}
		_, err := tool.SystemPrompt(t.Context(), registry.PromptContext{APIType: registry.Gemini}, nil)
		require.ErrorIs(t, err, test.err)
	}
}

// Past the registry nothing has checked the input.
func TestExecutePastTheRegistry(t *testing.T) {
	d := newDesk(t, nil)
	for _, input := range []string{`{}`, `{"command":"fly"}`, `{"command":"view","path":"/memories","view_range":[1]}`, `{"command":"insert"}`, `{"command":"rename"}`} {
		_, err := d.tool.Execute(t.Context(), registry.Call{Input: json.RawMessage(input), Context: registry.CallContext{ProjectID: "p"}})
		require.NoError(t, err, input)
	}
	result, err := d.tool.Execute(t.Context(), registry.Call{Input: json.RawMessage(`{"command":"fly"}`)})
	require.NoError(t, err)
	assert.Equal(t, "Error: unknown command fly. Allowed commands: view, create, str_replace, insert, delete, rename.", result.Content)
}

func TestFileInTheWay(t *testing.T) {
	d := newDesk(t, map[string]string{"/memories": "somebody put a file here"})
	assert.Equal(t, "Error: /memories is a file, not a directory. Please provide another path.", d.refused(create("/memories/a", "x")))
	assert.Equal(t, shown("/memories", "     1\tsomebody put a file here"), d.ok(view("/memories")))
	assert.Equal(t, "Error: File /memories already exists", d.refused(create("/memories", "x")))
	assert.Contains(t, d.prompt(), "There are no notes yet.")
}
