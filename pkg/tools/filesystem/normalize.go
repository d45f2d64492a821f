package filesystem

import "github.com/clienttools/clienttools/pkg/registry"

// normalize puts right what the registry does not know about: the names within
// edits, and empty values that stand for absent ones.
func normalize(in map[string]any) (problems []registry.Problem) {
	dropEmpty(in)
	list, _ := in["edits"].([]any)
	known := aliases().Parameters
	for _, item := range list {
		one, ok := item.(map[string]any)
		if !ok {
			continue
		}
		for _, proper := range []string{"old_str", "new_str"} {
			for _, alias := range known[proper] {
				value, given := one[alias]
				if !given {
					continue
				}
				delete(one, alias)
				if there, both := one[proper]; !both {
					one[proper] = value
				} else if there != value {
					problems = append(problems, registry.Problem{Path: "edits", Kind: "conflict",
						Message: "has " + proper + " and " + alias + " with different values; give " + proper + " only"})
				}
			}
		}
	}
	return problems
}

// dropEmpty removes parameters that are there because the schema offers them:
// models like to fill in everything.
func dropEmpty(in map[string]any) {
	for _, name := range []string{"paths", "edits", "exclude"} {
		if list, ok := in[name].([]any); ok && len(list) == 0 {
			delete(in, name)
		}
	}
	for _, name := range []string{"if_exists", "sort", "output", "include", "if_hash"} {
		if in[name] == "" {
			delete(in, name)
		}
	}
}
