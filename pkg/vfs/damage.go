package vfs

import (
	"context"
	"errors"
	"fmt"
)

// Damage says what of a stored project could not be read. It is an error that
// matches [ErrCorrupt]. Until [Volume.Repair] nothing of the project is
// overwritten; [Volume.ExportZip] gives what can be read.
type Damage struct {
	ProjectID string `json:"projectId"`
	// Reason says what was found.
	Reason string `json:"reason"`
	// Newer means that nothing is broken: a newer release wrote the project, and
	// this one leaves it alone. There is nothing to repair.
	Newer bool `json:"newer,omitempty"`
	// LostCommits is how many commits could not be read.
	LostCommits int `json:"lostCommits"`
	// Files and Bytes are what could be read.
	Files int64 `json:"files"`
	Bytes int64 `json:"bytes"`
}

// Error implements error.
func (d *Damage) Error() string {
	if d.Newer {
		return fmt.Sprintf("project %q was written by a newer release and is left alone: %s", d.ProjectID, d.Reason)
	}
	return fmt.Sprintf("project %q: %v: %s; %d commits lost, %d files can be read", d.ProjectID, ErrCorrupt, d.Reason, d.LostCommits, d.Files)
}

// Unwrap makes errors.Is(err, ErrCorrupt) true.
func (d *Damage) Unwrap() error { return ErrCorrupt }

// Damage returns what could not be read of a project, or nil.
func (v *Volume) Damage(ctx context.Context) (*Damage, error) {
	p, err := v.projects.project(v.projectID)
	if err != nil {
		return nil, err
	}
	err = p.open(ctx)
	if d := (*Damage)(nil); errors.As(err, &d) {
		return d, nil
	}
	return nil, err
}

// Repair goes on with what can be read of a damaged project, giving up the rest.
func (v *Volume) Repair(ctx context.Context) error {
	p, err := v.projects.project(v.projectID)
	if err != nil {
		return err
	}
	if err := take(ctx, p.committing); err != nil {
		return err
	}
	defer func() { <-p.committing }()
	if err := take(ctx, p.writing); err != nil {
		return err
	}
	defer func() { <-p.writing }()
	err = p.openLocked(ctx)
	if d := (*Damage)(nil); !errors.Is(err, ErrCorrupt) || errors.As(err, &d) && d.Newer {
		return err
	}
	return p.repair(ctx)
}

// repair stores what could be read as a snapshot that replaces everything. The
// rights to commit and to write are held.
func (p *project) repair(ctx context.Context) error {
	t := *p.committed
	t.seq = p.lastSeq + 1
	if err := p.store.Compact(ctx, p.id, encodeSnapshot(&t, p.birth), nil, nil); err != nil {
		return fmt.Errorf("repair: %w", err)
	}
	state, err := p.store.Load(ctx, p.id)
	if err != nil {
		p.mu.Lock()
		p.loaded, p.damage = false, nil
		p.mu.Unlock()
		return fmt.Errorf("repair: %w", err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.begin(state)
	if p.damage != nil {
		return p.damage
	}
	return nil
}
