// Package memory keeps projects in memory: for tests, and where nothing durable
// is at hand.
package memory

import (
	"bytes"
	"context"
	"io/fs"
	"slices"
	"sync"

	"github.com/clienttools/clienttools/pkg/vfs"
)

// Store is a [vfs.Store] in memory. The zero value is not usable; see [New].
type Store struct {
	mu       sync.Mutex
	projects map[string]*project
	closed   bool
}

var (
	_ vfs.Store    = (*Store)(nil)
	_ vfs.Follower = (*Store)(nil)
)

type project struct {
	snapshot vfs.Snapshot
	records  [][]byte
	blobs    map[string][]byte
	missing  func(id string) []byte // see NewFrom
}

// New returns an empty store.
func New() *Store { return &Store{projects: map[string]*project{}} }

// NewFrom returns a store with one project in the given state, for tests. blob
// gives the content of the blobs that are asked for; it may be nil.
func NewFrom(projectID string, state vfs.State, blob func(id string) []byte) *Store {
	s := New()
	s.projects[projectID] = &project{
		snapshot: vfs.Snapshot{Seq: state.Snapshot.Seq, Chunks: cloneAll(state.Snapshot.Chunks)},
		records:  cloneAll(state.Records), blobs: map[string][]byte{}, missing: blob,
	}
	return s
}

// Projects implements [vfs.Store].
func (s *Store) Projects(ctx context.Context) ([]string, error) {
	if err := s.enter(ctx); err != nil {
		return nil, err
	}
	defer s.mu.Unlock()
	ids := make([]string, 0, len(s.projects))
	for id := range s.projects {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids, nil
}

// Load implements [vfs.Store].
func (s *Store) Load(ctx context.Context, projectID string) (vfs.State, error) {
	return s.state(ctx, projectID, 0)
}

// Since implements [vfs.Follower].
func (s *Store) Since(ctx context.Context, projectID string, seq uint64) (vfs.State, error) {
	return s.state(ctx, projectID, seq)
}

func (s *Store) state(ctx context.Context, projectID string, after uint64) (vfs.State, error) {
	if err := s.enter(ctx); err != nil {
		return vfs.State{}, err
	}
	defer s.mu.Unlock()
	p := s.projects[projectID]
	if p == nil {
		return vfs.State{}, nil
	}
	if after > p.snapshot.Seq && after <= p.last() {
		return vfs.State{Snapshot: vfs.Snapshot{Seq: after}, Records: cloneAll(p.records[after-p.snapshot.Seq:])}, nil
	}
	snapshot := vfs.Snapshot{Seq: p.snapshot.Seq, Chunks: cloneAll(p.snapshot.Chunks)}
	return vfs.State{Snapshot: snapshot, Records: cloneAll(p.records)}, nil
}

// Append implements [vfs.Store].
func (s *Store) Append(ctx context.Context, projectID string, seq uint64, record []byte, blobs []vfs.Blob) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.mu.Unlock()
	p := s.projects[projectID]
	if p == nil {
		p = &project{blobs: map[string][]byte{}}
	}
	if seq != p.last()+1 {
		return vfs.ErrConflict
	}
	for _, b := range blobs {
		p.blobs[b.ID] = bytes.Clone(b.Data)
	}
	p.records = append(p.records, bytes.Clone(record))
	s.projects[projectID] = p
	return nil
}

// ReadBlob implements [vfs.Store].
func (s *Store) ReadBlob(ctx context.Context, projectID, id string) ([]byte, error) {
	if err := s.enter(ctx); err != nil {
		return nil, err
	}
	defer s.mu.Unlock()
	if p := s.projects[projectID]; p != nil {
		if data, ok := p.blobs[id]; ok {
			return bytes.Clone(data), nil
		}
		if p.missing != nil {
			if data := p.missing(id); data != nil {
				return bytes.Clone(data), nil
			}
		}
	}
	return nil, fs.ErrNotExist
}

// Compact implements [vfs.Store].
func (s *Store) Compact(ctx context.Context, projectID string, snapshot vfs.Snapshot, blobs []vfs.Blob, drop []string) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.mu.Unlock()
	p := s.projects[projectID]
	if p == nil || snapshot.Seq != p.last()+1 {
		return vfs.ErrConflict
	}
	for _, b := range blobs {
		p.blobs[b.ID] = bytes.Clone(b.Data)
	}
	p.records = nil
	p.snapshot = vfs.Snapshot{Seq: snapshot.Seq, Chunks: cloneAll(snapshot.Chunks)}
	for _, id := range drop {
		delete(p.blobs, id)
	}
	return nil
}

// Delete implements [vfs.Store].
func (s *Store) Delete(ctx context.Context, projectID string) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.mu.Unlock()
	delete(s.projects, projectID)
	return nil
}

// Close implements [vfs.Store].
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return nil
}

// enter locks the store unless it is closed or the context is done.
func (s *Store) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return vfs.ErrClosed
	}
	return nil
}

func (p *project) last() uint64 { return p.snapshot.Seq + uint64(len(p.records)) }

func cloneAll(all [][]byte) [][]byte {
	out := make([][]byte, len(all))
	for i, b := range all {
		out[i] = bytes.Clone(b)
	}
	return out
}
