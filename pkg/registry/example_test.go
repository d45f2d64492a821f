package registry_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/registry/wire"
)

// A tool is declared from Go types; its calls arrive valid and decoded.
func Example() {
	type input struct {
		Name string `json:"name" description:"whom to greet"`
	}
	greeter := registry.Define(registry.Spec[input, registry.NoOptions]{
		Name:        "greeter",
		Description: "Greets someone.",
		Execute: func(_ context.Context, in input, _ registry.TypedCall[registry.NoOptions]) (registry.Result, error) {
			return registry.Text("Hello " + in.Name), nil
		},
	})
	tools := registry.New(registry.Config{Formats: wire.Formats()})
	if err := tools.Register(greeter); err != nil {
		panic(err)
	}
	enabled := []string{"greeter"}

	definitions, _ := tools.Definitions(context.Background(), registry.Anthropic, enabled, nil)
	fmt.Printf("%s\n", definitions[0])

	results, _ := tools.RunTurn(context.Background(), registry.Anthropic, []json.RawMessage{
		json.RawMessage(`{"type":"tool_use","id":"1","name":"greeter","input":{"name":"Ada"}}`),
		json.RawMessage(`{"type":"tool_use","id":"2","name":"greeter","input":{"nam":"Ada"}}`),
	}, registry.Turn{Enabled: enabled})
	for _, result := range results {
		fmt.Printf("%s\n", result)
	}
	// Output:
	// {"name":"greeter","description":"Greets someone.","input_schema":{"type":"object","additionalProperties":false,"required":["name"],"properties":{"name":{"type":"string","description":"whom to greet"}}}}
	// {"type":"tool_result","tool_use_id":"1","content":"Hello Ada"}
	// {"type":"tool_result","tool_use_id":"2","content":"{\"type\":\"error\",\"error\":\"name is required; nam is not a parameter\",\"required_param\":\"name\",\"did_you_mean\":\"name\",\"allowed_parameters\":[\"name\"],\"example\":{\"name\":\"...\"}}","is_error":true}
}
