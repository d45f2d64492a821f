package vfs_test

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
	"github.com/clienttools/clienttools/pkg/vfs/vfstest"
	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestQuotas(t *testing.T) {
	p, v := volume(t, vfs.Config{Limits: vfs.Limits{FileBytes: 1000, ProjectBytes: 2500}})
	put(t, v, "/a", strings.Repeat("a", 1000))
	_, err := v.Write(t.Context(), "/b", bytes.Repeat([]byte("b"), 1001))
	require.ErrorIs(t, err, syscall.EDQUOT)
	var pathErr *fs.PathError
	require.ErrorAs(t, err, &pathErr)
	put(t, v, "/b", strings.Repeat("b", 1000))
	before := dump(t, v)
	_, err = v.Write(t.Context(), "/c", bytes.Repeat([]byte("c"), 501))
	require.ErrorIs(t, err, syscall.EDQUOT)
	assert.Equal(t, before, dump(t, v), "as before the call")

	require.NoError(t, p.Update(t.Context(), "p", func(fs afero.Fs) error {
		f, err := fs.OpenFile("/a", os.O_RDWR, 0)
		require.NoError(t, err)
		defer f.Close()
		_, err = f.WriteAt([]byte("x"), 1<<40)
		require.ErrorIs(t, err, syscall.EDQUOT, "a gap cannot be used to get around it")
		require.ErrorIs(t, f.Truncate(1<<62), syscall.EDQUOT)
		return f.Truncate(10)
	}))
	put(t, v, "/c", strings.Repeat("c", 1000))
	require.NoError(t, v.Remove(t.Context(), "/b"), "deleting works")
	_, err = v.ExportZip(t.Context(), "")
	require.NoError(t, err)
	require.ErrorIs(t, v.Copy(t.Context(), "/c", "/d/e", false), nil)
	require.ErrorIs(t, v.Copy(t.Context(), "/c", "/f", false), syscall.EDQUOT)
}

func TestTwoTransactionsCannotPassTheQuotaTogether(t *testing.T) {
	p, _ := volume(t, vfs.Config{Limits: vfs.Limits{ProjectBytes: 1000}})
	var open []vfs.Transaction
	for _, name := range []string{"/a", "/b"} {
		tx, err := p.Begin(t.Context(), "p")
		require.NoError(t, err)
		require.NoError(t, afero.WriteFile(tx.FS(), name, make([]byte, 600), 0o644))
		open = append(open, tx)
	}
	require.NoError(t, open[0].Commit(t.Context()))
	require.ErrorIs(t, open[1].Commit(t.Context()), syscall.EDQUOT)
}

func TestFullDisk(t *testing.T) {
	disk := &vfstest.Faulty{Store: memory.New()}
	p := vfs.NewProjects(disk, vfs.Config{Now: newClock().Now})
	v := p.Volume("p")
	put(t, v, "/a", "1")
	put(t, v, "/a", "2")
	put(t, v, "/gone", "3")
	require.NoError(t, v.Remove(t.Context(), "/gone"))
	// Full once: history is given up, and the call succeeds.
	disk.Arm(1, vfstest.Full, true)
	put(t, v, "/a", "3")
	require.True(t, disk.Heal())
	items, err := v.Trash(t.Context())
	require.NoError(t, err)
	assert.Empty(t, items)
	// Full for good: the call fails, and everything else works.
	disk.Store = full{disk.Store}
	_, err = v.Write(t.Context(), "/a", []byte("4"))
	require.ErrorIs(t, err, syscall.ENOSPC)
	var pathErr *fs.PathError
	require.ErrorAs(t, err, &pathErr)
	assert.Equal(t, "3", text(t, v, "/a"))
	_, err = v.ExportZip(t.Context(), "")
	require.NoError(t, err)
	disk.Store = disk.Store.(full).Store
	put(t, v, "/a", "5")
}

// full is a store whose disk stays full.
type full struct{ vfs.Store }

func (full) Append(context.Context, string, uint64, []byte, []vfs.Blob) error { return syscall.ENOSPC }
func (full) Compact(context.Context, string, vfs.Snapshot, []vfs.Blob, []string) error {
	return syscall.ENOSPC
}

