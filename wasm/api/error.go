package api

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/vfs"
)

// Code says what kind of failure an [Error] is. Programs switch on it.
type Code string

// The codes. All but Cancelled are codes of ClientToolsError in TypeScript.
const (
	InvalidArgument Code = "invalid_argument"
	DuplicateTool   Code = "duplicate_tool"
	UnknownTool     Code = "unknown_tool"
	StorageFull     Code = "storage_full"
	StorageCorrupt  Code = "storage_corrupt"
	StorageConflict Code = "storage_conflict"
	LoadFailed      Code = "load_failed"
	Closed          Code = "closed"
	Internal        Code = "internal"
	// Cancelled: the caller gave up, and the method has no result to say so with.
	Cancelled Code = "cancelled"
)

// Error is a failed call as the program sees it. What goes wrong within a tool
// is never one: that is a result the model reads.
type Error struct {
	Code    Code
	Message string
	// Details say more as JSON; nil where there is nothing to say.
	Details map[string]any
}

func (e *Error) Error() string { return e.Message }

// Rejection gives code and details to the bridge.
func (e *Error) Rejection() (code string, details map[string]any) {
	return string(e.Code), e.Details
}

// codes is the one table from errors of Go to codes. The first match counts. The
// registry's own errors carry their code with them.
var codes = []struct {
	is   error
	code Code
}{
	{context.Canceled, Cancelled},
	{context.DeadlineExceeded, Cancelled},
	{vfs.ErrConflict, StorageConflict},
	{vfs.ErrCorrupt, StorageCorrupt},
	{vfs.ErrClosed, Closed},
	{syscall.ENOSPC, StorageFull},
	{syscall.EDQUOT, StorageFull},
}

// errnos are file errors that the caller can do something about, under the names
// that Node gives them. The more special ones come first, as some of them match
// the general ones too.
var errnos = []struct {
	is   error
	name string
}{
	{syscall.ENOSPC, "ENOSPC"},
	{syscall.EDQUOT, "EDQUOT"},
	{syscall.ENOTEMPTY, "ENOTEMPTY"},
	{syscall.EISDIR, "EISDIR"},
	{syscall.ENOTDIR, "ENOTDIR"},
	{syscall.ENAMETOOLONG, "ENAMETOOLONG"},
	{syscall.EFBIG, "EFBIG"},
	{syscall.EROFS, "EROFS"},
	{syscall.EPERM, "EPERM"},
	{syscall.EINVAL, "EINVAL"},
	{fs.ErrExist, "EEXIST"},
	{fs.ErrNotExist, "ENOENT"},
	{fs.ErrPermission, "EACCES"},
	{fs.ErrInvalid, "EINVAL"},
}

// maxMessage is how much of a message there is: it may quote what came from outside.
const maxMessage = 500

// toError gives every error its code.
func toError(err error) *Error {
	e := classify(err)
	if len(e.Message) > maxMessage {
		e = &Error{e.Code, cut(e.Message, maxMessage), e.Details}
	}
	return e
}

func classify(err error) *Error {
	var known *Error
	if errors.As(err, &known) {
		if error(known) == err {
			return known
		}
		return &Error{Code: known.Code, Message: err.Error(), Details: known.Details}
	}
	var mistake *registry.Error
	if errors.As(err, &mistake) {
		e := &Error{Code: Code(mistake.Code), Message: err.Error()}
		if mistake.Tool != "" {
			e.Details = map[string]any{"tool": short(mistake.Tool)}
		}
		return e
	}
	e := &Error{Code: Internal, Message: err.Error(), Details: fileDetails(err)}
	if e.Details["errno"] != nil {
		e.Code = InvalidArgument // the caller named a file that is not there, say
	}
	for _, each := range codes {
		if errors.Is(err, each.is) {
			e.Code = each.code
			break
		}
	}
	return e
}

// fileDetails is what is known of a failed file operation, or nil.
func fileDetails(err error) map[string]any {
	details := map[string]any{}
	for _, each := range errnos {
		if errors.Is(err, each.is) {
			details["errno"] = each.name
			break
		}
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		details["path"] = cut(path.Path, maxMessage)
	}
	var damage *vfs.Damage
	if errors.As(err, &damage) {
		details["damage"] = damage
	}
	if len(details) == 0 {
		return nil
	}
	return details
}

// invalid is the caller's mistake in one field.
func invalid(field, format string, values ...any) *Error {
	message := fmt.Sprintf(format, values...)
	if field == "" {
		return &Error{Code: InvalidArgument, Message: message}
	}
	return &Error{Code: InvalidArgument, Message: field + " " + message, Details: map[string]any{"field": field}}
}
