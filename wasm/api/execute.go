package api

import (
	"context"
	"encoding/json"
	"reflect"

	"github.com/clienttools/clienttools/pkg/registry"
)

// ExecuteArgs are the arguments of execute.
type ExecuteArgs struct {
	Name string `json:"name"`
	// Input is whatever the model sent.
	Input json.RawMessage `json:"input,omitempty"`
	Enabled
	Context registry.CallContext `json:"context"`
	// ID is the provider's id of the call; one is made where it is left out.
	ID string `json:"id,omitempty"`
}

func (e ExecuteArgs) check() error { return checkProject("context.projectId", e.Context.ProjectID) }

// ExecuteResult is what the model reads of a call, and what is for the
// application. The data of its parts travel one after the other as bytes.
type ExecuteResult struct {
	Content        string         `json:"content"`
	IsError        bool           `json:"isError,omitempty"`
	Data           map[string]any `json:"data,omitempty"`
	Parts          []PartRange    `json:"parts,omitempty"`
	FullResultPath string         `json:"fullResultPath,omitempty"`
}

// PartRange says where in the bytes the data of a part are.
type PartRange struct {
	MimeType string `json:"mimeType"`
	Path     string `json:"path,omitempty"`
	Offset   int    `json:"offset"`
	Length   int    `json:"length"`
}

// RunArgs are the arguments of run: the calls of one assistant turn.
type RunArgs struct {
	APIType registry.API `json:"apiType"`
	// Calls are as the API sent them.
	Calls []json.RawMessage `json:"calls"`
	Enabled
	Context registry.CallContext `json:"context"`
}

func (r RunArgs) check() error { return checkProject("context.projectId", r.Context.ProjectID) }

// execute is a method with JSON in, and JSON and bytes out.
func execute() method {
	return method{
		name: "execute", args: reflect.TypeFor[ExecuteArgs](), result: reflect.TypeFor[ExecuteResult](), decode: decoder[ExecuteArgs](),
		do: func(c *core, ctx context.Context, args any, _ []byte) (any, []byte, error) {
			result, out := c.execute(ctx, args.(*ExecuteArgs))
			return result, out, nil
		},
	}
}

func (c *core) execute(ctx context.Context, args *ExecuteArgs) (result ExecuteResult, out []byte) {
	given := c.registry.Execute(ctx, registry.Request{
		ID: args.ID, Name: args.Name, Input: args.Input, Enabled: args.EnabledToolNames, Options: args.ToolOptions, Context: args.Context,
	})
	result = ExecuteResult{Content: given.Content, IsError: given.IsError, Data: given.Data, FullResultPath: given.FullResultPath}
	for _, part := range given.Parts {
		result.Parts = append(result.Parts, PartRange{part.MimeType, part.Path, len(out), len(part.Data)})
		out = append(out, part.Data...)
	}
	return result, out
}

func (c *core) run(ctx context.Context, args RunArgs) ([]json.RawMessage, error) {
	return c.registry.RunTurn(ctx, args.APIType, args.Calls, registry.Turn{Enabled: args.EnabledToolNames, Options: args.ToolOptions, Context: args.Context})
}
