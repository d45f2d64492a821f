// Package directory keeps projects in a directory of the host's file system:
//
//	<dir>/<project>/log-<n>        the records after sequence number n
//	<dir>/<project>/snapshot-<n>   the tree as of n
//	<dir>/<project>/blobs/<id>     large contents
//	<dir>/<project>/born           tells it from one of that name deleted before
//	<dir>/.locks/<project>         taken while a process reads or changes it
//
// Everything is synced before a call returns. Several processes may share the
// directory. Where the system has flock (Linux, macOS, the BSDs) a lock ends with
// the process that holds it; elsewhere it is a file, which is ignored when it is
// older than any commit takes.
package directory

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/clienttools/clienttools/pkg/vfs"
)

// Store is a [vfs.Store] in a directory. See [Open].
type Store struct {
	dir string

	mu       sync.Mutex
	closed   bool
	projects map[string]*project
}

var (
	_ vfs.Store    = (*Store)(nil)
	_ vfs.Follower = (*Store)(nil)
)

// Open returns the store in a directory, which is made if it is missing.
func Open(ctx context.Context, dir string) (*Store, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(dir, locksDir), 0o700); err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	if err := syncDir(dir); err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	return &Store{dir: dir, projects: map[string]*project{}}, nil
}

const (
	locksDir = ".locks"
	blobsDir = "blobs"
	idFile   = "id"
	bornFile = "born"
)

// Projects implements [vfs.Store].
func (s *Store) Projects(ctx context.Context) ([]string, error) {
	if err := s.check(ctx); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, err
	}
	ids := []string{}
	for _, e := range entries {
		if !e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		id, ok := unescape(e.Name())
		if !ok {
			data, err := os.ReadFile(filepath.Join(s.dir, e.Name(), idFile))
			if err != nil {
				continue // no project of ours
			}
			id = string(data)
		}
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids, nil
}

// Load implements [vfs.Store].
func (s *Store) Load(ctx context.Context, projectID string) (vfs.State, error) {
	return s.Since(ctx, projectID, 0)
}

// Since implements [vfs.Follower].
func (s *Store) Since(ctx context.Context, projectID string, seq uint64) (state vfs.State, err error) {
	err = s.locked(ctx, projectID, func(p *project) error {
		records, err := p.scan()
		if err != nil {
			return err
		}
		known := p.born
		p.born = p.readBorn()
		if p.born == known && seq > p.base && seq <= p.last {
			state = vfs.State{Snapshot: vfs.Snapshot{Seq: seq}, Records: records[seq-p.base:]}
			return nil
		}
		chunks, err := p.snapshot()
		state = vfs.State{Snapshot: vfs.Snapshot{Seq: p.base, Chunks: chunks}, Records: records}
		return err
	})
	return state, err
}

// Append implements [vfs.Store].
func (s *Store) Append(ctx context.Context, projectID string, seq uint64, record []byte, blobs []vfs.Blob) error {
	return s.locked(ctx, projectID, func(p *project) error {
		if err := p.refresh(); err != nil {
			return err
		}
		if seq != p.last+1 || p.born != "" && p.born != p.readBorn() {
			return vfs.ErrConflict
		}
		return p.append(projectID, seq, record, blobs)
	})
}

// ReadBlob implements [vfs.Store].
func (s *Store) ReadBlob(ctx context.Context, projectID, id string) ([]byte, error) {
	if err := s.check(ctx); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(filepath.Join(s.dir, folder(projectID), blobsDir, escape(id)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fs.ErrNotExist
	}
	return data, err
}

// Compact implements [vfs.Store].
func (s *Store) Compact(ctx context.Context, projectID string, snapshot vfs.Snapshot, blobs []vfs.Blob, drop []string) error {
	return s.locked(ctx, projectID, func(p *project) error {
		if err := p.refresh(); err != nil {
			return err
		}
		if p.last == 0 || snapshot.Seq != p.last+1 || p.born != "" && p.born != p.readBorn() {
			return vfs.ErrConflict
		}
		return p.compact(snapshot, blobs, drop)
	})
}

// Delete implements [vfs.Store].
func (s *Store) Delete(ctx context.Context, projectID string) error {
	return s.locked(ctx, projectID, func(p *project) error {
		p.known, p.born = false, ""
		// Out of sight in one step, then gone.
		doomed := filepath.Join(s.dir, ".deleted-"+filepath.Base(p.dir))
		if err := os.RemoveAll(doomed); err != nil {
			return err
		}
		err := os.Rename(p.dir, doomed)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		return errors.Join(syncDir(s.dir), os.RemoveAll(doomed))
	})
}

// Close implements [vfs.Store].
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return nil
}

func (s *Store) check(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return vfs.ErrClosed
	}
	return ctx.Err()
}

// locked runs a function while no other goroutine or process uses the project.
func (s *Store) locked(ctx context.Context, projectID string, do func(*project) error) error {
	if err := s.check(ctx); err != nil {
		return err
	}
	name := folder(projectID)
	s.mu.Lock()
	p := s.projects[projectID]
	if p == nil {
		p = &project{dir: filepath.Join(s.dir, name)}
		s.projects[projectID] = p
	}
	s.mu.Unlock()
	p.mu.Lock()
	defer p.mu.Unlock()
	unlock, err := lock(filepath.Join(s.dir, locksDir, name))
	if err != nil {
		return fmt.Errorf("lock project %q: %w", projectID, err)
	}
	defer unlock()
	return do(p)
}
