package registry

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"
)

// Spec declares a tool whose input is the Go type In and whose options are the
// Go type Opt, both structs with json tags. It reads as the tool's data sheet;
// [Define] makes a [Tool] of it. For fields without a comment see [Tool].
type Spec[In, Opt any] struct {
	Name            string
	DisplayName     string
	DisplaySubtitle string
	Category        string
	Background      bool
	Internal        bool
	// Options declare the settings; each field of Opt has one, by its json name.
	Options []OptionDefinition

	// Description is what the model reads; Describe is used instead where it
	// depends on the options.
	Description string
	Describe    func(options Opt) string
	// Refine changes the schema made from In: what tags cannot say, and what
	// depends on the options. It gets a fresh schema each time.
	Refine func(schema *Schema, options Opt)
	// Execute runs a call. The result of an error has its text and IsError.
	Execute func(ctx context.Context, in In, call TypedCall[Opt]) (Result, error)
	// Override gives a provider-native definition, nil the standard one.
	Override     func(api API, options Opt) json.RawMessage
	SystemPrompt func(ctx context.Context, prompt PromptContext, options Opt) (string, error)

	// DescribePeers is set for a tool that calls others: what to add to the
	// description about those that peers gives.
	DescribePeers func(options Opt, peers func() []Peer) string

	IconInput, IconOutput string
	Policy                Policy
	Access                func(in In) Access
	Normalize             func(input map[string]any, options Opt) []Problem
	Check                 func(input map[string]any, options Opt) []Problem
	Invalid               func(call TypedCall[Opt], problems []Problem) Result
	Annotations           Annotations
	RenderInput           func(input json.RawMessage) string
	RenderOutput          func(output string, isError bool) string
	Timeout               time.Duration
	ResultChars           int
}

// TypedCall is a call with its options decoded.
type TypedCall[Opt any] struct {
	Call
	Options Opt
}

// NoOptions is the Opt of a tool without options.
type NoOptions struct{}

// Text is a result of text only.
func Text(content string) Result { return Result{Content: content} }

// Define makes a tool of its declaration. It panics where the declaration is
// wrong: no name, no Execute, an option without a definition, a type that has
// no schema.
func Define[In, Opt any](spec Spec[In, Opt]) Tool {
	declared := declaration{spec.Name, spec.Description != "" || spec.Describe != nil, spec.Execute != nil, spec.Options}
	if err := declared.check(reflect.TypeFor[In](), reflect.TypeFor[Opt]()); err != nil {
		panic(fmt.Sprintf("registry: tool %q: %v", spec.Name, err))
	}
	base := SchemaFor[In]()
	decoded := new(decodedOptions[Opt])
	tool := Tool{
		Name: spec.Name, DisplayName: spec.DisplayName, DisplaySubtitle: spec.DisplaySubtitle,
		Category: spec.Category, Background: spec.Background, Internal: spec.Internal,
		Options: spec.Options, IconInput: spec.IconInput, IconOutput: spec.IconOutput,
		Policy: spec.Policy, Annotations: spec.Annotations, Timeout: spec.Timeout, ResultChars: spec.ResultChars,
		RenderInput: spec.RenderInput, RenderOutput: spec.RenderOutput,

		Description: func(_ context.Context, options Options) (string, error) {
			if spec.Describe == nil {
				return spec.Description, nil
			}
			opt, err := decoded.decode(options)
			if err != nil {
				return "", err
			}
			return spec.Describe(opt), nil
		},
		InputSchema: func(_ context.Context, options Options) (*Schema, error) {
			return decoded.refined(options, base, spec.Refine)
		},
		Execute: func(ctx context.Context, call Call) (Result, error) {
			typed, err := decoded.call(call)
			if err != nil {
				return Result{}, err
			}
			var in In
			if err := decodeInput(call.Input, &in); err != nil {
				return Result{}, err
			}
			return spec.Execute(ctx, in, typed)
		},
	}
	if spec.Override != nil {
		tool.Override = func(_ context.Context, api API, options Options) (json.RawMessage, error) {
			opt, err := decoded.decode(options)
			if err != nil {
				return nil, err
			}
			return spec.Override(api, opt), nil
		}
	}
	if spec.DescribePeers != nil {
		tool.DescribePeers = func(_ context.Context, options Options, peers func() []Peer) (string, error) {
			opt, err := decoded.decode(options)
			if err != nil {
				return "", err
			}
			return spec.DescribePeers(opt, peers), nil
		}
	}
	if spec.SystemPrompt != nil {
		tool.SystemPrompt = func(ctx context.Context, prompt PromptContext, options Options) (string, error) {
			opt, err := decoded.decode(options)
			if err != nil {
				return "", err
			}
			return spec.SystemPrompt(ctx, prompt, opt)
		}
	}
	if spec.Access != nil {
		tool.Access = func(input json.RawMessage) Access {
			var in In
			if decodeInput(input, &in) != nil {
				return WriteAll()
			}
			return spec.Access(in)
		}
	}
	tool.Normalize = decoded.hook(spec.Normalize)
	tool.Check = decoded.hook(spec.Check)
	if spec.Invalid != nil {
		tool.Invalid = func(call Call, problems []Problem) Result {
			typed, err := decoded.call(call)
			if err != nil {
				return InvalidResult(call, problems)
			}
			return spec.Invalid(typed, problems)
		}
	}
	return tool
}

