package gojavm

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/dop251/goja"

	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
)

// parallelCalls is how many calls of tools and requests run at once; more wait.
const parallelCalls = 16

// calls are what a run asks of its host that takes its time: calls of tools and
// requests. Each runs in a goroutine; its end is handed to the loop.
type calls struct {
	tools    script.ToolCaller // nil: not allowed, or not there
	network  script.Network
	names    []string // of the tools
	places   chan struct{}
	ended    chan func() error
	pending  int
	made     int // of tools
	requests int
}

func newCalls(job script.Job, host script.Host) *calls {
	c := &calls{places: make(chan struct{}, parallelCalls), ended: make(chan func() error)}
	if tools, ok := host.(script.ToolCaller); ok && job.AllowTools {
		c.tools, c.names = tools, job.Tools
	}
	if network, ok := host.(script.Network); ok && job.AllowNetwork {
		c.network = network
	}
	return c
}

// waited is what the clock of a run asks; nil where no call waits for the user.
func (c *calls) waited(ctx context.Context) func() time.Duration {
	if c.tools == nil {
		return nil
	}
	return func() time.Duration { return c.tools.Waited(ctx) }
}

// finishCalls waits for the calls that the script started and did not await: one
// that only begins to write a file must end before the script's own files are
// committed. A script that was ended waits for nothing; the error is for a run
// that is ended while it waits.
func (w *world) finishCalls(err error) error {
	var thrown *scriptError
	if err != nil && !errors.As(err, &thrown) {
		return nil
	}
	for w.calls.pending > 0 {
		select {
		case end := <-w.calls.ended:
			if err := end(); err != nil {
				return err
			}
		case <-w.ctx.Done():
			return context.Cause(w.ctx)
		}
	}
	return nil
}

// start runs work beside the script and gives a promise of what finish makes of
// it, in the loop; and a function that ends the work early.
func (w *world) start(work func(ctx context.Context) (finish func() goja.Value, err error)) (promise goja.Value, cancel func()) {
	p, resolve, reject := w.rt.NewPromise()
	ctx, cancel := context.WithCancel(w.ctx)
	c := w.calls
	c.pending++
	go func() {
		var finish func() goja.Value
		err := ctx.Err()
		select {
		case c.places <- struct{}{}:
			finish, err = work(ctx)
			<-c.places
		case <-ctx.Done():
			err = ctx.Err()
		}
		cancel()
		end := func() error {
			c.pending--
			var value, thrown goja.Value
			fault := w.guard(func() {
				thrown = w.try(func() {
					if err != nil {
						w.throwCall(err)
					}
					value = finish()
				})
			})
			switch {
			case fault != nil:
				return w.fault(fault)
			case thrown != nil:
				return w.fault(reject(thrown))
			}
			// The script goes on in here; the error is how it was ended.
			return w.fault(resolve(nonNil(value)))
		}
		select {
		case c.ended <- end:
		case <-w.ctx.Done(): // nobody listens any more
		}
	}()
	return w.rt.ToValue(p), cancel
}

// throwCall throws what kept a call from taking place.
func (w *world) throwCall(err error) {
	var failed *script.CallError
	switch {
	case errors.As(err, &failed) && failed.Limit != "":
		w.throw("RangeError", failed.Message, "code", "ERR_LIMIT")
	case errors.As(err, &failed):
		w.throw("TypeError", failed.Message)
	case errors.Is(err, context.Canceled):
		w.throw("Error", "The call was cancelled", "code", "ABORT_ERR")
	}
	w.throw("Error", err.Error())
}

// nativeCalls gives js/tools.js and js/fetch.js what they need.
func (w *world) nativeCalls(set func(name string, f func(args []goja.Value) goja.Value)) {
	// toolNames() → names
	set("toolNames", func([]goja.Value) goja.Value {
		names := make([]any, len(w.calls.names))
		for i, name := range w.calls.names {
			names[i] = name
		}
		return w.rt.NewArray(names...)
	})
	// callTool(name, input) → promise of { content, isError, data?, parts? }
	set("callTool", func(args []goja.Value) goja.Value {
		name, input := arg(args, 0).String(), w.toolInput(arg(args, 0), arg(args, 1))
		if w.calls.made++; w.calls.made > w.limits.ToolCalls {
			w.throwLimit(script.LimitToolCalls)
		}
		promise, _ := w.start(func(ctx context.Context) (func() goja.Value, error) {
			result, err := w.calls.tools.CallTool(ctx, name, input)
			return func() goja.Value { return w.toolResult(result) }, err
		})
		return promise
	})
	// canFetch() → boolean
	set("canFetch", func([]goja.Value) goja.Value { return w.rt.ToValue(w.calls.network != nil) })
	// fetch({ url, accept, redirect }) → { answer: promise, cancel }
	set("fetch", func(args []goja.Value) goja.Value {
		if w.calls.requests++; w.calls.requests > w.limits.Requests {
			w.throwLimit(script.LimitRequests)
		}
		request := script.FetchRequest{
			URL: arg(args, 0).String(), Accept: arg(args, 1).String(), Redirect: arg(args, 2).String(),
		}
		promise, cancel := w.start(func(ctx context.Context) (func() goja.Value, error) {
			response, err := w.calls.network.Fetch(ctx, request)
			return func() goja.Value { return w.fetched(response) }, err
		})
		handle := w.rt.NewObject()
		_ = handle.Set("answer", promise)
		w.method(handle, "cancel", func(goja.FunctionCall) goja.Value { cancel(); return goja.Undefined() })
		return handle
	})
}

// toolInput is an input as JSON, whatever the script did to JSON itself.
func (w *world) toolInput(name, input goja.Value) json.RawMessage {
	if goja.IsUndefined(input) {
		return json.RawMessage("{}")
	}
	s, err := w.prims.stringify(goja.Undefined(), input)
	w.rethrow(err)
	told, ok := text(nonNil(s))
	if !ok {
		w.throw("TypeError", "the input of tools."+name.String()+" must be an object, got "+w.inspectTo(input, 0))
	}
	return json.RawMessage(told)
}

// toolResult is a tool's result as scripts see it.
func (w *world) toolResult(result script.ToolResult) goja.Value {
	o := w.rt.NewObject()
	_ = o.Set("content", result.Content)
	_ = o.Set("isError", result.IsError)
	if result.Data != nil {
		data, err := w.prims.parse(goja.Undefined(), w.rt.ToValue(string(result.Data)))
		w.rethrow(err)
		_ = o.Set("data", data)
	}
	if len(result.Parts) > 0 {
		parts := make([]any, len(result.Parts))
		for i, part := range result.Parts {
			p := w.rt.NewObject()
			_ = p.Set("mimeType", part.MimeType)
			if part.Path != "" {
				_ = p.Set("path", part.Path)
			}
			_ = p.Set("data", w.newBytes(part.Data))
			parts[i] = p
		}
		_ = o.Set("parts", w.rt.NewArray(parts...))
	}
	return o
}

// fetched is an answer as js/fetch.js takes it.
func (w *world) fetched(response script.FetchResponse) goja.Value {
	o := w.rt.NewObject()
	_ = o.Set("status", response.Status)
	_ = o.Set("statusText", response.StatusText)
	_ = o.Set("url", response.URL)
	_ = o.Set("redirected", response.Redirected)
	headers := w.rt.NewObject()
	for name, value := range response.Headers {
		_ = headers.Set(name, value)
	}
	_ = o.Set("headers", headers)
	_ = o.Set("body", w.newBytes(response.Body))
	return o
}
