package vfs

import (
	"bytes"
	"context"
	"io/fs"
	"path"
	"syscall"
	"time"
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
func (v *Volume) List(ctx context.Context, name string, depth int) ([]FileInfo, error) {
	list := []FileInfo{}
	err := v.view(ctx, "list", name, func(e *edit, n *node, clean string) error {
		if !n.dir {
			return syscall.ENOTDIR
		}
		list = e.list(list, n, clean, max(depth, 1), depth < 0)
		return nil
	})
	return list, err
}

func (e *edit) list(list []FileInfo, dir *node, at string, depth int, all bool) []FileInfo {
	for name, ino := range dir.kids.all {
		n := e.tree.get(ino)
		where := path.Join(at, name)
		list = append(list, describe(n, where))
		if n.dir && (all || depth > 1) {
			list = e.list(list, n, where, depth-1, all)
		}
	}
	return list
}

func describe(n *node, where string) FileInfo {
	info := FileInfo{
		Path: where, Kind: KindDirectory, Version: n.version, Readonly: n.mode&0o200 == 0,
		ModifiedAt: time.Unix(0, n.mtime).UTC(), CreatedAt: time.Unix(0, n.birth).UTC(),
	}
	if !n.dir {
		info.Kind, info.Size, info.Binary = KindFile, n.size(), n.binary
		info.MimeType = MimeType(where, n.binary)
	}
	return info
}

// Stat describes one file or directory; fs.ErrNotExist if there is none.
func (v *Volume) Stat(ctx context.Context, name string) (info FileInfo, err error) {
	err = v.view(ctx, "stat", name, func(_ *edit, n *node, clean string) error {
		info = describe(n, clean)
		return nil
	})
	return info, err
}

// Read returns the content of a file.
func (v *Volume) Read(ctx context.Context, name string) (data []byte, err error) {
	err = v.view(ctx, "read", name, func(e *edit, n *node, _ string) error {
		if n.dir {
			return syscall.EISDIR
		}
		shared, err := e.bytes(n)
		data = bytes.Clone(shared)
		return err
	})
	return data, err
}

// Write makes or replaces a file, with the directories above it.
func (v *Volume) Write(ctx context.Context, name string, data []byte) (info FileInfo, err error) {
	err = v.update(ctx, "write", name, func(e *edit, clean string) error {
		n, err := e.fileAt(clean)
		if err != nil {
			return err
		}
		return e.overwrite(n, data)
	})
	if err != nil {
		return FileInfo{}, err
	}
	return v.Stat(ctx, name)
}

// fileAt finds or makes a file, with the directories above it.
func (e *edit) fileAt(clean string) (*node, error) {
	dir, err := e.mkdirAll(path.Dir(clean), 0o755)
	if err != nil {
		return nil, err
	}
	n := e.tree.child(dir, path.Base(clean))
	switch {
	case clean == "/" || n != nil && n.dir:
		return nil, syscall.EISDIR
	case n == nil:
		n = e.create(dir, path.Base(clean), false, 0o644)
	}
	return n, nil
}

func (e *edit) overwrite(n *node, data []byte) error {
	if err := e.resize(n.ino, 0); err != nil || len(data) == 0 {
		return err
	}
	return e.writeAt(n.ino, data, 0)
}

// Mkdir makes a directory, with the directories above it. One that is there
// already is no error.
func (v *Volume) Mkdir(ctx context.Context, name string) error {
	return v.update(ctx, "mkdir", name, func(e *edit, clean string) error {
		_, err := e.mkdirAll(clean, 0o755)
		return err
	})
}

// Rename moves a file or directory, making the directories above its new place.
// Without overwrite a target that exists is fs.ErrExist; with it, the target goes
// into the trash.
func (v *Volume) Rename(ctx context.Context, from, to string, overwrite bool) error {
	return v.update(ctx, "rename", from, func(e *edit, clean string) error {
		n, err := e.tree.lookup(clean)
		switch {
		case err != nil:
			return err
		case n.ino == rootIno:
			return syscall.EBUSY
		}
		dir, base, target, err := e.destination(to, overwrite, n)
		if err != nil || target != nil && target.ino == n.ino {
			return err
		}
		return e.move(n, dir, base, target)
	})
}

// destination prepares the place where n goes.
func (e *edit) destination(to string, overwrite bool, n *node) (dir *node, base string, target *node, err error) {
	clean, err := strictPath(to)
	if err != nil {
		return nil, "", nil, err
	}
	if clean == "/" {
		return nil, "", nil, syscall.EEXIST
	}
	if dir, err = e.mkdirAll(path.Dir(clean), 0o755); err != nil {
		return nil, "", nil, err
	}
	base = path.Base(clean)
	target = e.tree.child(dir, base)
	if target != nil && target.ino != n.ino {
		if e.inside(n, target) {
			return nil, "", nil, syscall.EINVAL // it contains what is to be moved
		}
		if !overwrite {
			return nil, "", nil, syscall.EEXIST
		}
	}
	return dir, base, target, nil
}

// Copy copies a file, or a directory with everything in it, making the
// directories above its new place.
func (v *Volume) Copy(ctx context.Context, from, to string, overwrite bool) error {
	return v.update(ctx, "copy", from, func(e *edit, clean string) error {
		n, err := e.tree.lookup(clean)
		if err != nil {
			return err
		}
		dir, base, target, err := e.destination(to, overwrite, n)
		if err != nil {
			return err
		}
		if target != nil && target.ino == n.ino {
			return syscall.EINVAL
		}
		if e.inside(dir, n) {
			return syscall.EINVAL
		}
		if target != nil {
			e.remove(target)
		}
		return e.copy(n, dir, base)
	})
}

// copy shares contents that are stored already.
func (e *edit) copy(n, dir *node, base string) error {
	made := e.create(dir, base, n.dir, n.mode)
	if !n.dir {
		return e.replace(made.ino, n.source(), n.binary)
	}
	for name, ino := range n.kids.all {
		if err := e.copy(e.tree.get(ino), made, name); err != nil {
			return err
		}
	}
	return nil
}

// Remove moves a file, or a directory with everything in it, into the trash.
func (v *Volume) Remove(ctx context.Context, name string) error {
	return v.update(ctx, "remove", name, func(e *edit, clean string) error {
		n, err := e.tree.lookup(clean)
		switch {
		case err != nil:
			return err
		case n.ino == rootIno:
			return syscall.EBUSY
		}
		e.remove(n)
		return nil
	})
}

// Usage says how much the project holds.
func (v *Volume) Usage(ctx context.Context) (usage Usage, err error) {
	err = v.projects.view(ctx, v.projectID, func(e *edit) error {
		usage = Usage{Files: e.base.files, Bytes: e.base.bytes, Limit: v.projects.config.Limits.ProjectBytes, HistoryBytes: e.base.history}
		return nil
	})
	return usage, err
}

// Compact rewrites what is stored in its shortest form. It happens by itself
// when there is enough to gain.
func (v *Volume) Compact(ctx context.Context) (CompactResult, error) {
	p, err := v.projects.project(v.projectID)
	if err != nil {
		return CompactResult{}, err
	}
	return p.compactNow(ctx)
}

// view runs a function on what is at a path.
func (v *Volume) view(ctx context.Context, op, name string, do func(e *edit, n *node, clean string) error) error {
	return v.projects.view(ctx, v.projectID, func(e *edit) error {
		clean, err := strictPath(name)
		if err == nil {
			var n *node
			if n, err = e.tree.lookup(clean); err == nil {
				err = do(e, n, clean)
			}
		}
		return pathError(op, name, err)
	})
}

// update runs a function as one commit.
func (v *Volume) update(ctx context.Context, op, name string, do func(e *edit, clean string) error) error {
	return v.projects.update(ctx, v.projectID, func(e *edit) error {
		clean, err := strictPath(name)
		if err == nil {
			err = do(e, clean)
		}
		return pathError(op, name, err)
	})
}

func pathError(op, name string, err error) error {
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: op, Path: name, Err: err}
}
