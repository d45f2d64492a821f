package vfs_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/directory"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Three tabs commit to different files: all is kept. To one file: exactly what
// was acknowledged is there.
func TestManyTabs(t *testing.T) {
	stores := map[string]func() vfs.Store{}
	one := shared{memory.New()}
	stores["memory"] = func() vfs.Store { return one }
	dir := t.TempDir()
	stores["directory"] = func() vfs.Store {
		s, err := directory.Open(t.Context(), dir)
		require.NoError(t, err)
		return s
	}
	for name, open := range stores {
		t.Run(name, func(t *testing.T) {
			commits := 200
			if name == "directory" {
				commits = 25 // each waits for the disk
			}
			acked, conflicts := runTabs(t, open, 3, commits)
			p := vfs.NewProjects(open(), vfs.Config{})
			for tab := range 3 {
				assert.Equal(t, commits, strings.Count(read(t, p, fmt.Sprintf("/tab%d/own", tab)), "\n"))
			}
			lines := strings.Split(strings.TrimSuffix(read(t, p, "/common"), "\n"), "\n")
			assert.ElementsMatch(t, acked, lines)
			assert.Equal(t, 3*commits, len(acked)+conflicts)
			t.Logf("%d acknowledged, %d conflicts", len(acked), conflicts)
		})
	}
}

