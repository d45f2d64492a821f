package filesystem

import (
	"context"
	"encoding/json"
	"errors"
	"syscall"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/textview"
	"github.com/clienttools/clienttools/pkg/vfs"
)

// Options set up [New]. The zero value is the default.
type Options struct {
	// MaxFileBytes is the largest file that the tool writes. Zero means 32 MiB.
	// Give it what the project's files take.
	MaxFileBytes int64
	// Reads remembers what each chat has read. nil means [RecentReads](0).
	Reads Reads
}

// New returns the tool that lets a model read, search and change the files of a
// project. Its option readOnly leaves the actions that change nothing.
func New(files vfs.Files, options Options) registry.Tool { return newTool(files, options).define() }

func newTool(files vfs.Files, options Options) *tool {
	t := &tool{files: files, maxFileBytes: options.MaxFileBytes, reads: options.Reads, marks: newMarks(), maxWork: maxScanWork}
	if t.maxFileBytes <= 0 {
		t.maxFileBytes = 32 << 20
	}
	if t.reads == nil {
		t.reads = RecentReads(0)
	}
	return t
}

func (t *tool) define() registry.Tool {
	made := registry.DefineDomain(registry.Domain[input, settings]{
		Name:            "filesystem",
		DisplayName:     "Filesystem Access",
		DisplaySubtitle: "Read/write VFS files (/memories readonly)",
		Category:        "files",
		Options: []registry.OptionDefinition{{
			ID: "readOnly", Label: "Read-only", Subtitle: "The model can look at files and search them, and change nothing.",
			Default: false,
		}},
		Describe:  describe,
		Actions:   t.actions(),
		Available: func(a registry.ActionInfo, s settings) bool { return a.ReadOnly || !s.ReadOnly },
		Aliases:   aliases(),
		Invalid:   t.invalid,
		// Results are cut here, where it is known how to go on.
		ResultChars: textview.MaxChars,
	})
	byTable := made.Normalize
	made.Normalize = func(in map[string]any, options registry.Options) []registry.Problem {
		return append(normalize(in), byTable(in, options)...)
	}
	made.Access = accessOf
	return made
}

func describe(s settings) string {
	if s.ReadOnly {
		return "Read and search the files of this workspace. Paths are absolute, use /, and start at /. Nothing can be changed. " +
			"Line numbers and sizes are display only, never part of a file."
	}
	return "Read, search and change the files of this workspace. Paths are absolute, use /, and start at /. " +
		"/memories can be read here but only the memory tool can change it. Results of read and list look like those of the memory tool: " +
		"line numbers and sizes are display only, never part of a file."
}

// tool is what the calls work on.
type tool struct {
	files        vfs.Files
	maxFileBytes int64
	reads        Reads
	marks        *marks
	maxWork      int64 // of one search
}

// accessOf tells which files a call touches, so that others may run beside it.
func accessOf(raw json.RawMessage) registry.Access {
	var in struct {
		Action  string   `json:"action"`
		Path    string   `json:"path"`
		Paths   []string `json:"paths"`
		NewPath string   `json:"new_path"`
		DryRun  bool     `json:"dry_run"`
	}
	if json.Unmarshal(raw, &in) != nil {
		return registry.WriteAll()
	}
	given := in.Paths
	if in.Path != "" || len(given) == 0 {
		given = append(given, in.Path)
	}
	if in.NewPath != "" {
		given = append(given, in.NewPath)
	}
	var paths []string
	for _, one := range given {
		p, err := locate(orRoot(one))
		if err != nil {
			return registry.WriteAll() // it will be refused
		}
		paths = append(paths, p.clean)
	}
	reads := in.DryRun
	for _, info := range actionInfos() {
		reads = reads || info.Name == in.Action && info.ReadOnly
	}
	if reads {
		return registry.Access{Read: paths}
	}
	return registry.Access{Write: paths}
}

// storageFull says how full the storage is, where that can be known.
func (t *tool) storageFull(ctx context.Context, project string, err error) *failure {
	f := fail(CodeQuotaExceeded, "Storage is full. Delete files first.")
	projects, ok := t.files.(*vfs.Projects)
	if !ok || !errors.Is(err, syscall.EDQUOT) {
		return f
	}
	usage, err := projects.Volume(project).Usage(context.WithoutCancel(ctx))
	if err != nil || usage.Limit <= 0 {
		return f
	}
	return fail(CodeQuotaExceeded, "Storage is full: %s of %s used. Delete files first.", textview.Size(usage.Bytes), textview.Size(usage.Limit))
}
