package registry

import (
	"context"
	"strings"
)

// SystemPrompts are the system prompts of the enabled tools, in the order of
// registration, without empty ones. A tool whose override is used for this API
// adds none. A tool that fails is reported and left out; an error is an *Error
// about the API or about an option.
func (r *Registry) SystemPrompts(ctx context.Context, prompt PromptContext, enabled []string, options map[string]Options) ([]string, error) {
	api, err := ParseAPI(string(prompt.APIType))
	if err != nil {
		return nil, err
	}
	prompt.APIType = api
	prompts := []string{}
	for _, tool := range r.enabled(enabled) {
		resolved, err := ResolveOptions(tool, options[tool.Name])
		if err != nil {
			return nil, err
		}
		override, err := tool.override(ctx, api, resolved)
		if err != nil {
			r.report(tool.Name, "override", err)
			continue
		}
		if override != nil {
			continue
		}
		text, err := tool.systemPrompt(ctx, prompt, resolved)
		if err != nil {
			r.report(tool.Name, "systemPrompt", err)
			continue
		}
		if strings.TrimSpace(text) != "" {
			prompts = append(prompts, text)
		}
	}
	return prompts, nil
}
