package registry

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Domain declares related capabilities as one tool with an action. The table of
// actions is the only place that knows them: schema, description of the action
// parameter, validation and errors follow from it.
//
// In has the parameters of all actions, each field once, in the order in which
// the model shall read them, with tags as for [SchemaFor]; none is required by
// itself. It need not have the action. For other fields see [Spec] and [Tool].
type Domain[In, Opt any] struct {
	Name            string
	DisplayName     string
	DisplaySubtitle string
	Category        string
	Background      bool
	Internal        bool
	Options         []OptionDefinition
	Description     string
	Describe        func(options Opt) string

	// Selector is the parameter that names the action. Empty: "action".
	Selector string
	// Actions are the table. Their order is the order of the enum; append only.
	Actions []Action[In, Opt]
	// Available says which actions there are under these options; nil: all.
	// Parameters that no available action uses are not advertised either.
	Available func(action ActionInfo, options Opt) bool
	// Aliases are other names for the selector, for values of it and for
	// parameters: accepted before validation, never advertised.
	Aliases Aliases

	// Refine changes the schema at the end.
	Refine       func(schema *Schema, options Opt)
	Override     func(api API, options Opt) json.RawMessage
	SystemPrompt func(ctx context.Context, prompt PromptContext, options Opt) (string, error)

	IconInput, IconOutput string
	Policy                Policy
	// Access by input; nil: read-only actions read all files, others write all.
	Access func(in In) Access
	// Invalid makes the result of a wrong input; nil: [InvalidResult].
	Invalid      func(call TypedCall[Opt], problems []Problem) Result
	RenderInput  func(input json.RawMessage) string
	RenderOutput func(output string, isError bool) string
	Timeout      time.Duration
	ResultChars  int
}

// ActionInfo is what is known of an action besides its handler.
type ActionInfo struct {
	Name string
	// Summary is one line for the model. Neighbours with the same summary are
	// described together: "move, copy: as named."
	Summary string
	// Required are parameters that have to be there; "path|paths" means one of them.
	Required []string
	// Optional are parameters that may be there. Others are an error, unless
	// their value is empty (null, false, "", [], {}): models like to fill in everything.
	Optional []string

	ReadOnly    bool
	Destructive bool
	Idempotent  bool
	OpenWorld   bool
}

// Action is one row of the table.
type Action[In, Opt any] struct {
	ActionInfo
	Handle func(ctx context.Context, in In, call TypedCall[Opt]) (Result, error)
}

// Aliases are names that models use by habit.
type Aliases struct {
	// Selector are other names of the selector itself: "command" for "action".
	Selector []string
	// Actions are other values of it.
	Actions []ActionAlias
	// Parameters are other names by proper name. An alias counts for actions
	// that take the parameter, and only where it is not itself a parameter of
	// the action. Given beside the proper name it has to have the same value.
	Parameters map[string][]string
}

// ActionAlias lets a name stand for an action, with parameters set along.
type ActionAlias struct {
	Name, Action string
	// Set are parameters that the alias implies where they are absent.
	Set map[string]any
}

// DefineDomain makes a tool of a table of actions. It panics where the table is
// wrong, as [Define] does: an action without handler, or a parameter that In
// does not have.
func DefineDomain[In, Opt any](domain Domain[In, Opt]) Tool {
	domain.Selector = or(domain.Selector, "action")
	table := newActionTable(domain.Selector, domain.Aliases)
	handlers := map[string]Action[In, Opt]{}
	for _, action := range domain.Actions {
		if action.Handle == nil {
			panic(fmt.Sprintf("registry: tool %q: action %q has no handler", domain.Name, action.Name))
		}
		table.actions = append(table.actions, action.ActionInfo)
		handlers[action.Name] = action
	}
	if err := table.check(SchemaFor[In]()); err != nil {
		panic(fmt.Sprintf("registry: tool %q: %v", domain.Name, err))
	}
	under := func(options Opt) actionTable {
		if domain.Available == nil {
			return table
		}
		return table.only(func(action ActionInfo) bool { return domain.Available(action, options) })
	}
	tool := Define(Spec[In, Opt]{
		Name: domain.Name, DisplayName: domain.DisplayName, DisplaySubtitle: domain.DisplaySubtitle,
		Category: domain.Category, Background: domain.Background, Internal: domain.Internal,
		Options: domain.Options, Description: domain.Description, Describe: domain.Describe,
		Refine: func(schema *Schema, options Opt) {
			under(options).refine(schema)
			if domain.Refine != nil {
				domain.Refine(schema, options)
			}
		},
		Execute: func(ctx context.Context, in In, call TypedCall[Opt]) (Result, error) {
			name := table.selected(call.Input)
			action, known := handlers[name]
			if !known { // only when the tool is executed past the registry
				return Result{}, fmt.Errorf("unknown %s %q", domain.Selector, name)
			}
			return action.Handle(ctx, in, call)
		},
		Override: domain.Override, SystemPrompt: domain.SystemPrompt,
		IconInput: domain.IconInput, IconOutput: domain.IconOutput,
		Policy: domain.Policy, Access: domain.Access, Annotations: table.annotations(),
		Normalize: func(input map[string]any, options Opt) []Problem { return under(options).normalize(input) },
		Check:     func(input map[string]any, options Opt) []Problem { return under(options).missing(input) },
		Invalid:   domain.Invalid, Timeout: domain.Timeout, ResultChars: domain.ResultChars,
		RenderInput: domain.RenderInput, RenderOutput: domain.RenderOutput,
	})
	decoded := new(decodedOptions[Opt])
	tool.domain = func(options Options) *domainFacts {
		opt, _ := decoded.decode(options) // they were decoded before
		return &domainFacts{under(opt)}
	}
	if domain.Access == nil {
		tool.Access = func(input json.RawMessage) Access {
			if handlers[table.selected(input)].ReadOnly {
				return ReadAll()
			}
			return WriteAll()
		}
	}
	return tool
}

// describe is the text of the selector: one sentence per action.
func (t actionTable) describe() string {
	var text strings.Builder
	for i := 0; i < len(t.actions); {
		names := []string{t.actions[i].Name}
		summary := t.actions[i].Summary
		for i++; i < len(t.actions) && t.actions[i].Summary == summary; i++ {
			names = append(names, t.actions[i].Name)
		}
		if text.Len() > 0 {
			text.WriteByte(' ')
		}
		text.WriteString(strings.Join(names, ", ") + ": " + strings.TrimSuffix(summary, ".") + ".")
	}
	return text.String()
}
