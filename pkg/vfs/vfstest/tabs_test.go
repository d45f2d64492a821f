package vfstest_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
	"github.com/clienttools/clienttools/pkg/vfs/vfstest"
	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// tabs are several tabs on one project, none told of what the others do. Each has
// a directory of its own, where every call must succeed and do what it does on
// the host, and all have one in common, where calls may conflict.
type tabs struct {
	model
	open   []*vfs.Projects
	stores []*interrupted // of the tabs
	before map[string]string
}

// interrupted is a tab's store, between two steps of which another tab may act.
type interrupted struct {
	vfs.Store
	after int // so many steps; 0: not at all
	act   func()
}

func (s *interrupted) step() {
	if s.after == 0 {
		return
	}
	if s.after--; s.after == 0 {
		s.act()
	}
}

func (s *interrupted) Load(ctx context.Context, id string) (vfs.State, error) {
	s.step()
	return s.Store.Load(ctx, id)
}

func (s *interrupted) Append(ctx context.Context, id string, seq uint64, record []byte, blobs []vfs.Blob) error {
	s.step()
	return s.Store.Append(ctx, id, seq, record, blobs)
}

func (s *interrupted) ReadBlob(ctx context.Context, id, blob string) ([]byte, error) {
	s.step()
	return s.Store.ReadBlob(ctx, id, blob)
}

func (s *interrupted) Compact(ctx context.Context, id string, snapshot vfs.Snapshot, blobs []vfs.Blob, drop []string) error {
	s.step()
	return s.Store.Compact(ctx, id, snapshot, blobs, drop)
}

var ownDirectories = []string{"/tab0", "/tab1", "/tab2"}

func (s step) below(dir string) step {
	s.from, s.to = dir+s.from, dir+s.to
	return s
}

func (m *tabs) tab(t *rapid.T) int {
	return rapid.IntRange(0, len(m.open)-1).Draw(t, "tab")
}

// meanwhile has another tab act in the middle of what one does.
func (m *tabs) meanwhile(t *rapid.T) {
	tab := m.tab(t)
	other := (tab + rapid.IntRange(1, len(m.open)-1).Draw(t, "other")) % len(m.open)
	store := m.stores[tab]
	store.act = func() {
		projects, errs := m.projects, m.errs
		if rapid.Bool().Draw(t, "listens") {
			m.listenIn(t, other)
		}
		if before := m.before; rapid.Bool().Draw(t, "tidies") {
			m.tidyIn(t, other)
			m.before = before
		}
		if rapid.Bool().Draw(t, "changes its own") {
			m.ownIn(t, other)
		} else {
			m.historyIn(t, other)
		}
		m.before, m.projects, m.errs = m.fresh(t), projects, errs
	}
	store.after = rapid.IntRange(1, 4).Draw(t, "after")
	rapid.SampledFrom([]func(*rapid.T, int){m.ownIn, m.commonIn, m.historyIn, m.tidyIn}).Draw(t, "what")(t, tab)
	store.after = 0
}

// own is a call in a tab's own directory.
func (m *tabs) own(t *rapid.T) { m.ownIn(t, m.tab(t)) }

func (m *tabs) ownIn(t *rapid.T, tab int) {
	steps := stepsGenerator.Draw(t, "steps")
	for i := range steps {
		steps[i] = steps[i].below(ownDirectories[tab])
	}
	m.projects = m.open[tab]
	require.NoError(t, m.call(steps))
	m.follow(t, steps)
}

// common is a call in the directory of all. It may conflict.
func (m *tabs) common(t *rapid.T) { m.commonIn(t, m.tab(t)) }

func (m *tabs) commonIn(t *rapid.T, tab int) {
	steps := stepsGenerator.Draw(t, "steps")
	for i := range steps {
		steps[i] = steps[i].below("/common")
	}
	m.projects = m.open[tab]
	m.before = m.fresh(t)
	err := m.call(steps)
	m.stores[tab].after = 0 // looking is not interrupted
	m.settle(t, err)
	if errors.Is(err, vfs.ErrConflict) {
		require.Equal(t, m.before, m.dump(t, m.open[tab]), "a conflict takes in what the others did")
	}
}

// history restores, reverts, copies and undoes in the directory of all.
func (m *tabs) history(t *rapid.T) { m.historyIn(t, m.tab(t)) }

