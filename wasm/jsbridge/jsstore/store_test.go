//go:build js

package jsstore_test

import (
	"context"
	"io/fs"
	"os"
	"syscall"
	"syscall/js"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/wasm/jsbridge"
	"github.com/clienttools/clienttools/wasm/jsbridge/jsstore"
)

// newStore makes a store of the members of a JavaScript object literal.
func newStore(t *testing.T, members string) vfs.Store {
	t.Helper()
	old := os.Args
	t.Cleanup(func() { os.Args = old })
	os.Args = []string{"test", "host"}
	js.Global().Set("host", js.Global().Get("Function").New("return {store: {"+members+"}}").Invoke())
	host, err := jsbridge.Connect()
	require.NoError(t, err)
	object, ok := host.Member("store")
	require.True(t, ok)
	return jsstore.New(object)
}

// write notes the arguments of a method, as JSON.
const write = `globalThis.seen = JSON.stringify(a, (k, v) => v instanceof Uint8Array ? [...v] : v)`

func TestStorePasses(t *testing.T) {
	ctx := context.Background()
	s := newStore(t, `
		projects: async () => ["a", "b"],
		load: async (...a) => { `+write+`; return {snapshotSeq: 7, snapshotChunks: [new Uint8Array([1])], records: [new Uint8Array([2]), new Uint8Array()]} },
		append: async (...a) => { `+write+` },
		readBlob: async (p, id) => id === "x" ? new Uint8Array([3]) : undefined,
		compact: async (...a) => { `+write+` },
		remove: async (...a) => { `+write+` },
		close: async (...a) => { `+write+` },
	`)
	seen := func() string { return js.Global().Get("seen").String() }

	ids, err := s.Projects(ctx)
	require.NoError(t, err)
	assert.Equal(t, []string{"a", "b"}, ids)

	state, err := s.Load(ctx, "p")
	require.NoError(t, err)
	assert.Equal(t, vfs.State{Snapshot: vfs.Snapshot{Seq: 7, Chunks: [][]byte{{1}}}, Records: [][]byte{{2}, {}}}, state)
	assert.Equal(t, `["p"]`, seen())

	require.NoError(t, s.Append(ctx, "p", 8, []byte{9}, []vfs.Blob{{ID: "x", Data: []byte{1, 2}}, {ID: "empty"}}))
	assert.Equal(t, `["p",8,[9],["x","empty"],[[1,2],[]]]`, seen())

	content, err := s.ReadBlob(ctx, "p", "x")
	require.NoError(t, err)
	assert.Equal(t, []byte{3}, content)
	_, err = s.ReadBlob(ctx, "p", "y")
	require.ErrorIs(t, err, fs.ErrNotExist)

	require.NoError(t, s.Compact(ctx, "p", vfs.Snapshot{Seq: 8, Chunks: [][]byte{{4}}}, []vfs.Blob{{ID: "pack", Data: []byte{5}}}, []string{"x"}))
	assert.Equal(t, `["p",8,[[4]],["pack"],[[5]],["x"]]`, seen())
	require.NoError(t, s.Compact(ctx, "p", vfs.Snapshot{Seq: 9}, nil, nil))
	assert.Equal(t, `["p",9,[],[],[],[]]`, seen())
	require.NoError(t, s.Delete(ctx, "p"))
	assert.Equal(t, `["p"]`, seen())
	require.NoError(t, s.Close())
	assert.Equal(t, `[]`, seen())
}

// Only an object that has it is asked for what is new.
func TestStoreSince(t *testing.T) {
	_, ok := newStore(t, `load: async () => ({})`).(vfs.Follower)
	assert.False(t, ok)
	s, ok := newStore(t, `since: async (...a) => { `+write+`; return {snapshotSeq: 7, snapshotChunks: [], records: [new Uint8Array([2])]} }`).(vfs.Follower)
	require.True(t, ok)
	state, err := s.Since(context.Background(), "p", 7)
	require.NoError(t, err)
	assert.Equal(t, vfs.State{Snapshot: vfs.Snapshot{Seq: 7, Chunks: [][]byte{}}, Records: [][]byte{{2}}}, state)
	assert.Equal(t, `["p",7]`, js.Global().Get("seen").String())
}

func TestStoreErrors(t *testing.T) {
	for code, want := range map[string]error{
		"conflict": vfs.ErrConflict, "full": syscall.ENOSPC, "not_found": fs.ErrNotExist, "corrupt": vfs.ErrCorrupt, "closed": vfs.ErrClosed,
	} {
		s := newStore(t, `append: async () => { throw Object.assign(new Error("why"), {code: "`+code+`"}) }`)
		err := s.Append(context.Background(), "p", 1, nil, nil)
		assert.ErrorIs(t, err, want)
		assert.ErrorContains(t, err, "why")
	}
	s := newStore(t, `append: async () => { throw new Error("odd") }, load: async () => ({}), projects: async () => [1], readBlob: async () => 5`)
	ctx := context.Background()
	assert.EqualError(t, s.Append(ctx, "p", 1, nil, nil), "store append: odd")
	_, err := s.Load(ctx, "p")
	assert.EqualError(t, err, "store load answered wrongly: snapshotSeq: want a number, got undefined")
	_, err = s.Projects(ctx)
	assert.EqualError(t, err, "store projects answered wrongly: want a string, got number")
	_, err = s.ReadBlob(ctx, "p", "x")
	assert.EqualError(t, err, "store readBlob answered wrongly: want a Uint8Array, got number")
}

// A change under way is waited for: whether it took place must be known.
func TestStoreFinishesChanges(t *testing.T) {
	s := newStore(t, `append: () => new Promise(done => setTimeout(() => { globalThis.cancel(); setTimeout(done, 5) }, 1))`)
	ctx, cancel := context.WithCancel(context.Background())
	stop := js.FuncOf(func(js.Value, []js.Value) any { cancel(); return nil })
	defer stop.Release()
	js.Global().Set("cancel", stop)
	require.NoError(t, s.Append(ctx, "p", 1, nil, nil))
	require.ErrorIs(t, s.Append(ctx, "p", 2, nil, nil), context.Canceled)
}
