package registry

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// Defaults of [Config].
const (
	DefaultResultChars    = 16_000
	DefaultTimeout        = 2 * time.Minute
	DefaultApproveTimeout = 10 * time.Minute
	DefaultGrace          = 2 * time.Second
)

// Config is what a registry works with. The zero value works: no wire formats,
// no approver (what needs approval is denied), nothing kept, nobody told.
type Config struct {
	// Formats are the wire formats by API; package wire has them.
	Formats map[API]Format
	// Approve is asked before calls whose policy wants it. nil denies them.
	Approve Approver
	// Keep stores results that were shortened. nil: only the short form remains.
	Keep ResultKeeper
	// Observe is told of each activity as it changes. It must return at once.
	Observe func(Activity)
	// Report is told of tools that were left out because a part of them failed.
	Report func(PartError)
	// Now is the clock. nil: time.Now.
	Now func() time.Time
	// ResultChars is how much of a result the model sees. 0: [DefaultResultChars].
	ResultChars int
	// Timeout ends a call whose tool sets no other. 0: [DefaultTimeout].
	Timeout time.Duration
	// ApproveTimeout ends the wait for an approval. 0: [DefaultApproveTimeout].
	ApproveTimeout time.Duration
	// Grace is how long a call that was told to end may take to do so, before
	// its result is given without it. 0: [DefaultGrace].
	Grace time.Duration
}

// ResultKeeper stores a result of which the model saw only a part, in the files
// of the call's project.
type ResultKeeper interface {
	// KeepResult stores content and gives the path where it can be read.
	KeepResult(ctx context.Context, call Call, content string) (path string, err error)
}

// Registry is the set of tools of an application. Nothing about a project, a
// chat or a user is in it. It is safe for concurrent use.
type Registry struct {
	config Config

	// A new pair of these replaces the old one; neither is ever changed in place.
	mu     sync.RWMutex
	tools  []Tool         // in the order of registration
	places map[string]int // of the tools, by name

	calls atomic.Int64 // numbers calls that came without an id
}

// New makes an empty registry.
func New(config Config) *Registry {
	if config.Now == nil {
		config.Now = time.Now
	}
	if config.ResultChars <= 0 {
		config.ResultChars = DefaultResultChars
	}
	if config.Timeout <= 0 {
		config.Timeout = DefaultTimeout
	}
	if config.ApproveTimeout <= 0 {
		config.ApproveTimeout = DefaultApproveTimeout
	}
	if config.Grace <= 0 {
		config.Grace = DefaultGrace
	}
	if config.Approve != nil {
		config.Approve = remember(config.Approve)
	}
	return &Registry{config: config}
}

// Register adds tools after those that are there: all of them or, when one is
// wrong, none. The *Error names the tool; its code is [DuplicateTool] or
// [InvalidArgument].
func (r *Registry) Register(tools ...Tool) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	all, places := slices.Clone(r.tools), maps.Clone(r.places)
	if places == nil {
		places = map[string]int{}
	}
	for _, tool := range tools {
		if !validName(tool.Name) {
			return invalid(tool.Name, "tool name %q: want 1 to 64 of a-z, A-Z, 0-9, _ and -", tool.Name)
		}
		if _, taken := places[tool.Name]; taken {
			return &Error{Code: DuplicateTool, Tool: tool.Name, Message: fmt.Sprintf("tool %q is already registered", tool.Name)}
		}
		if tool.Description == nil || tool.InputSchema == nil || tool.Execute == nil {
			return invalid(tool.Name, "tool %q: needs a description, an input schema and execute", tool.Name)
		}
		if err := checkOptions(tool.Options); err != nil {
			return invalid(tool.Name, "tool %q: %v", tool.Name, err)
		}
		tool.DisplayName = or(tool.DisplayName, tool.Name)
		tool.Category = or(tool.Category, "general")
		places[tool.Name] = len(all)
		all = append(all, tool)
	}
	r.tools, r.places = all, places
	return nil
}

// Unregister removes a tool; an *Error with [UnknownTool] says it was not there.
func (r *Registry) Unregister(name string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	at, known := r.places[name]
	if !known {
		return &Error{Code: UnknownTool, Tool: name, Message: fmt.Sprintf("no tool %q is registered", name)}
	}
	r.tools = slices.Delete(slices.Clone(r.tools), at, at+1)
	r.places = make(map[string]int, len(r.tools))
	for i := range r.tools {
		r.places[r.tools[i].Name] = i
	}
	return nil
}

// Clear removes all tools.
func (r *Registry) Clear() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tools, r.places = nil, nil
}

// All are the tools in the order of registration.
func (r *Registry) All() []Tool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return slices.Clone(r.tools)
}

// Get is the tool with this name.
func (r *Registry) Get(name string) (Tool, bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	at, known := r.places[name]
	if !known {
		return Tool{}, false
	}
	return r.tools[at], true
}

// enabled are the registered tools among names, in the order of registration:
// the order of names must not show anywhere, or prompt caches would miss.
func (r *Registry) enabled(names []string) []Tool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	var places []int
	for _, name := range names {
		if at, known := r.places[name]; known {
			places = append(places, at)
		}
	}
	slices.Sort(places)
	var tools []Tool
	for _, at := range slices.Compact(places) {
		tools = append(tools, r.tools[at])
	}
	return tools
}

func (r *Registry) report(tool, part string, err error) {
	if r.config.Report != nil {
		r.config.Report(PartError{Tool: tool, Part: part, Err: err})
	}
}

// newID names a call that came without an id. The clock keeps ids of different
// registries apart.
func (r *Registry) newID() string {
	return "call_" + strconv.FormatInt(r.config.Now().UnixMilli(), 36) + "_" + strconv.FormatInt(r.calls.Add(1), 36)
}
