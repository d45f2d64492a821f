package javascript

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
)

// Network is how scripts reach the network where the option allowNetwork is on. It
// has the rules: which addresses, how much, how long. It is safe for concurrent use.
type Network interface {
	// Fetch gets one resource for the script of a call. An error is a *[CallError] with
	// words for the model, or the context's.
	Fetch(ctx context.Context, request FetchRequest, call registry.Call) (FetchResponse, error)
}

// dataBytes is how much of a result's data a script gets.
const dataBytes = 8 << 20

// patience is how long the end of a run waits for the calls that it cancels.
const patience = time.Second

// calls are the tools and the network of one run.
type calls struct {
	call    registry.Call
	limits  Limits
	space   *workspace
	network Network
	options settings
	ctx     context.Context // ends with the run
	end     context.CancelFunc

	mu       sync.Mutex
	under    sync.WaitGroup
	ended    bool
	made     int
	requests int
	touched  bool // a call may have changed files
}

// enter counts one call that begins; over its limit it does not.
func (c *calls) enter(ctx context.Context, count *int, most int, limit string) (context.Context, func(), error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended {
		return nil, nil, context.Canceled
	}
	if *count++; *count > most {
		return nil, nil, script.NewCallLimitError(limit, c.limits)
	}
	c.under.Add(1)
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(c.ctx, cancel)
	return ctx, func() { stop(); cancel(); c.under.Done() }, nil
}

// touchedFiles tells whether a tool may have changed files, or what the script wrote
// was committed before its end.
func (c *calls) touchedFiles() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.touched || len(c.space.committed()) > 0
}

// close ends the calls of a run that has ended, and waits for them a while.
func (c *calls) close() {
	c.mu.Lock()
	c.ended = true
	c.mu.Unlock()
	c.end()
	done := make(chan struct{})
	go func() { c.under.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(patience):
	}
}

// Waited implements [ToolCaller].
func (c *calls) Waited(context.Context) time.Duration { return c.call.Peers.Waited() }

// CallTool implements [ToolCaller].
func (c *calls) CallTool(ctx context.Context, name string, input json.RawMessage) (ToolResult, error) {
	if !c.options.AllowTools || c.call.Peers == nil {
		return ToolResult{}, &CallError{Message: "calling tools is not allowed: the option allowTools of the javascript tool is off"}
	}
	ctx, leave, err := c.enter(ctx, &c.made, c.limits.ToolCalls, LimitToolCalls)
	if err != nil {
		return ToolResult{}, err
	}
	defer leave()
	c.call.Progress.Message("Calling " + name)
	result := c.call.Peers.Call(ctx, registry.PeerCall{
		Name: name, Input: input, ResultChars: c.limits.OutputChars,
		Around: func(access registry.Access, run func() registry.Result) registry.Result {
			return c.around(ctx, access, run)
		},
	})
	if err := ctx.Err(); err != nil {
		return ToolResult{}, err
	}
	told := ToolResult{Content: result.Content, IsError: result.IsError}
	if len(result.Data) > 0 {
		data, err := json.Marshal(result.Data)
		if err == nil && len(data) <= dataBytes && registry.Nesting(data) <= registry.MaxNesting {
			told.Data = data
		} else {
			told.Content += fmt.Sprintf("\n[The result's data (%d bytes) are left out: they are too large.]", len(data))
		}
	}
	for _, part := range result.Parts {
		told.Parts = append(told.Parts, ToolPart{MimeType: part.MimeType, Path: part.Path, Data: part.Data})
	}
	return told, nil
}

// around lets the script and a tool see each other's files.
func (c *calls) around(ctx context.Context, access registry.Access, run func() registry.Result) registry.Result {
	writes := ofFiles(access.Write)
	if !writes && !ofFiles(access.Read) {
		return run()
	}
	if err := c.space.renew(ctx); err != nil {
		return failed("The call was not made: what the script wrote before it was not kept: " + whyNotKept(ctx, err))
	}
	if writes {
		c.mu.Lock()
		c.touched = true
		c.mu.Unlock()
	}
	result := run()
	if !writes || ctx.Err() != nil {
		return result
	}
	if err := c.space.renew(ctx); err != nil {
		return failed("The call was made, but what the script wrote meanwhile was not kept: " + whyNotKept(ctx, err) + "\nThe call gave: " + result.Content)
	}
	return result
}

func failed(text string) registry.Result { return registry.Result{Content: text, IsError: true} }

func ofFiles(paths []string) bool {
	for _, path := range paths {
		if strings.HasPrefix(path, "/") {
			return true
		}
	}
	return false
}

// Fetch implements [script.Network].
func (c *calls) Fetch(ctx context.Context, request FetchRequest) (FetchResponse, error) {
	switch {
	case !c.options.AllowNetwork:
		return FetchResponse{}, &CallError{Message: "fetch is not allowed: the option allowNetwork of the javascript tool is off"}
	case c.network == nil:
		return FetchResponse{}, &CallError{Message: "There is no network here. The application can give a fetch function."}
	}
	ctx, leave, err := c.enter(ctx, &c.requests, c.limits.Requests, LimitRequests)
	if err != nil {
		return FetchResponse{}, err
	}
	defer leave()
	return c.network.Fetch(ctx, request, c.call)
}
