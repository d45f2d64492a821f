package registry

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"
)

// Peer is another enabled tool, as a tool sees it that calls others.
type Peer struct {
	Name        string
	Description string
	Schema      *Schema
}

// Peers lets a running call of one tool call the other enabled tools, each as a
// model would: with validation, approval, an activity, a deadline. A tool that
// declares [Tool.DescribePeers] has it in its [Call]. It is safe for concurrent use.
//
// A call made this way makes none itself, so nothing nests deeper than one level.
type Peers struct {
	registry *Registry
	request  Request // the call that calls
	order    sequence

	mu      sync.Mutex
	calls   int
	asking  int           // calls that wait for the user now
	since   time.Time     // when the first of them began to
	waited  time.Duration // before that
	enabled []string
}

// PeerCall is one call of another tool.
type PeerCall struct {
	Name  string
	Input json.RawMessage
	// ResultChars is how much of the result is given, for a caller that is no model.
	// 0: as much as a model sees.
	ResultChars int
	// Around, where it is set, gets what the valid call touches, and what runs it.
	// It gives the result, its own where it cannot let the call run.
	Around func(access Access, run func() Result) Result
}

// newPeers are the peers of a call; nil where its tool calls no others.
func (r *Registry) newPeers(tool Tool, call Call, request Request) *Peers {
	if tool.DescribePeers == nil || request.caller != nil {
		return nil
	}
	request.ID = call.ID
	p := &Peers{registry: r, request: request}
	for _, other := range r.enabled(request.Enabled) {
		if other.Name != tool.Name {
			p.enabled = append(p.enabled, other.Name)
		}
	}
	return p
}

// Names are the tools that may be called, in the order of registration. A nil
// *Peers has none.
func (p *Peers) Names() []string {
	if p == nil {
		return nil
	}
	return slices.Clone(p.enabled)
}

// Options are the resolved options of a tool, enabled or not. An *Error says that
// there is no such tool, or that what is stored for it is wrong. A nil *Peers knows
// no tool.
func (p *Peers) Options(name string) (Options, error) {
	if p != nil {
		if tool, found := p.registry.Get(name); found {
			return ResolveOptions(tool, p.request.Options[name])
		}
	}
	return nil, &Error{Code: UnknownTool, Tool: name, Message: fmt.Sprintf("no tool %q is registered", name)}
}

// Call calls a tool and gives exactly one result. Calls that do not meet ([Access])
// run side by side, the others in the order in which they were made. The activity's
// data has the caller's id as parentId.
func (p *Peers) Call(ctx context.Context, call PeerCall) Result {
	p.mu.Lock()
	p.calls++
	id := p.request.ID + "." + strconv.Itoa(p.calls)
	p.mu.Unlock()
	if call.Name == p.request.Name {
		refused := Text(call.Name + " cannot call itself. " + enabledTools(call.Name, p.registry.enabled(p.enabled)))
		refused.IsError = true
		return refused
	}
	prepared := p.registry.prepare(ctx, Request{
		ID: id, Name: call.Name, Input: call.Input,
		Enabled: p.enabled, Options: p.request.Options, Context: p.request.Context, caller: p,
	})
	prepared.resultChars = call.ResultChars
	run := func() Result { return p.registry.run(ctx, prepared) }
	if prepared.refused != nil {
		return run()
	}
	access := prepared.tool.access(prepared.call.Input)
	wait, leave := p.order.enter(access)
	defer leave()
	wait()
	if call.Around == nil || ctx.Err() != nil {
		return run()
	}
	return call.Around(access, run)
}

// Waited is how long calls have waited for the user's approval so far; two that
// wait at once count once. That time is no work of the caller's. A nil *Peers has
// waited for nobody.
func (p *Peers) Waited() time.Duration {
	if p == nil {
		return 0
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.asking == 0 {
		return p.waited
	}
	return p.waited + time.Since(p.since)
}

// ask is called before the user is asked; what it returns, after.
func (p *Peers) ask() (answered func()) {
	if p == nil {
		return func() {}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.asking == 0 {
		p.since = time.Now()
	}
	p.asking++
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.asking--; p.asking == 0 {
			p.waited += time.Since(p.since)
		}
	}
}

// withTimeout ends a context after a time in which waiting for the user does not
// count. A nil *Peers waits for nobody.
func (p *Peers) withTimeout(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc) {
	if p == nil {
		return context.WithTimeout(ctx, timeout)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	start := time.Now()
	go func() {
		alarm := time.NewTimer(timeout)
		defer alarm.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-alarm.C:
			}
			left := timeout + p.Waited() - time.Since(start)
			if left <= 0 {
				cancel(context.DeadlineExceeded)
				return
			}
			// While the user is being asked, what is left stays the same.
			alarm.Reset(max(left, 10*time.Millisecond))
		}
	}()
	return ctx, func() { cancel(context.Canceled) }
}

// peers describe the other tools that are enabled. One that cannot describe itself
// is left out: it is reported where its own definition is made.
func (r *Registry) peers(ctx context.Context, tool Tool, enabled []string, options map[string]Options) []Peer {
	var list []Peer
	for _, other := range r.enabled(enabled) {
		if other.Name == tool.Name {
			continue
		}
		resolved, err := ResolveOptions(other, options[other.Name])
		if err != nil {
			continue
		}
		description, err := other.description(ctx, resolved)
		if err != nil {
			continue
		}
		schema, err := other.schema(ctx, resolved)
		if err != nil {
			continue
		}
		list = append(list, Peer{other.Name, description, schema})
	}
	return list
}
