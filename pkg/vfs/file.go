package vfs

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"syscall"

	"github.com/spf13/afero"
)

// file is an open file or directory. It follows the inode: renaming or removing
// the file does not touch the handle.
type file struct {
	e    *edit
	name string
	ino  uint64
	dir  bool
	flag int

	// Guarded by the lock of the edit.
	offset int64
	closed bool
	list   []fileInfo // of a directory, once it was read
	listed bool
}

var (
	_ afero.File     = (*file)(nil)
	_ fs.ReadDirFile = (*file)(nil)
)

// Name implements afero.File: the name it was opened with.
func (f *file) Name() string { return f.name }

// Close implements io.Closer.
func (f *file) Close() error {
	return f.do("close", func() error {
		f.closed = true
		return nil
	})
}

// Read implements io.Reader.
func (f *file) Read(p []byte) (n int, err error) {
	err = f.do("read", func() error {
		n, err = f.readAt(p, f.offset)
		f.offset += int64(n)
		if err == nil && n == 0 && len(p) > 0 {
			return io.EOF
		}
		return err
	})
	return n, err
}

// ReadAt implements io.ReaderAt.
func (f *file) ReadAt(p []byte, off int64) (n int, err error) {
	err = f.do("read", func() error {
		if off < 0 {
			return errNegativeOffset
		}
		n, err = f.readAt(p, off)
		if err == nil && n < len(p) {
			return io.EOF
		}
		return err
	})
	return n, err
}

var (
	errNegativeOffset = errors.New("negative offset")
	errAppendWriteAt  = errors.New("invalid use of WriteAt on a file opened with O_APPEND")
)

func (f *file) readAt(p []byte, off int64) (int, error) {
	switch {
	case f.flag&accessMode == os.O_WRONLY:
		return 0, syscall.EBADF
	case f.dir:
		return 0, syscall.EISDIR
	}
	return f.e.readAt(f.node(), p, off)
}

// Write implements io.Writer.
func (f *file) Write(p []byte) (n int, err error) {
	err = f.do("write", func() error {
		off := f.offset
		if f.flag&os.O_APPEND != 0 {
			off = f.node().size()
		}
		if err := f.writeAt(p, off); err != nil {
			return err
		}
		n, f.offset = len(p), off+int64(len(p))
		return nil
	})
	return n, err
}

// WriteAt implements io.WriterAt.
func (f *file) WriteAt(p []byte, off int64) (n int, err error) {
	err = f.do("write", func() error {
		switch {
		case f.flag&os.O_APPEND != 0:
			return errAppendWriteAt
		case off < 0:
			return errNegativeOffset
		}
		if err := f.writeAt(p, off); err != nil {
			return err
		}
		n = len(p)
		return nil
	})
	return n, err
}

// WriteString implements io.StringWriter.
func (f *file) WriteString(s string) (int, error) { return f.Write([]byte(s)) }

func (f *file) writeAt(p []byte, off int64) error {
	if err := f.writable(syscall.EBADF); err != nil || len(p) == 0 {
		return err
	}
	return f.e.writeAt(f.ino, p, off)
}

// writable refuses what a handle or its file system may not change.
func (f *file) writable(refusal error) error {
	if f.flag&accessMode == os.O_RDONLY {
		return refusal
	}
	return f.e.checkWrite()
}

// Seek implements io.Seeker.
func (f *file) Seek(offset int64, whence int) (at int64, err error) {
	err = f.do("seek", func() error {
		switch whence {
		case io.SeekStart:
		case io.SeekCurrent:
			offset += f.offset
		case io.SeekEnd:
			offset += f.node().size()
		default:
			return syscall.EINVAL
		}
		if offset < 0 {
			return syscall.EINVAL
		}
		f.offset, f.listed, f.list = offset, false, nil
		at = offset
		return nil
	})
	return at, err
}

// Truncate implements afero.File.
func (f *file) Truncate(size int64) error {
	return f.do("truncate", func() error {
		if err := f.writable(syscall.EINVAL); err != nil {
			return err
		}
		if size < 0 {
			return syscall.EINVAL
		}
		return f.e.resize(f.ino, size)
	})
}

// Stat implements afero.File.
func (f *file) Stat() (info fs.FileInfo, err error) {
	err = f.do("stat", func() error {
		info = infoOf(f.node(), path.Base(path.Clean("/"+f.name)))
		return nil
	})
	return info, err
}

// Sync implements afero.File. It does nothing: what a call changes becomes
// durable in one piece when the call returns.
func (f *file) Sync() error { return f.do("sync", func() error { return nil }) }

// Readdir implements afero.File: entries in order of name, as they were when the
// handle was first read.
func (f *file) Readdir(count int) (infos []fs.FileInfo, err error) {
	page, err := f.page("readdir", count)
	for _, info := range page {
		infos = append(infos, info)
	}
	return infos, err
}

// Readdirnames implements afero.File.
func (f *file) Readdirnames(count int) (names []string, err error) {
	page, err := f.page("readdir", count)
	for _, info := range page {
		names = append(names, info.name)
	}
	return names, err
}

// ReadDir implements fs.ReadDirFile.
func (f *file) ReadDir(count int) (entries []fs.DirEntry, err error) {
	page, err := f.page("readdir", count)
	for _, info := range page {
		entries = append(entries, info)
	}
	return entries, err
}

func (f *file) page(op string, count int) (page []fileInfo, err error) {
	err = f.do(op, func() error {
		if !f.dir {
			return syscall.ENOTDIR
		}
		if !f.listed {
			if !f.e.tree.reachable(f.node()) {
				return syscall.ENOENT
			}
			f.listed = true
			for name, ino := range f.node().kids.all {
				f.list = append(f.list, infoOf(f.e.tree.get(ino), name))
			}
		}
		switch {
		case count <= 0:
			page, f.list = f.list, nil
		case len(f.list) == 0:
			return io.EOF
		default:
			page = f.list[:min(count, len(f.list))]
			f.list = f.list[len(page):]
		}
		return nil
	})
	return page, err
}

func (f *file) node() *node { return f.e.tree.get(f.ino) }

// do runs an operation on an open handle, under the edit's lock.
func (f *file) do(op string, run func() error) error {
	f.e.mu.Lock()
	defer f.e.mu.Unlock()
	err := f.e.check()
	switch {
	case f.closed || err == ErrClosed:
		err = fs.ErrClosed
	case err == nil:
		err = run()
	}
	if err == nil || err == io.EOF {
		return err
	}
	return &fs.PathError{Op: op, Path: f.name, Err: err}
}
