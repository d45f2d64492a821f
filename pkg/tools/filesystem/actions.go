package filesystem

import (
	"slices"

	"github.com/clienttools/clienttools/pkg/registry"
)

// Actions tells what each action of the tool takes and does, in the order of the
// enum: for approval screens, which ask before what is destructive, and for
// hosts that offer the actions as tools of their own.
func Actions() []registry.ActionInfo { return slices.Clone(actionInfos()) }

func actionInfos() []registry.ActionInfo {
	const named = "as named"
	return []registry.ActionInfo{
		{
			Name: "list", Summary: "sizes and paths below a directory",
			Optional: []string{"path", "depth", "exclude", "hidden", "limit", "offset", "sort"},
			ReadOnly: true, Idempotent: true,
		}, {
			Name: "read", Summary: "numbered lines of a file, or an image",
			Required: []string{"path|paths"}, Optional: []string{"view_range"},
			ReadOnly: true, Idempotent: true,
		}, {
			Name: "write", Summary: "create or replace a whole file",
			Required: []string{"path", "content"}, Optional: []string{"if_exists", "dry_run", "if_hash"},
			Destructive: true, Idempotent: true,
		}, {
			Name: "append", Summary: "add text at the end",
			Required: []string{"path", "content"}, Optional: []string{"dry_run", "if_hash"},
		}, {
			Name: "edit", Summary: "replace exact text, one place or many, all or nothing",
			Required: []string{"path", "old_str|edits"}, Optional: []string{"new_str", "replace_all", "at_line", "dry_run", "if_hash"},
			Destructive: true,
		}, {
			Name: "insert", Summary: "add lines after a line number",
			Required: []string{"path", "insert_line", "insert_text"}, Optional: []string{"dry_run", "if_hash"},
		}, {
			Name: "glob", Summary: "find files by name",
			Required: []string{"pattern"}, Optional: []string{"path", "exclude", "ignore_case", "hidden", "limit", "offset", "sort"},
			ReadOnly: true, Idempotent: true,
		}, {
			Name: "grep", Summary: "find lines by regular expression",
			Required: []string{"pattern"},
			Optional: []string{"path", "include", "exclude", "output", "context", "literal", "ignore_case", "hidden", "limit", "offset"},
			ReadOnly: true, Idempotent: true,
		}, {
			Name: "move", Summary: named,
			Required: []string{"path", "new_path"}, Optional: []string{"if_exists", "dry_run", "if_hash"},
			Destructive: true,
		}, {
			Name: "copy", Summary: named,
			Required: []string{"path", "new_path"}, Optional: []string{"if_exists", "dry_run"},
			Destructive: true, Idempotent: true,
		}, {
			Name: "delete", Summary: named,
			Required: []string{"path"}, Optional: []string{"recursive", "dry_run", "if_hash"},
			Destructive: true,
		}, {
			Name: "mkdir", Summary: named,
			Required: []string{"path"}, Idempotent: true,
		}, {
			Name: "stat", Summary: "size, lines, times and hash",
			Required: []string{"path"}, ReadOnly: true, Idempotent: true,
		},
	}
}

// actions is the table with its handlers.
func (t *tool) actions() []registry.Action[input, settings] {
	does := map[string]action{
		"list": (*call).list, "read": (*call).read, "write": (*call).write, "append": (*call).append,
		"edit": (*call).edit, "insert": (*call).insert, "glob": (*call).glob, "grep": (*call).grep,
		"move": (*call).move, "copy": (*call).copy, "delete": (*call).delete, "mkdir": (*call).mkdir,
		"stat": (*call).statAction,
	}
	var table []registry.Action[input, settings]
	for _, info := range actionInfos() {
		table = append(table, registry.Action[input, settings]{
			ActionInfo: info,
			Handle:     t.handler(info, does[info.Name]),
		})
	}
	return table
}

// aliases are the names that models know from other tools. They are accepted
// and never advertised.
func aliases() registry.Aliases {
	actionAlias := func(name, action string) registry.ActionAlias {
		return registry.ActionAlias{Name: name, Action: action}
	}
	return registry.Aliases{
		Selector: []string{"command", "operation", "cmd"},
		Actions: []registry.ActionAlias{
			actionAlias("view", "read"), // which lists a directory
			{Name: "create", Action: "write", Set: map[string]any{"if_exists": "error"}},
			actionAlias("str_replace", "edit"), actionAlias("rename", "move"), actionAlias("view-all", "read"),
			actionAlias("cat", "read"), actionAlias("ls", "list"), actionAlias("tree", "list"), actionAlias("find", "glob"),
			actionAlias("search", "grep"), actionAlias("rm", "delete"), actionAlias("mv", "move"), actionAlias("cp", "copy"),
			actionAlias("info", "stat"), actionAlias("multi_edit", "edit"),
		},
		Parameters: map[string][]string{
			"path":        {"file_path", "filepath", "filename", "file", "old_path", "source", "dir", "directory"},
			"content":     {"file_text", "text", "contents"},
			"old_str":     {"old_string", "oldText", "old_text", "search"},
			"new_str":     {"new_string", "newText", "new_text", "replace"},
			"insert_text": {"new_str", "text", "content"},
			"new_path":    {"destination", "dest", "target", "to"},
			"include":     {"glob"},
			"ignore_case": {"case_insensitive", "-i"},
		},
	}
}
