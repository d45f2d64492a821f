package api

import (
	"context"
	"encoding/json"
)

// RenderArgs are the arguments of render: what of a call to show.
type RenderArgs struct {
	Name string `json:"name"`
	// Input is a call's input.
	Input json.RawMessage `json:"input,omitempty"`
	// Output is what the model reads of its result.
	Output *string `json:"output,omitempty"`
	// IsError tells a renderer of outputs that the call failed.
	IsError bool `json:"isError,omitempty"`
}

// RenderResult is what the tool's own renderers made. What it renders no other
// way than anybody would is left out.
type RenderResult struct {
	Input  *string `json:"input,omitempty"`
	Output *string `json:"output,omitempty"`
}

func (c *core) render(_ context.Context, args RenderArgs) (result RenderResult, err error) {
	// A call in a chat's history may be of a tool that is gone: it has no renderer.
	tool, ok := c.registry.Get(args.Name)
	if !ok {
		return result, nil
	}
	if tool.RenderInput != nil && args.Input != nil {
		text := tool.RenderInput(args.Input)
		result.Input = &text
	}
	if tool.RenderOutput != nil && args.Output != nil {
		text := tool.RenderOutput(*args.Output, args.IsError)
		result.Output = &text
	}
	return result, nil
}
