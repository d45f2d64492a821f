package registry

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Request is one call of a tool.
type Request struct {
	// ID is the provider's id of the call; empty means that one is made.
	ID   string
	Name string
	// Input is what the model sent, which may be anything.
	Input json.RawMessage
	// Enabled are the names of the tools that may be called.
	Enabled []string
	// Options are the stored options by tool name.
	Options map[string]Options
	Context CallContext

	caller *Peers // the call of a tool that makes this one; nil: the model does
}

// Execute runs one call and gives exactly one result, whatever happens. When ctx
// ends, the call ends as cancelled.
func (r *Registry) Execute(ctx context.Context, request Request) Result {
	return r.run(ctx, r.prepare(ctx, request))
}

// prepared is a call that was looked up and validated.
type prepared struct {
	tool  Tool
	call  Call
	input map[string]any // as the model sent it, for the activity
	// refused is the result of a call that cannot run; known tells whether it
	// has a tool, and so an activity.
	refused *Result
	known   bool

	caller      *Peers
	resultChars int // of the result that are given; 0: the tool's own, or the registry's
}

func (p *prepared) refuse(result Result) prepared {
	result.IsError = true
	p.refused = &result
	return *p
}

func (r *Registry) prepare(ctx context.Context, request Request) prepared {
	p := prepared{caller: request.caller, call: Call{
		ID: or(request.ID, r.newID()), Tool: request.Name, Input: json.RawMessage("{}"), Context: request.Context, Progress: &Progress{},
	}}
	enabled := r.enabled(request.Enabled)
	at := slices.IndexFunc(enabled, func(t Tool) bool { return t.Name == request.Name })
	if at < 0 {
		return p.refuse(unknownTool(request.Name, enabled))
	}
	p.tool, p.known = enabled[at], true
	options, err := ResolveOptions(p.tool, request.Options[request.Name])
	if err != nil {
		return p.refuse(Text("Tool execution failed: " + err.Error()))
	}
	p.call.Options = options
	p.call.Peers = r.newPeers(p.tool, p.call, request)
	schema, err := p.tool.schema(ctx, options)
	if err != nil {
		r.report(p.tool.Name, "inputSchema", err)
		return p.refuse(Text("Tool execution failed: the input schema of " + request.Name + " could not be had"))
	}
	input, problem := parseInput(request.Input)
	if problem != nil {
		return p.refuse(p.tool.invalid(p.call, schema, map[string]any{}, []Problem{*problem}))
	}
	p.input = input
	// Normalizing changes its map, and the activity shows what the model sent.
	input, _ = cloneValue(input).(map[string]any)
	problems := p.tool.findProblems(schema, input, options)
	p.call.Input, _ = json.Marshal(input)
	if len(problems) > 0 {
		return p.refuse(p.tool.invalid(p.call, schema, input, problems))
	}
	return p
}

// findProblems normalizes and validates. A hook that panics is a problem too.
func (t Tool) findProblems(schema *Schema, input map[string]any, options Options) (problems []Problem) {
	defer func() {
		if recover() != nil {
			problems = append(problems, Problem{Kind: "internal", Message: "the input could not be checked"})
		}
	}()
	if t.Normalize != nil {
		problems = t.Normalize(input, options)
	}
	dropNulls(schema, schema, input, 0)
	problems = append(problems, schema.Validate(input)...)
	if t.Check != nil {
		problems = append(problems, t.Check(input, options)...)
	}
	return problems
}

func (t Tool) invalid(call Call, schema *Schema, input map[string]any, problems []Problem) (result Result) {
	var domain *domainFacts
	if t.domain != nil {
		domain = t.domain(call.Options)
		call.selector, call.actions = domain.selector, domain.names()
		if name, _ := input[domain.selector].(string); slices.Contains(call.actions, name) {
			call.selected = name
		}
	}
	defer func() {
		if recover() != nil {
			result = InvalidResult(call, problems)
		}
	}()
	call.example = example(schema, domain, input, problems)
	if t.Invalid == nil {
		return InvalidResult(call, problems)
	}
	return t.Invalid(call, problems)
}

