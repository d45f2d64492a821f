package vfs_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func write(t *testing.T, p *vfs.Projects, path, text string) {
	t.Helper()
	require.NoError(t, p.Update(t.Context(), "p", func(fs afero.Fs) error {
		return afero.WriteFile(fs, path, []byte(text), 0o666)
	}))
}

func read(t *testing.T, p *vfs.Projects, path string) string {
	t.Helper()
	var data []byte
	require.NoError(t, p.View(t.Context(), "p", func(fs afero.Fs) (err error) {
		data, err = afero.ReadFile(fs, path)
		return err
	}))
	return string(data)
}

// shared is a store that several Projects use, as tabs do.
type shared struct{ *memory.Store }

func (shared) Close() error { return nil }

func TestUpdateIsSeenAndSurvivesReopening(t *testing.T) {
	store := shared{memory.New()}
	p := vfs.NewProjects(store, vfs.Config{})
	write(t, p, "/a", "one")
	write(t, p, "/a", "one and two")
	require.NoError(t, p.Update(t.Context(), "p", func(fs afero.Fs) error {
		return errors.Join(fs.MkdirAll("/d/e", 0o777), afero.WriteFile(fs, "/d/e/f", []byte(strings.Repeat("x", 300<<10)), 0o666))
	}))
	assert.Equal(t, "one and two", read(t, p, "/a"))
	again := vfs.NewProjects(store, vfs.Config{})
	assert.Equal(t, "one and two", read(t, again, "/a"))
	assert.Len(t, read(t, again, "/d/e/f"), 300<<10)
}

func TestFailedUpdateChangesNothing(t *testing.T) {
	p := vfs.NewProjects(memory.New(), vfs.Config{})
	write(t, p, "/a", "one")
	wanted := errors.New("no")
	err := p.Update(t.Context(), "p", func(fs afero.Fs) error {
		require.NoError(t, afero.WriteFile(fs, "/a", []byte("two"), 0o666))
		require.NoError(t, afero.WriteFile(fs, "/b", []byte("two"), 0o666))
		return wanted
	})
	assert.ErrorIs(t, err, wanted)
	assert.Equal(t, "one", read(t, p, "/a"))
	err = p.View(t.Context(), "p", func(fs afero.Fs) error { _, err := fs.Stat("/b"); return err })
	assert.ErrorIs(t, err, os.ErrNotExist)
}

func TestViewIsReadOnlyAndASnapshot(t *testing.T) {
	p := vfs.NewProjects(memory.New(), vfs.Config{})
	write(t, p, "/a", "one")
	var kept afero.Fs
	require.NoError(t, p.View(t.Context(), "p", func(fs afero.Fs) error {
		kept = fs
		write(t, p, "/a", "two")
		data, err := afero.ReadFile(fs, "/a")
		assert.NoError(t, err)
		assert.Equal(t, "one", string(data))
		assert.ErrorIs(t, fs.Remove("/a"), syscall.EROFS)
		_, err = fs.Create("/b")
		assert.ErrorIs(t, err, syscall.EROFS)
		return nil
	}))
	_, err := kept.Stat("/a")
	assert.ErrorIs(t, err, vfs.ErrClosed)
}

func TestParallelAppendsAllArrive(t *testing.T) {
	store := shared{memory.New()}
	p := vfs.NewProjects(store, vfs.Config{})
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			assert.NoError(t, p.Update(context.Background(), "p", func(fs afero.Fs) error {
				f, err := fs.OpenFile("/log", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
				if err != nil {
					return err
				}
				_, err = fmt.Fprintf(f, "line %d\n", i)
				return errors.Join(err, f.Close())
			}))
		})
	}
	wg.Wait()
	for _, q := range []*vfs.Projects{p, vfs.NewProjects(store, vfs.Config{})} {
		text := read(t, q, "/log")
		assert.Equal(t, 50, strings.Count(text, "\n"))
		for i := range 50 {
			assert.Contains(t, text, fmt.Sprintf("line %d\n", i))
		}
	}
}

func TestTwoTabs(t *testing.T) {
	store := shared{memory.New()}
	one, two := vfs.NewProjects(store, vfs.Config{}), vfs.NewProjects(store, vfs.Config{})
	write(t, one, "/a", "1")
	assert.Equal(t, "1", read(t, two, "/a"))
	require.NoError(t, one.Update(t.Context(), "p", func(fs afero.Fs) error {
		return errors.Join(fs.MkdirAll("/d/x", 0o777), afero.WriteFile(fs, "/d/x/one", []byte("1"), 0o666))
	}))
	// The second tab does not know of /d yet, and makes it too.
	require.NoError(t, two.Update(t.Context(), "p", func(fs afero.Fs) error {
		return errors.Join(fs.MkdirAll("/d/x", 0o777), afero.WriteFile(fs, "/d/x/two", []byte("2"), 0o666))
	}))
	assert.Equal(t, "1", read(t, two, "/d/x/one"))
	require.NoError(t, one.StoreChanged(t.Context(), "p", 3))
	assert.Equal(t, "2", read(t, one, "/d/x/two"))

	write(t, two, "/a", "2")
	err := one.Update(t.Context(), "p", func(fs afero.Fs) error {
		return afero.WriteFile(fs, "/a", []byte("3"), 0o666)
	})
	assert.ErrorIs(t, err, vfs.ErrConflict)
	assert.Equal(t, "2", read(t, one, "/a"))
	write(t, one, "/a", "3")
}

func TestTransaction(t *testing.T) {
	p := vfs.NewProjects(memory.New(), vfs.Config{})
	write(t, p, "/a", "1")
	write(t, p, "/b", "1")
	tx, err := p.Begin(t.Context(), "p")
	require.NoError(t, err)
	require.NoError(t, afero.WriteFile(tx.FS(), "/a", []byte("22"), 0o666))
	require.NoError(t, tx.FS().Remove("/b"))
	require.NoError(t, tx.FS().Mkdir("/c", 0o777))
	assert.Equal(t, []vfs.Change{{Path: "/a", Size: 2}, {Path: "/b", Removed: true}, {Path: "/c"}}, tx.Changed())
	write(t, p, "/other", "1")
	require.NoError(t, tx.Commit(t.Context()))
	assert.Equal(t, "22", read(t, p, "/a"))

	tx, err = p.Begin(t.Context(), "p")
	require.NoError(t, err)
	f, err := tx.FS().OpenFile("/a", os.O_RDWR, 0)
	require.NoError(t, err)
	_, err = f.Seek(0, io.SeekEnd)
	require.NoError(t, err)
	_, err = f.WriteString("!")
	require.NoError(t, err)
	write(t, p, "/a", "33")
	assert.ErrorIs(t, tx.Commit(t.Context()), vfs.ErrConflict)
	assert.Equal(t, "33", read(t, p, "/a"))
}
