package script

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// The calls that a script makes beside those of its files, by the names they cross
// under.
const (
	opTool   = "tool"
	opFetch  = "fetch"
	opWaited = "waited"
)

// toolArgs are the arguments of a call of a tool that crosses.
type toolArgs struct {
	Name  string          `json:"name"`
	Input json.RawMessage `json:"input"`
}

// callReply is what comes back. Contents travel beside it.
type callReply struct {
	Error    *CallError     `json:"error,omitempty"`
	Tool     *ToolResult    `json:"tool,omitempty"`
	Response *FetchResponse `json:"response,omitempty"`
	WaitedMs int64          `json:"waitedMs,omitempty"`
}

// RunCall performs one call of a script that runs elsewhere: op and args as
// [RemoteCalls] sent them. The answer is JSON and the contents. The error is for
// faults only: an unknown operation, something that the host does not offer,
// arguments that are no JSON object, or the context's end.
func RunCall(ctx context.Context, host Host, op string, args json.RawMessage) (json.RawMessage, []byte, error) {
	var (
		reply   callReply
		content []byte
		err     error
	)
	tools, hasTools := host.(ToolCaller)
	network, hasNetwork := host.(Network)
	switch {
	case op == opTool && hasTools:
		var a toolArgs
		if err := json.Unmarshal(args, &a); err != nil {
			return nil, nil, fmt.Errorf("arguments of %q: %w", op, err)
		}
		var result ToolResult
		if result, err = tools.CallTool(ctx, a.Name, a.Input); err == nil {
			reply.Tool = &result
			for i, part := range result.Parts {
				result.Parts[i].Length = len(part.Data)
				content = append(content, part.Data...)
			}
		}
	case op == opFetch && hasNetwork:
		var request FetchRequest
		if err := json.Unmarshal(args, &request); err != nil {
			return nil, nil, fmt.Errorf("arguments of %q: %w", op, err)
		}
		var response FetchResponse
		if response, err = network.Fetch(ctx, request); err == nil {
			reply.Response, content = &response, response.Body
		}
	case op == opWaited && hasTools:
		reply.WaitedMs = tools.Waited(ctx).Milliseconds()
	default:
		return nil, nil, fmt.Errorf("unknown call %q", op)
	}
	if err != nil && !errors.As(err, &reply.Error) {
		return nil, nil, err
	}
	text, err := json.Marshal(reply)
	return text, content, err
}

// RemoteCalls are a host's tools and network that are elsewhere, where [RunCall]
// answers.
type RemoteCalls struct{ Call RemoteCall }

var (
	_ ToolCaller = RemoteCalls{}
	_ Network    = RemoteCalls{}
)

func (r RemoteCalls) do(ctx context.Context, op string, args any) (reply callReply, content []byte, err error) {
	text, err := json.Marshal(args)
	if err != nil {
		return reply, nil, err
	}
	answer, content, err := r.Call(ctx, op, text, nil)
	if err != nil {
		return reply, nil, err
	}
	if err := json.Unmarshal(answer, &reply); err != nil {
		return reply, nil, fmt.Errorf("answer to %q: %w", op, err)
	}
	if reply.Error != nil {
		return reply, nil, reply.Error
	}
	return reply, content, nil
}

// CallTool implements [ToolCaller].
func (r RemoteCalls) CallTool(ctx context.Context, name string, input json.RawMessage) (ToolResult, error) {
	reply, content, err := r.do(ctx, opTool, toolArgs{name, input})
	if err != nil {
		return ToolResult{}, err
	}
	if reply.Tool == nil {
		return ToolResult{}, fmt.Errorf("answer to %q has no result", opTool)
	}
	for i := range reply.Tool.Parts {
		part := &reply.Tool.Parts[i]
		if part.Length < 0 || part.Length > len(content) {
			return ToolResult{}, fmt.Errorf("answer to %q lacks contents", opTool)
		}
		part.Data, content = content[:part.Length], content[part.Length:]
	}
	return *reply.Tool, nil
}

// Waited implements [ToolCaller].
func (r RemoteCalls) Waited(ctx context.Context) time.Duration {
	reply, _, err := r.do(ctx, opWaited, struct{}{})
	if err != nil {
		return 0
	}
	return time.Duration(reply.WaitedMs) * time.Millisecond
}

// Fetch implements [Network].
func (r RemoteCalls) Fetch(ctx context.Context, request FetchRequest) (FetchResponse, error) {
	reply, content, err := r.do(ctx, opFetch, request)
	if err != nil {
		return FetchResponse{}, err
	}
	if reply.Response == nil {
		return FetchResponse{}, fmt.Errorf("answer to %q has no response", opFetch)
	}
	reply.Response.Body = content
	return *reply.Response, nil
}
