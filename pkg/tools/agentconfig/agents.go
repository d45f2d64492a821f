package agentconfig

import (
	"context"
	"time"

	"github.com/spf13/afero"

	"github.com/clienttools/clienttools/pkg/vfs"
)

// Options set up [NewAgents], [New] and [NewPromptManager]. The zero value is the
// default.
type Options struct {
	// Store keeps the agents. nil: a [FileStore].
	Store Store
	// Now is the clock. nil: time.Now.
	Now func() time.Time
}

// Agents are the agents of all projects, with their earlier values. It is what
// the tools work with, and what the application looks at afterwards.
type Agents struct {
	files vfs.Files
	store Store
	now   func() time.Time
}

// NewAgents returns the agents over the projects' files, which keep the earlier
// values in any case.
func NewAgents(files vfs.Files, options Options) *Agents {
	a := &Agents{files: files, store: options.Store, now: options.Now}
	if a.store == nil {
		a.store = NewFileStore(files)
	}
	if a.now == nil {
		a.now = time.Now
	}
	return a
}

// Get is one agent.
func (a *Agents) Get(ctx context.Context, projectID, id string) (Agent, error) {
	return a.store.Get(ctx, projectID, id)
}

// List is every agent of a project.
func (a *Agents) List(ctx context.Context, projectID string) ([]Agent, error) {
	return a.store.List(ctx, projectID)
}

// Update changes one field and keeps the value it had.
func (a *Agents) Update(ctx context.Context, projectID, id string, field Field, value string) (after Agent, err error) {
	change := Change{field: value}
	if _, own := a.store.(*FileStore); own { // one commit for both
		err = a.files.Update(ctx, projectID, func(fsys afero.Fs) error {
			var before Agent
			before, after, err = updateAgent(fsys, id, change)
			if err != nil {
				return err
			}
			_, err := a.keep(fsys, before, field, value)
			return err
		})
		return after, err
	}
	before, err := a.store.Get(ctx, projectID, id)
	if err != nil {
		return after, err
	}
	// First the earlier value, then the change: the other way round a full disk
	// would lose it.
	kept := 0
	err = a.files.Update(ctx, projectID, func(fsys afero.Fs) (err error) {
		kept, err = a.keep(fsys, before, field, value)
		return err
	})
	if err != nil {
		return after, err
	}
	after, err = a.store.Update(ctx, projectID, id, change)
	if err != nil && kept > 0 {
		// The value is still there, so it is no earlier one. Should this fail too, the
		// list has a value too many, which hurts nobody.
		_ = a.files.Update(context.WithoutCancel(ctx), projectID, func(fsys afero.Fs) error { return forget(fsys, kept) })
	}
	return after, err
}

// Earlier lists the values that were replaced, the newest first.
func (a *Agents) Earlier(ctx context.Context, projectID, agentID string) (list []Earlier, err error) {
	err = a.files.View(ctx, projectID, func(fsys afero.Fs) error {
		all, err := readHistory(fsys)
		if err != nil {
			return err
		}
		list = nil
		for i := len(all) - 1; i >= 0; i-- {
			if all[i].AgentID == agentID {
				list = append(list, all[i])
			}
		}
		return nil
	})
	return list, err
}

// Restore gives a field the value of an entry of [Agents.Earlier]; what it
// replaces is kept in turn.
func (a *Agents) Restore(ctx context.Context, projectID, agentID string, entry int) (Agent, error) {
	list, err := a.Earlier(ctx, projectID, agentID)
	if err != nil {
		return Agent{}, err
	}
	for _, earlier := range list {
		if earlier.ID == entry {
			return a.Update(ctx, projectID, agentID, earlier.Field, earlier.Value)
		}
	}
	return Agent{}, ErrNoEntry
}
