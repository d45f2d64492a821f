package vfs

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"syscall"
	"unicode/utf8"

	"github.com/spf13/afero"
)

// Projects keeps the files of all projects of a store. It implements [Files] and
// is safe for concurrent use.
type Projects struct {
	store  Store
	config Config
	cache  *cache

	mu         sync.Mutex
	open       map[string]*project
	closed     bool
	closing    chan struct{}
	background sync.WaitGroup
}

var _ Files = (*Projects)(nil)

// NewProjects serves the projects of a store. The store belongs to it from then
// on: Close closes it.
func NewProjects(store Store, config Config) *Projects {
	config = config.withDefaults()
	return &Projects{store: store, config: config, cache: newCache(config.CacheBytes), open: map[string]*project{}, closing: make(chan struct{})}
}

// project returns a project, which may not be loaded yet.
func (p *Projects) project(id string) (*project, error) {
	if id == "" || len(id) > maxName || !utf8.ValidString(id) || checkText(id) != nil {
		return nil, fmt.Errorf("project id %q: %w", id, syscall.EINVAL)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, ErrClosed
	}
	pr := p.open[id]
	if pr == nil {
		pr = newProject(p, id)
		p.open[id] = pr
	}
	return pr, nil
}

// View implements [Files].
func (p *Projects) View(ctx context.Context, projectID string, read func(fs afero.Fs) error) error {
	return p.view(ctx, projectID, func(e *edit) error { return read(projectFS{e}) })
}

func (p *Projects) view(ctx context.Context, projectID string, read func(*edit) error) error {
	pr, err := p.project(projectID)
	if err != nil {
		return err
	}
	if err := pr.open(ctx); err != nil {
		return err
	}
	e := newEdit(ctx, pr, pr.enter(), true)
	defer pr.leave()
	defer e.end()
	return read(e)
}

// enter returns the committed tree, whose contents stay until leave.
func (p *project) enter() *tree {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.readers++
	return p.committed
}

func (p *project) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.readers--
}

// Update implements [Files]. Updates of one project run one after another, and
// wait for the store side by side. Once change has returned, ending ctx no longer
// stops the commit.
func (p *Projects) Update(ctx context.Context, projectID string, change func(fs afero.Fs) error) error {
	return p.update(ctx, projectID, func(e *edit) error { return change(projectFS{e}) })
}

func (p *Projects) update(ctx context.Context, projectID string, change func(*edit) error) error {
	pr, err := p.project(projectID)
	if err != nil {
		return err
	}
	c, err := pr.update(ctx, change)
	if c == nil {
		return err
	}
	return pr.settle(ctx, c)
}

// update runs a change and queues what it did; nil if it did nothing.
func (p *project) update(ctx context.Context, change func(*edit) error) (*commit, error) {
	if err := take(ctx, p.writing); err != nil {
		return nil, err
	}
	defer func() { <-p.writing }()
	if err := p.openLocked(ctx); err != nil {
		return nil, err
	}
	p.mu.Lock()
	base, durable := p.head, p.committed
	p.readers++
	p.mu.Unlock()
	defer p.leave()
	e := newEdit(ctx, p, base, false)
	e.durable = durable
	defer e.end()
	if err := change(e); err != nil {
		return nil, err
	}
	c, err := e.seal()
	if c == nil || err != nil {
		return nil, err
	}
	if err := p.enqueue(c); err != nil {
		return nil, err
	}
	return c, nil
}

// StoreChanged is to be called when somebody else (another tab or process)
// committed up to seq: their changes become visible here.
func (p *Projects) StoreChanged(ctx context.Context, projectID string, seq uint64) error {
	pr, err := p.project(projectID)
	if err != nil {
		return err
	}
	pr.mu.Lock()
	current := !pr.loaded || pr.damage != nil || pr.committed.seq >= seq && seq > 0
	pr.mu.Unlock()
	if current {
		return nil
	}
	if err := take(ctx, pr.committing); err != nil {
		return err
	}
	foreign, err := pr.refresh(ctx)
	<-pr.committing
	pr.tell(foreign)
	return err
}

// refresh takes in what others committed. The right to commit is held.
func (p *project) refresh(ctx context.Context) ([]string, error) {
	if err := take(ctx, p.writing); err != nil {
		return nil, err
	}
	defer func() { <-p.writing }()
	known, epoch := p.committed.seq, p.epoch
	_, foreign, err := p.pull(ctx, [16]byte{})
	if err != nil {
		return nil, err
	}
	p.requeue(nil, known, epoch)
	return foreign, nil
}

// List lists the projects that exist, in order of id.
func (p *Projects) List(ctx context.Context) ([]ProjectInfo, error) {
	ids, err := p.store.Projects(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]ProjectInfo, 0, len(ids))
	for _, id := range ids {
		pr, err := p.project(id)
		if err == nil {
			err = pr.open(ctx)
		}
		if err != nil && !errors.Is(err, ErrCorrupt) {
			return nil, err
		}
		pr.mu.Lock()
		list = append(list, ProjectInfo{ID: id, Files: pr.committed.files, Bytes: pr.committed.bytes})
		pr.mu.Unlock()
	}
	return list, nil
}

// Delete removes a project, its history and its trash for good.
func (p *Projects) Delete(ctx context.Context, projectID string) error {
	pr, err := p.project(projectID)
	if err != nil {
		return err
	}
	if err := take(ctx, pr.committing); err != nil {
		return err
	}
	defer func() { <-pr.committing }()
	if err := take(ctx, pr.writing); err != nil {
		return err
	}
	defer func() { <-pr.writing }()
	if err := p.store.Delete(ctx, projectID); err != nil {
		return err
	}
	pr.mu.Lock()
	queue := pr.queue
	pr.queue, pr.unsaved = nil, map[string][]byte{}
	pr.begin(State{})
	pr.mu.Unlock()
	p.cache.forget(projectID)
	for _, c := range queue {
		c.finish(ErrConflict)
	}
	return nil
}

// Close waits for what runs in the background and closes the store. Calls under
// way fail.
func (p *Projects) Close() error {
	p.mu.Lock()
	closed := p.closed
	p.closed = true
	p.mu.Unlock()
	if closed {
		return nil
	}
	close(p.closing)
	p.background.Wait()
	return p.store.Close()
}
