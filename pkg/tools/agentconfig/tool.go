package agentconfig

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/vfs"
)

const notSet = "(not set)"

// input is one call of agent_config or prompt_manager. Each sees its own
// parameters only; one type for both spares the core a copy of what is made of it.
type input struct {
	Action string `json:"action"`

	Field Field  `json:"field,omitempty" enum:"name,system_prompt,reflection_prompt,memory_reflection_prompt" description:"What to view or update."`
	Value string `json:"value,omitempty" description:"update: the new value, complete."`

	PromptType string `json:"prompt_type,omitempty" enum:"system,conversation_consolidation,memory_management,name" description:"What to view or update."`
	Content    string `json:"content,omitempty" description:"update: the new text."`
}

// New makes the tool agent_config. Updates ask for approval, the first time in a
// chat: a changed prompt is a way for injected text to stay.
func New(files vfs.Files, options Options) registry.Tool {
	t := tool{NewAgents(files, options)}
	type action = registry.Action[input, registry.NoOptions]
	return registry.DefineDomain(registry.Domain[input, registry.NoOptions]{
		Name:            "agent_config",
		DisplayName:     "Agent Configuration",
		DisplaySubtitle: "An agent views and updates its own name and prompts (group chats)",
		Category:        "agents",
		IconInput:       "⚙️",
		IconOutput:      "⚙️",
		Description:     "View and update your own configuration as an agent of a group chat. View before you update.",
		Actions: []action{
			{ActionInfo: registry.ActionInfo{Name: "view", Summary: "show a field", Required: []string{"field"},
				Optional: []string{"value"}, ReadOnly: true, Idempotent: true}, Handle: t.view},
			{ActionInfo: registry.ActionInfo{Name: "update", Summary: "replace a field", Required: []string{"field", "value"},
				Destructive: true, Idempotent: true}, Handle: t.update},
		},
		Refine:  func(schema *registry.Schema, _ registry.NoOptions) { schema.Required = []string{"action", "field"} },
		Access:  func(in input) registry.Access { return access(in.Action) },
		Policy:  registry.Policy{Mode: registry.PolicyFirst, OnlyChanges: true},
		Invalid: invalid,
	})
}

// access: the agents, wherever they live.
func access(action string) registry.Access {
	touched := []string{"agents:", Folder}
	if action == "view" {
		return registry.Access{Read: touched}
	}
	return registry.Access{Write: touched}
}

type tool struct{ agents *Agents }

// answer is what agent_config gives.
type answer struct {
	Type   string `json:"type"`
	Action string `json:"action"`
	Field  Field  `json:"field"`
	Value  string `json:"value"`
	Agent  string `json:"agent"`
}

// refusal is what agent_config gives where it cannot.
type refusal struct {
	Type           string          `json:"type"`
	Error          string          `json:"error"`
	Field          Field           `json:"field,omitempty"`
	RequiredParam  string          `json:"required_param,omitempty"`
	DidYouMean     string          `json:"did_you_mean,omitempty"`
	AllowedActions []string        `json:"allowed_actions,omitempty"`
	AllowedFields  []Field         `json:"allowed_fields,omitempty"`
	Example        json.RawMessage `json:"example,omitempty"`
}

func (t tool) view(ctx context.Context, in input, call registry.TypedCall[registry.NoOptions]) (registry.Result, error) {
	if refused, ok := outsideGroup(call.Context); ok {
		return refused, nil
	}
	agent, err := t.agents.Get(ctx, call.Context.ProjectID, call.Context.AgentID)
	if err != nil {
		return refuse(in.Field, err), nil
	}
	return registry.JSON(answer{"config", "view", in.Field, shown(agent, in.Field), agent.Name}), nil
}

func (t tool) update(ctx context.Context, in input, call registry.TypedCall[registry.NoOptions]) (registry.Result, error) {
	if refused, ok := outsideGroup(call.Context); ok {
		return refused, nil
	}
	if blank(in.Value) {
		return registry.JSONError(valueRequired(call.Example())), nil
	}
	agent, err := t.agents.Update(ctx, call.Context.ProjectID, call.Context.AgentID, in.Field, in.Value)
	if err != nil {
		return refuse(in.Field, err), nil
	}
	return registry.JSON(answer{"config", "update", in.Field, shown(agent, in.Field), agent.Name}), nil
}

// shown is a field as the model reads it.
func shown(agent Agent, field Field) string {
	if value := agent.Value(field); !blank(value) {
		return value
	}
	return notSet
}

func outsideGroup(where registry.CallContext) (registry.Result, bool) {
	if where.GroupChat && where.AgentID != "" {
		return registry.Result{}, false
	}
	return registry.JSONError(refusal{Type: "error", Error: "This tool only works in group conversations with an agent context"}), true
}

func refuse(field Field, err error) registry.Result {
	return registry.JSONError(refusal{Type: "error", Error: reason(err), Field: field})
}

// reason is an error of a store in words for the model.
func reason(err error) string {
	var refused *Refusal
	switch {
	case errors.As(err, &refused):
		return refused.Error()
	case errors.Is(err, ErrNoAgent):
		return "The current agent does not exist any more"
	case errors.Is(err, errNewer):
		return "The agent's configuration was written by a newer release and is left alone"
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return "The call was cancelled; nothing was changed"
	default:
		return "The agent's configuration could not be read or saved. Try again."
	}
}

func actionNames() []string { return []string{"view", "update"} }

func valueRequired(example json.RawMessage) refusal {
	return refusal{Type: "error", Error: "value required for update", RequiredParam: "value",
		AllowedActions: actionNames(), AllowedFields: Fields(), Example: example}
}

// invalid says what is wrong with an input. Where the tool does not work at all
// it says that instead.
func invalid(call registry.TypedCall[registry.NoOptions], problems []registry.Problem) registry.Result {
	if refused, ok := outsideGroup(call.Context); ok {
		return refused
	}
	answer := refusal{Type: "error", AllowedActions: actionNames(), AllowedFields: Fields(), Example: call.Example()}
	var sentences []string
	said := map[string]bool{}
	for _, p := range problems {
		sentence := p.Sentence("action")
		if p.Kind == "required" {
			if said[p.Path] { // schema and table both want the field
				continue
			}
			said[p.Path] = true
			if answer.RequiredParam == "" {
				answer.RequiredParam = p.Path
			}
			if p.Path == "value" {
				sentence = "value required for update"
			}
		}
		if answer.DidYouMean == "" {
			answer.DidYouMean = p.Nearest
		}
		sentences = append(sentences, sentence)
	}
	answer.Error = strings.Join(sentences, "; ")
	return registry.JSONError(answer)
}
