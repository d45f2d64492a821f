package registry

import (
	"context"
	"slices"
	"strings"
)

// SectionLayout says how [Registry.ToolsSection] looks. The zero value is the
// standard level, by category.
type SectionLayout struct {
	// Detailed lists the parameters of each tool.
	Detailed bool
	// Flat leaves the categories out.
	Flat bool
	// Exclude are names of tools that are not listed.
	Exclude []string
}

// ToolsSection is the "## Available Tools" section for a prompt: what tools
// there are, never how a workflow uses them. Without tools it is empty. A tool
// that fails is reported and left out; an error is an *Error about an option.
func (r *Registry) ToolsSection(ctx context.Context, enabled []string, options map[string]Options, layout SectionLayout) (string, error) {
	byCategory := map[string][]string{}
	var categories []string
	for _, tool := range r.enabled(enabled) {
		if slices.Contains(layout.Exclude, tool.Name) {
			continue
		}
		resolved, err := ResolveOptions(tool, options[tool.Name])
		if err != nil {
			return "", err
		}
		entry, part, err := tool.section(ctx, resolved, layout.Detailed)
		if err != nil {
			r.report(tool.Name, part, err)
			continue
		}
		category := titleCase(tool.Category)
		if layout.Flat {
			category = ""
		}
		if byCategory[category] == nil {
			categories = append(categories, category)
		}
		byCategory[category] = append(byCategory[category], entry)
	}
	if len(categories) == 0 {
		return "", nil
	}
	slices.Sort(categories)
	between := "\n"
	if layout.Detailed {
		between = "\n\n"
	}
	blocks := []string{"## Available Tools"}
	for _, category := range categories {
		if category != "" {
			blocks = append(blocks, "### "+category+" Tools")
		}
		blocks = append(blocks, strings.Join(byCategory[category], between))
	}
	return strings.Join(blocks, "\n\n"), nil
}

func (t Tool) section(ctx context.Context, options Options, detailed bool) (entry, part string, err error) {
	description, err := t.description(ctx, options)
	if err != nil {
		return "", "description", err
	}
	if !detailed {
		// One line per tool, whatever the description looks like.
		return "- **" + t.Name + "**: " + strings.Join(strings.Fields(description), " "), "", nil
	}
	schema, err := t.schema(ctx, options)
	if err != nil {
		return "", "inputSchema", err
	}
	lines := []string{"#### " + t.Name, "", strings.TrimSpace(description), ""}
	if len(schema.Properties) == 0 {
		return strings.Join(append(lines, "No parameters"), "\n"), "", nil
	}
	lines = append(lines, "**Parameters:**")
	for _, property := range schema.Properties {
		need := "optional"
		if slices.Contains(schema.Required, property.Name) {
			need = "required"
		}
		line := "  - " + property.Name + " (" + property.Schema.typeName() + ") (" + need + ")"
		if text := strings.Join(strings.Fields(property.Schema.Description), " "); text != "" {
			line += ": " + text
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n"), "", nil
}

func (s *Schema) typeName() string {
	switch types := s.types(); {
	case len(types) > 0:
		return strings.Join(types, " or ")
	case s.Enum != nil:
		return "enum"
	}
	return "any"
}

// titleCase writes a category as a heading: "prompt_tools" is "Prompt Tools".
func titleCase(text string) string {
	words := strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == '_' || c == '-' })
	for i, word := range words {
		first := []rune(word)[:1]
		words[i] = strings.ToUpper(string(first)) + strings.TrimPrefix(word, string(first))
	}
	return strings.Join(words, " ")
}
