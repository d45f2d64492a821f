package filesystem_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"testing"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/filesystem"
	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// failing are files whose storage does not work: everything goes well until the
// changes are to be made durable.
type failing struct {
	*vfs.Projects
	err error
}

func (f *failing) Update(ctx context.Context, id string, change func(afero.Fs) error) error {
	return f.Projects.Update(ctx, id, func(fsys afero.Fs) error {
		if err := change(fsys); err != nil {
			return err
		}
		return f.err
	})
}

func (f *failing) View(ctx context.Context, id string, read func(afero.Fs) error) error {
	if f.err != nil {
		return f.err
	}
	return f.Projects.View(ctx, id, read)
}

func TestStorageFailures(t *testing.T) {
	r := newRig(t).put(map[string]string{"/a": "one\n"})
	files := &failing{Projects: r.files}
	tool := filesystem.New(files, filesystem.Options{})
	call := func(input string) registry.Result {
		result, err := tool.Execute(context.Background(), registry.Call{
			Input: json.RawMessage(input), Context: registry.CallContext{ProjectID: project, ChatID: "c"},
		})
		require.NoError(t, err)
		return result
	}
	before := r.tree()
	for _, tt := range []struct {
		err         error
		code        filesystem.Code
		write, read string
	}{
		{syscall.ENOSPC, filesystem.CodeQuotaExceeded, "Error: Storage is full. Delete files first.", "Error: Storage is full. Delete files first."},
		{&fs.PathError{Op: "commit", Path: "/a", Err: syscall.EDQUOT}, filesystem.CodeQuotaExceeded, "Error: Storage is full. Delete files first.", "Error: Storage is full. Delete files first."},
		{fmt.Errorf("/a: %w", vfs.ErrConflict), filesystem.CodeStale,
			"Error: A file was changed by somebody else at the same time; nothing was changed. Read it again before changing it.",
			"Error: A file was changed by somebody else at the same time; nothing was changed. Read it again before changing it."},
		{vfs.ErrCorrupt, filesystem.CodeUnsupported,
			"Error: The stored files of this project are damaged, so nothing can be changed. Tell the user to repair them.",
			"Error: The stored files of this project are damaged, so nothing can be changed. Tell the user to repair them."},
		{errors.New("open /home/someone/secret: EIO"), filesystem.CodeInternal, "Error: The file could not be saved. Try again.", "Error: The files could not be read. Try again."},
		{vfs.ErrClosed, filesystem.CodeInternal, "Error: The file could not be saved. Try again.", "Error: The files could not be read. Try again."},
	} {
		files.err = tt.err
		written := call(`{"action":"write","path":"/a","content":"two\n"}`)
		assert.Equal(t, tt.write, written.Content)
		assert.Equal(t, string(tt.code), written.Data["code"])
		assert.True(t, written.IsError)
		assert.Equal(t, tt.read, call(`{"action":"read","path":"/a"}`).Content)
		assert.Equal(t, before, r.tree())
	}
}

// What could not be saved was not seen: the guard of write goes by what is.
func TestFailedWriteIsNotKnown(t *testing.T) {
	r := newRig(t).put(map[string]string{"/a": "one\n"})
	files := &failing{Projects: r.files}
	tools := registry.New(registry.Config{})
	require.NoError(t, tools.Register(filesystem.New(files, filesystem.Options{})))
	r.registry = tools
	r.ok(in{"action": "read", "path": "/a"})
	files.err = syscall.ENOSPC
	r.fails(filesystem.CodeQuotaExceeded, in{"action": "write", "path": "/a", "content": "two\n"})
	files.err = nil
	r.ok(in{"action": "write", "path": "/a", "content": "three\n"})
}