func (m *tabs) historyIn(t *rapid.T, tab int) {
	what := rapid.SampledFrom([]string{"restore", "revert", "copy", "undo", "purge"}).Draw(t, "what")
	v := m.open[tab].Volume("p")
	m.before = m.fresh(t)
	var err error
	switch what {
	case "restore":
		items, _ := v.Trash(tbContext)
		for _, it := range items {
			if strings.HasPrefix(it.Path, "/common/") {
				_, err = v.Restore(tbContext, it.ID, "")
				break
			}
		}
	case "revert":
		list, _ := v.List(tbContext, "/common", -1)
		for _, info := range list {
			if info.Version > 1 {
				_, err = v.Revert(tbContext, info.Path, info.Version-1)
				break
			}
		}
	case "copy":
		err = v.Copy(tbContext, "/common/a", "/common/b/a", true)
	case "undo":
		commits, _ := v.Commits(tbContext)
		for _, c := range commits {
			if len(c.Paths) > 0 && strings.HasPrefix(c.Paths[0], "/common/") {
				err = v.Undo(tbContext, c.ID)
				break
			}
		}
	case "purge":
		err = v.Purge(tbContext, "")
	}
	m.settle(t, err)
}

// settle checks what must be true after any call: nothing is damaged, and one
// that failed changed nothing.
func (m *tabs) settle(t *rapid.T, err error) {
	after := m.fresh(t)
	require.NotErrorIs(t, err, vfs.ErrCorrupt)
	if err != nil {
		require.Equal(t, m.before, after, "%v", err)
	}
}

// fresh is what is stored.
func (m *tabs) fresh(t *rapid.T) map[string]string {
	return m.dump(t, vfs.NewProjects(m.disk, vfs.Config{}))
}

func (m *tabs) tidy(t *rapid.T) { m.tidyIn(t, m.tab(t)) }

func (m *tabs) tidyIn(t *rapid.T, tab int) {
	m.before = m.fresh(t)
	_, err := m.open[tab].Volume("p").Compact(tbContext)
	require.NoError(t, err)
	require.Equal(t, m.before, m.fresh(t))
}

func (m *tabs) listen(t *rapid.T) { m.listenIn(t, m.tab(t)) }

func (m *tabs) listenIn(t *rapid.T, tab int) {
	require.NoError(t, m.open[tab].StoreChanged(tbContext, "p", 0))
	require.Equal(t, m.fresh(t), m.dump(t, m.open[tab]))
}

// compare checks the directories of the tabs against the host's.
func (m *tabs) compare(t *rapid.T) {
	found := m.fresh(t)
	for name := range found {
		if name == "/common" || strings.HasPrefix(name, "/common/") {
			delete(found, name)
		}
	}
	require.Equal(t, dump(t, m.host), found)
}

func TestTabs(t *testing.T) {
	base := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp(base, "")
		require.NoError(t, err)
		m := &tabs{model: model{disk: &vfstest.Faulty{Store: memory.New()}, host: afero.NewBasePathFs(afero.NewOsFs(), dir)}}
		for i := range ownDirectories {
			// One of them keeps no history when it compacts.
			config := vfs.Config{CacheBytes: 64 << 10}
			if i == 0 {
				config.Limits.HistoryAge = 1
			}
			store := &interrupted{Store: m.disk}
			m.stores = append(m.stores, store)
			m.open = append(m.open, vfs.NewProjects(store, config))
		}
		require.NoError(t, m.open[0].Update(tbContext, "p", func(fs afero.Fs) error {
			return errors.Join(fs.Mkdir("/common", 0o755), fs.Mkdir(ownDirectories[0], 0o755), fs.Mkdir(ownDirectories[1], 0o755), fs.Mkdir(ownDirectories[2], 0o755))
		}))
		for _, dir := range ownDirectories {
			require.NoError(t, m.host.Mkdir(dir, 0o755))
		}
		t.Repeat(map[string]func(*rapid.T){
			"": m.compare, "own": m.own, "own again": m.own, "common": m.common, "common again": m.common, "history": m.history, "tidy": m.tidy, "listen": m.listen, "meanwhile": m.meanwhile,
		})
		for _, p := range m.open {
			require.NoError(t, p.StoreChanged(tbContext, "p", 0))
			require.Equal(t, m.fresh(t), m.dump(t, p))
		}
	})
}
