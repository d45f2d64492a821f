// Package memory is the memory tool: notes under /memories in the files of a
// project, which a model reads and writes across conversations. It keeps to the
// published contract of the tool type memory_20250818, whose texts models know;
// docs/memory.md says what it adds and refuses.
package memory

import (
	"context"
	"encoding/json"
	"time"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/vfs"
)

// New makes the memory tool over the projects' files. The directory /memories
// is made when the first note is.
func New(files vfs.Files) registry.Tool { return define(memory{files: files, now: time.Now}) }

func define(m memory) registry.Tool {
	return registry.Define(registry.Spec[input, options]{
		Name:            "memory",
		DisplayName:     "Memory",
		DisplaySubtitle: "Use a virtual FS to remember across conversations (Optimized for Anthropic)",
		Category:        "memory",
		IconInput:       "🧠",
		IconOutput:      "🧠",
		Description: "Keep notes under /memories that last between conversations. Read what is there before you start, " +
			"write down what is worth keeping, and keep it short, correct and free of duplicates.",
		Options: []registry.OptionDefinition{{
			ID:       "useSystemPrompt",
			Label:    "(Anthropic) Use System Prompt Mode",
			Subtitle: "Inject memory listing into system prompt instead of native tool. (Cannot disable for other providers.)",
			Default:  false,
		}, {
			ID:       "overwrite",
			Label:    "Overwrite Files",
			Subtitle: "Let create replace a file that exists. Without it the model is told to edit the file instead.",
			Default:  false,
		}},
		Normalize:    normalize,
		Check:        check,
		Invalid:      invalid,
		Execute:      m.execute,
		Override:     override,
		SystemPrompt: m.systemPrompt,
		Access:       access,
		Annotations:  registry.Annotations{Destructive: true},
		RenderInput:  renderInput,
	})
}

// input is one call, as the model writes it. Which parameters a command takes
// is in the table commands.
type input struct {
	Command    string  `json:"command" enum:"view,create,str_replace,insert,delete,rename" description:"view: list a directory two levels deep, or show a file with line numbers. create: new file. str_replace: replace text that occurs exactly once. insert: add text after a line. delete: remove a file, or a directory with all it contains. rename: move a file or directory."`
	Path       string  `json:"path,omitempty" description:"view, create, str_replace, insert, delete: /memories or a path below it."`
	ViewRange  []int64 `json:"view_range,omitempty" minItems:"2" maxItems:"2" description:"view: [first, last] line of a file, from 1; last -1 means end of file."`
	FileText   string  `json:"file_text,omitempty" description:"create: content of the new file."`
	OldStr     string  `json:"old_str,omitempty" description:"str_replace: text to find, exactly as in the file, without line numbers."`
	NewStr     string  `json:"new_str,omitempty" description:"str_replace: replacement; leave out to delete old_str."`
	InsertLine int64   `json:"insert_line,omitempty" minimum:"0" description:"insert: add after this line; 0 is the beginning, the line count is the end."`
	InsertText string  `json:"insert_text,omitempty" description:"insert: text to add; end it with a newline so that it stands on its own line."`
	OldPath    string  `json:"old_path,omitempty" description:"rename: from."`
	NewPath    string  `json:"new_path,omitempty" description:"rename: to; must not exist."`
}

// options is what the user may switch.
type options struct {
	UseSystemPrompt bool `json:"useSystemPrompt"`
	Overwrite       bool `json:"overwrite"`
}

// memory is the tool at work.
type memory struct {
	files vfs.Files
	now   func() time.Time
}

// override gives the tool by its own type where the provider has it: then the
// provider adds the description, the schema and the instructions.
func override(api registry.API, o options) json.RawMessage {
	if api != registry.Anthropic || o.UseSystemPrompt {
		return nil
	}
	return json.RawMessage(`{"type":"memory_20250818","name":"memory"}`)
}

func (m memory) execute(ctx context.Context, in input, call registry.TypedCall[options]) (registry.Result, error) {
	command, _ := findCommand(in.Command)
	result, err := command.run(m, ctx, in, call)
	if err != nil {
		result = failed(err)
	}
	if result.Data == nil {
		result.Data = map[string]any{}
	}
	result.Data["command"] = in.Command
	if in.Command == "rename" {
		result.Data["path"], result.Data["newPath"] = in.OldPath, in.NewPath
	} else {
		result.Data["path"] = in.Path
	}
	return result, nil
}
