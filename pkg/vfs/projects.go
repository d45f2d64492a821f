package vfs

import (
	"context"
	"errors"

	"github.com/spf13/afero"
)

// Projects keeps the files of all projects of a store. It implements [Files] and
// is safe for concurrent use.
type Projects struct {
	store  Store
	config Config
}

var _ Files = (*Projects)(nil)

// NewProjects serves the projects of a store. The store belongs to it from then
// on: Close closes it.
func NewProjects(store Store, config Config) *Projects {
	return &Projects{store: store, config: config.withDefaults()}
}

// View implements [Files].
func (p *Projects) View(ctx context.Context, projectID string, read func(fs afero.Fs) error) error {
	return errors.ErrUnsupported
}

// Update implements [Files].
func (p *Projects) Update(ctx context.Context, projectID string, change func(fs afero.Fs) error) error {
	return errors.ErrUnsupported
}

// Begin implements [Files].
func (p *Projects) Begin(ctx context.Context, projectID string) (Transaction, error) {
	return nil, errors.ErrUnsupported
}

// StoreChanged is to be called when somebody else (another tab or process)
// committed up to seq: their changes become visible here.
func (p *Projects) StoreChanged(ctx context.Context, projectID string, seq uint64) error {
	return errors.ErrUnsupported
}

// List lists the projects that exist, in order of id.
func (p *Projects) List(ctx context.Context) ([]ProjectInfo, error) {
	return nil, errors.ErrUnsupported
}

// Delete removes a project, its history and its trash for good.
func (p *Projects) Delete(ctx context.Context, projectID string) error {
	return errors.ErrUnsupported
}

// Close waits for commits under way and closes the store.
func (p *Projects) Close() error { return p.store.Close() }
