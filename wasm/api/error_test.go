package api

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/vfs"
)

func TestToError(t *testing.T) {
	damage := &vfs.Damage{ProjectID: "p", Reason: "torn"}
	path := func(err error) error { return &fs.PathError{Op: "open", Path: "/a", Err: err} }
	tests := []struct {
		name    string
		err     error
		code    Code
		details map[string]any
	}{
		{"anything", errors.New("odd"), Internal, nil},
		{"our own", &Error{Code: UnknownTool, Message: "x"}, UnknownTool, nil},
		{"our own, wrapped", fmt.Errorf("more: %w", invalid("a", "is b")), InvalidArgument, map[string]any{"field": "a"}},
		{"the registry's", &registry.Error{Code: registry.DuplicateTool, Tool: "t", Message: "x"}, DuplicateTool, map[string]any{"tool": "t"}},
		{"aborted", context.Canceled, Cancelled, nil},
		{"conflict", fmt.Errorf("x: %w", vfs.ErrConflict), StorageConflict, nil},
		{"damage", damage, StorageCorrupt, map[string]any{"damage": damage}},
		{"closed", vfs.ErrClosed, Closed, nil},
		{"full disk", path(syscall.ENOSPC), StorageFull, map[string]any{"errno": "ENOSPC", "path": "/a"}},
		{"quota", path(syscall.EDQUOT), StorageFull, map[string]any{"errno": "EDQUOT", "path": "/a"}},
		{"not there", path(fs.ErrNotExist), InvalidArgument, map[string]any{"errno": "ENOENT", "path": "/a"}},
		{"not there, by number", path(syscall.ENOENT), InvalidArgument, map[string]any{"errno": "ENOENT", "path": "/a"}},
		{"there", fs.ErrExist, InvalidArgument, map[string]any{"errno": "EEXIST"}},
		{"not empty", path(syscall.ENOTEMPTY), InvalidArgument, map[string]any{"errno": "ENOTEMPTY", "path": "/a"}},
		{"read-only", path(syscall.EROFS), InvalidArgument, map[string]any{"errno": "EROFS", "path": "/a"}},
		{"a path that is refused", path(fs.ErrInvalid), InvalidArgument, map[string]any{"errno": "EINVAL", "path": "/a"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := toError(test.err)
			assert.Equal(t, test.code, got.Code)
			assert.Equal(t, test.details, got.Details)
			assert.Equal(t, test.err.Error(), got.Message)
			code, details := got.Rejection()
			assert.Equal(t, string(test.code), code)
			assert.Equal(t, test.details, details)
		})
	}
}
