package vfstest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// RunStore checks the contract of [vfs.Store]. open gives an empty store; reopen
// opens again what a store keeps, without closing it first. A nil reopen means
// that it keeps nothing.
func RunStore(t *testing.T, open func(t *testing.T) vfs.Store, reopen func(t *testing.T, s vfs.Store) vfs.Store) {
	for _, c := range storeCases {
		t.Run(c.name, func(t *testing.T) {
			s := open(t)
			defer s.Close()
			c.run(t, s)
		})
		if reopen == nil {
			continue
		}
		t.Run(c.name+", reopened at every step", func(t *testing.T) {
			s := &reopening{t: t, store: open(t), reopen: reopen}
			defer s.Close()
			c.run(t, s)
		})
	}
}

// reopening opens its store again before each call.
type reopening struct {
	t      *testing.T
	mu     sync.Mutex
	store  vfs.Store
	reopen func(t *testing.T, s vfs.Store) vfs.Store
}

func (r *reopening) next() vfs.Store {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.store = r.reopen(r.t, r.store)
	return r.store
}

func (r *reopening) Projects(ctx context.Context) ([]string, error) { return r.next().Projects(ctx) }
func (r *reopening) Load(ctx context.Context, id string) (vfs.State, error) {
	return r.next().Load(ctx, id)
}
func (r *reopening) Append(ctx context.Context, id string, seq uint64, record []byte, blobs []vfs.Blob) error {
	return r.next().Append(ctx, id, seq, record, blobs)
}
func (r *reopening) ReadBlob(ctx context.Context, id, blob string) ([]byte, error) {
	return r.next().ReadBlob(ctx, id, blob)
}
func (r *reopening) Compact(ctx context.Context, id string, snapshot vfs.Snapshot, blobs []vfs.Blob, drop []string) error {
	return r.next().Compact(ctx, id, snapshot, blobs, drop)
}
func (r *reopening) Delete(ctx context.Context, id string) error { return r.next().Delete(ctx, id) }
func (r *reopening) Close() error                                { return r.next().Close() }

