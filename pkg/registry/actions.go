package registry

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// actionTable is the part of a [Domain] that does not depend on its types.
type actionTable struct {
	selector string
	aliases  Aliases
	actions  []ActionInfo
}

func newActionTable(selector string, aliases Aliases) actionTable {
	return actionTable{selector: selector, aliases: aliases}
}

func (t actionTable) check(schema *Schema) error {
	seen := map[string]bool{}
	for _, action := range t.actions {
		if action.Name == "" || seen[action.Name] {
			return fmt.Errorf("action %q is there twice or has no name", action.Name)
		}
		seen[action.Name] = true
		for _, name := range action.parameters() {
			if schema.Property(name) == nil {
				return fmt.Errorf("action %q: the input has no parameter %q", action.Name, name)
			}
		}
	}
	for _, alias := range t.aliases.Actions {
		if !seen[alias.Action] {
			return fmt.Errorf("alias %q: no action %q", alias.Name, alias.Action)
		}
	}
	for name := range t.aliases.Parameters {
		if schema.Property(name) == nil {
			return fmt.Errorf("aliases: the input has no parameter %q", name)
		}
	}
	if len(t.actions) == 0 {
		return fmt.Errorf("no actions")
	}
	return nil
}

func (t actionTable) only(keep func(ActionInfo) bool) actionTable {
	var actions []ActionInfo
	for _, action := range t.actions {
		if keep(action) {
			actions = append(actions, action)
		}
	}
	t.actions = actions
	return t
}

func (t actionTable) names() []string {
	names := make([]string, 0, len(t.actions))
	for _, action := range t.actions {
		names = append(names, action.Name)
	}
	return names
}

func (t actionTable) find(name string) (ActionInfo, bool) {
	for _, action := range t.actions {
		if action.Name == name {
			return action, true
		}
	}
	return ActionInfo{}, false
}

// refine puts the selector first and drops what no action of the table takes.
func (t actionTable) refine(schema *Schema) {
	used := map[string]bool{}
	for _, action := range t.actions {
		for _, name := range action.parameters() {
			used[name] = true
		}
	}
	schema.KeepProperties(func(name string) bool { return used[name] && name != t.selector })
	selector := &Schema{Type: "string", Description: t.describe()}
	selector.SetEnum(t.names()...)
	schema.Properties = append([]Property{{t.selector, selector}}, schema.Properties...)
	schema.Required = []string{t.selector}
}

func (t actionTable) annotations() Annotations {
	all := Annotations{ReadOnly: true, Idempotent: true}
	for _, action := range t.actions {
		all.ReadOnly = all.ReadOnly && action.ReadOnly
		all.Idempotent = all.Idempotent && action.Idempotent
		all.Destructive = all.Destructive || action.Destructive
		all.OpenWorld = all.OpenWorld || action.OpenWorld
	}
	return all
}

func (t actionTable) selected(input json.RawMessage) string {
	var members map[string]json.RawMessage
	if json.Unmarshal(input, &members) != nil {
		return ""
	}
	var name string
	_ = json.Unmarshal(members[t.selector], &name) // "" where it is no string
	return name
}

// normalize turns aliases into proper names.
func (t actionTable) normalize(input map[string]any) []Problem {
	problems := t.rename(input, t.selector, t.aliases.Selector, func(string) bool { return false })
	name, _ := input[t.selector].(string)
	if _, known := t.find(name); !known {
		for _, alias := range t.aliases.Actions {
			if alias.Name != name {
				continue
			}
			input[t.selector] = alias.Action
			for parameter, value := range alias.Set {
				if _, given := input[parameter]; !given {
					input[parameter] = value
				}
			}
		}
	}
	name, _ = input[t.selector].(string)
	action, known := t.find(name)
	if !known {
		return problems
	}
	proper := action.parameters()
	for _, parameter := range proper {
		problems = append(problems, t.rename(input, parameter, t.aliases.Parameters[parameter], func(alias string) bool {
			return slices.Contains(proper, alias)
		})...)
	}
	// Models fill in everything they are offered; empty values of other
	// actions' parameters say nothing and are dropped.
	for parameter, value := range input {
		if parameter != t.selector && !slices.Contains(proper, parameter) && t.takes(parameter) && isEmpty(value) {
			delete(input, parameter)
		}
	}
	return problems
}

func (t actionTable) rename(input map[string]any, proper string, aliases []string, taken func(string) bool) (problems []Problem) {
	for _, alias := range aliases {
		value, given := input[alias]
		if !given || alias == proper || taken(alias) {
			continue
		}
		delete(input, alias)
		if there, both := input[proper]; !both {
			input[proper] = value
		} else if !reflect.DeepEqual(there, value) {
			problems = append(problems, Problem{Path: proper, Kind: "conflict", Got: shortJSON(value),
				Message: "and " + alias + " are the same parameter but have different values; give " + proper + " only"})
		}
	}
	return problems
}

// missing finds what the selected action lacks and what it does not take.
func (t actionTable) missing(input map[string]any) (problems []Problem) {
	name, _ := input[t.selector].(string)
	action, known := t.find(name)
	if !known {
		return nil // the schema's enum says so
	}
	for _, required := range action.Required {
		alternatives := strings.Split(required, "|")
		if !slices.ContainsFunc(alternatives, func(name string) bool { _, given := input[name]; return given }) {
			problems = append(problems, Problem{Path: alternatives[0], Kind: "required",
				Message: "is required for " + name + " " + t.selector, Allowed: alternatives})
		}
	}
	proper := action.parameters()
	for _, parameter := range sortedNames(input) {
		if parameter == t.selector || slices.Contains(proper, parameter) || !t.takes(parameter) {
			continue // a name that no action takes is found by the schema
		}
		problems = append(problems, Problem{Path: parameter, Kind: "unknown", Got: shortJSON(input[parameter]),
			Message: "is not a parameter of " + name, Allowed: proper, Nearest: nearest(parameter, proper)})
	}
	return problems
}

func (t actionTable) takes(parameter string) bool {
	return slices.ContainsFunc(t.actions, func(action ActionInfo) bool {
		return slices.Contains(action.parameters(), parameter)
	})
}

// parameters are all names the action takes, alternatives apart.
func (a ActionInfo) parameters() []string {
	var names []string
	for _, required := range a.Required {
		names = append(names, strings.Split(required, "|")...)
	}
	return append(names, a.Optional...)
}

func isEmpty(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case bool:
		return !value
	case string:
		return value == ""
	case []any:
		return len(value) == 0
	case map[string]any:
		return len(value) == 0
	}
	return false
}

func sortedNames(input map[string]any) []string {
	names := make([]string, 0, len(input))
	for name := range input {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// domainFacts are what errors and examples tell of a table.
type domainFacts struct{ actionTable }

// action is the selected action, or the one most like it, or the first.
func (d domainFacts) action(input map[string]any) string {
	name, _ := input[d.selector].(string)
	if _, known := d.find(name); known {
		return name
	}
	if like := nearest(name, d.names()); like != "" {
		return like
	}
	if len(d.actions) == 0 {
		return ""
	}
	return d.actions[0].Name
}

// requires are the parameters of a minimal call; of alternatives, the given one.
func (d domainFacts) requires(name string, input map[string]any) []string {
	action, _ := d.find(name)
	var names []string
	for _, required := range action.Required {
		alternatives := strings.Split(required, "|")
		chosen := alternatives[0]
		for _, alternative := range alternatives {
			if _, given := input[alternative]; given {
				chosen = alternative
				break
			}
		}
		names = append(names, chosen)
	}
	return names
}
