package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/clienttools/clienttools/pkg/registry"
)

// HostTool is a tool that the application defines. What of it is a function stays
// in the realm, is named in Dynamic, and is asked for when it is needed.
type HostTool struct {
	Name            string `json:"name"`
	DisplayName     string `json:"displayName,omitempty"`
	DisplaySubtitle string `json:"displaySubtitle,omitempty"`
	Category        string `json:"category,omitempty"`
	// UserFacing is true where left out.
	UserFacing *bool `json:"userFacing,omitempty"`
	Internal   bool  `json:"internal,omitempty"`
	// Description is left out where it is dynamic, as are InputSchema and SystemPrompt.
	Description       string                      `json:"description,omitempty"`
	InputSchema       json.RawMessage             `json:"inputSchema,omitempty"`
	SystemPrompt      string                      `json:"systemPrompt,omitempty"`
	OptionDefinitions []registry.OptionDefinition `json:"optionDefinitions,omitempty"`
	IconInput         string                      `json:"iconInput,omitempty"`
	IconOutput        string                      `json:"iconOutput,omitempty"`
	Policy            registry.Policy             `json:"policy,omitempty"`
	Annotations       *HostAnnotations            `json:"annotations,omitempty"`
	Dynamic           []HostPart                  `json:"dynamic,omitempty"`
}

// HostAnnotations are what a host is told of the calls of a tool. What is left
// out is on the careful side: the calls change and replace things, here and elsewhere.
type HostAnnotations struct {
	ReadOnly    bool  `json:"readOnly,omitempty"`
	Destructive *bool `json:"destructive,omitempty"`
	Idempotent  bool  `json:"idempotent,omitempty"`
	OpenWorld   *bool `json:"openWorld,omitempty"`
}

func (a *HostAnnotations) known() registry.Annotations {
	if a == nil {
		a = &HostAnnotations{}
	}
	unlessSaid := func(said *bool, otherwise bool) bool {
		if said != nil {
			return *said
		}
		return otherwise
	}
	return registry.Annotations{
		ReadOnly:    a.ReadOnly,
		Destructive: unlessSaid(a.Destructive, !a.ReadOnly),
		Idempotent:  a.Idempotent,
		OpenWorld:   unlessSaid(a.OpenWorld, true),
	}
}

// HostPart is a part of a tool that is a function in the realm.
type HostPart string

// The parts that may be dynamic. A tool's execute always is.
const (
	PartDescription  HostPart = "description"
	PartInputSchema  HostPart = "inputSchema"
	PartOverride     HostPart = "override"
	PartSystemPrompt HostPart = "systemPrompt"
)

const partExecute HostPart = "execute"

// The arguments of the lent function tool, by part.
type (
	// OptionsArgs are for description and inputSchema.
	OptionsArgs struct {
		Options registry.Options `json:"options"`
	}
	// OverrideArgs are for override.
	OverrideArgs struct {
		APIType registry.API     `json:"apiType"`
		Options registry.Options `json:"options"`
	}
	// PromptArgs are for systemPrompt.
	PromptArgs struct {
		Context registry.PromptContext `json:"context"`
		Options registry.Options       `json:"options"`
	}
	// ExecuteToolArgs are for execute.
	ExecuteToolArgs struct {
		// Call is what tool.progress wants; ID is the provider's.
		Call    string               `json:"call"`
		ID      string               `json:"id"`
		Input   json.RawMessage      `json:"input"`
		Options registry.Options     `json:"options"`
		Context registry.CallContext `json:"context"`
	}
)

// lentTool is one tool of the application as the registry sees it.
type lentTool struct {
	name    string
	lent    Lent
	running *runningCalls
}

// newHostTool makes a tool of the registry. The error names the tool.
func newHostTool(h HostTool, lent Lent, running *runningCalls) (registry.Tool, error) {
	t := lentTool{h.Name, lent, running}
	tool := registry.Tool{
		Name: h.Name, DisplayName: h.DisplayName, DisplaySubtitle: h.DisplaySubtitle, Category: h.Category,
		Background: h.UserFacing != nil && !*h.UserFacing, Internal: h.Internal,
		Options: h.OptionDefinitions, IconInput: h.IconInput, IconOutput: h.IconOutput, Policy: h.Policy,
		Description: func(context.Context, registry.Options) (string, error) { return h.Description, nil },
		Execute:     t.execute,
		Annotations: h.Annotations.known(),
	}
	if tool.Annotations.ReadOnly {
		// What it reads is not known, but such calls may run side by side.
		tool.Access = func(json.RawMessage) registry.Access { return registry.ReadAll() }
	}
	dynamic := map[HostPart]bool{}
	for _, part := range h.Dynamic {
		dynamic[part] = true
		switch part {
		case PartDescription:
			tool.Description = t.description
		case PartInputSchema:
			tool.InputSchema = t.inputSchema
		case PartOverride:
			tool.Override = t.override
		case PartSystemPrompt:
			tool.SystemPrompt = t.systemPrompt
		default:
			return tool, invalidTool(h.Name, "dynamic part %s is not known", quoted(string(part)))
		}
	}
	if !dynamic[PartDescription] && h.Description == "" {
		return tool, invalidTool(h.Name, "needs a description")
	}
	if !dynamic[PartInputSchema] {
		schema, err := parseHostSchema(h.InputSchema)
		if err != nil {
			return tool, invalidTool(h.Name, "inputSchema %v", err)
		}
		tool.InputSchema = func(context.Context, registry.Options) (*registry.Schema, error) { return schema, nil }
	}
	if !dynamic[PartSystemPrompt] && h.SystemPrompt != "" {
		tool.SystemPrompt = func(context.Context, registry.PromptContext, registry.Options) (string, error) {
			return h.SystemPrompt, nil
		}
	}
	return tool, nil
}

