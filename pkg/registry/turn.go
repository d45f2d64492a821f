package registry

import (
	"context"
	"encoding/json"
	"sync"
)

// Turn is what the calls of one assistant turn have in common.
type Turn struct {
	Enabled []string
	Options map[string]Options
	Context CallContext
}

// RunTurn runs the calls of one assistant turn, as the API sent them, and gives
// exactly one result per call in the API's form, in the order of the calls.
// Calls that do not meet ([Access]) run side by side; a call starts when every
// earlier one that it meets has ended. Only an unknown API is an error.
func (r *Registry) RunTurn(ctx context.Context, api API, calls []json.RawMessage, turn Turn) ([]json.RawMessage, error) {
	format, _, err := r.format(api)
	if err != nil {
		return nil, err
	}
	wired := make([]WireCall, len(calls))
	ready := make([]prepared, len(calls))
	var order sequence
	waits, leaves := make([]func(), len(calls)), make([]func(), len(calls))
	for i, raw := range calls {
		var broken error
		wired[i], broken = readCall(format, raw)
		request := Request{
			ID: wired[i].ID, Name: wired[i].Name, Input: wired[i].Input,
			Enabled: turn.Enabled, Options: turn.Options, Context: turn.Context,
		}
		access := Access{}
		if broken != nil {
			refused := Text("The call could not be read: " + broken.Error())
			refused.IsError = true
			ready[i] = prepared{refused: &refused}
		} else if ready[i] = r.prepare(ctx, request); ready[i].refused == nil {
			access = ready[i].tool.access(ready[i].call.Input)
		}
		waits[i], leaves[i] = order.enter(access)
	}
	results := make([]json.RawMessage, len(calls))
	var all sync.WaitGroup
	for i := range calls {
		all.Add(1)
		go func() {
			defer all.Done()
			defer leaves[i]()
			waits[i]()
			results[i] = format.Result(wired[i], r.run(ctx, ready[i]))
		}()
	}
	all.Wait()
	return results, nil
}

func readCall(format Format, raw json.RawMessage) (call WireCall, err error) {
	defer recovered(&err)
	return format.Call(raw)
}

// access is what a call touches; everything, where the tool does not say.
func (t Tool) access(input json.RawMessage) (access Access) {
	if t.Access == nil {
		return WriteAll()
	}
	defer func() {
		if recover() != nil {
			access = WriteAll()
		}
	}()
	return t.Access(input)
}
