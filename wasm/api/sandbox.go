package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/javascript"
)

// remoteEngine runs scripts in a module of its own, in a worker, say. The files
// of a run stay here, where its transaction is: the sandbox asks for each
// operation by sandbox.files, and for tools and the network by sandbox.ask.
type remoteEngine struct {
	sandbox Lent
	scripts *scripts
}

var _ javascript.Engine = remoteEngine{}

// TypeScript is true: a realm that has no module which rewrites it says so when a
// script needs it.
func (remoteEngine) TypeScript() bool { return true }

// limitPrefix begins the codes that say which limit ended a run: limit_time, …
const limitPrefix = "limit_"

// Run implements [javascript.Engine].
func (e remoteEngine) Run(ctx context.Context, job javascript.Job, host javascript.Host) (javascript.Outcome, error) {
	var outcome javascript.Outcome
	job.Run = e.scripts.add(host)
	defer e.scripts.remove(job.Run)
	text, err := json.Marshal(job)
	if err != nil {
		return outcome, err
	}
	answer, err := e.sandbox(ctx, string(text))
	if err != nil {
		if ctx.Err() != nil {
			return outcome, ctx.Err()
		}
		code := rejectionCode(err)
		if limit, ok := strings.CutPrefix(code, limitPrefix); ok {
			return outcome, javascript.NewLimitError(limit, job.Limits)
		}
		if code == string(Cancelled) {
			return outcome, context.Canceled
		}
		return outcome, fmt.Errorf("the sandbox: %w", err)
	}
	if err := json.Unmarshal([]byte(answer), &outcome); err != nil {
		return outcome, fmt.Errorf("the sandbox gave a broken outcome: %w", err)
	}
	if registry.Nesting(outcome.JSON) > registry.MaxNesting {
		outcome.JSON = nil // nobody could decode it; the model reads Value
	}
	return outcome, nil
}

// rejectionCode is the code that the realm gave an error; "" if none.
func rejectionCode(err error) string {
	var known interface {
		Rejection() (code string, details map[string]any)
	}
	if !errors.As(err, &known) {
		return ""
	}
	code, _ := known.Rejection()
	return code
}

// scripts are the runs under way, by their ids. The zero value is empty.
type scripts struct {
	mu   sync.Mutex
	last int
	runs map[string]*script
}

// script is one run. Its files belong to one goroutine at a time, and a script
// may well start two operations at once.
type script struct {
	host  javascript.Host
	mu    sync.Mutex
	files javascript.FileSystem
}

func (s *scripts) add(host javascript.Host) (id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.runs == nil {
		s.runs = map[string]*script{}
	}
	s.last++
	id = strconv.Itoa(s.last)
	s.runs[id] = &script{host: host, files: host.Files()}
	return id
}

// remove ends a run: its files are out of reach when it returns.
func (s *scripts) remove(id string) {
	s.mu.Lock()
	run := s.runs[id]
	delete(s.runs, id)
	s.mu.Unlock()
	run.mu.Lock()
	run.files = nil
	run.mu.Unlock()
}

func (s *scripts) get(id string) (*script, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	run, ok := s.runs[id]
	return run, ok
}

// SandboxConsoleArgs are the arguments of sandbox.console: what a running script
// printed, for the activity of its call.
type SandboxConsoleArgs struct {
	// Run is the run of the script's Job.
	Run   string            `json:"run"`
	Lines []javascript.Line `json:"lines"`
}

func (c *core) sandboxConsole(_ context.Context, args SandboxConsoleArgs) (Nothing, error) {
	run, ok := c.scripts.get(args.Run)
	if !ok {
		return nothing, invalid("run", "%s is not running", quoted(args.Run))
	}
	for _, line := range args.Lines {
		run.host.Console(line)
	}
	return nothing, nil
}

// SandboxFilesArgs are the arguments of sandbox.files: one operation of a running
// script on the files of its project. Contents travel as bytes.
type SandboxFilesArgs struct {
	// Run is the run of the script's Job.
	Run string `json:"run"`
	// Op is what to do, with the fields below as far as it needs them.
	Op string `json:"op"`
	javascript.FileArgs
}

// sandboxFiles is a method that RunFiles reads the arguments of, and makes the
// answer: it knows the operations.
func sandboxFiles() method {
	return method{
		name: "sandbox.files", args: reflect.TypeFor[SandboxFilesArgs](), result: reflect.TypeFor[json.RawMessage](),
		raw: (*core).sandboxFiles,
	}
}

func (c *core) sandboxFiles(ctx context.Context, raw json.RawMessage, content []byte) (json.RawMessage, []byte, error) {
	var args SandboxFilesArgs
	if err := json.Unmarshal(raw, &args); err != nil {
		return nil, nil, invalid("", "args are wrong: %v", err)
	}
	run, ok := c.scripts.get(args.Run)
	if !ok {
		return nil, nil, invalid("run", "%s is not running", quoted(args.Run))
	}
	run.mu.Lock()
	defer run.mu.Unlock()
	if run.files == nil {
		return nil, nil, invalid("run", "%s is not running", quoted(args.Run))
	}
	return javascript.RunFiles(ctx, run.files, args.Op, raw, content)
}

// SandboxAskArgs are the arguments of sandbox.ask: one call of a running script that
// is not about files. Contents come back as bytes.
type SandboxAskArgs struct {
	// Run is the run of the script's Job.
	Run string `json:"run"`
	// Op is tool, fetch, or waited, which asks for how long calls of tools have waited
	// for the user.
	Op string `json:"op"`
	// Args are what the sandbox says of it.
	Args json.RawMessage `json:"args"`
}

// sandboxAsk is a method whose arguments and answer RunCall knows.
func sandboxAsk() method {
	return method{
		name: "sandbox.ask", args: reflect.TypeFor[SandboxAskArgs](), result: reflect.TypeFor[json.RawMessage](),
		raw: (*core).sandboxAsk,
	}
}

// Unlike operations on files, calls of one script run side by side.
func (c *core) sandboxAsk(ctx context.Context, raw json.RawMessage, _ []byte) (json.RawMessage, []byte, error) {
	var args SandboxAskArgs
	if err := json.Unmarshal(raw, &args); err != nil {
		return nil, nil, invalid("", "args are wrong: %v", err)
	}
	run, ok := c.scripts.get(args.Run)
	if !ok {
		return nil, nil, invalid("run", "%s is not running", quoted(args.Run))
	}
	return javascript.RunCall(ctx, run.host, args.Op, args.Args)
}
