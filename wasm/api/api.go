package api

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"time"

	"github.com/clienttools/clienttools/pkg/tools/javascript"
	"github.com/clienttools/clienttools/pkg/tools/web"
	"github.com/clienttools/clienttools/pkg/vfs"
)

// Deps are what an API works with. The zero value works: files in memory, no
// scripts, no tools of the application, approval denied, nobody told.
type Deps struct {
	// Store keeps the projects. nil: memory.
	Store vfs.Store
	// Engine runs scripts where there is no Sandbox. nil: none.
	Engine javascript.Engine
	// Sandbox runs a script elsewhere: a Job in, an Outcome out, both JSON. nil: none.
	Sandbox Lent
	// Tool does one part of a tool of the application. nil: there are no such tools.
	Tool Lent
	// Approve asks the user: an ApprovalRequest in, an ApprovalDecision out. nil:
	// what needs approval is denied.
	Approve Lent
	// Agents is one operation on the application's agents: get, list or update, and
	// its arguments as JSON in, JSON out. nil: the project's files have them.
	Agents Lent
	// Fetcher reaches the network. nil: nothing does.
	Fetcher web.Fetcher
	// Emit tells of an event; it must return at once. nil: nobody is told.
	Emit func(event string, payload any)
	// Now is the clock. nil: time.Now.
	Now func() time.Time
	// Stop is called by the method close, after which nothing comes any more.
	Stop func()
}

// Lent is a function of the realm: texts in, a text out. An error that has a
// method Rejection tells its code.
type Lent = func(ctx context.Context, args ...string) (string, error)

// API answers the methods of the boundary. It is safe for concurrent use.
type API struct {
	deps    Deps
	methods []method

	mu      sync.Mutex // held by start and close
	closed  atomic.Bool
	running atomic.Pointer[core]
}

// New makes an API. Its first call must be start.
func New(deps Deps) *API {
	if deps.Emit == nil {
		deps.Emit = func(string, any) {}
	}
	if deps.Now == nil {
		deps.Now = time.Now
	}
	if deps.Stop == nil {
		deps.Stop = func() {}
	}
	return &API{deps: deps, methods: table()}
}

// Call answers one method. args is JSON; content are bytes that travel beside it,
// nil for none. Every error is an *[Error]; nothing panics.
func (a *API) Call(ctx context.Context, name string, args json.RawMessage, content []byte) (result json.RawMessage, out []byte, err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = &Error{Code: Internal, Message: fmt.Sprintf("%s: panic: %v", short(name), panicked)}
		}
		if err != nil {
			result, out, err = nil, nil, toError(err)
		}
	}()
	method, err := find(a.methods, name)
	if err != nil {
		return nil, nil, err
	}
	if a.closed.Load() {
		return nil, nil, &Error{Code: Closed, Message: "the client is closed"}
	}
	switch name {
	case methodStart:
		return a.start(args)
	case methodClose:
		return a.close(args)
	}
	c := a.running.Load()
	if c == nil {
		return nil, nil, &Error{Code: InvalidArgument, Message: "call start before " + name}
	}
	return method.call(c, ctx, args, content)
}

func (a *API) start(raw json.RawMessage) (json.RawMessage, []byte, error) {
	var args StartArgs
	if err := read(raw, argumentsOf(reflect.TypeOf(args)), &args); err != nil {
		return nil, nil, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.running.Load() != nil {
		return nil, nil, &Error{Code: InvalidArgument, Message: "start was called already"}
	}
	c, result, err := newCore(a.deps, args)
	if err != nil {
		return nil, nil, err
	}
	text, err := encode(result)
	if err == nil {
		a.running.Store(c)
	}
	return text, nil, err
}

func (a *API) close(raw json.RawMessage) (json.RawMessage, []byte, error) {
	if err := read(raw, nil, &NoArgs{}); err != nil {
		return nil, nil, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closed.Store(true)
	defer a.deps.Stop()
	if c := a.running.Load(); c != nil {
		if err := c.files.Close(); err != nil {
			return nil, nil, err
		}
	}
	return json.RawMessage("null"), nil, nil
}
