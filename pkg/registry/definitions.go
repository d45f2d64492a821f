package registry

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// Definitions are the enabled tools as the API takes them. The same input gives
// the same bytes, whatever the order of enabled. A tool that fails to describe
// itself is reported ([Config.Report]) and left out; an error is an *Error
// about the API or about an option.
func (r *Registry) Definitions(ctx context.Context, api API, enabled []string, options map[string]Options) ([]json.RawMessage, error) {
	format, api, err := r.format(api)
	if err != nil {
		return nil, err
	}
	definitions, err := r.describe(ctx, api, enabled, options)
	if err != nil {
		return nil, err
	}
	return format.Definitions(definitions), nil
}

// StrictDefinitions are like [Registry.Definitions], with strict mode for the
// tools that fit into the provider's limits. The second result says for each
// other tool, in order, why it is not strict.
func (r *Registry) StrictDefinitions(ctx context.Context, api API, enabled []string, options map[string]Options) ([]json.RawMessage, []string, error) {
	format, api, err := r.format(api)
	if err != nil {
		return nil, nil, err
	}
	definitions, err := r.describe(ctx, api, enabled, options)
	if err != nil {
		return nil, nil, err
	}
	reasons := makeStrict(api, definitions)
	return format.Definitions(definitions), reasons, nil
}

func (r *Registry) describe(ctx context.Context, api API, enabled []string, options map[string]Options) ([]Definition, error) {
	definitions := []Definition{}
	for _, tool := range r.enabled(enabled) {
		resolved, err := ResolveOptions(tool, options[tool.Name])
		if err != nil {
			return nil, err
		}
		definition := Definition{Name: tool.Name, Title: tool.DisplayName, Annotations: tool.annotations(resolved)}
		part := "override"
		definition.Override, err = tool.override(ctx, api, resolved)
		if err == nil && definition.Override == nil {
			part = "description"
			definition.Description, err = tool.description(ctx, resolved)
		}
		if err == nil && definition.Override == nil && tool.DescribePeers != nil {
			var more string
			more, err = tool.describePeers(ctx, resolved, func() []Peer { return r.peers(ctx, tool, enabled, options) })
			if more != "" {
				definition.Description += "\n\n" + more
			}
		}
		if err == nil && definition.Override == nil {
			part = "inputSchema"
			definition.Schema, err = tool.schema(ctx, resolved)
		}
		if err != nil {
			r.report(tool.Name, part, err)
			continue
		}
		definitions = append(definitions, definition.each()...)
	}
	return definitions, nil
}

// each is the definition, or, where the override is a list, one for each of it:
// what is one tool here may be several of a provider's own.
func (d Definition) each() []Definition {
	if len(d.Override) == 0 || d.Override[0] != '[' {
		return []Definition{d}
	}
	var list []json.RawMessage
	_ = json.Unmarshal(d.Override, &list) // was checked
	definitions := make([]Definition, len(list))
	for i, override := range list {
		definitions[i] = d
		definitions[i].Override = override
	}
	return definitions
}

// The parts of a tool are code of others: whatever they do, a failure is an error.

func (t Tool) description(ctx context.Context, options Options) (text string, err error) {
	defer recovered(&err)
	return t.Description(ctx, options)
}

func (t Tool) describePeers(ctx context.Context, options Options, peers func() []Peer) (text string, err error) {
	defer recovered(&err)
	return t.DescribePeers(ctx, options, peers)
}

func (t Tool) schema(ctx context.Context, options Options) (schema *Schema, err error) {
	defer recovered(&err)
	schema, err = t.InputSchema(ctx, options)
	if err == nil && schema == nil {
		err = errors.New("no schema")
	}
	if err == nil && schema.Type != "object" {
		err = errors.New(`the schema's type must be "object"`)
	}
	if err == nil && schema.Properties == nil { // OpenAI refuses an object without them
		open := *schema
		open.Properties = []Property{}
		schema = &open
	}
	return schema, err
}

func (t Tool) override(ctx context.Context, api API, options Options) (definition json.RawMessage, err error) {
	if t.Override == nil {
		return nil, nil
	}
	defer recovered(&err)
	definition, err = t.Override(ctx, api, options)
	definition = bytes.TrimSpace(definition)
	if err != nil || len(definition) == 0 || string(definition) == "null" {
		return nil, err
	}
	var objects []map[string]any
	if definition[0] == '{' {
		if !json.Valid(definition) {
			return nil, errors.New("a definition is a JSON object")
		}
	} else if json.Unmarshal(definition, &objects) != nil || slices.ContainsFunc(objects, func(o map[string]any) bool { return o == nil }) {
		return nil, errors.New("a definition is a JSON object")
	}
	return compact(definition), nil
}

// annotations are those of the actions that the options leave.
func (t Tool) annotations(options Options) Annotations {
	if t.domain == nil {
		return t.Annotations
	}
	return t.domain(options).annotations()
}

func (t Tool) systemPrompt(ctx context.Context, prompt PromptContext, options Options) (text string, err error) {
	if t.SystemPrompt == nil {
		return "", nil
	}
	defer recovered(&err)
	return t.SystemPrompt(ctx, prompt, options)
}

func recovered(err *error) {
	if fault := recover(); fault != nil {
		*err = fmt.Errorf("panic: %v", fault)
	}
}
