package agentconfig

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/vfs"
)

// promptField is the field that a prompt_type stands for.
func promptField(promptType string) Field {
	switch promptType {
	case "system":
		return SystemPrompt
	case "conversation_consolidation":
		return ReflectionPrompt
	case "memory_management":
		return MemoryReflectionPrompt
	}
	return Name
}

func promptTypes() []string {
	return []string{"system", "conversation_consolidation", "memory_management", "name"}
}

// NewPromptManager makes the tool prompt_manager, the older form of
// agent_config, for stored conversations and prompts that know it. It is
// internal: no settings view offers it, and it is there only for those who name it.
func NewPromptManager(files vfs.Files, options Options) registry.Tool {
	t := promptManager{NewAgents(files, options)}
	type action = registry.Action[input, registry.NoOptions]
	return registry.DefineDomain(registry.Domain[input, registry.NoOptions]{
		Name:            "prompt_manager",
		DisplayName:     "Prompt Manager",
		DisplaySubtitle: "The older form of Agent Configuration",
		Category:        "agents",
		Internal:        true,
		IconInput:       "⚙️",
		IconOutput:      "⚙️",
		Description:     "View and update your own prompts as an agent of a group chat.",
		Actions: []action{
			{ActionInfo: registry.ActionInfo{Name: "view", Summary: "show a prompt", Required: []string{"prompt_type"},
				Optional: []string{"content"}, ReadOnly: true, Idempotent: true}, Handle: t.view},
			{ActionInfo: registry.ActionInfo{Name: "update", Summary: "replace a prompt", Required: []string{"prompt_type", "content"},
				Destructive: true, Idempotent: true}, Handle: t.update},
		},
		Refine: func(schema *registry.Schema, _ registry.NoOptions) {
			schema.Required = []string{"action", "prompt_type"}
		},
		Access:  func(in input) registry.Access { return access(in.Action) },
		Policy:  registry.Policy{Mode: registry.PolicyFirst, OnlyChanges: true},
		Invalid: promptInvalid,
	})
}

type promptManager struct{ agents *Agents }

type (
	promptView struct {
		Type       string `json:"type"`
		PromptType string `json:"prompt_type"`
		Value      string `json:"value"`
		AgentName  string `json:"agent_name"`
	}
	promptUpdate struct {
		Type       string `json:"type"`
		PromptType string `json:"prompt_type"`
		Success    bool   `json:"success"`
		NewValue   string `json:"new_value"`
		AgentName  string `json:"agent_name"`
	}
	promptRefusal struct {
		Type               string          `json:"type"`
		Error              string          `json:"error"`
		AllowedPromptTypes []string        `json:"allowed_prompt_types"`
		AllowedActions     []string        `json:"allowed_actions"`
		Example            json.RawMessage `json:"example,omitempty"`
	}
)

func (t promptManager) view(ctx context.Context, in input, call registry.TypedCall[registry.NoOptions]) (registry.Result, error) {
	if missing := lacks(call.Context); missing != "" {
		return promptRefuse(missing, nil), nil
	}
	agent, err := t.agents.Get(ctx, call.Context.ProjectID, call.Context.AgentID)
	if err != nil {
		return promptRefuse(reason(err), nil), nil
	}
	return registry.JSON(promptView{"view_result", in.PromptType, shown(agent, promptField(in.PromptType)), agent.Name}), nil
}

func (t promptManager) update(ctx context.Context, in input, call registry.TypedCall[registry.NoOptions]) (registry.Result, error) {
	if missing := lacks(call.Context); missing != "" {
		return promptRefuse(missing, nil), nil
	}
	if blank(in.Content) {
		return promptRefuse("content is required for update action", nil), nil
	}
	field := promptField(in.PromptType)
	agent, err := t.agents.Update(ctx, call.Context.ProjectID, call.Context.AgentID, field, in.Content)
	if err != nil {
		return promptRefuse(reason(err), nil), nil
	}
	return registry.JSON(promptUpdate{"update_result", in.PromptType, true, shown(agent, field), agent.Name}), nil
}

// lacks says what of its surroundings the tool misses; "" for nothing.
func lacks(where registry.CallContext) string {
	switch {
	case !where.GroupChat:
		return "This tool only works in group conversations"
	case where.AgentID == "":
		return "No current agent context"
	}
	return ""
}

func promptRefuse(message string, example json.RawMessage) registry.Result {
	return registry.JSONError(promptRefusal{"error", message, promptTypes(), actionNames(), example})
}

func promptInvalid(call registry.TypedCall[registry.NoOptions], problems []registry.Problem) registry.Result {
	if missing := lacks(call.Context); missing != "" {
		return promptRefuse(missing, nil)
	}
	var sentences []string
	said := map[string]bool{}
	for _, p := range problems {
		if p.Kind == "required" && said[p.Path] {
			continue
		}
		said[p.Path] = p.Kind == "required"
		sentences = append(sentences, p.Sentence("action"))
	}
	return promptRefuse(strings.Join(sentences, "; "), call.Example())
}