func unknownTool(name string, enabled []Tool) Result {
	return Text("Unknown tool: " + name + ". " + enabledTools(name, enabled))
}

// enabledTools lists the tools, those most like the name first.
func enabledTools(name string, enabled []Tool) string {
	if len(enabled) == 0 {
		return "No tools are enabled."
	}
	names := make([]string, 0, len(enabled))
	for _, tool := range enabled {
		names = append(names, tool.Name)
	}
	slices.SortStableFunc(names, func(a, b string) int { return editDistance(name, a) - editDistance(name, b) })
	return "Enabled tools: " + strings.Join(names, ", ")
}

// run gives a prepared call its activity, its approval and its time.
func (r *Registry) run(ctx context.Context, p prepared) Result {
	if !p.known {
		return *p.refused
	}
	track := r.track(p)
	if p.refused != nil {
		return track.end(Failure, *p.refused)
	}
	if ctx.Err() != nil {
		return track.end(Cancelled, cancelledBeforeStart())
	}
	answered := p.caller.ask()
	allowed, reason := r.approve(ctx, p.tool, p.call)
	answered()
	if !allowed {
		if ctx.Err() != nil {
			return track.end(Cancelled, cancelledBeforeStart())
		}
		return track.end(Denied, Text("The call was not approved and not executed: "+reason))
	}
	timeout := r.config.Timeout
	if p.tool.Timeout > 0 {
		timeout = p.tool.Timeout
	}
	p.call.Progress = &Progress{change: track.change}
	result, late, err := r.within(ctx, timeout, p)
	status := Success
	switch {
	case err == nil && result.IsError && ctx.Err() != nil:
		status = Cancelled
	case err == nil && result.IsError:
		status = Failure
	case err == nil:
	case ctx.Err() != nil:
		status, result.Content = Cancelled, err.Error()
		if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			result.Content = "The call was cancelled."
		}
	case late && (errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)):
		status, result.Content = Failure, fmt.Sprintf("Tool execution failed: %s did not end within %s.", p.tool.Name, timeout)
	default:
		status, result.Content = Failure, err.Error()
	}
	if errors.Is(err, errLeftBehind) {
		result.Content += " It was still running then, and what it had begun may yet take effect."
	}
	r.shorten(ctx, p, &result)
	return track.end(status, result)
}

func cancelledBeforeStart() Result {
	return Text("The call was cancelled before it started; nothing was changed.")
}

// within runs the tool; late tells that its time was over. A result counts even
// when it comes late: what was done was done, and the model has to know. A tool
// that does not end when it is told to is left behind after a grace period.
func (r *Registry) within(ctx context.Context, timeout time.Duration, p prepared) (result Result, late bool, err error) {
	ctx, cancel := p.call.Peers.withTimeout(ctx, timeout)
	defer cancel()
	type outcome struct {
		result Result
		err    error
	}
	outcomes := make(chan outcome, 1)
	go func() {
		// Stands unless Execute returns: it may also end its goroutine.
		o := outcome{err: fmt.Errorf("Tool execution failed: %s stopped with an internal error", p.tool.Name)} //nolint:staticcheck // text for the model
		defer func() {
			if fault := recover(); fault != nil {
				r.report(p.tool.Name, "execute", fmt.Errorf("panic: %v", fault))
			}
			outcomes <- o
		}()
		result, err := p.tool.Execute(ctx, p.call)
		o = outcome{result, err}
	}()
	select {
	case o := <-outcomes:
		return o.result, ctx.Err() != nil, o.err
	case <-ctx.Done():
	}
	grace := time.NewTimer(r.config.Grace)
	defer grace.Stop()
	select {
	case o := <-outcomes:
		return o.result, true, o.err
	case <-grace.C:
		return Result{}, true, errors.Join(ctx.Err(), errLeftBehind)
	}
}

var errLeftBehind = errors.New("the tool did not end when it was told to")
