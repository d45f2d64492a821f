package javascript

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"
	"syscall"

	"github.com/spf13/afero"

	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
	"github.com/clienttools/clienttools/pkg/vfs"
)

// ReadOnlyDir is where the memory tool keeps its files: scripts read them only.
const ReadOnlyDir = "/memories"

// agentsDir has the agents of the project, which change with the user's approval
// only: scripts read them.
const agentsDir = "/.agents"

// NewFileSystem lends scripts the files of an afero.Fs, with Node's semantics
// and codes. Operations run one at a time, as a transaction demands.
func NewFileSystem(files afero.Fs) FileSystem { return &fileSystem{fs: files} }

type fileSystem struct {
	mu sync.Mutex
	fs afero.Fs
}

var _ FileSystem = (*fileSystem)(nil)

// enter takes the lock for one operation, unless the run is over.
func (f *fileSystem) enter(ctx context.Context) (leave func(), err error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	f.mu.Lock()
	return f.mu.Unlock, nil
}

func (f *fileSystem) ReadFile(ctx context.Context, name string) ([]byte, error) {
	leave, err := f.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	info, err := f.fs.Stat(name)
	if err != nil {
		return nil, fileError(err, "open", name, "")
	}
	if info.IsDir() {
		return nil, &FileError{Code: script.CodeIsDirectory, Syscall: "read", Path: name}
	}
	data, err := afero.ReadFile(f.fs, name)
	return data, fileError(err, "read", name, "")
}

func (f *fileSystem) WriteFile(ctx context.Context, name string, data []byte, appending bool) error {
	leave, err := f.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	if err := writable("open", name, ""); err != nil {
		return err
	}
	if info, err := f.fs.Stat(name); err == nil && info.IsDir() {
		return &FileError{Code: script.CodeIsDirectory, Syscall: "open", Path: name}
	}
	flags := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	if appending {
		flags = os.O_WRONLY | os.O_CREATE | os.O_APPEND
	}
	file, err := f.fs.OpenFile(name, flags, 0o644)
	if err != nil {
		return fileError(err, "open", name, "")
	}
	_, err = file.Write(data)
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	return fileError(err, "write", name, "")
}

func (f *fileSystem) Stat(ctx context.Context, name string) (FileStat, error) {
	leave, err := f.enter(ctx)
	if err != nil {
		return FileStat{}, err
	}
	defer leave()
	info, err := f.fs.Stat(name)
	if err != nil {
		return FileStat{}, fileError(err, "stat", name, "")
	}
	stat := statOf(path.Dir(name), info)
	if !stat.Directory {
		stat.Binary = f.binary(name)
		stat.Mime = vfs.MimeType(name, stat.Binary)
	}
	return stat, nil
}

// sniffed is how much of a file decides whether it is binary.
const sniffed = 8 << 10

// binary tells whether the head of a file has a NUL, as Git does.
func (f *fileSystem) binary(name string) bool {
	file, err := f.fs.Open(name)
	if err != nil {
		return false
	}
	defer file.Close()
	head := make([]byte, sniffed)
	n, _ := file.Read(head)
	return bytes.IndexByte(head[:n], 0) >= 0
}

func (f *fileSystem) ReadDir(ctx context.Context, name string) ([]FileStat, error) {
	leave, err := f.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	info, err := f.fs.Stat(name)
	if err != nil {
		return nil, fileError(err, "scandir", name, "")
	}
	if !info.IsDir() {
		return nil, &FileError{Code: script.CodeNotDirectory, Syscall: "scandir", Path: name}
	}
	infos, err := afero.ReadDir(f.fs, name)
	if err != nil {
		return nil, fileError(err, "scandir", name, "")
	}
	list := make([]FileStat, 0, len(infos))
	for _, info := range infos {
		list = append(list, statOf(name, info))
	}
	return list, nil
}

func (f *fileSystem) Mkdir(ctx context.Context, name string, recursive bool) error {
	leave, err := f.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	info, err := f.fs.Stat(name)
	if err == nil && recursive && info.IsDir() {
		return nil // Node is content with a directory that exists
	}
	if err == nil {
		return &FileError{Code: script.CodeExists, Syscall: "mkdir", Path: name}
	}
	if err := writable("mkdir", name, ""); err != nil {
		return err
	}
	if recursive {
		return fileError(f.fs.MkdirAll(name, 0o755), "mkdir", name, "")
	}
	return fileError(f.fs.Mkdir(name, 0o755), "mkdir", name, "")
}

