package vfs

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/afero"
)

// umask is taken from the modes of new files and directories.
const umask = 0o022

// projectFS is the afero.Fs over an edit. It behaves as package os does on
// Linux, for one user who may do everything, without links.
type projectFS struct{ e *edit }

var _ afero.Fs = projectFS{}

// Name implements afero.Fs.
func (f projectFS) Name() string { return "vfs" }

// Create implements afero.Fs.
func (f projectFS) Create(name string) (afero.File, error) {
	return f.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
}

// Open implements afero.Fs.
func (f projectFS) Open(name string) (afero.File, error) { return f.OpenFile(name, os.O_RDONLY, 0) }

// OpenFile implements afero.Fs.
func (f projectFS) OpenFile(name string, flag int, perm os.FileMode) (afero.File, error) {
	f.e.mu.Lock()
	defer f.e.mu.Unlock()
	n, err := f.open(name, flag, perm)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &file{e: f.e, name: name, ino: n.ino, dir: n.dir, flag: flag}, nil
}

const accessMode = os.O_RDONLY | os.O_WRONLY | os.O_RDWR

func (f projectFS) open(name string, flag int, perm os.FileMode) (*node, error) {
	if err := f.e.check(); err != nil {
		return nil, err
	}
	dir, base, n, err := f.e.place(name)
	writes := flag&accessMode != os.O_RDONLY || flag&os.O_TRUNC != 0
	switch {
	case err != nil:
		return nil, err
	case n == nil && flag&os.O_CREATE == 0:
		return nil, syscall.ENOENT
	case n == nil:
		if err := f.e.checkWrite(); err != nil {
			return nil, err
		}
		return f.e.create(dir, base, false, uint32(perm.Perm()&^umask)), nil
	case flag&os.O_CREATE != 0 && flag&os.O_EXCL != 0:
		return nil, syscall.EEXIST
	case n.dir && (writes || flag&os.O_CREATE != 0):
		return nil, syscall.EISDIR
	case writes && f.e.readonly:
		return nil, syscall.EROFS
	}
	if flag&os.O_TRUNC != 0 {
		return n, f.e.resize(n.ino, 0)
	}
	return n, nil
}

// Mkdir implements afero.Fs.
func (f projectFS) Mkdir(name string, perm os.FileMode) error {
	return f.change("mkdir", name, func() error {
		dir, base, n, err := f.e.place(name)
		switch {
		case err != nil:
			return err
		case n != nil:
			return syscall.EEXIST
		}
		f.e.create(dir, base, true, uint32(perm.Perm()&^umask))
		return nil
	})
}

// MkdirAll implements afero.Fs.
func (f projectFS) MkdirAll(name string, perm os.FileMode) error {
	return f.locked("mkdir", name, func() error {
		clean, err := cleanPath(name)
		if err != nil {
			return err
		}
		_, err = f.e.mkdirAll(clean, uint32(perm.Perm()&^umask))
		return err
	})
}

// Remove implements afero.Fs.
func (f projectFS) Remove(name string) error {
	return f.change("remove", name, func() error {
		n, err := f.e.find(name)
		switch {
		case err != nil:
			return err
		case n.ino == rootIno:
			return syscall.EBUSY
		case n.kids != nil:
			return syscall.ENOTEMPTY
		}
		f.e.remove(n)
		return nil
	})
}

// RemoveAll implements afero.Fs. "/" keeps the root and removes what is in it.
func (f projectFS) RemoveAll(name string) error {
	if name == "" {
		return nil
	}
	return f.change("RemoveAll", name, func() error {
		if name == "." || strings.HasSuffix(name, "/.") {
			return syscall.EINVAL
		}
		n, err := f.e.find(name)
		switch {
		case err == syscall.ENOENT:
			return nil
		case err != nil:
			return err
		case n.ino != rootIno:
			f.e.remove(n)
			return nil
		}
		var kids []*node // removing changes what is ranged over
		for _, ino := range n.kids.all {
			kids = append(kids, f.e.tree.get(ino))
		}
		for _, kid := range kids {
			f.e.remove(kid)
		}
		return nil
	})
}

// Rename implements afero.Fs.
func (f projectFS) Rename(oldname, newname string) error {
	f.e.mu.Lock()
	defer f.e.mu.Unlock()
	if err := f.e.rename(oldname, newname); err != nil {
		return &os.LinkError{Op: "rename", Old: oldname, New: newname, Err: err}
	}
	return nil
}

// Stat implements afero.Fs.
func (f projectFS) Stat(name string) (info os.FileInfo, err error) {
	err = f.locked("stat", name, func() error {
		n, err := f.e.find(name)
		if err == nil {
			info = infoOf(n, path.Base(path.Clean("/"+name)))
		}
		return err
	})
	return info, err
}

// Chmod implements afero.Fs. Only permission bits are kept, and none is enforced.
func (f projectFS) Chmod(name string, mode os.FileMode) error {
	return f.change("chmod", name, func() error {
		n, err := f.e.find(name)
		if err == nil {
			f.e.own(n.ino).mode = uint32(mode.Perm())
		}
		return err
	})
}

// Chown implements afero.Fs. There is one user: it changes nothing.
func (f projectFS) Chown(name string, uid, gid int) error {
	return f.change("chown", name, func() error {
		_, err := f.e.find(name)
		return err
	})
}

// Chtimes implements afero.Fs. A zero time leaves the time as it is; access
// times are not kept.
func (f projectFS) Chtimes(name string, atime, mtime time.Time) error {
	return f.change("chtimes", name, func() error {
		n, err := f.e.find(name)
		if err == nil && !mtime.IsZero() {
			f.e.own(n.ino).mtime = mtime.UnixNano()
		}
		return err
	})
}

// change runs an operation that changes something.
func (f projectFS) change(op, name string, do func() error) error {
	return f.locked(op, name, func() error {
		if err := f.e.checkWrite(); err != nil {
			return err
		}
		return do()
	})
}

func (f projectFS) locked(op, name string, do func() error) error {
	f.e.mu.Lock()
	defer f.e.mu.Unlock()
	err := f.e.check()
	if err == nil {
		err = do()
	}
	if err != nil {
		return &fs.PathError{Op: op, Path: name, Err: err}
	}
	return nil
}
