package suites

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/go-git/go-billy/v5"
	"github.com/go-git/go-billy/v5/helper/chroot"
	"github.com/go-git/go-billy/v5/test"
	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"
	"gopkg.in/check.v1"
)

// billyFS is an afero.Fs as go-billy wants it: opening for writing makes the
// directories above.
type billyFS struct{ afero.Fs }

type billyFile struct{ afero.File }

func (billyFile) Lock() error   { return nil }
func (billyFile) Unlock() error { return nil }

func (f billyFS) Create(name string) (billy.File, error) {
	return f.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
}

func (f billyFS) Open(name string) (billy.File, error) { return f.OpenFile(name, os.O_RDONLY, 0) }

func (f billyFS) OpenFile(name string, flag int, perm os.FileMode) (billy.File, error) {
	if flag&os.O_CREATE != 0 {
		if err := f.parents(name); err != nil {
			return nil, err
		}
	}
	file, err := f.Fs.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	if info, err := file.Stat(); err == nil && info.IsDir() {
		_ = file.Close()
		return nil, errors.New("is a directory")
	}
	return billyFile{file}, nil
}

func (f billyFS) parents(name string) error { return f.Fs.MkdirAll(path.Dir(name), 0o755) }

func (f billyFS) Rename(from, to string) error {
	return errors.Join(f.parents(to), f.Fs.Rename(from, to))
}

func (f billyFS) Join(parts ...string) string { return path.Join(parts...) }

func (f billyFS) TempFile(dir, prefix string) (billy.File, error) {
	if err := f.Fs.MkdirAll(path.Join("/", dir), 0o755); err != nil {
		return nil, err
	}
	file, err := afero.TempFile(f.Fs, path.Join("/", dir), prefix)
	if err != nil {
		return nil, err
	}
	return billyFile{file}, nil
}

func (f billyFS) ReadDir(name string) ([]os.FileInfo, error) { return afero.ReadDir(f.Fs, name) }
func (f billyFS) Lstat(name string) (os.FileInfo, error)     { return f.Fs.Stat(name) }
func (f billyFS) Symlink(string, string) error               { return billy.ErrNotSupported }
func (f billyFS) Readlink(name string) (string, error)       { return "", billy.ErrNotSupported }
func (f billyFS) Chmod(name string, mode fs.FileMode) error  { return f.Fs.Chmod(name, mode) }
func (f billyFS) Chroot(string) (billy.Filesystem, error)    { return nil, billy.ErrNotSupported }
func (f billyFS) Root() string                               { return "/" }

type billySuite struct {
	test.FilesystemSuite
	open func() afero.Fs
}

func (s *billySuite) SetUpTest(*check.C) {
	s.FilesystemSuite = test.NewFilesystemSuite(chroot.New(billyFS{s.open()}, "/"))
}

// TestBilly runs go-billy's suite. What has to do with symbolic links fails by
// design: there are none.
func TestBilly(t *testing.T) {
	var out strings.Builder
	suite := &billySuite{open: func() afero.Fs { return open(t) }}
	result := check.Run(suite, &check.RunConf{Output: &out, Verbose: true})
	require.NoError(t, result.RunError)
	require.Greater(t, result.Succeeded, 50)
	for line := range strings.Lines(out.String()) {
		if name, failed := strings.CutPrefix(line, "FAIL: "); failed && !aboutLinks(name) {
			t.Error(line)
		}
		if strings.HasPrefix(line, "PANIC: ") {
			t.Error(line)
		}
	}
	if t.Failed() {
		t.Log(out.String())
	}
	t.Logf("%d passed, %d failed, all about symbolic links", result.Succeeded, result.Failed)
}

// aboutLinks knows the tests of symbolic links by their names.
func aboutLinks(name string) bool {
	return strings.Contains(strings.ToLower(name), "link")
}
