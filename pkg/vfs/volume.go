package vfs

import (
	"context"
	"errors"
)

// Volume is one project's files as a host's file manager uses them. Paths are
// absolute or relative to "/"; a path that contains ".." is refused. Each method
// that changes something is one commit.
type Volume struct {
	projects  *Projects
	projectID string
}

// Volume returns the files of a project. It never fails: a project that does
// not exist yet is empty.
func (p *Projects) Volume(projectID string) *Volume { return &Volume{p, projectID} }

// List lists a directory and, down to depth levels, what is below it: 0 and 1
// mean its own entries, negative means everything. A directory comes before what
// is in it.
func (v *Volume) List(ctx context.Context, path string, depth int) ([]FileInfo, error) {
	return nil, errors.ErrUnsupported
}

// Stat describes one file or directory; fs.ErrNotExist if there is none.
func (v *Volume) Stat(ctx context.Context, path string) (FileInfo, error) {
	return FileInfo{}, errors.ErrUnsupported
}

// Read returns the content of a file.
func (v *Volume) Read(ctx context.Context, path string) ([]byte, error) {
	return nil, errors.ErrUnsupported
}

// Write makes or replaces a file, with the directories above it.
func (v *Volume) Write(ctx context.Context, path string, data []byte) (FileInfo, error) {
	return FileInfo{}, errors.ErrUnsupported
}

// Mkdir makes a directory, with the directories above it. One that is there
// already is no error.
func (v *Volume) Mkdir(ctx context.Context, path string) error { return errors.ErrUnsupported }

// Rename moves a file or directory. Without overwrite a target that exists is
// fs.ErrExist; with it, the target goes into the trash.
func (v *Volume) Rename(ctx context.Context, from, to string, overwrite bool) error {
	return errors.ErrUnsupported
}

// Copy copies a file, or a directory with everything in it.
func (v *Volume) Copy(ctx context.Context, from, to string, overwrite bool) error {
	return errors.ErrUnsupported
}

// Remove moves a file, or a directory with everything in it, into the trash.
func (v *Volume) Remove(ctx context.Context, path string) error { return errors.ErrUnsupported }

// Trash lists what was removed, the latest first.
func (v *Volume) Trash(ctx context.Context) ([]TrashItem, error) {
	return nil, errors.ErrUnsupported
}

// Restore takes an item out of the trash, to where it was or to the path given,
// and returns where it is now. fs.ErrExist if something is there.
func (v *Volume) Restore(ctx context.Context, id, to string) (string, error) {
	return "", errors.ErrUnsupported
}

// Purge removes an item of the trash for good; with an empty id all of them.
func (v *Volume) Purge(ctx context.Context, id string) error { return errors.ErrUnsupported }

// Versions lists the contents a file has had, the current one first.
func (v *Volume) Versions(ctx context.Context, path string) ([]VersionInfo, error) {
	return nil, errors.ErrUnsupported
}

// ReadVersion returns one of the contents a file has had.
func (v *Volume) ReadVersion(ctx context.Context, path string, version uint64) ([]byte, error) {
	return nil, errors.ErrUnsupported
}

// Revert gives a file the content of an earlier version again, as a new version.
func (v *Volume) Revert(ctx context.Context, path string, version uint64) (FileInfo, error) {
	return FileInfo{}, errors.ErrUnsupported
}

// ExportZip returns a zip of a file or a directory; "" means everything. It works
// on a damaged project too, with what can be read.
func (v *Volume) ExportZip(ctx context.Context, path string) ([]byte, error) {
	return nil, errors.ErrUnsupported
}

// ImportZip writes the entries of a zip, in one commit. Entries that are unsafe
// or in the way are skipped, with the reason; an error means that nothing was
// written.
func (v *Volume) ImportZip(ctx context.Context, zip []byte, options ImportOptions) (ImportResult, error) {
	return ImportResult{}, errors.ErrUnsupported
}

// Usage says how much the project holds.
func (v *Volume) Usage(ctx context.Context) (Usage, error) { return Usage{}, errors.ErrUnsupported }

// Compact rewrites what is stored in its shortest form. It happens by itself
// when there is enough to gain.
func (v *Volume) Compact(ctx context.Context) (CompactResult, error) {
	return CompactResult{}, errors.ErrUnsupported
}

// Commits lists the latest commits that can be undone, the latest first.
func (v *Volume) Commits(ctx context.Context) ([]CommitInfo, error) {
	return nil, errors.ErrUnsupported
}

// Undo takes back one commit, as a new commit. [ErrConflict] if something that it
// changed was changed again since.
func (v *Volume) Undo(ctx context.Context, commitID string) error { return errors.ErrUnsupported }

// Damage returns what could not be read of a project, or nil.
func (v *Volume) Damage(ctx context.Context) (*Damage, error) { return nil, errors.ErrUnsupported }

// Repair goes on with what can be read of a damaged project, giving up the rest.
func (v *Volume) Repair(ctx context.Context) error { return errors.ErrUnsupported }
