package vfs

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/afero"
)

// transaction implements [Transaction].
type transaction struct {
	project *project
	edit    *edit
	epoch   int
	over    bool
}

// Begin implements [Files]. The file system of the transaction waits for storage
// under ctx.
func (p *Projects) Begin(ctx context.Context, projectID string) (Transaction, error) {
	pr, err := p.project(projectID)
	if err != nil {
		return nil, err
	}
	if err := pr.open(ctx); err != nil {
		return nil, err
	}
	pr.mu.Lock()
	epoch := pr.epoch
	pr.mu.Unlock()
	return &transaction{project: pr, edit: newEdit(ctx, pr, pr.enter(), false), epoch: epoch}, nil
}

// FS implements [Transaction].
func (t *transaction) FS() afero.Fs { return projectFS{t.edit} }

// Changed implements [Transaction].
func (t *transaction) Changed() []Change { return t.edit.changes() }

// Rollback implements [Transaction].
func (t *transaction) Rollback() {
	if !t.over {
		t.over = true
		t.edit.end()
		t.project.leave()
	}
}

// Commit implements [Transaction]. The transaction is over, whatever comes of it.
func (t *transaction) Commit(ctx context.Context) error {
	if t.over {
		return ErrClosed
	}
	c, err := t.queue(ctx)
	t.Rollback()
	if c == nil {
		return err
	}
	return t.project.settle(ctx, c)
}

func (t *transaction) queue(ctx context.Context) (*commit, error) {
	t.edit.mu.Lock()
	t.edit.ctx = ctx
	t.edit.mu.Unlock()
	c, err := t.edit.seal()
	if c == nil || err != nil {
		return nil, err
	}
	if err := take(ctx, t.project.writing); err != nil {
		return nil, err
	}
	defer func() { <-t.project.writing }()
	if err := t.project.openLocked(ctx); err != nil {
		return nil, err
	}
	t.project.mu.Lock()
	begunAnew := t.epoch != t.project.epoch
	t.project.mu.Unlock()
	if begunAnew {
		return nil, ErrConflict
	}
	if err := t.project.enqueue(c); err != nil {
		return nil, err
	}
	return c, nil
}

// changes lists what an edit did so far, by path.
func (e *edit) changes() []Change {
	e.mu.Lock()
	defer e.mu.Unlock()
	is := map[string]Change{}
	for ino := range e.touched {
		was, now := e.base.get(ino), e.tree.get(ino)
		if was != nil && now != nil && now.dir && was.parent == now.parent && was.name == now.name && was.mode == now.mode {
			continue // only an entry of it changed
		}
		if was != nil {
			if path, ok := e.base.path(was); ok {
				if _, taken := is[path]; !taken {
					is[path] = Change{Path: path, Removed: true}
				}
			}
		}
		if path, ok := e.tree.path(now); ok {
			change := Change{Path: path}
			if !now.dir {
				change.Size = now.size()
			}
			is[path] = change
		}
	}
	sorted := make([]*Change, 0, len(is))
	for _, c := range is {
		if n, err := e.tree.lookup(c.Path); c.Removed && err == nil {
			c = Change{Path: c.Path, Size: n.size()} // something else is there now
		}
		sorted = append(sorted, &c)
	}
	slices.SortFunc(sorted, func(a, b *Change) int { return strings.Compare(a.Path, b.Path) })
	list := make([]Change, len(sorted))
	for i, c := range sorted {
		list[i] = *c
	}
	return list
}
