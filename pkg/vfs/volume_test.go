package vfs_test

import (
	"errors"
	"io/fs"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// clock is a clock that moves by a second at each look.
type clock struct{ now time.Time }

func (c *clock) Now() time.Time {
	c.now = c.now.Add(time.Second)
	return c.now
}

func newClock() *clock { return &clock{time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)} }

func volume(t *testing.T, config vfs.Config) (*vfs.Projects, *vfs.Volume) {
	if config.Now == nil {
		config.Now = newClock().Now
	}
	p := vfs.NewProjects(memory.New(), config)
	t.Cleanup(func() { require.NoError(t, p.Close()) })
	return p, p.Volume("p")
}

func put(t *testing.T, v *vfs.Volume, path, text string) vfs.FileInfo {
	t.Helper()
	info, err := v.Write(t.Context(), path, []byte(text))
	require.NoError(t, err)
	return info
}

func text(t *testing.T, v *vfs.Volume, path string) string {
	t.Helper()
	data, err := v.Read(t.Context(), path)
	require.NoError(t, err)
	return string(data)
}

func paths(t *testing.T, v *vfs.Volume) (paths []string) {
	t.Helper()
	list, err := v.List(t.Context(), "/", -1)
	require.NoError(t, err)
	for _, info := range list {
		paths = append(paths, info.Path)
	}
	return paths
}

func TestVolumeWriteAndList(t *testing.T) {
	_, v := volume(t, vfs.Config{})
	info := put(t, v, "/notes/a.md", "# hi")
	assert.Equal(t, vfs.FileInfo{
		Path: "/notes/a.md", Kind: vfs.KindFile, Size: 4, MimeType: "text/markdown", Version: 1,
		ModifiedAt: info.ModifiedAt, CreatedAt: info.CreatedAt,
	}, info)
	put(t, v, "b.bin", "\x00\x01")
	require.NoError(t, v.Mkdir(t.Context(), "/notes/deep/er"))
	require.NoError(t, v.Mkdir(t.Context(), "/notes/deep/er"))
	assert.Equal(t, []string{"/b.bin", "/notes", "/notes/a.md", "/notes/deep", "/notes/deep/er"}, paths(t, v))
	top, err := v.List(t.Context(), "", 0)
	require.NoError(t, err)
	require.Len(t, top, 2)
	assert.True(t, top[0].Binary)
	assert.Equal(t, "application/octet-stream", top[0].MimeType)
	two, err := v.List(t.Context(), "/", 2)
	require.NoError(t, err)
	assert.Len(t, two, 4)
	assert.Equal(t, uint64(2), put(t, v, "/notes/a.md", "# ho").Version)
	_, err = v.Stat(t.Context(), "/no")
	assert.ErrorIs(t, err, fs.ErrNotExist)
	for _, bad := range []string{"../x", "/a/../b", "a\\b", "a\x00", "a\nb", strings.Repeat("n", 256), strings.Repeat("n/", 600), "\xff"} {
		_, err := v.Write(t.Context(), bad, nil)
		assert.Error(t, err, "%q", bad)
	}
	assert.Equal(t, "é", put(t, v, "e\u0301", "").Path[1:], "names are in NFC")
}

