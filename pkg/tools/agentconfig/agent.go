// Package agentconfig lets an agent look at and change its own configuration:
// the tool agent_config, and prompt_manager, its older form. Both work only in a
// group chat with a current agent. Every value that is replaced is kept with its
// time, so that the application can list and restore it.
//
// Agents live in a [Store] of the application, or in the project's own files.
package agentconfig

import (
	"context"
	"errors"
	"strings"
)

// Agent is what the tools know of an agent.
type Agent struct {
	ID                     string `json:"id"`
	Name                   string `json:"name"`
	SystemPrompt           string `json:"system_prompt,omitempty"`
	ReflectionPrompt       string `json:"reflection_prompt,omitempty"`
	MemoryReflectionPrompt string `json:"memory_reflection_prompt,omitempty"`
}

// Field is one configurable value of an agent, by its own name.
type Field string

// The fields.
const (
	Name                   Field = "name"
	SystemPrompt           Field = "system_prompt"
	ReflectionPrompt       Field = "reflection_prompt"
	MemoryReflectionPrompt Field = "memory_reflection_prompt"
)

// Fields lists the fields in the order in which models see them.
func Fields() []Field {
	return []Field{Name, SystemPrompt, ReflectionPrompt, MemoryReflectionPrompt}
}

// Value is the value of a field; "" where it is not set.
func (a Agent) Value(field Field) string {
	switch field {
	case Name:
		return a.Name
	case SystemPrompt:
		return a.SystemPrompt
	case ReflectionPrompt:
		return a.ReflectionPrompt
	case MemoryReflectionPrompt:
		return a.MemoryReflectionPrompt
	}
	return ""
}

// Change has the new values by field.
type Change map[Field]string

// Store keeps agents. An application that has agents of its own gives one; the
// default is [FileStore]. It is safe for concurrent use.
type Store interface {
	// Get is the agent with this id, or [ErrNoAgent].
	Get(ctx context.Context, projectID, id string) (Agent, error)
	// List is every agent of the project.
	List(ctx context.Context, projectID string) ([]Agent, error)
	// Update changes an agent and returns it as stored. A [Refusal] says why the
	// change is not possible; the model reads it.
	Update(ctx context.Context, projectID, id string, change Change) (Agent, error)
}

// ErrNoAgent means that a store has no agent with this id.
var ErrNoAgent = errors.New("no such agent")

// Refusal is an error of a store that the model reads, such as "Name has already
// been taken".
type Refusal struct{ Messages []string }

// Error is every message at once, comma separated.
func (r *Refusal) Error() string { return strings.Join(r.Messages, ", ") }
