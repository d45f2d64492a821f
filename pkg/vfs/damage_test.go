package vfs_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// filled is a store with a snapshot, records and blobs.
func filled(t *testing.T) shared {
	store := shared{memory.New()}
	v := vfs.NewProjects(store, vfs.Config{Now: newClock().Now}).Volume("p")
	for i := range 50 {
		put(t, v, fmt.Sprintf("/dir/%d/f", i), strings.Repeat("x", i*10))
	}
	_, err := v.Compact(t.Context())
	require.NoError(t, err)
	put(t, v, "/large", strings.Repeat("l", 300_000))
	put(t, v, "/small", "s")
	put(t, v, "/last", "l")
	return store
}

// damage gives a copy of a project with something changed.
func damage(t *testing.T, from shared, change func(state *vfs.State)) shared {
	state, err := from.Load(t.Context(), "p")
	require.NoError(t, err)
	change(&state)
	return shared{memory.NewFrom("p", state, func(id string) []byte {
		data, _ := from.ReadBlob(t.Context(), "p", id)
		return data
	})}
}

func TestDamagedRecord(t *testing.T) {
	t.Run("a bit", func(t *testing.T) {
		testDamagedRecord(t, func(s *vfs.State) { s.Records[1][20] ^= 1 })
	})
	// What a store gives where a record is missing.
	t.Run("a gap", func(t *testing.T) {
		testDamagedRecord(t, func(s *vfs.State) { s.Records[1] = nil })
	})
	t.Run("gaps to the end", func(t *testing.T) {
		testDamagedRecord(t, func(s *vfs.State) { s.Records[1], s.Records[2] = nil, nil })
	})
}

func testDamagedRecord(t *testing.T, change func(*vfs.State)) {
	whole := filled(t)
	want := dump(t, vfs.NewProjects(whole, vfs.Config{}).Volume("p"))
	store := damage(t, whole, change)
	p := vfs.NewProjects(store, vfs.Config{})
	v := p.Volume("p")
	found, err := v.Damage(t.Context())
	require.NoError(t, err)
	require.NotNil(t, found)
	assert.Equal(t, 2, found.LostCommits)
	assert.Equal(t, int64(51), found.Files)

	before, err := store.Load(t.Context(), "p")
	require.NoError(t, err)
	_, err = v.Write(t.Context(), "/new", nil)
	require.ErrorIs(t, err, vfs.ErrCorrupt)
	_, err = v.List(t.Context(), "/", 1)
	require.ErrorIs(t, err, vfs.ErrCorrupt)
	_, err = v.Compact(t.Context())
	require.ErrorIs(t, err, vfs.ErrCorrupt)
	after, err := store.Load(t.Context(), "p")
	require.NoError(t, err)
	assert.Equal(t, before, after, "nothing is overwritten")

	data, err := v.ExportZip(t.Context(), "")
	require.NoError(t, err)
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	assert.True(t, slices.ContainsFunc(archive.File, func(f *zip.File) bool { return f.Name == "large" }))

	require.NoError(t, v.Repair(t.Context()))
	delete(want, "/small")
	delete(want, "/last")
	assert.Equal(t, want, dump(t, v))
	put(t, v, "/new", "works")
	want["/new"] = "works"
	assert.Equal(t, want, dump(t, vfs.NewProjects(store, vfs.Config{}).Volume("p")))
}

func TestDamagedSnapshot(t *testing.T) {
	store := damage(t, filled(t), func(s *vfs.State) { s.Snapshot.Chunks[0][100] ^= 1 })
	v := vfs.NewProjects(store, vfs.Config{}).Volume("p")
	_, err := v.Read(t.Context(), "/small")
	require.ErrorIs(t, err, vfs.ErrCorrupt)
	require.NoError(t, v.Repair(t.Context()))
	assert.Empty(t, paths(t, v))
}

func TestDamagedBlobCostsOneFile(t *testing.T) {
	store := shared{memory.NewFrom("p", func() vfs.State {
		state, err := filled(t).Load(t.Context(), "p")
		require.NoError(t, err)
		return state
	}(), func(string) []byte { return []byte("garbage") })}
	v := vfs.NewProjects(store, vfs.Config{}).Volume("p")
	_, err := v.Read(t.Context(), "/large")
	require.ErrorIs(t, err, vfs.ErrCorrupt)
	assert.Equal(t, "s", text(t, v, "/small"))
	data, err := v.ExportZip(t.Context(), "")
	require.NoError(t, err)
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	assert.True(t, slices.ContainsFunc(archive.File, func(f *zip.File) bool { return f.Name == "UNREADABLE.txt" }))
	put(t, v, "/large", "replaced")
	assert.Equal(t, "replaced", text(t, v, "/large"))
}