func TestVolumeRenameAndCopy(t *testing.T) {
	_, v := volume(t, vfs.Config{})
	put(t, v, "/a/f", "1")
	put(t, v, "/a/g", strings.Repeat("2", 100_000))
	put(t, v, "/b", "3")
	require.ErrorIs(t, v.Rename(t.Context(), "/b", "/a/f", false), fs.ErrExist)
	require.NoError(t, v.Rename(t.Context(), "/b", "/a/f", true))
	assert.Equal(t, "3", text(t, v, "/a/f"))
	require.ErrorIs(t, v.Rename(t.Context(), "/a", "/a/x/y", false), syscall.EINVAL)
	require.ErrorIs(t, v.Copy(t.Context(), "/a", "/a/x", false), syscall.EINVAL)
	require.ErrorIs(t, v.Rename(t.Context(), "/a/f", "/a", true), syscall.EINVAL)
	require.NoError(t, v.Copy(t.Context(), "/a", "/new/c", false))
	require.NoError(t, v.Rename(t.Context(), "/a", "/d", false))
	assert.Equal(t, []string{"/d", "/d/f", "/d/g", "/new", "/new/c", "/new/c/f", "/new/c/g"}, paths(t, v))
	assert.Equal(t, text(t, v, "/d/g"), text(t, v, "/new/c/g"))
	usage, err := v.Usage(t.Context())
	require.NoError(t, err)
	assert.Equal(t, vfs.Usage{Files: 4, Bytes: 200_002, Limit: 512 << 20, HistoryBytes: 1}, usage)
}

func TestTrash(t *testing.T) {
	_, v := volume(t, vfs.Config{})
	put(t, v, "/d/e/f", "1")
	put(t, v, "/d/g", "22")
	require.NoError(t, v.Remove(t.Context(), "/d"))
	put(t, v, "/d/other", "3")
	require.NoError(t, v.Remove(t.Context(), "/d/other"))
	items, err := v.Trash(t.Context())
	require.NoError(t, err)
	require.Len(t, items, 2)
	assert.Equal(t, "/d/other", items[0].Path)
	assert.Equal(t, "/d", items[1].Path)
	assert.Equal(t, int64(3), items[1].Size)
	_, err = v.Restore(t.Context(), items[1].ID, "")
	require.ErrorIs(t, err, fs.ErrExist)
	where, err := v.Restore(t.Context(), items[1].ID, "/back/d")
	require.NoError(t, err)
	assert.Equal(t, "/back/d", where)
	where, err = v.Restore(t.Context(), items[0].ID, "")
	require.NoError(t, err)
	assert.Equal(t, "/d/other", where)
	assert.Equal(t, "1", text(t, v, "/back/d/e/f"))
	require.NoError(t, v.Remove(t.Context(), "/back"))
	require.NoError(t, v.Purge(t.Context(), ""))
	items, err = v.Trash(t.Context())
	require.NoError(t, err)
	assert.Empty(t, items)
	assert.ErrorIs(t, v.Purge(t.Context(), "99"), fs.ErrNotExist)
	usage, err := v.Usage(t.Context())
	require.NoError(t, err)
	assert.Equal(t, vfs.Usage{Files: 1, Bytes: 1, Limit: 512 << 20}, usage)
}

func TestVersions(t *testing.T) {
	_, v := volume(t, vfs.Config{Limits: vfs.Limits{Versions: 3}})
	for _, s := range []string{"one", "two", "three", "four", "five"} {
		put(t, v, "/f", s)
	}
	list, err := v.Versions(t.Context(), "/f")
	require.NoError(t, err)
	require.Len(t, list, 4, "the current one and three earlier")
	assert.Equal(t, uint64(5), list[0].Version)
	data, err := v.ReadVersion(t.Context(), "/f", 3)
	require.NoError(t, err)
	assert.Equal(t, "three", string(data))
	_, err = v.ReadVersion(t.Context(), "/f", 1)
	assert.ErrorIs(t, err, fs.ErrNotExist)
	info, err := v.Revert(t.Context(), "/f", 2)
	require.NoError(t, err)
	assert.Equal(t, uint64(6), info.Version)
	assert.Equal(t, "two", text(t, v, "/f"))
	for range 2 { // also from packs
		_, err = v.Compact(t.Context())
		require.NoError(t, err)
		data, err = v.ReadVersion(t.Context(), "/f", 4)
		require.NoError(t, err)
		assert.Equal(t, "four", string(data))
	}
}

