package registry

import (
	"fmt"
	"slices"
	"strings"
)

// ResolveOptions gives every declared option of a tool its value: the stored
// one, else the default. An *Error names the tool, the option and what is
// allowed when a stored option is unknown or its value is not possible.
func ResolveOptions(tool Tool, stored Options) (Options, error) {
	resolved := Options{}
	for _, definition := range tool.Options {
		given, ok := stored[definition.ID]
		if !ok || given == nil {
			given = definition.Default
		}
		value, err := definition.value(given)
		if err != nil {
			return nil, invalid(tool.Name, "tool %q: option %q %v", tool.Name, definition.ID, err)
		}
		resolved[definition.ID] = value
	}
	for _, id := range sortedNames(stored) {
		if _, declared := resolved[id]; !declared {
			return nil, invalid(tool.Name, "tool %q: unknown option %q; %s", tool.Name, id, declaredOptions(tool, id))
		}
	}
	return resolved, nil
}

func declaredOptions(tool Tool, unknown string) string {
	if len(tool.Options) == 0 {
		return "it has no options"
	}
	var ids []string
	for _, definition := range tool.Options {
		ids = append(ids, definition.ID)
	}
	if like := nearest(unknown, ids); like != "" {
		i := slices.Index(ids, like)
		ids[0], ids[i] = ids[i], ids[0]
	}
	return fmt.Sprintf("allowed: %s", strings.Join(ids, ", "))
}

// Visible tells whether a settings view shows the option, given the values of
// all options of its tool.
func (d OptionDefinition) Visible(options Options) bool {
	if d.VisibleWhen == nil {
		return true
	}
	value := options[d.VisibleWhen.OptionID]
	if a, ok := asNumber(value); ok {
		b, isNumber := asNumber(d.VisibleWhen.Value)
		return isNumber && a == b
	}
	return value == d.VisibleWhen.Value
}
