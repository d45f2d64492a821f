package api

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/clienttools/clienttools/pkg/tools/agentconfig"
)

// lentStore is the agents of the application, which keeps them itself.
type lentStore struct{ lent Lent }

// lentAgents is nil where the application has no agents of its own.
func lentAgents(lent Lent) agentconfig.Store {
	if lent == nil {
		return nil
	}
	return lentStore{lent}
}

// The arguments of the lent function agents, by operation. list has none.
type (
	// AgentArgs are for get.
	AgentArgs struct {
		ProjectID string `json:"projectId"`
		ID        string `json:"id"`
	}
	// UpdateAgentArgs are for update.
	UpdateAgentArgs struct {
		ProjectID string             `json:"projectId"`
		ID        string             `json:"id"`
		Change    agentconfig.Change `json:"change"`
	}
	// ListAgentsArgs are for list.
	ListAgentsArgs struct {
		ProjectID string `json:"projectId"`
	}
)

// Get implements [agentconfig.Store].
func (s lentStore) Get(ctx context.Context, projectID, id string) (agentconfig.Agent, error) {
	agent, err := ask[*agentconfig.Agent](ctx, s.lent, "get", AgentArgs{projectID, id})
	if err != nil || agent == nil {
		return agentconfig.Agent{}, errors.Join(err, missing(agent))
	}
	return *agent, nil
}

// List implements [agentconfig.Store].
func (s lentStore) List(ctx context.Context, projectID string) ([]agentconfig.Agent, error) {
	return ask[[]agentconfig.Agent](ctx, s.lent, "list", ListAgentsArgs{projectID})
}

// Update implements [agentconfig.Store]. What the application throws is for the
// model.
func (s lentStore) Update(ctx context.Context, projectID, id string, change agentconfig.Change) (agentconfig.Agent, error) {
	agent, err := ask[*agentconfig.Agent](ctx, s.lent, "update", UpdateAgentArgs{projectID, id, change})
	switch {
	case err != nil && ctx.Err() == nil:
		return agentconfig.Agent{}, &agentconfig.Refusal{Messages: []string{cut(err.Error(), 1000)}}
	case err != nil:
		return agentconfig.Agent{}, err
	case agent == nil: // an application may give nothing back
		return s.Get(ctx, projectID, id)
	}
	return *agent, nil
}

func missing(agent *agentconfig.Agent) error {
	if agent == nil {
		return agentconfig.ErrNoAgent
	}
	return nil
}

// ask does one operation; null is the zero value.
func ask[Out any](ctx context.Context, lent Lent, op string, args any) (out Out, err error) {
	text, err := json.Marshal(args)
	if err != nil {
		return out, err
	}
	answer, err := lent(ctx, op, string(text))
	if err != nil || answer == "" {
		return out, err
	}
	return out, json.Unmarshal([]byte(answer), &out)
}

// EarlierAgentArgs are the arguments of agents.earlier.
type EarlierAgentArgs struct {
	ProjectID string `json:"projectId"`
	AgentID   string `json:"agentId"`
}

func (e EarlierAgentArgs) check() error { return checkProject("projectId", e.ProjectID) }

// RestoreAgentArgs are the arguments of agents.restore.
type RestoreAgentArgs struct {
	ProjectID string `json:"projectId"`
	AgentID   string `json:"agentId"`
	// ID is that of an entry of agents.earlier.
	ID int `json:"id"`
}

func (r RestoreAgentArgs) check() error { return checkProject("projectId", r.ProjectID) }

// earlier lists the values of an agent that were replaced, the newest first.
func (c *core) earlier(ctx context.Context, args EarlierAgentArgs) ([]agentconfig.Earlier, error) {
	return c.agents.Earlier(ctx, args.ProjectID, args.AgentID)
}

// restore brings one of them back.
func (c *core) restore(ctx context.Context, args RestoreAgentArgs) (agentconfig.Agent, error) {
	agent, err := c.agents.Restore(ctx, args.ProjectID, args.AgentID, args.ID)
	var refused *agentconfig.Refusal
	switch {
	case errors.Is(err, agentconfig.ErrNoEntry):
		return agent, invalid("id", "is not that of an earlier value")
	case errors.Is(err, agentconfig.ErrNoAgent):
		return agent, invalid("agentId", "is not that of an agent")
	case errors.As(err, &refused):
		return agent, invalid("id", "cannot be restored: %s", refused.Error())
	}
	return agent, err
}