func TestHistoryIsLimited(t *testing.T) {
	c := newClock()
	_, v := volume(t, vfs.Config{Now: c.Now, Limits: vfs.Limits{ProjectBytes: 40_000, HistoryBytes: 5000}})
	for range 10 {
		put(t, v, "/f", strings.Repeat(time.Now().String(), 10))
		put(t, v, "/g", "x")
		require.NoError(t, v.Remove(t.Context(), "/g"))
	}
	_, err := v.Compact(t.Context())
	require.NoError(t, err)
	usage, err := v.Usage(t.Context())
	require.NoError(t, err)
	assert.LessOrEqual(t, usage.HistoryBytes, int64(5000))
	assert.Positive(t, usage.HistoryBytes)

	c.now = c.now.Add(31 * 24 * time.Hour)
	_, err = v.Compact(t.Context())
	require.NoError(t, err)
	usage, err = v.Usage(t.Context())
	require.NoError(t, err)
	assert.Zero(t, usage.HistoryBytes)
	items, err := v.Trash(t.Context())
	require.NoError(t, err)
	assert.Empty(t, items)
}

func TestCompactionShrinksWhatIsStoredAndRunsByItself(t *testing.T) {
	store := shared{memory.New()}
	p := vfs.NewProjects(store, vfs.Config{Limits: vfs.Limits{Versions: 2}, CacheBytes: 1 << 20})
	v := p.Volume("p")
	for i := range 1200 {
		put(t, v, "/f", strings.Repeat("x", i))
	}
	require.NoError(t, p.Close(), "waits for the compaction")
	state, err := store.Load(t.Context(), "p")
	require.NoError(t, err)
	assert.Positive(t, state.Snapshot.Seq)
	assert.Less(t, len(state.Records), 300)

	p = vfs.NewProjects(store, vfs.Config{CacheBytes: 1 << 20})
	v = p.Volume("p")
	put(t, v, "/big", strings.Repeat("0123456789abcdef", 40_000))
	want := dump(t, v)
	for range 10 {
		put(t, v, "/big", strings.Repeat("fedcba9876543210", 40_000))
		put(t, v, "/big", want["/big"])
	}
	require.NoError(t, v.Remove(t.Context(), "/f"))
	require.NoError(t, v.Purge(t.Context(), ""))
	delete(want, "/f")
	small := vfs.NewProjects(store, vfs.Config{Limits: vfs.Limits{HistoryBytes: 1}}).Volume("p")
	result, err := small.Compact(t.Context())
	require.NoError(t, err)
	assert.Less(t, result.After*3, result.Before)
	again, err := small.Compact(t.Context())
	require.NoError(t, err)
	assert.Equal(t, again.Before, again.After, "nothing more to gain")
	assert.Equal(t, want, dump(t, small))
	assert.Equal(t, want, dump(t, vfs.NewProjects(store, vfs.Config{}).Volume("p")))
	require.NoError(t, p.StoreChanged(t.Context(), "p", 0))
	assert.Equal(t, want, dump(t, v), "the other one follows")
}

// What is stored for a change is about as large as the change.
func TestRecordsAreSmall(t *testing.T) {
	store := &counting{shared: shared{memory.New()}}
	p := vfs.NewProjects(store, vfs.Config{})
	require.NoError(t, p.Update(t.Context(), "p", func(fs afero.Fs) error { return thousand(fs, "/dir") }))
	stored := func(change func(fs afero.Fs) error) int {
		before := store.bytes
		require.NoError(t, p.Update(t.Context(), "p", change))
		return store.bytes - before
	}
	edit := []byte(twoKB)
	copy(edit[700:], strings.Repeat("#", 100))
	assert.LessOrEqual(t, stored(func(fs afero.Fs) error { return afero.WriteFile(fs, "/dir/d0/f0", edit, 0o644) }), 100+100)
	assert.LessOrEqual(t, stored(func(fs afero.Fs) error { return fs.Rename("/dir", "/another") }), 200)
	assert.LessOrEqual(t, stored(func(fs afero.Fs) error { return fs.RemoveAll("/another") }), 200)
	assert.Zero(t, stored(func(fs afero.Fs) error { return fs.MkdirAll("/", 0o755) }), "nothing changed, nothing stored")
}
