package javascript

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
	"github.com/clienttools/clienttools/pkg/vfs"
)

// Options set up [New]. The zero value is the default.
type Options struct {
	// Limits of every run; zero fields mean those of [DefaultLimits].
	Limits Limits
	// Network is what scripts fetch with. nil: nothing.
	Network Network
}

// New returns the tool that runs a model's JavaScript over the files of a
// project. Every call is a fresh world, and one commit: what a script wrote is
// kept also when it throws, and nothing is when it was ended from outside.
//
// A nil engine gives a tool whose calls say that there is none.
func New(files vfs.Files, engine Engine, options Options) registry.Tool {
	limits := options.Limits.WithDefaults()
	t := &tool{files: files, engine: engine, limits: limits, network: options.Network}
	return registry.Define(registry.Spec[input, settings]{
		Name:            "javascript",
		DisplayName:     "JavaScript Execution",
		DisplaySubtitle: "Execute code in a secure sandbox in your browser",
		Category:        "code",
		Options: []registry.OptionDefinition{{
			ID: "loadLib", Label: "Load /lib Scripts",
			Subtitle: "Auto-load .js files from /lib when JS session starts", Default: true,
		}, {
			ID: "allowNetwork", Label: "Allow Network",
			Subtitle: "Let scripts fetch what the web tool may fetch.", Default: false,
		}, {
			ID: "allowTools", Label: "Allow Tools",
			Subtitle: "Let scripts call the other enabled tools.", Default: false,
		}},
		Describe: describe(script.TakesTypeScript(engine)),
		DescribePeers: func(s settings, peers func() []registry.Peer) string {
			if !s.AllowTools {
				return ""
			}
			return signatures(peers())
		},
		Execute:     t.execute,
		Annotations: registry.Annotations{Destructive: true, OpenWorld: true},
		// The engine's own limit ends a run first, with an error that says more.
		Timeout:   limits.Time() + 30*time.Second,
		IconInput: "⚡", IconOutput: "⚡",
		RenderInput: renderInput,
	})
}

// input is one call, as the model writes it.
type input struct {
	Code     string `json:"code" description:"Body of an async function: await works; return gives the result, or else the value of the last expression."`
	Language string `json:"language,omitempty" enum:"javascript,typescript" description:"Default javascript."`
}

// settings are the values of the tool's options.
type settings struct {
	LoadLib      bool `json:"loadLib"`
	AllowNetwork bool `json:"allowNetwork"`
	AllowTools   bool `json:"allowTools"`
}

func describe(typeScript bool) func(settings) string {
	return func(s settings) string { return description(typeScript, s) }
}

func description(typeScript bool, s settings) string {
	languages := "JavaScript"
	if typeScript {
		languages = "JavaScript or TypeScript"
	}
	network := "no network"
	if s.AllowNetwork {
		network = "fetch can GET"
	}
	text := "Run " + languages + " in a sandbox. Each call starts fresh: only files are kept between calls. " +
		"The result and what console prints come back. The project's files are in fs, as in Node (fs.readFileSync, await fs.writeFile, …; " +
		"absolute paths, /memories read-only); import and require give Node's path, util, crypto and the project's own files; " + network + ", no npm. " +
		"Files are saved when the code ends, also if it throws."
	if s.LoadLib {
		text += " Scripts in /lib run first; what they declare or export is global."
	}
	return text
}

// renderInput shows the code of a call, for the chat.
func renderInput(raw json.RawMessage) string {
	var in input
	if json.Unmarshal(raw, &in) != nil {
		return ""
	}
	return "```js\n" + in.Code + "\n```"
}

type tool struct {
	files   vfs.Files
	engine  Engine
	limits  Limits
	network Network
	runs    atomic.Int64
}

func (t *tool) execute(ctx context.Context, in input, call registry.TypedCall[settings]) (registry.Result, error) {
	if t.engine == nil {
		return registry.Result{}, errors.New("JavaScript is not available here: the application lends no sandbox")
	}
	space, err := newWorkspace(ctx, t.files, call.Context.ProjectID)
	if err != nil {
		return registry.Result{}, err
	}
	defer space.close()
	running, end := context.WithCancel(ctx)
	defer end()
	host := &host{progress: call.Progress, calls: &calls{
		call: call.Call, limits: t.limits, space: space, network: t.network, options: call.Options, ctx: running, end: end,
	}}
	job := Job{
		Run:          strconv.FormatInt(t.runs.Add(1), 10),
		Code:         in.Code,
		Language:     in.Language,
		LoadLib:      call.Options.LoadLib,
		AllowTools:   call.Options.AllowTools,
		AllowNetwork: call.Options.AllowNetwork,
		Limits:       t.limits,
	}
	if job.AllowTools {
		job.Tools = call.Peers.Names()
	}
	outcome, err := t.engine.Run(ctx, job, host)
	host.close()
	if err != nil {
		return ended(ctx, outcome, host, err), nil
	}
	if err := space.finish(ctx); err != nil {
		return uncommitted(ctx, outcome, host, err), nil
	}
	changed := space.committed()
	result := registry.Result{
		Content: Render(outcome, changed),
		IsError: outcome.Error != "" || outcome.Halted,
		Data:    map[string]any{},
	}
	if outcome.JSON != nil {
		result.Data["value"] = outcome.JSON
	}
	if len(changed) > 0 {
		result.Data["files"] = changed
	}
	return result, nil
}

// ended is the result of a run that its engine stopped: nothing of it counts.
func ended(ctx context.Context, outcome Outcome, host *host, err error) registry.Result {
	if len(outcome.Console) == 0 && len(outcome.Library) == 0 {
		outcome.Console = host.heard()
	}
	var limit *LimitError
	switch {
	case ctx.Err() != nil:
		outcome.Error = "The call was cancelled."
	case errors.As(err, &limit):
		outcome.Error = "Error: " + limit.Message + "."
	default:
		outcome.Error = "Error: the sandbox failed: " + err.Error() + "."
	}
	outcome.Error += " The script was ended, and nothing it wrote "
	if host.touchedFiles() {
		outcome.Error += "after its last tool call was kept; what it wrote before that, and what the tools did, stays."
	} else {
		outcome.Error += "was kept: the files are as they were before."
	}
	outcome.HasValue = false
	return registry.Result{Content: Render(outcome, host.space.committed()), IsError: true}
}

// uncommitted is the result of a run whose changes could not be kept.
func uncommitted(ctx context.Context, outcome Outcome, host *host, err error) registry.Result {
	if outcome.Error != "" {
		outcome.Error += "\n"
	}
	outcome.Error += "Error: nothing the script wrote "
	if host.touchedFiles() {
		outcome.Error += "after its last tool call "
	}
	outcome.Error += "was kept: " + whyNotKept(ctx, err)
	return registry.Result{Content: Render(outcome, host.space.committed()), IsError: true}
}

// whyNotKept says why a commit was not made.
func whyNotKept(ctx context.Context, err error) string {
	switch {
	case ctx.Err() != nil:
		return "the call was cancelled."
	case errors.Is(err, vfs.ErrConflict):
		return "a file it wrote was changed meanwhile by somebody else; run it again."
	}
	return err.Error() + "."
}