func (f *fileSystem) Remove(ctx context.Context, name string, directory, recursive bool) error {
	leave, err := f.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	call := "unlink"
	if directory {
		call = "rmdir"
	}
	info, err := f.fs.Stat(name)
	if err != nil {
		return fileError(err, call, name, "")
	}
	switch {
	case info.IsDir() && !directory:
		return &FileError{Code: script.CodeIsDirectory, Syscall: call, Path: name}
	case !info.IsDir() && directory && !recursive:
		return &FileError{Code: script.CodeNotDirectory, Syscall: call, Path: name}
	case name == "/":
		return &FileError{Code: script.CodeInvalid, Syscall: call, Path: name}
	}
	if err := writable(call, name, ""); err != nil {
		return err
	}
	if recursive {
		return fileError(f.fs.RemoveAll(name), call, name, "")
	}
	return fileError(f.fs.Remove(name), call, name, "")
}

func (f *fileSystem) Rename(ctx context.Context, from, to string) error {
	leave, err := f.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	source, err := f.fs.Stat(from)
	if err != nil {
		return fileError(err, "rename", from, to)
	}
	if target, err := f.fs.Stat(to); err == nil && target.IsDir() && !source.IsDir() {
		return &FileError{Code: script.CodeIsDirectory, Syscall: "rename", Path: from, Dest: to}
	}
	if err := writable("rename", from, to); err != nil {
		return err
	}
	return fileError(f.fs.Rename(from, to), "rename", from, to)
}

func (f *fileSystem) CopyFile(ctx context.Context, from, to string) error {
	data, err := f.ReadFile(ctx, from)
	if err == nil {
		err = f.WriteFile(ctx, to, data, false)
	}
	var fe *FileError
	if errors.As(err, &fe) {
		return &FileError{Code: fe.Code, Syscall: "copyfile", Path: from, Dest: to}
	}
	return err
}

// writable refuses paths that scripts may not change.
func writable(call, name, dest string) error {
	for _, p := range []string{name, dest} {
		for _, dir := range []string{ReadOnlyDir, agentsDir} {
			if p == dir || strings.HasPrefix(p, dir+"/") {
				return &FileError{Code: script.CodeReadOnly, Syscall: call, Path: name, Dest: dest}
			}
		}
	}
	return nil
}

func statOf(dir string, info fs.FileInfo) FileStat {
	stat := FileStat{
		Name:       info.Name(),
		Directory:  info.IsDir(),
		ModifiedMs: info.ModTime().UnixMilli(),
		ReadOnly:   writable("", path.Join(dir, info.Name()), "") != nil,
	}
	if !stat.Directory {
		stat.Size = info.Size()
	}
	return stat
}

// codes tells which code of Node's an error of the file system is. The first
// match counts: fs.ErrExist, for one, also matches ENOTEMPTY.
var codes = []struct {
	is   error
	code string
}{
	{syscall.ENOTEMPTY, script.CodeNotEmpty},
	{syscall.ENOTDIR, script.CodeNotDirectory},
	{syscall.EISDIR, script.CodeIsDirectory},
	{syscall.EROFS, script.CodeReadOnly},
	{syscall.ENOSPC, script.CodeNoSpace},
	{syscall.EDQUOT, script.CodeNoSpace},
	{syscall.ENAMETOOLONG, script.CodeNameTooLong},
	{syscall.EINVAL, script.CodeInvalid},
	{fs.ErrNotExist, script.CodeNotFound},
	{fs.ErrExist, script.CodeExists},
	{fs.ErrInvalid, script.CodeInvalid},
}

// fileError gives an error Node's form. Errors that are no business of the
// script, such as a cancelled context or damaged storage, stay as they are.
func fileError(err error, call, name, dest string) error {
	if err == nil {
		return nil
	}
	for _, c := range codes {
		if errors.Is(err, c.is) {
			return &FileError{Code: c.code, Syscall: call, Path: name, Dest: dest}
		}
	}
	return err
}