func runTabs(t *testing.T, open func() vfs.Store, tabs, commits int) (acked []string, conflicts int) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for tab := range tabs {
		p := vfs.NewProjects(open(), vfs.Config{})
		add := func(path, line string) error {
			return p.Update(context.Background(), "p", func(fs afero.Fs) error {
				err := fs.MkdirAll(fmt.Sprintf("/tab%d", tab), 0o755)
				f, openErr := fs.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
				if openErr != nil {
					return openErr
				}
				_, writeErr := fmt.Fprintln(f, line)
				return errors.Join(err, writeErr, f.Close())
			})
		}
		wg.Go(func() {
			for i := range commits {
				assert.NoError(t, add(fmt.Sprintf("/tab%d/own", tab), "line"))
				line := fmt.Sprintf("tab %d line %d", tab, i)
				err := add("/common", line)
				mu.Lock()
				switch {
				case err == nil:
					acked = append(acked, line)
				case errors.Is(err, vfs.ErrConflict):
					conflicts++
				default:
					assert.NoError(t, err)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return acked, conflicts
}

func TestChangesAreTold(t *testing.T) {
	store := shared{memory.New()}
	var told []string
	tell := func(name string) func(string, []string) {
		return func(project string, paths []string) {
			told = append(told, fmt.Sprintf("%s %s %v", name, project, paths))
		}
	}
	one := vfs.NewProjects(store, vfs.Config{OnChange: tell("one")})
	two := vfs.NewProjects(store, vfs.Config{OnChange: tell("two")})
	write(t, one, "/a", "1")
	assert.Equal(t, "1", read(t, two, "/a"))
	require.NoError(t, one.Update(t.Context(), "p", func(fs afero.Fs) error {
		return errors.Join(fs.MkdirAll("/d/e", 0o755), fs.Rename("/a", "/d/a"))
	}))
	require.NoError(t, two.StoreChanged(t.Context(), "p", 2))
	require.NoError(t, two.StoreChanged(t.Context(), "p", 2), "known already")
	require.NoError(t, two.Update(t.Context(), "p", func(fs afero.Fs) error { return fs.RemoveAll("/d") }))
	write(t, one, "/b", "1")
	require.Error(t, one.Update(t.Context(), "p", func(afero.Fs) error { return errors.New("no") }))
	require.NoError(t, one.Update(t.Context(), "p", func(afero.Fs) error { return nil }))
	assert.Equal(t, []string{
		"one p [/a]", "one p [/a /d /d/a /d/e]", "two p [/a /d /d/a /d/e]", "two p [/d]", "one p [/d]", "one p [/b]",
	}, told)
}

// A tab that still reads an old snapshot when another one cleans up is told that
// it is outdated, not that its files are damaged.
func TestReadingWhatAnotherTabCleanedUp(t *testing.T) {
	store := shared{memory.New()}
	one := vfs.NewProjects(store, vfs.Config{})
	write(t, one, "/a", strings.Repeat("a", 100_000))
	two := vfs.NewProjects(store, vfs.Config{Limits: vfs.Limits{HistoryBytes: 1}})
	tx, err := two.Begin(t.Context(), "p")
	require.NoError(t, err)
	defer tx.Rollback()
	three := vfs.NewProjects(store, vfs.Config{Limits: vfs.Limits{HistoryBytes: 1}})
	write(t, three, "/a", "b")
	_, err = three.Volume("p").Compact(t.Context())
	require.NoError(t, err)
	_, err = afero.ReadFile(tx.FS(), "/a")
	require.ErrorIs(t, err, vfs.ErrConflict)
	require.NotErrorIs(t, err, vfs.ErrCorrupt)
	require.NoError(t, two.StoreChanged(t.Context(), "p", 0))
	_, err = afero.ReadFile(tx.FS(), "/a")
	require.ErrorIs(t, err, vfs.ErrConflict)
	assert.Equal(t, "b", read(t, two, "/a"))
}

func TestDeletedProject(t *testing.T) {
	store := shared{memory.New()}
	one, two := vfs.NewProjects(store, vfs.Config{}), vfs.NewProjects(store, vfs.Config{})
	write(t, one, "/a", "1")
	assert.Equal(t, "1", read(t, two, "/a"))
	list, err := one.List(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []vfs.ProjectInfo{{ID: "p", Files: 1, Bytes: 1}}, list)
	tx, err := one.Begin(t.Context(), "p")
	require.NoError(t, err)
	require.NoError(t, afero.WriteFile(tx.FS(), "/b", nil, 0o644))
	require.NoError(t, one.Delete(t.Context(), "p"))
	assert.ErrorIs(t, tx.Commit(t.Context()), vfs.ErrConflict)
	list, err = one.List(t.Context())
	require.NoError(t, err)
	assert.Empty(t, list)
	write(t, one, "/new", "1")
	// The second tab has missed all this. Whatever it writes now is to a project
	// that is gone.
	_ = two.Update(t.Context(), "p", func(fs afero.Fs) error { return afero.WriteFile(fs, "/a", []byte("2"), 0o644) })
	write(t, one, "/new2", "2")
	require.NoError(t, two.StoreChanged(t.Context(), "p", 0))
	for _, p := range []*vfs.Projects{one, two, vfs.NewProjects(store, vfs.Config{})} {
		assert.Equal(t, map[string]string{"/new": "1", "/new2": "2"}, dump(t, p.Volume("p")))
	}
}

// One that missed that the project was deleted and begun anew, with as many
// commits as before, finds out with its next call.
func TestDeletedProjectWithAsManyCommits(t *testing.T) {
	dir := t.TempDir()
	open := func() *vfs.Projects {
		s, err := directory.Open(t.Context(), dir)
		require.NoError(t, err)
		return vfs.NewProjects(s, vfs.Config{})
	}
	for _, compacted := range []bool{false, true} {
		one, two := open(), open()
		write(t, one, "/a", "1")
		write(t, one, "/b", "1")
		assert.Equal(t, "1", read(t, two, "/a"))
		require.NoError(t, one.Delete(t.Context(), "p"))
		write(t, one, "/new", "1")
		if compacted {
			_, err := one.Volume("p").Compact(t.Context())
			require.NoError(t, err)
		} else {
			write(t, one, "/new2", "1")
		}
		want := dump(t, one.Volume("p"))
		err := two.Update(t.Context(), "p", func(fs afero.Fs) error { return afero.WriteFile(fs, "/a", []byte("2"), 0o644) })
		require.ErrorIs(t, err, vfs.ErrConflict)
		assert.Equal(t, want, dump(t, two.Volume("p")))
		write(t, two, "/more", "2")
		want["/more"] = "2"
		assert.Equal(t, want, dump(t, open().Volume("p")))
		require.NoError(t, one.Delete(t.Context(), "p"))
	}
}

// A directory that takes the place of one that moves away in the same call is not
// the one that is there.
func TestMakingADirectoryWhereOneWasBehindAnotherTab(t *testing.T) {
	store := shared{memory.New()}
	one, two := vfs.NewProjects(store, vfs.Config{}), vfs.NewProjects(store, vfs.Config{})
	put(t, one.Volume("p"), "/d/f", "1")
	assert.Equal(t, "1", read(t, two, "/d/f"))
	write(t, one, "/other", "1")
	require.NoError(t, two.Update(t.Context(), "p", func(fs afero.Fs) error {
		return errors.Join(fs.Rename("/d", "/moved"), fs.Mkdir("/d", 0o755), afero.WriteFile(fs, "/d/f", []byte("2"), 0o644))
	}))
	assert.Equal(t, map[string]string{"/d": "directory", "/d/f": "2", "/moved": "directory", "/moved/f": "1", "/other": "1"}, dump(t, two.Volume("p")))
}

// What another tab compacted away cannot be built upon: not the trash it purged,
// not the pieces of contents it moved.
func TestBuildingOnWhatAnotherTabCompacted(t *testing.T) {
	store := shared{memory.New()}
	setUp := vfs.NewProjects(store, vfs.Config{})
	v := setUp.Volume("p")
	put(t, v, "/gone", "gone")
	put(t, v, "/large", strings.Repeat("l", 300_000))
	require.NoError(t, v.Remove(t.Context(), "/gone"))
	put(t, v, "/rest", strings.Repeat("r", 100_000))
	stale := vfs.NewProjects(store, vfs.Config{}).Volume("p")
	items, err := stale.Trash(t.Context())
	require.NoError(t, err)
	tidyTab := vfs.NewProjects(store, vfs.Config{Limits: vfs.Limits{HistoryBytes: 1}})
	tidy := tidyTab.Volume("p")
	put(t, tidy, "/large", "l") // the content becomes history, which is not kept
	_, err = tidy.Compact(t.Context())
	require.NoError(t, err)
	want := dump(t, tidy)

	_, err = stale.Restore(t.Context(), items[0].ID, "")
	require.ErrorIs(t, err, vfs.ErrConflict)
	assert.Equal(t, want, dump(t, vfs.NewProjects(store, vfs.Config{}).Volume("p")))

	stale = vfs.NewProjects(store, vfs.Config{}).Volume("p")
	put(t, stale, "/large", strings.Repeat("x", 300_000))
	later := vfs.NewProjects(store, vfs.Config{}).Volume("p")
	require.NoError(t, later.Rename(t.Context(), "/rest", "/moved", false))
	require.NoError(t, tidyTab.StoreChanged(t.Context(), "p", 0))
	put(t, tidy, "/large", "l")
	_, err = tidy.Compact(t.Context())
	require.NoError(t, err)
	require.ErrorIs(t, stale.Copy(t.Context(), "/large", "/copy", false), vfs.ErrConflict)
	for _, v := range []*vfs.Volume{stale, vfs.NewProjects(store, vfs.Config{}).Volume("p")} {
		assert.Equal(t, map[string]string{"/large": "l", "/moved": strings.Repeat("r", 100_000)}, dump(t, v))
	}
}