// Every bit that can flip is found, or makes no difference.
func TestEveryBitFlipIsFound(t *testing.T) {
	whole := filled(t)
	want := dump(t, vfs.NewProjects(whole, vfs.Config{}).Volume("p"))
	state, err := whole.Load(t.Context(), "p")
	require.NoError(t, err)
	check := func(what string, change func(*vfs.State)) {
		v := vfs.NewProjects(damage(t, whole, change), vfs.Config{}).Volume("p")
		found, err := v.Damage(t.Context())
		require.NoError(t, err)
		if found == nil {
			assert.Equal(t, want, dump(t, v), what)
		}
		require.NotNil(t, found, what)
	}
	for i, record := range state.Records {
		for at := range record {
			check(fmt.Sprintf("record %d byte %d", i, at), func(s *vfs.State) { s.Records[i][at] ^= 1 << (at % 8) })
		}
	}
	for at := 0; at < len(state.Snapshot.Chunks[0]); at += 7 {
		check(fmt.Sprintf("snapshot byte %d", at), func(s *vfs.State) { s.Snapshot.Chunks[0][at] ^= 1 << (at % 8) })
	}
	check("a record gone", func(s *vfs.State) { s.Records = slices.Delete(s.Records, 0, 1) })
	check("records swapped", func(s *vfs.State) { s.Records[0], s.Records[1] = s.Records[1], s.Records[0] })
	check("a chunk gone", func(s *vfs.State) { s.Snapshot.Chunks = nil })
	check("a record cut short", func(s *vfs.State) { s.Records[2] = s.Records[2][:30] })
}

func TestDamageFoundWhileFollowing(t *testing.T) {
	store := filled(t)
	p := vfs.NewProjects(store, vfs.Config{})
	v := p.Volume("p")
	want := dump(t, v)
	state, err := store.Load(t.Context(), "p")
	require.NoError(t, err)
	next := state.Snapshot.Seq + uint64(len(state.Records)) + 1
	require.NoError(t, store.Append(t.Context(), "p", next, []byte("garbage"), nil), "by another program")
	err = p.StoreChanged(t.Context(), "p", 1000)
	require.ErrorIs(t, err, vfs.ErrCorrupt)
	var found *vfs.Damage
	require.True(t, errors.As(err, &found))
	assert.Equal(t, 1, found.LostCommits)
	require.NoError(t, v.Repair(t.Context()))
	assert.Equal(t, want, dump(t, v))
}

// Damage costs no more than one part of a snapshot: the rest is there after
// repairing, what lost its directory in /lost+found.
func TestDamagedPartOfALargeSnapshot(t *testing.T) {
	whole := shared{memory.New()}
	v := vfs.NewProjects(whole, vfs.Config{}).Volume("p")
	require.NoError(t, vfs.NewProjects(whole, vfs.Config{}).Update(t.Context(), "p", func(fs afero.Fs) error {
		var all error
		for d := range 60 {
			all = errors.Join(all, fs.MkdirAll(fmt.Sprintf("/d%d", d), 0o755))
		}
		for i := range 6000 {
			name := fmt.Sprintf("/d%d/%s%d", i%60, strings.Repeat("a long name ", 4), i)
			all = errors.Join(all, afero.WriteFile(fs, name, []byte(name), 0o644))
		}
		return all
	}))
	_, err := v.Compact(t.Context())
	require.NoError(t, err)
	state, err := whole.Load(t.Context(), "p")
	require.NoError(t, err)
	parts := len(state.Snapshot.Chunks)
	require.Greater(t, parts, 1)
	for damaged := range parts {
		store := damage(t, whole, func(s *vfs.State) { s.Snapshot.Chunks[damaged][1000] ^= 4 })
		v := vfs.NewProjects(store, vfs.Config{}).Volume("p")
		found, err := v.Damage(t.Context())
		require.NoError(t, err)
		require.NotNil(t, found)
		assert.Greater(t, found.Files, int64(1000))
		require.NoError(t, v.Repair(t.Context()))
		kept := 0
		for path, content := range dump(t, v) {
			if content == "directory" {
				continue
			}
			kept++
			if !strings.HasPrefix(path, "/lost+found/") {
				require.Equal(t, path, content)
			}
		}
		assert.Equal(t, found.Files, int64(kept))
		put(t, v, "/new", "works")
	}
}