func TestUndo(t *testing.T) {
	p, v := volume(t, vfs.Config{})
	put(t, v, "/keep/f", "1")
	put(t, v, "/gone/g", "2")
	put(t, v, "/moved/h", "3")
	require.NoError(t, v.Mkdir(t.Context(), "/empty/dir"))
	before := dump(t, v)
	require.NoError(t, p.Update(t.Context(), "p", func(fs afero.Fs) error {
		return errors.Join(
			afero.WriteFile(fs, "/keep/f", []byte("changed"), 0o644),
			fs.MkdirAll("/new/d", 0o755),
			afero.WriteFile(fs, "/new/d/f", []byte("new"), 0o644),
			fs.RemoveAll("/gone"),
			fs.RemoveAll("/empty"),
			fs.Rename("/moved/h", "/new/h"),
			fs.Remove("/moved"),
			fs.Chmod("/keep", 0o700),
		)
	}))
	after := dump(t, v)
	commits, err := v.Commits(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []string{"/empty", "/gone", "/keep", "/keep/f", "/moved", "/moved/h", "/new", "/new/d", "/new/d/f", "/new/h"}, commits[0].Paths)
	require.NoError(t, v.Undo(t.Context(), commits[0].ID))
	assert.Equal(t, before, dump(t, v))
	commits, err = v.Commits(t.Context())
	require.NoError(t, err)
	require.NoError(t, v.Undo(t.Context(), commits[0].ID), "undo of the undo")
	assert.Equal(t, after, dump(t, v))

	put(t, v, "/keep/f", "changed again")
	assert.ErrorIs(t, v.Undo(t.Context(), commits[0].ID), vfs.ErrConflict)
	assert.ErrorIs(t, v.Undo(t.Context(), "no"), fs.ErrNotExist)
}

func dump(t *testing.T, v *vfs.Volume) map[string]string {
	t.Helper()
	all := map[string]string{}
	list, err := v.List(t.Context(), "/", -1)
	require.NoError(t, err)
	for _, info := range list {
		all[info.Path] = "directory"
		if info.Kind == vfs.KindFile {
			all[info.Path] = text(t, v, info.Path)
		}
	}
	return all
}

// A commit whose old contents are no longer kept cannot be undone: the file would
// have no content.
func TestUndoOfWhatHistoryNoLongerKeeps(t *testing.T) {
	_, v := volume(t, vfs.Config{Limits: vfs.Limits{HistoryAge: 1}})
	put(t, v, "/f", strings.Repeat("1", 100_000))
	put(t, v, "/f", "2")
	commits, err := v.Commits(t.Context())
	require.NoError(t, err)
	_, err = v.Compact(t.Context())
	require.NoError(t, err)
	require.ErrorIs(t, v.Undo(t.Context(), commits[0].ID), vfs.ErrConflict)
	assert.Equal(t, "2", text(t, v, "/f"))
	put(t, v, "/f", "3")
}

// Removing something from a directory that moves in the same call.
func TestRemoveBelowWhatMoves(t *testing.T) {
	p, v := volume(t, vfs.Config{})
	put(t, v, "/d/e/f", "1")
	put(t, v, "/d/g", "2")
	before := dump(t, v)
	require.NoError(t, p.Update(t.Context(), "p", func(fs afero.Fs) error {
		return errors.Join(fs.Rename("/d", "/m"), fs.Remove("/m/e/f"), fs.Rename("/m/e", "/e"), fs.Remove("/m/g"), fs.Remove("/m"))
	}))
	assert.Equal(t, map[string]string{"/e": "directory"}, dump(t, v))
	items, err := v.Trash(t.Context())
	require.NoError(t, err)
	require.Len(t, items, 2)
	assert.Equal(t, []string{"/d", "/d/e/f"}, []string{items[0].Path, items[1].Path})
	commits, err := v.Commits(t.Context())
	require.NoError(t, err)
	require.NoError(t, v.Undo(t.Context(), commits[0].ID))
	assert.Equal(t, before, dump(t, v))
	usage, err := v.Usage(t.Context())
	require.NoError(t, err)
	assert.Equal(t, int64(2), usage.Files)
	assert.Equal(t, int64(2), usage.Bytes)
}
