//go:build js

// Package jsstore is a vfs.Store that the realm lends, such as one over
// IndexedDB. wasm/README.md says what its object looks like.
package jsstore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/wasm/jsbridge"
)

// New returns the store behind the object; it is a vfs.Follower if the object has
// `since`. It is safe for concurrent use if the object is.
func New(object jsbridge.Value) vfs.Store {
	s := store{object}
	if since, err := object.Field("since"); err == nil && !since.Missing() {
		return follower{s}
	}
	return s
}

type store struct{ object jsbridge.Value }

type follower struct{ store }

// causes is what the codes of the store's rejections mean.
var causes = map[string]error{
	"conflict":  vfs.ErrConflict,
	"full":      syscall.ENOSPC,
	"not_found": fs.ErrNotExist,
	"corrupt":   vfs.ErrCorrupt,
	"closed":    vfs.ErrClosed,
}

func (s store) Projects(ctx context.Context) ([]string, error) {
	list, err := s.call(ctx, "projects")
	if err != nil {
		return nil, err
	}
	items, err := list.Items()
	if err != nil {
		return nil, broken("projects", err)
	}
	ids := make([]string, len(items))
	for i, item := range items {
		if ids[i], err = item.Text(); err != nil {
			return nil, broken("projects", err)
		}
	}
	return ids, nil
}

func (s store) Load(ctx context.Context, projectID string) (vfs.State, error) {
	return s.state(ctx, "load", projectID)
}

func (s follower) Since(ctx context.Context, projectID string, seq uint64) (vfs.State, error) {
	return s.state(ctx, "since", projectID, float64(seq))
}

func (s store) state(ctx context.Context, method string, args ...any) (vfs.State, error) {
	loaded, err := s.call(ctx, method, args...)
	if err != nil {
		return vfs.State{}, err
	}
	state, err := readState(loaded)
	if err != nil {
		return vfs.State{}, broken(method, err)
	}
	return state, nil
}

func (s store) Append(ctx context.Context, projectID string, seq uint64, record []byte, blobs []vfs.Blob) error {
	ids, contents := split(blobs)
	return s.change(ctx, "append", projectID, float64(seq), notNil(record), ids, contents)
}

func split(blobs []vfs.Blob) (ids []string, contents [][]byte) {
	ids, contents = make([]string, len(blobs)), make([][]byte, len(blobs))
	for i, blob := range blobs {
		ids[i], contents[i] = blob.ID, notNil(blob.Data)
	}
	return ids, contents
}

func (s store) ReadBlob(ctx context.Context, projectID, id string) ([]byte, error) {
	content, err := s.call(ctx, "readBlob", projectID, id)
	if err != nil {
		return nil, err
	}
	if content.Missing() {
		return nil, fmt.Errorf("blob %s: %w", id, fs.ErrNotExist)
	}
	bytes, err := content.Bytes()
	if err != nil {
		return nil, broken("readBlob", err)
	}
	return bytes, nil
}

func (s store) Compact(ctx context.Context, projectID string, snapshot vfs.Snapshot, blobs []vfs.Blob, drop []string) error {
	ids, contents := split(blobs)
	return s.change(ctx, "compact", projectID, float64(snapshot.Seq), snapshot.Chunks, ids, contents, drop)
}

func (s store) Delete(ctx context.Context, projectID string) error {
	return s.change(ctx, "remove", projectID)
}

func (s store) Close() error {
	return s.change(context.Background(), "close")
}

// change calls a method that changes what is stored. Once it is on its way it is
// waited for whatever happens to the context: whether it took place must be known.
func (s store) change(ctx context.Context, method string, args ...any) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	_, err := s.call(context.WithoutCancel(ctx), method, args...)
	return err
}

func (s store) call(ctx context.Context, method string, args ...any) (jsbridge.Value, error) {
	result, err := s.object.Call(ctx, method, args...)
	var thrown *jsbridge.Error
	if errors.As(err, &thrown) {
		if cause, ok := causes[thrown.Code]; ok {
			return result, fmt.Errorf("%s: %w", thrown.Message, cause)
		}
		return result, fmt.Errorf("store %s: %w", method, err)
	}
	return result, err
}

func readState(loaded jsbridge.Value) (state vfs.State, err error) {
	seq, err := loaded.Field("snapshotSeq")
	if err != nil {
		return state, err
	}
	number, err := seq.Number()
	if err != nil {
		return state, fmt.Errorf("snapshotSeq: %w", err)
	}
	state.Snapshot.Seq = uint64(number)
	if state.Snapshot.Chunks, err = byteArrays(loaded, "snapshotChunks"); err != nil {
		return state, err
	}
	state.Records, err = byteArrays(loaded, "records")
	return state, err
}

func byteArrays(object jsbridge.Value, name string) ([][]byte, error) {
	field, err := object.Field(name)
	if err != nil {
		return nil, err
	}
	items, err := field.Items()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	arrays := make([][]byte, len(items))
	for i, item := range items {
		if arrays[i], err = item.Bytes(); err != nil {
			return nil, fmt.Errorf("%s[%d]: %w", name, i, err)
		}
	}
	return arrays, nil
}

func broken(method string, err error) error {
	return fmt.Errorf("store %s answered wrongly: %w", method, err)
}

// notNil keeps an empty content from being told as none.
func notNil(content []byte) []byte {
	if content == nil {
		return []byte{}
	}
	return content
}
