package filesystem

import (
	"encoding/json"
	"strings"

	"github.com/clienttools/clienttools/pkg/registry"
)

// invalid makes the result of an input that does not fit: the sentence that all
// failures begin with, and under it the registry's list of what is allowed.
func (t *tool) invalid(c registry.TypedCall[settings], problems []registry.Problem) registry.Result {
	standard := registry.InvalidResult(c.Call, problems)
	name, _ := standard.Data["action"].(string)
	var sentences []string
	var missing []string
	for _, p := range problems {
		if p.Kind == "required" && !strings.ContainsAny(p.Path, ".[") && name != "" && p.Path != "action" {
			missing = append(missing, p.Path)
			continue
		}
		sentences = append(sentences, p.Sentence("action"))
	}
	if len(missing) > 0 {
		sentences = append([]string{lacks(name, missing)}, sentences...)
	}
	f := unavailable(problems)
	if f == nil {
		f = fail(CodeInvalidArgument, "%s.", strings.TrimSuffix(strings.Join(sentences, "; "), "."))
	}
	result := f.result(name, "")
	for key, value := range standard.Data {
		if _, there := result.Data[key]; !there {
			result.Data[key] = value
		}
	}
	result.Content += "\n" + standard.Content
	return result
}

// unavailable is the failure of an action that there is, but not in the read-only
// variant of the tool; nil for other problems.
func unavailable(problems []registry.Problem) *failure {
	for _, p := range problems {
		var name string
		if p.Path != "action" || p.Kind != "enum" || json.Unmarshal(p.Got, &name) != nil {
			continue
		}
		for _, info := range actionInfos() {
			if info.Name == name {
				return fail(CodeUnsupported, "%s is not available here.", name)
			}
		}
	}
	return nil
}

// lacks says what an action needs and what of it is missing: "edit needs path
// and old_str or edits; path is missing".
func lacks(name string, missing []string) string {
	needs := ""
	for _, info := range actionInfos() {
		if info.Name != name {
			continue
		}
		for i, required := range info.Required {
			switch {
			case i > 0 && i == len(info.Required)-1:
				needs += " and "
			case i > 0:
				needs += ", "
			}
			needs += strings.ReplaceAll(required, "|", " or ")
		}
	}
	verb := " is missing"
	if len(missing) > 1 {
		verb = " are missing"
	}
	return name + " needs " + needs + "; " + strings.Join(missing, " and ") + verb
}

// missing are the required parameters that an input does not have. The registry
// has seen to that; a tool that is executed past it must not fail badly.
func (in input) missing(info registry.ActionInfo) (names []string) {
	given := map[string]bool{
		"path": in.Path != "", "paths": len(in.Paths) > 0, "content": in.Content != nil, "old_str": in.OldStr != nil,
		"edits": len(in.Edits) > 0, "insert_line": in.InsertLine != nil, "insert_text": in.InsertText != nil,
		"pattern": in.Pattern != "", "new_path": in.NewPath != "",
	}
	for _, required := range info.Required {
		found := false
		alternatives := strings.Split(required, "|")
		for _, name := range alternatives {
			found = found || given[name]
		}
		if !found {
			names = append(names, alternatives[0])
		}
	}
	return names
}