func invalidTool(name, format string, values ...any) *Error {
	return &Error{InvalidArgument, fmt.Sprintf("tool %s: ", quoted(name)) + fmt.Sprintf(format, values...), map[string]any{"tool": short(name)}}
}

func parseHostSchema(raw json.RawMessage) (*registry.Schema, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return nil, errors.New("is missing")
	}
	if registry.Nesting(raw) > registry.MaxNesting {
		return nil, fmt.Errorf("is nested deeper than %d levels", registry.MaxNesting)
	}
	schema, err := registry.ParseSchema(raw)
	if err != nil {
		return nil, fmt.Errorf("is no JSON Schema: %w", err)
	}
	if schema.Type != "object" {
		return nil, errors.New(`must have the type "object"`)
	}
	return schema, nil
}

// ask has the realm do one part.
func (t lentTool) ask(ctx context.Context, part HostPart, args any) (string, error) {
	text, err := json.Marshal(args)
	if err != nil {
		return "", err
	}
	return t.lent(ctx, t.name, string(part), string(text))
}

func (t lentTool) description(ctx context.Context, options registry.Options) (text string, err error) {
	return t.askText(ctx, PartDescription, OptionsArgs{options})
}

func (t lentTool) systemPrompt(ctx context.Context, prompt registry.PromptContext, options registry.Options) (string, error) {
	return t.askText(ctx, PartSystemPrompt, PromptArgs{prompt, options})
}

// askText wants a string; null is none.
func (t lentTool) askText(ctx context.Context, part HostPart, args any) (text string, err error) {
	answer, err := t.ask(ctx, part, args)
	if err != nil {
		return "", err
	}
	if err := json.Unmarshal([]byte(answer), &text); err != nil {
		return "", errors.New("must give a string")
	}
	return text, nil
}

func (t lentTool) inputSchema(ctx context.Context, options registry.Options) (*registry.Schema, error) {
	answer, err := t.ask(ctx, PartInputSchema, OptionsArgs{options})
	if err != nil {
		return nil, err
	}
	return parseHostSchema(json.RawMessage(answer))
}

func (t lentTool) override(ctx context.Context, api registry.API, options registry.Options) (json.RawMessage, error) {
	answer, err := t.ask(ctx, PartOverride, OverrideArgs{api, options})
	return json.RawMessage(answer), err
}

// hostResult is what a tool of the application gives.
type hostResult struct {
	registry.Result
	// Content is a pointer to tell a missing one from an empty one.
	Content *string `json:"content"`
}

func (t lentTool) execute(ctx context.Context, call registry.Call) (registry.Result, error) {
	id := t.running.add(call.Progress)
	defer t.running.remove(id)
	answer, err := t.ask(ctx, partExecute, ExecuteToolArgs{id, call.ID, call.Input, call.Options, call.Context})
	if err != nil {
		if ctx.Err() != nil {
			return registry.Result{}, ctx.Err()
		}
		return registry.Result{}, fmt.Errorf("Tool execution failed: %w", err)
	}
	result, err := parseHostResult([]byte(answer))
	if err != nil {
		return registry.Result{}, fmt.Errorf("Tool execution failed: %s %w", t.name, err)
	}
	return result, nil
}

func parseHostResult(answer []byte) (registry.Result, error) {
	if registry.Nesting(answer) > registry.MaxNesting {
		return registry.Result{}, fmt.Errorf("gave a result that is nested deeper than %d levels", registry.MaxNesting)
	}
	var text *string
	if json.Unmarshal(answer, &text) == nil && text != nil {
		return registry.Text(*text), nil
	}
	var result hostResult
	if json.Unmarshal(answer, &result) != nil || result.Content == nil {
		return registry.Result{}, errors.New("gave neither a text nor a result with content")
	}
	result.Result.Content = *result.Content
	return result.Result, nil
}

// runningCalls are calls of the application's tools under way, by the names that
// their progress comes under. The zero value is empty.
type runningCalls struct {
	mu       sync.Mutex
	last     int
	progress map[string]*registry.Progress
}

func (r *runningCalls) add(progress *registry.Progress) (id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.progress == nil {
		r.progress = map[string]*registry.Progress{}
	}
	r.last++
	id = strconv.Itoa(r.last)
	r.progress[id] = progress
	return id
}

func (r *runningCalls) remove(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.progress, id)
}

// ProgressArgs are the arguments of tool.progress. What is left out stays.
type ProgressArgs struct {
	// Call is what execute was given.
	Call     string         `json:"call"`
	Message  string         `json:"message,omitempty"`
	Data     map[string]any `json:"data,omitempty"`
	Fraction *float64       `json:"fraction,omitempty"`
}

// progress of a call that has ended comes too late, and is no error.
func (c *core) progress(_ context.Context, args ProgressArgs) (Nothing, error) {
	c.running.mu.Lock()
	progress := c.running.progress[args.Call]
	c.running.mu.Unlock()
	if progress == nil {
		return nothing, nil
	}
	if args.Message != "" {
		progress.Message(args.Message)
	}
	if args.Data != nil {
		progress.Data(args.Data)
	}
	if args.Fraction != nil {
		progress.Fraction(*args.Fraction)
	}
	return nothing, nil
}