var storeCases = []struct {
	name string
	run  func(t *testing.T, s vfs.Store)
}{
	{"a project that was never written is empty", func(t *testing.T, s vfs.Store) {
		state, err := s.Load(t.Context(), "p")
		require.NoError(t, err)
		assert.Equal(t, uint64(0), state.Snapshot.Seq)
		assert.Empty(t, state.Records)
		_, err = s.ReadBlob(t.Context(), "p", "b")
		assert.ErrorIs(t, err, fs.ErrNotExist)
		ids, err := s.Projects(t.Context())
		require.NoError(t, err)
		assert.Empty(t, ids)
	}},
	{"records come back in order", func(t *testing.T, s vfs.Store) {
		for seq := uint64(1); seq <= 20; seq++ {
			require.NoError(t, s.Append(t.Context(), "p", seq, testRecord(seq), nil))
		}
		expect(t, s, "p", 0, nil, 1, 20)
	}},
	{"a number is given once", func(t *testing.T, s vfs.Store) {
		require.ErrorIs(t, s.Append(t.Context(), "p", 2, testRecord(2), nil), vfs.ErrConflict)
		require.NoError(t, s.Append(t.Context(), "p", 1, testRecord(1), nil))
		require.ErrorIs(t, s.Append(t.Context(), "p", 1, []byte("another"), []vfs.Blob{{ID: "x", Data: []byte("x")}}), vfs.ErrConflict)
		require.ErrorIs(t, s.Append(t.Context(), "p", 3, testRecord(3), nil), vfs.ErrConflict)
		require.ErrorIs(t, s.Append(t.Context(), "p", 0, testRecord(0), nil), vfs.ErrConflict)
		expect(t, s, "p", 0, nil, 1, 1)
		_, err := s.ReadBlob(t.Context(), "p", "x")
		assert.ErrorIs(t, err, fs.ErrNotExist, "a refused append stores nothing")
	}},
	{"many at once, one wins each number", func(t *testing.T, s vfs.Store) {
		var won atomic.Int32
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				for seq := uint64(1); seq <= 10; {
					err := s.Append(context.Background(), "p", seq, testRecord(seq), nil)
					switch {
					case err == nil:
						won.Add(1)
						seq++
					case errors.Is(err, vfs.ErrConflict):
						seq++
					default:
						t.Errorf("writer %d: %v", i, err)
						return
					}
				}
			})
		}
		wg.Wait()
		state, err := s.Load(t.Context(), "p")
		require.NoError(t, err)
		assert.Len(t, state.Records, int(won.Load()))
		expect(t, s, "p", 0, nil, 1, uint64(won.Load()))
	}},
	{"blobs", func(t *testing.T, s vfs.Store) {
		large := bytes.Repeat([]byte("0123456789"), 30_000)
		blobs := []vfs.Blob{{ID: "Ab-_1.5", Data: []byte("hello")}, {ID: "ab-_1.5", Data: large}, {ID: "empty", Data: nil}}
		require.NoError(t, s.Append(t.Context(), "p", 1, testRecord(1), blobs))
		for _, b := range blobs {
			data, err := s.ReadBlob(t.Context(), "p", b.ID)
			require.NoError(t, err)
			assert.True(t, bytes.Equal(b.Data, data), b.ID)
		}
		_, err := s.ReadBlob(t.Context(), "q", "empty")
		assert.ErrorIs(t, err, fs.ErrNotExist, "another project's")
	}},
	{"compaction", func(t *testing.T, s vfs.Store) {
		for seq := uint64(1); seq <= 5; seq++ {
			blob := vfs.Blob{ID: fmt.Sprintf("b%d", seq), Data: []byte{byte(seq)}}
			require.NoError(t, s.Append(t.Context(), "p", seq, testRecord(seq), []vfs.Blob{blob}))
		}
		chunks := [][]byte{[]byte("one"), bytes.Repeat([]byte("two"), 1000), {}}
		packs := []vfs.Blob{{ID: "pack", Data: []byte("packed")}}
		for _, seq := range []uint64{0, 3, 5, 7} {
			err := s.Compact(t.Context(), "p", vfs.Snapshot{Seq: seq, Chunks: chunks}, packs, []string{"b2"})
			require.ErrorIs(t, err, vfs.ErrConflict, "%d after 5", seq)
		}
		expect(t, s, "p", 0, nil, 1, 5)
		_, err := s.ReadBlob(t.Context(), "p", "b2")
		require.NoError(t, err, "a refused compaction drops nothing")
		_, err = s.ReadBlob(t.Context(), "p", "pack")
		require.ErrorIs(t, err, fs.ErrNotExist, "and adds nothing")
		require.NoError(t, s.Compact(t.Context(), "p", vfs.Snapshot{Seq: 6, Chunks: chunks}, packs, []string{"b1", "b3", "none"}))
		expect(t, s, "p", 6, chunks, 7, 6)
		for id, kept := range map[string]bool{"b1": false, "b2": true, "b3": false, "b5": true, "pack": true} {
			_, err := s.ReadBlob(t.Context(), "p", id)
			assert.Equal(t, kept, err == nil, id)
		}
		require.ErrorIs(t, s.Append(t.Context(), "p", 6, testRecord(6), nil), vfs.ErrConflict, "the snapshot has that number")
		require.ErrorIs(t, s.Compact(t.Context(), "p", vfs.Snapshot{Seq: 6}, nil, nil), vfs.ErrConflict, "again")
		require.NoError(t, s.Append(t.Context(), "p", 7, testRecord(7), nil))
		expect(t, s, "p", 6, chunks, 7, 7)
		require.NoError(t, s.Compact(t.Context(), "p", vfs.Snapshot{Seq: 8, Chunks: [][]byte{[]byte("all")}}, nil, nil))
		expect(t, s, "p", 8, [][]byte{[]byte("all")}, 9, 8)
		require.NoError(t, s.Append(t.Context(), "p", 9, testRecord(9), nil))
		expect(t, s, "p", 8, [][]byte{[]byte("all")}, 9, 9)
	}},
	{"a project that is not there cannot be compacted", func(t *testing.T, s vfs.Store) {
		require.ErrorIs(t, s.Compact(t.Context(), "p", vfs.Snapshot{Seq: 1, Chunks: [][]byte{[]byte("all")}}, nil, nil), vfs.ErrConflict)
		ids, err := s.Projects(t.Context())
		require.NoError(t, err)
		assert.Empty(t, ids)
	}},
	{"projects are apart, whatever their names", func(t *testing.T, s vfs.Store) {
		ids := []string{"A", "__proto__", "a", "a/b", "a%2fb", "constructor", "con", "..", ".", "…😀", " ", strings.Repeat("x", 250)}
		for i, id := range ids {
			require.NoError(t, s.Append(t.Context(), id, 1, []byte(id), []vfs.Blob{{ID: "b", Data: []byte{byte(i)}}}), id)
		}
		found, err := s.Projects(t.Context())
		require.NoError(t, err)
		assert.ElementsMatch(t, ids, found)
		assert.IsIncreasing(t, found)
		for i, id := range ids {
			state, err := s.Load(t.Context(), id)
			require.NoError(t, err)
			require.Len(t, state.Records, 1)
			assert.Equal(t, id, string(state.Records[0]))
			blob, err := s.ReadBlob(t.Context(), id, "b")
			require.NoError(t, err)
			assert.Equal(t, []byte{byte(i)}, blob)
		}
	}},
	{"deleting", func(t *testing.T, s vfs.Store) {
		for _, id := range []string{"p", "q"} {
			require.NoError(t, s.Append(t.Context(), id, 1, testRecord(1), []vfs.Blob{{ID: "b", Data: []byte("x")}}))
		}
		require.NoError(t, s.Delete(t.Context(), "p"))
		require.NoError(t, s.Delete(t.Context(), "p"), "again")
		expect(t, s, "p", 0, nil, 1, 0)
		expect(t, s, "q", 0, nil, 1, 1)
		_, err := s.ReadBlob(t.Context(), "p", "b")
		assert.ErrorIs(t, err, fs.ErrNotExist)
		ids, err := s.Projects(t.Context())
		require.NoError(t, err)
		assert.Equal(t, []string{"q"}, ids)
		require.NoError(t, s.Append(t.Context(), "p", 1, testRecord(1), nil), "begun anew")
		expect(t, s, "p", 0, nil, 1, 1)
	}},
	{"what is given may be changed afterwards", func(t *testing.T, s vfs.Store) {
		record, blob := []byte("record"), []byte("blob")
		require.NoError(t, s.Append(t.Context(), "p", 1, record, []vfs.Blob{{ID: "b", Data: blob}}))
		record[0], blob[0] = 'X', 'X'
		state, err := s.Load(t.Context(), "p")
		require.NoError(t, err)
		assert.Equal(t, "record", string(state.Records[0]))
		data, err := s.ReadBlob(t.Context(), "p", "b")
		require.NoError(t, err)
		assert.Equal(t, "blob", string(data))
	}},
	{"a context that is over", func(t *testing.T, s vfs.Store) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := s.Load(ctx, "p")
		assert.ErrorIs(t, err, context.Canceled)
		assert.ErrorIs(t, s.Append(ctx, "p", 1, nil, nil), context.Canceled)
		expect(t, s, "p", 0, nil, 1, 0)
	}},
}

