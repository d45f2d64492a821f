package javascript

import (
	"context"
	"slices"
	"strings"

	"github.com/clienttools/clienttools/pkg/vfs"
)

// workspace is the files of a run: one transaction, unless the run calls tools.
// Then the transaction is committed and begun anew around each call that touches
// files, so that the script and the tools see what the other did before.
type workspace struct {
	files     vfs.Files
	projectID string
	ctx       context.Context // of the run: transactions wait for storage under it

	fs          *fileSystem
	transaction vfs.Transaction // guarded by the lock of fs
	written     []Change        // and committed; likewise
}

func newWorkspace(ctx context.Context, files vfs.Files, projectID string) (*workspace, error) {
	transaction, err := files.Begin(ctx, projectID)
	if err != nil {
		return nil, err
	}
	return &workspace{files: files, projectID: projectID, ctx: ctx,
		fs: &fileSystem{fs: transaction.FS()}, transaction: transaction}, nil
}

// renew commits what the script wrote so far, if it wrote anything, and shows it
// the files as they are then. An error means that what it wrote since the last
// commit is lost.
func (w *workspace) renew(ctx context.Context) error {
	w.fs.mu.Lock()
	defer w.fs.mu.Unlock()
	committed := w.commit(ctx)
	transaction, err := w.files.Begin(w.ctx, w.projectID)
	if err != nil {
		return err // the file system of the ended transaction refuses everything
	}
	w.transaction, w.fs.fs = transaction, transaction.FS()
	return committed
}

// finish is the last commit.
func (w *workspace) finish(ctx context.Context) error {
	w.fs.mu.Lock()
	defer w.fs.mu.Unlock()
	return w.commit(ctx)
}

func (w *workspace) commit(ctx context.Context) error {
	changed := changes(w.transaction)
	if len(changed) == 0 {
		w.transaction.Rollback()
		return nil
	}
	if err := w.transaction.Commit(ctx); err != nil {
		return err
	}
	w.written = merge(w.written, changed)
	return nil
}

// committed are the changes that stay.
func (w *workspace) committed() []Change {
	w.fs.mu.Lock()
	defer w.fs.mu.Unlock()
	return w.written
}

// close drops what was not committed.
func (w *workspace) close() {
	w.fs.mu.Lock()
	defer w.fs.mu.Unlock()
	w.transaction.Rollback()
}

// merge joins the changes of two commits, by path; the later counts.
func merge(earlier, later []Change) []Change {
	all := slices.Clone(later)
	for _, change := range earlier {
		if !slices.ContainsFunc(later, func(c Change) bool { return c.Path == change.Path }) {
			all = append(all, change)
		}
	}
	slices.SortFunc(all, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	return all
}
