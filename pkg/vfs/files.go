package vfs

import (
	"context"

	"github.com/spf13/afero"
)

// Files lends a tool the files of one project. [Projects] satisfies it.
//
// The afero.Fs passed to a function is good only until that function returns,
// and waits for storage under the function's context.
type Files interface {
	// View calls read with a consistent snapshot of the project's files.
	// Changing anything through it is an error (syscall.EROFS).
	View(ctx context.Context, projectID string, read func(fs afero.Fs) error) error
	// Update calls change with the project's files and makes everything it
	// changed durable in one commit before it returns. If change or the commit
	// fails, nothing was changed.
	Update(ctx context.Context, projectID string, change func(fs afero.Fs) error) error
	// Begin opens a transaction for work that takes its time, such as a script:
	// others may commit meanwhile. See [Transaction].
	Begin(ctx context.Context, projectID string) (Transaction, error)
}

// Transaction is a set of changes over a snapshot, made durable all at once or
// not at all. It belongs to one goroutine at a time.
type Transaction interface {
	// FS shows the snapshot with this transaction's own changes.
	FS() afero.Fs
	// Changed lists the paths written or removed so far, in order of name.
	Changed() []Change
	// Commit makes the changes durable. It returns [ErrConflict] when a file that
	// was changed here was changed by somebody else since Begin; nothing is
	// changed then.
	Commit(ctx context.Context) error
	// Rollback drops the changes. It does nothing after Commit.
	Rollback()
}

// Change is one path that a transaction or a commit touched.
type Change struct {
	Path    string
	Removed bool
	// Size is the new size in bytes; 0 for removed paths and directories.
	Size int64
}
