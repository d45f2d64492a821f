package api

import (
	"context"
	"encoding/json"

	"github.com/clienttools/clienttools/pkg/registry"
)

// RegisterArgs are the arguments of register: all of the tools are registered or,
// when one is wrong, none.
type RegisterArgs struct {
	Tools []HostTool `json:"tools"`
}

// UnregisterArgs are the arguments of unregister.
type UnregisterArgs struct {
	Name string `json:"name"`
}

// Enabled says which tools count, and with which options.
type Enabled struct {
	EnabledToolNames []string                    `json:"enabledToolNames"`
	ToolOptions      map[string]registry.Options `json:"toolOptions,omitempty"`
}

// DefinitionsArgs are the arguments of definitions.
type DefinitionsArgs struct {
	APIType registry.API `json:"apiType"`
	Enabled
	Context *registry.CallContext `json:"context,omitempty"`
}

// SystemPromptsArgs are the arguments of systemPrompts.
type SystemPromptsArgs struct {
	APIType registry.API `json:"apiType"`
	Enabled
	Context registry.PromptContext `json:"context"`
}

// ToolsSectionArgs are the arguments of toolsSection.
type ToolsSectionArgs struct {
	Enabled
	Layout SectionLayout `json:"layout,omitempty"`
}

func toolMethods() []method {
	return []method{
		plain("tools", (*core).listTools),
		plain("register", (*core).register),
		plain("unregister", (*core).unregister),
		plain("definitions", (*core).definitions),
		plain("systemPrompts", (*core).systemPrompts),
		plain("toolsSection", (*core).toolsSection),
		execute(),
		plain("run", (*core).run),
		plain("render", (*core).render),
		plain("tool.progress", (*core).progress),
	}
}

func (c *core) listTools(context.Context, NoArgs) ([]registry.Info, error) {
	return c.registry.Infos(), nil
}

func (c *core) register(_ context.Context, args RegisterArgs) ([]registry.Info, error) {
	if c.deps.Tool == nil && len(args.Tools) > 0 {
		return nil, invalid("tools", "cannot be registered: the host object has no function tool")
	}
	tools := make([]registry.Tool, len(args.Tools))
	for i, hostTool := range args.Tools {
		var err error
		if tools[i], err = newHostTool(hostTool, c.deps.Tool, c.running); err != nil {
			return nil, err
		}
	}
	if err := c.registry.Register(tools...); err != nil {
		return nil, err
	}
	return c.toolsChanged(), nil
}

func (c *core) unregister(_ context.Context, args UnregisterArgs) ([]registry.Info, error) {
	if err := c.registry.Unregister(args.Name); err != nil {
		return nil, err
	}
	return c.toolsChanged(), nil
}

func (c *core) toolsChanged() []registry.Info {
	infos := c.registry.Infos()
	c.deps.Emit(eventTools, infos)
	return infos
}

func (c *core) definitions(ctx context.Context, args DefinitionsArgs) ([]json.RawMessage, error) {
	return c.registry.Definitions(ctx, args.APIType, args.EnabledToolNames, args.ToolOptions)
}

func (c *core) systemPrompts(ctx context.Context, args SystemPromptsArgs) ([]string, error) {
	args.Context.APIType = args.APIType
	return c.registry.SystemPrompts(ctx, args.Context, args.EnabledToolNames, args.ToolOptions)
}

// SectionLayout says how the tools section looks.
type SectionLayout struct {
	// Level is standard where left out.
	Level SectionLevel `json:"level,omitempty"`
	// Categorize is true where left out.
	Categorize *bool `json:"categorize,omitempty"`
	// Exclude are names of tools that are not listed.
	Exclude []string `json:"exclude,omitempty"`
}

// SectionLevel is how much the tools section says of each tool.
type SectionLevel string

// The levels of the tools section.
const (
	LevelStandard SectionLevel = "standard"
	LevelDetailed SectionLevel = "detailed"
)

func (a ToolsSectionArgs) check() error {
	switch a.Layout.Level {
	case "", LevelStandard, LevelDetailed:
		return nil
	}
	return invalid("layout.level", "must be standard or detailed, got %s", quoted(string(a.Layout.Level)))
}

func (a SystemPromptsArgs) check() error {
	return checkProject("context.projectId", a.Context.ProjectID)
}

func (c *core) toolsSection(ctx context.Context, args ToolsSectionArgs) (string, error) {
	return c.registry.ToolsSection(ctx, args.EnabledToolNames, args.ToolOptions, registry.SectionLayout{
		Detailed: args.Layout.Level == LevelDetailed,
		Flat:     args.Layout.Categorize != nil && !*args.Layout.Categorize,
		Exclude:  args.Layout.Exclude,
	})
}
