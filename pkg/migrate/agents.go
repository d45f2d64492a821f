package migrate

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Direction is which way the tool names of agents go.
type Direction string

// The directions. The zero value means [Consolidate].
const (
	// Consolidate replaces the names of single tools by those of domain tools.
	Consolidate Direction = "consolidate"
	// Deconsolidate is the way back.
	Deconsolidate Direction = "deconsolidate"
)

// Agents migrates the enabled_tools of a list of agents. Names it does not know
// stay, duplicates go, first positions are kept. An agent that cannot be
// migrated is left as it was and told in Problems.
func Agents(document []byte, direction Direction) (Result, error) {
	names := consolidated()
	switch direction {
	case "", Consolidate:
	case Deconsolidate:
		names = deconsolidated()
	default:
		return Result{}, fmt.Errorf("direction %q: want consolidate or deconsolidate", direction)
	}
	list, err := parseList(document)
	if err != nil {
		return Result{}, err
	}
	result := Result{Document: document}
	for i, one := range list {
		o, err := parseObject(one)
		if err != nil {
			result.Problems = append(result.Problems, fmt.Sprintf("agent %d: %v", i+1, err))
			continue
		}
		who := strings.TrimSpace(fmt.Sprintf("agent %s %s", o.text("id"), o.text("name")))
		raw, given := o.get("enabled_tools")
		if !given {
			continue
		}
		before, err := parseList(raw)
		if err != nil {
			result.Problems = append(result.Problems, who+": enabled_tools: "+err.Error())
			continue
		}
		after := renamed(before, names)
		if told(before) == told(after) {
			continue
		}
		o.set("enabled_tools", joined(after), 0)
		list[i] = o.json()
		result.Migrated = true
		result.Changes = append(result.Changes, fmt.Sprintf("%s: %s → %s", who, told(before), told(after)))
	}
	if result.Migrated {
		result.Document = joined(list)
	}
	return result, nil
}

func consolidated() map[string][]string {
	agent, web := []string{"agent_config"}, []string{"web"}
	return map[string][]string{
		"ViewSystemPromptTool": agent, "UpdateSystemPromptTool": agent, "PromptManagerTool": agent,
		"prompt_manager": agent, "AgentConfigTool": agent,
		"WebSearchTool": web, "WebFetchTool": web, "WebTool": web,
	}
}

func deconsolidated() map[string][]string {
	return map[string][]string{
		"agent_config": {"ViewSystemPromptTool", "UpdateSystemPromptTool"},
		"web":          {"WebSearchTool", "WebFetchTool"},
	}
}

// renamed is a list of names with each replaced; what is no name stays.
func renamed(list []json.RawMessage, names map[string][]string) []json.RawMessage {
	after := []json.RawMessage{}
	seen := map[string]bool{}
	add := func(key string, raw json.RawMessage) {
		if !seen[key] {
			seen[key] = true
			after = append(after, raw)
		}
	}
	for _, raw := range list {
		var name string
		if json.Unmarshal(raw, &name) != nil {
			after = append(after, raw)
			continue
		}
		if replaced, known := names[name]; known {
			for _, name := range replaced {
				quoted, _ := json.Marshal(name) // names of ours
				add(name, quoted)
			}
			continue
		}
		add(name, raw)
	}
	return after
}

// told is a list as a person reads it.
func told(list []json.RawMessage) string {
	names := make([]string, 0, len(list))
	for _, raw := range list {
		var name string
		if json.Unmarshal(raw, &name) != nil {
			name = string(raw)
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}
