package api

import (
	"context"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/registry/wire"
	"github.com/clienttools/clienttools/pkg/tools"
	"github.com/clienttools/clienttools/pkg/tools/agentconfig"
	"github.com/clienttools/clienttools/pkg/tools/javascript"
	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
)

// StartArgs are the arguments of start.
type StartArgs struct {
	// Storage says what the lent store is. Without a lent store it is memory.
	Storage StorageKind `json:"storage,omitempty"`
	Limits  *Limits     `json:"limits,omitempty"`
	// SearchURL is the base URL of a SearXNG instance, for web search.
	SearchURL string `json:"searchURL,omitempty"`
}

// StorageKind is where project files live.
type StorageKind string

// The kinds of storage.
const (
	StorageIndexedDB StorageKind = "indexeddb"
	StorageDirectory StorageKind = "directory"
	StorageMemory    StorageKind = "memory"
)

// Limits of calls and files. What is left out, or 0, has its default.
type Limits struct {
	// JavascriptTimeoutMs is for one javascript call, in wall clock. Default 30,000.
	JavascriptTimeoutMs int64 `json:"javascriptTimeoutMs,omitempty"`
	// JavascriptMemoryBytes is the heap of one javascript call. Default 256 MiB.
	JavascriptMemoryBytes int64 `json:"javascriptMemoryBytes,omitempty"`
	// ResultChars is what the model sees of one result. Default 16,000.
	ResultChars int `json:"resultChars,omitempty"`
	// FileBytes is the largest file. Default 32 MiB.
	FileBytes int64 `json:"fileBytes,omitempty"`
	// ProjectBytes is what one project may hold. Default 512 MiB.
	ProjectBytes int64 `json:"projectBytes,omitempty"`
}

// StartResult is what start answers.
type StartResult struct {
	Version string          `json:"version"`
	Storage Storage         `json:"storage"`
	Tools   []registry.Info `json:"tools"`
}

// Storage is where project files live, and whether they survive the realm.
type Storage struct {
	Kind    StorageKind `json:"kind"`
	Durable bool        `json:"durable"`
}

func (s StartArgs) check() error {
	switch s.Storage {
	case "", StorageIndexedDB, StorageDirectory, StorageMemory:
	default:
		return invalid("storage", "must be indexeddb, directory or memory, got %s", quoted(string(s.Storage)))
	}
	if s.Limits == nil {
		return nil
	}
	for _, limit := range []struct {
		name  string
		value int64
	}{
		{"javascriptTimeoutMs", s.Limits.JavascriptTimeoutMs},
		{"javascriptMemoryBytes", s.Limits.JavascriptMemoryBytes},
		{"resultChars", int64(s.Limits.ResultChars)},
		{"fileBytes", s.Limits.FileBytes},
		{"projectBytes", s.Limits.ProjectBytes},
	} {
		if limit.value < 0 {
			return invalid("limits."+limit.name, "must be positive, got %d", limit.value)
		}
	}
	return nil
}

// core is an API that was started.
type core struct {
	deps     Deps
	files    *vfs.Projects
	registry *registry.Registry
	agents   *agentconfig.Agents
	scripts  *scripts      // running elsewhere, with their files
	running  *runningCalls // of the application's tools
}

func newCore(deps Deps, args StartArgs) (*core, StartResult, error) {
	var limits Limits
	if args.Limits != nil {
		limits = *args.Limits
	}
	storage := Storage{Kind: args.Storage}
	store := deps.Store
	if store == nil {
		store, storage.Kind = memory.New(), StorageMemory
	} else if storage.Kind == "" {
		return nil, StartResult{}, invalid("storage", "must say what the lent store is")
	}
	storage.Durable = storage.Kind != StorageMemory

	c := &core{deps: deps, scripts: &scripts{}, running: &runningCalls{}}
	c.files = vfs.NewProjects(store, vfs.Config{
		Now:      deps.Now,
		OnChange: func(projectID string, paths []string) { deps.Emit(eventFiles, FilesChanged{projectID, paths}) },
		Limits:   vfs.Limits{FileBytes: limits.FileBytes, ProjectBytes: limits.ProjectBytes},
	})
	config := registry.Config{
		Formats: wire.Formats(),
		Keep:    resultKeeper{c.files},
		Observe: func(activity registry.Activity) { deps.Emit(eventActivity, activity) },
		Report: func(failure registry.PartError) {
			deps.Emit(eventFailure, ToolFailure{failure.Tool, failure.Part, failure.Err.Error()})
		},
		Now:         deps.Now,
		ResultChars: limits.ResultChars,
	}
	if deps.Approve != nil {
		config.Approve = askUser(deps.Approve)
	}
	c.registry = registry.New(config)
	engine := deps.Engine
	if deps.Sandbox != nil {
		engine = remoteEngine{deps.Sandbox, c.scripts}
	}
	c.agents = agentconfig.NewAgents(c.files, agentconfig.Options{Store: lentAgents(deps.Agents), Now: deps.Now})
	builtIn := tools.BuiltIn(tools.Lent{
		Files:        c.files,
		Agents:       lentAgents(deps.Agents),
		Fetcher:      deps.Fetcher,
		SearchURL:    args.SearchURL,
		Engine:       engine,
		MaxFileBytes: limits.FileBytes,
		Script:       javascript.Limits{TimeMs: limits.JavascriptTimeoutMs, MemoryBytes: limits.JavascriptMemoryBytes},
	})
	if err := c.registry.Register(builtIn...); err != nil {
		return nil, StartResult{}, err
	}
	return c, StartResult{Version: Version, Storage: storage, Tools: c.registry.Infos()}, nil
}

// reset is for tests of applications: no tools, no files.
func (c *core) reset(ctx context.Context, _ NoArgs) (Nothing, error) {
	c.registry.Clear()
	projects, err := c.files.List(ctx)
	if err != nil {
		return nothing, err
	}
	for _, project := range projects {
		if err := c.files.Delete(ctx, project.ID); err != nil {
			return nothing, err
		}
	}
	c.deps.Emit(eventTools, c.registry.Infos())
	return nothing, nil
}
