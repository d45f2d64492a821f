package migrate

import (
	"context"
	"fmt"
)

// Storage is where an application keeps the settings of its projects.
type Storage interface {
	// Projects lists the ids of all projects.
	Projects(ctx context.Context) ([]string, error)
	// Load gives the settings of a project as they are stored.
	Load(ctx context.Context, id string) ([]byte, error)
	// Save stores the settings of a project.
	Save(ctx context.Context, id string, document []byte) error
}

// Loaded is a project as it was loaded.
type Loaded struct {
	ID string
	// Result has the project of today or, where there was an Err, as it is stored.
	Result
	// Err says why the project could not be loaded, migrated or saved.
	Err error
}

// Load loads one project and brings it up to date. It is saved where something
// changed, and only there. A project that cannot be migrated is given as it is
// stored, beside the error, and stays as it is.
func Load(ctx context.Context, storage Storage, id string) (Result, error) {
	document, err := storage.Load(ctx, id)
	if err != nil {
		return Result{}, fmt.Errorf("project %q: %w", id, err)
	}
	result, err := Project(document)
	if err != nil {
		return Result{Document: document}, fmt.Errorf("project %q cannot be migrated: %w", id, err)
	}
	if !result.Migrated {
		return result, nil
	}
	if err := storage.Save(ctx, id, result.Document); err != nil {
		return Result{Document: document}, fmt.Errorf("project %q was migrated and cannot be saved: %w", id, err)
	}
	return result, nil
}

// LoadAll is [Load] for every project. One that fails does not keep the others
// from being loaded; an error is about the list of projects.
func LoadAll(ctx context.Context, storage Storage) ([]Loaded, error) {
	ids, err := storage.Projects(ctx)
	if err != nil {
		return nil, err
	}
	all := make([]Loaded, 0, len(ids))
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return all, err
		}
		result, err := Load(ctx, storage, id)
		all = append(all, Loaded{id, result, err})
	}
	return all, nil
}