// decodeInput decodes a valid input. JSON Schema takes 3.0 and 1e2 for integers
// and encoding/json does not, so numbers are rewritten where it refuses them.
func decodeInput(input json.RawMessage, in any) error {
	err := json.Unmarshal(input, in)
	if err == nil {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(input))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return err
	}
	plain, plainErr := json.Marshal(plainNumbers(value))
	if plainErr != nil {
		return err
	}
	if err := json.Unmarshal(plain, in); err != nil {
		// The name of a Go type is no text for the model.
		if wrong, ok := err.(*json.UnmarshalTypeError); ok {
			return fmt.Errorf("%s: a %s is not possible here", wrong.Field, wrong.Value)
		}
		return err
	}
	return nil
}

func plainNumbers(value any) any {
	switch value := value.(type) {
	case json.Number:
		if n, err := value.Float64(); err == nil {
			return json.Number(appendNumber(nil, n))
		}
	case []any:
		for i := range value {
			value[i] = plainNumbers(value[i])
		}
	case map[string]any:
		for name := range value {
			value[name] = plainNumbers(value[name])
		}
	}
	return value
}

// declaration is what is checked of a [Spec]: apart from its types, so that it is
// compiled once and not for every tool.
type declaration struct {
	name            string
	described, runs bool
	options         []OptionDefinition
}

func (d declaration) check(in, opt reflect.Type) error {
	switch {
	case !validName(d.name):
		return fmt.Errorf("a name is 1 to 64 of a-z, A-Z, 0-9, _ and -")
	case !d.runs:
		return fmt.Errorf("no Execute")
	case !d.described:
		return fmt.Errorf("no Description")
	case in.Kind() != reflect.Struct:
		return fmt.Errorf("input type %s is not a struct", in)
	}
	if err := checkOptions(d.options); err != nil {
		return err
	}
	return checkOptionFields(opt, d.options)
}

func checkOptionFields(t reflect.Type, definitions []OptionDefinition) error {
	if t.Kind() != reflect.Struct {
		return fmt.Errorf("options type %s is not a struct", t)
	}
	fields := map[string]bool{}
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		fields[name] = true
		found := false
		for _, definition := range definitions {
			found = found || definition.ID == name
		}
		if !found {
			return fmt.Errorf("option field %s has no definition with its json name", t.Field(i).Name)
		}
	}
	for _, definition := range definitions {
		if !fields[definition.ID] {
			return fmt.Errorf("option %q has no field in %s", definition.ID, t)
		}
	}
	return nil
}
