package vfs_test

import (
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func fileSystem(t *testing.T) afero.Fs {
	p := vfs.NewProjects(memory.New(), vfs.Config{})
	tx, err := p.Begin(t.Context(), "p")
	require.NoError(t, err)
	t.Cleanup(tx.Rollback)
	return tx.FS()
}

func TestRoot(t *testing.T) {
	f := fileSystem(t)
	info, err := f.Stat("/")
	require.NoError(t, err)
	assert.Equal(t, "/", info.Name())
	assert.True(t, info.IsDir())
	require.NoError(t, f.MkdirAll("/a/b", 0o755))
	assert.Error(t, f.Remove("/"))
	require.NoError(t, f.RemoveAll("/"))
	list, err := afero.ReadDir(f, "/")
	require.NoError(t, err)
	assert.Empty(t, list)
	assert.Error(t, f.Rename("/", "/x"))
	require.NoError(t, afero.WriteFile(f, "/f", nil, 0o644))
	assert.Error(t, f.Rename("/f", "/"))
}

func TestPaths(t *testing.T) {
	f := fileSystem(t)
	require.NoError(t, afero.WriteFile(f, "a", []byte("x"), 0o644))
	for _, same := range []string{"/a", "./a", "/../a", "/a/", "//a", "/b/../a", "../../a"} {
		data, err := afero.ReadFile(f, same)
		require.NoError(t, err, same)
		assert.Equal(t, "x", string(data), same)
	}
	for name, want := range map[string]error{
		"": fs.ErrNotExist, "a\x00": syscall.EINVAL, `a\b`: syscall.EINVAL, "a\nb": syscall.EINVAL, "\x7f": syscall.EINVAL, "\xff": syscall.EINVAL,
		strings.Repeat("n", 256): syscall.ENAMETOOLONG, strings.Repeat("é", 128): syscall.ENAMETOOLONG, strings.Repeat("/n", 513): syscall.ENAMETOOLONG,
	} {
		_, err := f.Stat(name)
		assert.ErrorIs(t, err, want, "%q", name)
		_, err = f.Create(name)
		assert.ErrorIs(t, err, want, "%q", name)
		assert.ErrorIs(t, f.Mkdir(name, 0o755), want, "%q", name)
		assert.ErrorIs(t, f.Rename("/a", name), want, "%q", name)
	}
	require.NoError(t, afero.WriteFile(f, "/cafe\u0301", []byte("1"), 0o644))
	data, err := afero.ReadFile(f, "/caf\u00e9")
	require.NoError(t, err)
	assert.Equal(t, "1", string(data))
}

func TestSys(t *testing.T) {
	p := vfs.NewProjects(memory.New(), vfs.Config{Now: newClock().Now})
	stat := func(path string) *vfs.Stat {
		var s *vfs.Stat
		require.NoError(t, p.View(t.Context(), "p", func(f afero.Fs) error {
			info, err := f.Stat(path)
			require.NoError(t, err)
			s = info.Sys().(*vfs.Stat)
			return nil
		}))
		return s
	}
	write(t, p, "/a", "1")
	first := stat("/a")
	assert.Equal(t, uint64(1), first.Version)
	write(t, p, "/a", "1")
	assert.Equal(t, first, stat("/a"), "the same content is no new version")
	write(t, p, "/a", "\x00")
	require.NoError(t, p.Update(t.Context(), "p", func(f afero.Fs) error { return f.Rename("/a", "/b") }))
	second := stat("/b")
	assert.Equal(t, &vfs.Stat{Inode: first.Inode, Version: 2, CreatedAt: first.CreatedAt, Binary: true}, second)
}

func TestStandardLibrarySuite(t *testing.T) {
	f := fileSystem(t)
	require.NoError(t, f.MkdirAll("/a/b/c", 0o755))
	require.NoError(t, afero.WriteFile(f, "/a/b/x.txt", []byte("hello"), 0o644))
	require.NoError(t, afero.WriteFile(f, "/a/large", []byte(strings.Repeat("x", 300_000)), 0o644))
	require.NoError(t, afero.WriteFile(f, "/top", nil, 0o600))
	require.NoError(t, fstest.TestFS(afero.NewIOFS(f), "a/b/x.txt", "a/b/c", "a/large", "top"))
}

func TestHandlesEndWithTheirCall(t *testing.T) {
	p := vfs.NewProjects(memory.New(), vfs.Config{})
	var kept afero.File
	require.NoError(t, p.Update(t.Context(), "p", func(f afero.Fs) (err error) {
		kept, err = f.Create("/f")
		return err
	}))
	_, err := kept.WriteString("late")
	assert.ErrorIs(t, err, os.ErrClosed)
	assert.ErrorIs(t, kept.Close(), os.ErrClosed)
	assert.Empty(t, read(t, p, "/f"))
}
