package memory

import (
	"context"
	"slices"

	"github.com/clienttools/clienttools/pkg/registry"
)

// command is one row of what the tool can do.
type command struct {
	name string
	// required and optional are the parameters it takes.
	required, optional []string
	reads              bool
	run                func(m memory, ctx context.Context, in input, call registry.TypedCall[options]) (registry.Result, error)
}

var commands = [...]command{
	{"view", []string{"path"}, []string{"view_range"}, true, memory.view},
	{"create", []string{"path", "file_text"}, nil, false, memory.create},
	{"str_replace", []string{"path", "old_str"}, []string{"new_str"}, false, memory.strReplace},
	{"insert", []string{"path", "insert_line", "insert_text"}, nil, false, memory.insert},
	{"delete", []string{"path"}, nil, false, memory.delete},
	{"rename", []string{"old_path", "new_path"}, nil, false, memory.rename},
}

// unknownCommand stands for a command that does not exist. The schema refuses
// it first; this is for calls made past the registry.
var unknownCommand = command{run: func(_ memory, _ context.Context, in input, _ registry.TypedCall[options]) (registry.Result, error) {
	return registry.Result{}, noSuchCommand(in.Command)
}}

func findCommand(name string) (command, bool) {
	for _, c := range commands {
		if c.name == name {
			return c, true
		}
	}
	return unknownCommand, false
}

func (c command) takes(parameter string) bool {
	return parameter == "command" || slices.Contains(c.required, parameter) || slices.Contains(c.optional, parameter)
}

// access lets calls of one turn that touch different notes run side by side.
func access(in input) registry.Access {
	var touched []string
	for _, given := range []string{in.Path, in.OldPath, in.NewPath} {
		if given == "" {
			continue
		}
		if p, err := locate(given); err == nil {
			touched = append(touched, p.clean)
		}
	}
	if c, _ := findCommand(in.Command); c.reads {
		return registry.Access{Read: touched}
	}
	return registry.Access{Write: touched}
}
