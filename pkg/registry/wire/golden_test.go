package wire_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/registry/wire"
)

var update = flag.Bool("update", false, "write the golden files anew")

type sketchInput struct {
	Path  string `json:"path,omitempty" description:"File <path> & \"name\"."`
	Width int    `json:"width,omitempty" minimum:"1" description:"draw: pixels."`
	Style string `json:"style,omitempty" enum:"plain,fine"`
}

type sketchOptions struct {
	Native bool `json:"native"`
}

var png = []byte("\x89PNG\r\n\x1a\n")

// sketch gives a result of every kind.
func sketch() registry.Tool {
	type action = registry.Action[sketchInput, sketchOptions]
	draw := func(_ context.Context, in sketchInput, _ registry.TypedCall[sketchOptions]) (registry.Result, error) {
		switch in.Path {
		case "/missing.png":
			return registry.Result{}, errors.New("The path /missing.png does not exist. Please provide a valid path.")
		case "/prefixed.png":
			return registry.Result{}, errors.New("Error: prefixed already")
		case "/empty":
			return registry.Result{}, nil
		case "/a.png":
			return registry.Result{Content: "an image <1>", Parts: []registry.Part{{MimeType: "image/png", Data: png, Path: "/a.png"}}, Data: map[string]any{"width": 1}}, nil
		case "/error.png":
			return registry.Result{Content: "half an image", IsError: true, Parts: []registry.Part{{MimeType: "image/png", Data: png, Path: "/error.png"}}}, nil
		case "/all":
			return registry.Result{Parts: []registry.Part{
				{MimeType: "application/pdf", Data: []byte("%PDF"), Path: "/docs/The plan_2 (new).pdf"},
				{MimeType: "audio/wav", Data: []byte("RIFF")},
				{MimeType: "application/zip", Data: []byte("PK"), Path: "/my files/ä.zip"},
			}}, nil
		}
		return registry.Result{Content: "drew " + in.Path, Data: map[string]any{"b": 1, "a": "<x>"}}, nil
	}
	return registry.DefineDomain(registry.Domain[sketchInput, sketchOptions]{
		Name: "sketch", DisplayName: "Sketchbook", Description: "Draw & look at \"sketches\".",
		Options: []registry.OptionDefinition{{ID: "native", Label: "Native", Default: false}},
		Actions: []action{
			{ActionInfo: registry.ActionInfo{Name: "look", Summary: "show", Required: []string{"path"}, ReadOnly: true, Idempotent: true}, Handle: draw},
			{ActionInfo: registry.ActionInfo{Name: "draw", Summary: "make", Required: []string{"path"}, Optional: []string{"width", "style"}, Destructive: true, OpenWorld: true}, Handle: draw},
		},
		Override: func(api registry.API, options sketchOptions) json.RawMessage {
			if !options.Native {
				return nil
			}
			return json.RawMessage(fmt.Sprintf(`{"native": %q}`, api))
		},
	})
}

func ping() registry.Tool {
	return registry.Define(registry.Spec[struct{}, registry.NoOptions]{
		Name: "ping", Description: "Answers.", Annotations: registry.Annotations{ReadOnly: true, Idempotent: true},
		Execute: func(context.Context, struct{}, registry.TypedCall[registry.NoOptions]) (registry.Result, error) {
			return registry.Text("pong"), nil
		},
	})
}

// call is a call as each API sends it.
func call(api registry.API, id, name string, input any) json.RawMessage {
	text, _ := json.Marshal(input)
	var value any
	switch api {
	case registry.Anthropic:
		value = map[string]any{"type": "tool_use", "id": id, "name": name, "input": input}
	case registry.OpenAIChat:
		value = map[string]any{"id": id, "type": "function", "function": map[string]any{"name": name, "arguments": string(text)}}
	case registry.OpenAIResponses:
		value = map[string]any{"type": "function_call", "id": "fc_" + id, "call_id": id, "name": name, "arguments": string(text)}
	case registry.Gemini:
		value = map[string]any{"functionCall": map[string]any{"id": id, "name": name, "args": input}}
	case registry.Bedrock:
		value = map[string]any{"toolUse": map[string]any{"toolUseId": id, "name": name, "input": input}}
	case registry.MCP:
		value = map[string]any{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": map[string]any{"name": name, "arguments": input}}
	}
	data, _ := json.Marshal(value)
	return data
}

func TestGolden(t *testing.T) {
	r := registry.New(registry.Config{Formats: wire.Formats()})
	require.NoError(t, r.Register(sketch(), ping()))
	enabled := []string{"ping", "sketch"}
	for api := range wire.Formats() {
		t.Run(string(api), func(t *testing.T) {
			golden := struct {
				Definitions []json.RawMessage `json:"definitions"`
				Overridden  []json.RawMessage `json:"overridden"`
				Strict      []json.RawMessage `json:"strict"`
				Results     []json.RawMessage `json:"results"`
			}{}
			var err error
			golden.Definitions, err = r.Definitions(t.Context(), api, enabled, nil)
			require.NoError(t, err)
			golden.Overridden, err = r.Definitions(t.Context(), api, enabled, map[string]registry.Options{"sketch": {"native": true}})
			require.NoError(t, err)
			golden.Strict, _, err = r.StrictDefinitions(t.Context(), api, enabled, nil)
			require.NoError(t, err)
			var calls []json.RawMessage
			for i, path := range []string{"/b.png", "/missing.png", "/prefixed.png", "/empty", "/a.png", "/error.png", "/all"} {
				calls = append(calls, call(api, fmt.Sprint("call-", i), "sketch", map[string]any{"action": "look", "path": path}))
			}
			calls = append(calls, call(api, "", "ping", nil), call(api, "x", "pong", nil))
			golden.Results, err = r.RunTurn(t.Context(), api, calls, registry.Turn{Enabled: enabled})
			require.NoError(t, err)

			var got strings.Builder
			encoder := json.NewEncoder(&got)
			encoder.SetEscapeHTML(false) // it would hide what the bytes are
			encoder.SetIndent("", "  ")
			require.NoError(t, encoder.Encode(golden))
			file := filepath.Join("testdata", string(api)+".golden.json")
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(got.String()), 0o644))
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, string(want), got.String())
		})
	}
}

func TestBareFormsOfCallsAreRead(t *testing.T) {
	for api, raw := range map[registry.API]string{
		registry.Gemini:  `{"id":"i","name":"n","args":{"a":1}}`,
		registry.Bedrock: `{"toolUseId":"i","name":"n","input":{"a":1}}`,
		registry.MCP:     `{"name":"n","arguments":{"a":1}}`,
	} {
		got, err := wire.Formats()[api].Call(json.RawMessage(raw))
		require.NoError(t, err)
		assert.Equal(t, "n", got.Name)
		assert.JSONEq(t, `{"a":1}`, string(got.Input))
	}
}

func TestDataThatIsNoJSONDoesNotBreakAResult(t *testing.T) {
	result := wire.MCP{}.Result(registry.WireCall{}, registry.Result{Content: "x", Data: map[string]any{"f": func() {}}})
	assert.Equal(t, `{"content":[{"type":"text","text":"x"}]}`, string(result))
}
