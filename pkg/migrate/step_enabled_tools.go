package migrate

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// enabledTools turns five flags into a list of enabled tools and their options.
// Version 1.
func enabledTools(o *object) ([]string, error) {
	if _, done := o.get("enabledTools"); done {
		return nil, nil
	}
	old := []string{"memoryEnabled", "memoryUseSystemPrompt", "jsExecutionEnabled", "jsLibEnabled", "fsToolEnabled"}
	value, given := map[string]bool{}, map[string]bool{}
	place := -1
	for i, m := range o.members {
		if place < 0 && slices.Contains(old, m.name) {
			place = i
		}
	}
	if place < 0 {
		return nil, nil
	}
	for _, name := range old {
		var err error
		if value[name], given[name], err = o.flag(name); err != nil {
			return nil, err
		}
	}
	tools := []string{}
	var changes []string
	options, err := toolOptions(o)
	if err != nil {
		return nil, err
	}
	enable := func(flag, tool string) bool {
		if value[flag] {
			tools = append(tools, tool)
			changes = append(changes, fmt.Sprintf("%s: true → enabledTools: %s", flag, tool))
		}
		return value[flag]
	}
	if enable("memoryEnabled", "memory") && value["memoryUseSystemPrompt"] {
		if err := options.put("memory", "useSystemPrompt", "true"); err != nil {
			return nil, err
		}
		changes = append(changes, "memoryUseSystemPrompt: true → toolOptions.memory.useSystemPrompt: true")
	}
	// jsLibEnabled was on by default, as loadLib is: only "off" is worth storing.
	if enable("jsExecutionEnabled", "javascript") && given["jsLibEnabled"] && !value["jsLibEnabled"] {
		if err := options.put("javascript", "loadLib", "false"); err != nil {
			return nil, err
		}
		changes = append(changes, "jsLibEnabled: false → toolOptions.javascript.loadLib: false")
	}
	enable("fsToolEnabled", "filesystem")

	for _, name := range old {
		told := slices.ContainsFunc(changes, func(change string) bool { return strings.HasPrefix(change, name+":") })
		if o.index(name) >= 0 && !told {
			changes = append(changes, name+" removed")
		}
		o.remove(name)
	}
	list, _ := json.Marshal(tools) // names of ours
	o.set("enabledTools", list, place)
	if options.changed {
		o.set("toolOptions", options.json(), o.index("enabledTools")+1)
	}
	return changes, nil
}

// optionTree is the options by tool.
type optionTree struct {
	object
	changed bool
}

func toolOptions(o *object) (*optionTree, error) {
	raw, given := o.get("toolOptions")
	if !given {
		return &optionTree{}, nil
	}
	options, err := parseObject(raw)
	if err != nil {
		return nil, fmt.Errorf("toolOptions: %w", err)
	}
	return &optionTree{object: *options}, nil
}

func (t *optionTree) put(tool, option, value string) error {
	options := &object{}
	if raw, given := t.get(tool); given {
		var err error
		if options, err = parseObject(raw); err != nil {
			return fmt.Errorf("toolOptions.%s: %w", tool, err)
		}
	}
	options.set(option, json.RawMessage(value), len(options.members))
	t.set(tool, options.json(), len(t.members))
	t.changed = true
	return nil
}
