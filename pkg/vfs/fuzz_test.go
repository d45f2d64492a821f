package vfs

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"path"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// frame gives bytes a valid beginning, so that the fuzzer reaches what is behind
// the checksum.
func frame(magic string, body []byte) []byte {
	w := newWriter(magic)
	w.buf = append(w.buf, body...)
	return w.finish()
}

func FuzzRecord(f *testing.F) {
	c := &commit{time: 5, ops: []op{
		{kind: opPut, flags: putNew | putDir | putPlace | putMode | putMtime, ino: 2, parent: rootIno, name: "d", mode: 0o755, mtime: 7},
		{kind: opPut, flags: putNew | putPlace | putMode | putMtime | putBirth | putContent | putBinary, ino: 3, parent: 2, name: "f", mtime: 7, birth: 6,
			insert: []extent{{data: []byte("hello"), length: 5}, {blob: "b-1.9", offset: 1, length: 8}}},
		{kind: opTrash, ino: 4}, {kind: opPurge, ino: 5},
	}}
	f.Add(encodeRecord(1, 7, [16]byte{1}, []*commit{c})[frameHeader:])
	f.Add([]byte{1})
	f.Fuzz(func(t *testing.T, body []byte) {
		r, err := decodeRecord(frame(recordMagic, body))
		if err != nil {
			return
		}
		var commits []*commit
		base := emptyTree()
		for i := range r.commits {
			commits = append(commits, &r.commits[i])
			after, _, err := apply(base, &r.commits[i], r.seq, 20)
			if err == nil {
				checkTree(t, after)
				base = after
			}
		}
		again, err := decodeRecord(encodeRecord(r.seq, r.birth, r.id, commits))
		require.NoError(t, err)
		assert.Equal(t, len(r.commits), len(again.commits))
	})
}

// checkTree checks what must be true of every tree.
func checkTree(t *testing.T, tree *tree) {
	files, bytes, history := tree.files, tree.bytes, tree.history
	tree.below(tree.root(), func(n *node) {
		if _, ok := tree.path(n); !ok {
			t.Fatalf("node %d is not reachable", n.ino)
		}
	})
	if !tree.recount() {
		t.Fatal("nodes hang nowhere")
	}
	if tree.files != files || tree.bytes != bytes || tree.history != history {
		t.Fatalf("counted %d files, %d bytes, %d history, found %d, %d, %d", files, bytes, history, tree.files, tree.bytes, tree.history)
	}
}

func FuzzSnapshot(f *testing.F) {
	tree := emptyTree()
	c := &commit{time: 5, ops: []op{
		{kind: opPut, flags: putNew | putDir | putPlace | putMtime, ino: 2, parent: rootIno, name: "d"},
		{kind: opPut, flags: putNew | putPlace | putContent, ino: 3, parent: 2, name: "f", insert: []extent{{data: []byte("hello"), length: 5}}},
	}}
	tree, _, err := apply(tree, c, 1, 20)
	require.NoError(f, err)
	tree, _, err = apply(tree, &commit{time: 6, ops: []op{{kind: opPut, flags: putContent, ino: 3, del: 5}}}, 2, 20)
	require.NoError(f, err)
	tree, _, err = apply(tree, &commit{time: 6, ops: []op{{kind: opTrash, ino: 3}}}, 3, 20)
	require.NoError(f, err)
	f.Add(encodeSnapshot(tree, 9).Chunks[0][frameHeader:])
	f.Fuzz(func(t *testing.T, body []byte) {
		s := Snapshot{Seq: 3, Chunks: [][]byte{frame(snapshotMagic, body)}}
		tree, birth, _, err := decodeSnapshot(s)
		if err != nil {
			return
		}
		checkTree(t, tree)
		again, _, _, err := decodeSnapshot(encodeSnapshot(tree, birth))
		require.NoError(t, err)
		assert.Equal(t, tree.files, again.files)
	})
}

func FuzzPath(f *testing.F) {
	for _, seed := range []string{"/", "", "a", "/a/../b", "..", "a//b/", "e\u0301", "\x00", `a\b`, strings.Repeat("n", 256)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		clean, err := cleanPath(name)
		if err != nil {
			return
		}
		assert.True(t, utf8.ValidString(clean))
		assert.True(t, path.IsAbs(clean))
		assert.Equal(t, path.Clean(clean), clean)
		for _, part := range splitPath(clean) {
			assert.True(t, validName(part), "%q", part)
		}
		again, err := cleanPath(clean)
		assert.NoError(t, err)
		assert.Equal(t, clean, again)
	})
}

func FuzzZip(f *testing.F) {
	var z zipWriter
	z.add("a/", nil, 0, zipModeDir|0o755)
	z.add("a/b", bytes.Repeat([]byte("hello"), 100), 0, zipModeFile|0o644)
	z.add("c", []byte{0}, 0, zipModeFile|0o644)
	data, err := z.finish()
	require.NoError(f, err)
	f.Add(data)
	f.Add([]byte("PK\x05\x06" + strings.Repeat("\x00", 18)))
	f.Fuzz(func(t *testing.T, data []byte) {
		p := NewProjects(nowhere{}, Config{Limits: Limits{FileBytes: 1 << 20, ProjectBytes: 2 << 20}})
		result, err := p.Volume("p").ImportZip(context.Background(), data, ImportOptions{})
		if err != nil {
			return
		}
		assert.LessOrEqual(t, len(result.Written)+len(result.Skipped), len(data)/zipCentralLen)
		out, err := p.Volume("p").ExportZip(context.Background(), "")
		require.NoError(t, err)
		archive, err := zip.NewReader(bytes.NewReader(out), int64(len(out)))
		require.NoError(t, err)
		for _, file := range archive.File {
			r, err := file.Open()
			require.NoError(t, err)
			_, err = io.Copy(io.Discard, r)
			require.NoError(t, err)
		}
	})
}

// nowhere is a store that keeps nothing and never fails.
type nowhere struct{ Store }

func (nowhere) Load(context.Context, string) (State, error)                       { return State{}, nil }
func (nowhere) Append(context.Context, string, uint64, []byte, []Blob) error      { return nil }
func (nowhere) Compact(context.Context, string, Snapshot, []Blob, []string) error { return nil }
func (nowhere) Close() error                                                      { return nil }
