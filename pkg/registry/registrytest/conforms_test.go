package registrytest_test

import (
	"context"
	"testing"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/registry/registrytest"
)

type input struct {
	Text  string   `json:"text,omitempty" description:"say: what to say"`
	Paths []string `json:"paths,omitempty" description:"list: where" minItems:"1"`
	Depth int      `json:"depth,omitempty" description:"list: how deep" minimum:"1" maximum:"10"`
}

type options struct {
	Quiet bool   `json:"quiet"`
	Voice string `json:"voice"`
}

func TestConforms(t *testing.T) {
	handle := func(_ context.Context, in input, call registry.TypedCall[options]) (registry.Result, error) {
		return registry.Text(call.Options.Voice + in.Text), nil
	}
	type action = registry.Action[input, options]
	registrytest.Conforms(t, func(*testing.T) registry.Tool {
		return registry.DefineDomain(registry.Domain[input, options]{
			Name: "voice", Description: "Says things.",
			Options: []registry.OptionDefinition{
				{ID: "quiet", Label: "Quiet", Default: false},
				{ID: "voice", Label: "Voice", Type: registry.OptionSelect, Default: "low", Choices: []registry.OptionChoice{{Value: "low"}, {Value: "high"}}},
			},
			Actions: []action{
				{ActionInfo: registry.ActionInfo{Name: "say", Summary: "say it", Required: []string{"text"}}, Handle: handle},
				{ActionInfo: registry.ActionInfo{Name: "list", Summary: "list it", Required: []string{"paths"}, Optional: []string{"depth"}, ReadOnly: true}, Handle: handle},
			},
			Available: func(action registry.ActionInfo, options options) bool { return action.ReadOnly || !options.Quiet },
		})
	})
}
