package vfs_test

import (
	"strings"
	"testing"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What a newer release wrote is no damage: it is left alone, and the error says so.
func TestProjectOfANewerRelease(t *testing.T) {
	later := func(frame []byte) { frame[3]++ } // the digit of vfr1 and vfs1
	for name, change := range map[string]func(*vfs.State){
		"the last record":  func(s *vfs.State) { later(s.Records[len(s.Records)-1]) },
		"the first record": func(s *vfs.State) { later(s.Records[0]) },
		"the snapshot":     func(s *vfs.State) { later(s.Snapshot.Chunks[0]) },
	} {
		t.Run(name, func(t *testing.T) {
			store := damage(t, filled(t), change)
			before, err := store.Load(t.Context(), "p")
			require.NoError(t, err)
			v := vfs.NewProjects(store, vfs.Config{}).Volume("p")
			found, err := v.Damage(t.Context())
			require.NoError(t, err)
			require.NotNil(t, found)
			assert.True(t, found.Newer)
			_, err = v.Write(t.Context(), "/new", nil)
			require.ErrorIs(t, err, vfs.ErrCorrupt)
			assert.ErrorContains(t, err, "was written by a newer release and is left alone")
			assert.NotContains(t, strings.SplitN(err.Error(), ":", 2)[0], "damaged")

			require.ErrorContains(t, v.Repair(t.Context()), "newer release", "repairing would give up what is whole")
			after, err := store.Load(t.Context(), "p")
			require.NoError(t, err)
			assert.Equal(t, before, after)
			_, err = v.ExportZip(t.Context(), "")
			require.NoError(t, err, "what can be read can be taken along")
		})
	}
}

// A tab of this release sees a commit of one that was updated.
func TestCommitOfANewerReleaseMeanwhile(t *testing.T) {
	store := filled(t)
	v := vfs.NewProjects(store, vfs.Config{}).Volume("p")
	require.Equal(t, "s", text(t, v, "/small"))
	state, err := store.Load(t.Context(), "p")
	require.NoError(t, err)
	record := append([]byte{}, state.Records[len(state.Records)-1]...)
	record[3]++
	require.NoError(t, store.Append(t.Context(), "p", state.Snapshot.Seq+uint64(len(state.Records))+1, record, nil))

	_, err = v.Write(t.Context(), "/new", []byte("x"))
	require.ErrorIs(t, err, vfs.ErrCorrupt)
	assert.ErrorContains(t, err, "newer release")
	require.ErrorContains(t, v.Repair(t.Context()), "newer release")
	after, err := store.Load(t.Context(), "p")
	require.NoError(t, err)
	assert.Len(t, after.Records, len(state.Records)+1)
}

// Damage stays damage: a letter for the digit, or a sum that does not match.
func TestDamagedFormatIsNotTakenForNewer(t *testing.T) {
	for name, change := range map[string]func([]byte){
		"another kind":   func(frame []byte) { frame[2] = 'x' },
		"an older one":   func(frame []byte) { frame[3] = '0' },
		"newer, damaged": func(frame []byte) { frame[3]++; frame[20] ^= 1 },
	} {
		t.Run(name, func(t *testing.T) {
			v := vfs.NewProjects(damage(t, filled(t), func(s *vfs.State) { change(s.Records[1]) }), vfs.Config{}).Volume("p")
			found, err := v.Damage(t.Context())
			require.NoError(t, err)
			assert.False(t, found.Newer)
			require.NoError(t, v.Repair(t.Context()))
		})
	}
}