func testRecord(seq uint64) []byte {
	return bytes.Repeat(fmt.Appendf(nil, "record %d\x00", seq), int(seq))
}

// expect checks what Load, and Since where there is one, give.
func expect(t *testing.T, s vfs.Store, id string, base uint64, chunks [][]byte, first, last uint64) {
	t.Helper()
	state, err := s.Load(t.Context(), id)
	require.NoError(t, err)
	assert.Equal(t, base, state.Snapshot.Seq)
	require.Len(t, state.Snapshot.Chunks, len(chunks))
	for i := range chunks {
		assert.True(t, bytes.Equal(chunks[i], state.Snapshot.Chunks[i]), "chunk %d", i)
	}
	require.Len(t, state.Records, int(last+1-first))
	for seq := first; seq <= last; seq++ {
		assert.True(t, bytes.Equal(testRecord(seq), state.Records[seq-first]), "record %d", seq)
	}
	follower, ok := s.(vfs.Follower)
	if !ok || last < first {
		return
	}
	state, err = follower.Since(t.Context(), id, last-1)
	require.NoError(t, err)
	require.NotEmpty(t, state.Records)
	assert.Equal(t, last, state.Snapshot.Seq+uint64(len(state.Records)))
	assert.True(t, bytes.Equal(testRecord(last), state.Records[len(state.Records)-1]))
}
