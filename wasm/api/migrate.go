package api

import (
	"context"
	"encoding/json"

	"github.com/clienttools/clienttools/pkg/migrate"
)

// MigrateProjectArgs are the arguments of migrateProject.
type MigrateProjectArgs struct {
	// Project are the settings of a project, of whatever release.
	Project json.RawMessage `json:"project"`
}

// MigrateProjectResult is what became of the settings of a project.
type MigrateProjectResult struct {
	Project  json.RawMessage `json:"project"`
	Migrated bool            `json:"migrated"`
	// Changes are what was changed, one line each.
	Changes []string `json:"changes"`
}

// MigrateAgentsArgs are the arguments of migrateAgents.
type MigrateAgentsArgs struct {
	Agents json.RawMessage `json:"agents"`
	// Direction is consolidate where left out.
	Direction migrate.Direction `json:"direction,omitempty"`
}

// MigrateAgentsResult is what became of a list of agents.
type MigrateAgentsResult struct {
	Agents json.RawMessage `json:"agents"`
	// Changes are one line per agent that was changed.
	Changes []string `json:"changes"`
	// Problems are agents that could not be migrated, and were left as they were.
	Problems []string `json:"problems,omitempty"`
}

func (c *core) migrateProject(_ context.Context, args MigrateProjectArgs) (MigrateProjectResult, error) {
	result, err := migrate.Project(args.Project)
	if err != nil {
		return MigrateProjectResult{}, invalid("project", "cannot be migrated: %v", err)
	}
	return MigrateProjectResult{result.Document, result.Migrated, append([]string{}, result.Changes...)}, nil
}

func (c *core) migrateAgents(_ context.Context, args MigrateAgentsArgs) (MigrateAgentsResult, error) {
	result, err := migrate.Agents(args.Agents, args.Direction)
	if err != nil {
		return MigrateAgentsResult{}, invalid("agents", "cannot be migrated: %v", err)
	}
	return MigrateAgentsResult{result.Document, append([]string{}, result.Changes...), result.Problems}, nil
}
