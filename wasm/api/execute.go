package api

import (
	"context"
	"encoding/json"

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

func (c *core) execute(ctx context.Context, raw json.RawMessage, content []byte) (json.RawMessage, []byte, error) {
	args, err := arguments[ExecuteArgs](raw)
	if err != nil {
		return nil, nil, err
	}
	if content != nil {
		return nil, nil, invalid("", "execute takes no bytes")
	}
	given := c.registry.Execute(ctx, registry.Request{
		ID: args.ID, Name: args.Name, Input: args.Input, Enabled: args.EnabledToolNames, Options: args.ToolOptions, Context: args.Context,
	})
	result := ExecuteResult{Content: given.Content, IsError: given.IsError, Data: given.Data, FullResultPath: given.FullResultPath}
	var out []byte
	for _, part := range given.Parts {
		result.Parts = append(result.Parts, PartRange{part.MimeType, part.Path, len(out), len(part.Data)})
		out = append(out, part.Data...)
	}
	text, err := encode(result)
	return text, out, err
}

func (c *core) run(ctx context.Context, args RunArgs) ([]json.RawMessage, error) {
	return c.registry.RunTurn(ctx, args.APIType, args.Calls, registry.Turn{Enabled: args.EnabledToolNames, Options: args.ToolOptions, Context: args.Context})
}
