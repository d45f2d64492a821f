package tools_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/registry/wire"
	"github.com/clienttools/clienttools/pkg/tools"
	"github.com/clienttools/clienttools/pkg/tools/javascript/gojavm"
	"github.com/clienttools/clienttools/pkg/tools/web"
	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
)

var update = flag.Bool("update", false, "write the golden files anew")

// newRegistry has all built-in tools, over a project with a few files. Its clock
// stands still.
func newRegistry(t *testing.T) *registry.Registry {
	t.Helper()
	now := func() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }
	files := vfs.NewProjects(memory.New(), vfs.Config{Now: now})
	t.Cleanup(func() { _ = files.Close() })
	require.NoError(t, files.Update(t.Context(), "p", func(fs afero.Fs) error {
		for name, content := range map[string]string{
			"/image.png": "\x89PNG\r\n\x1a\n\x00", "/paper.pdf": "%PDF-1.7\n%%EOF", "/notes.txt": "one\ntwo\n",
		} {
			if err := afero.WriteFile(fs, name, []byte(content), 0o644); err != nil {
				return err
			}
		}
		return nil
	}))
	r := registry.New(registry.Config{Formats: wire.Formats(), Now: now})
	lent := tools.Lent{Files: files, Engine: gojavm.New(), Fetcher: site{}, SearchURL: "https://search.example"}
	require.NoError(t, r.Register(tools.BuiltIn(lent)...))
	return r
}

// site is a network with a search engine and one page.
type site struct{}

func (site) Fetch(_ context.Context, request web.Request) (web.Response, error) {
	answer := func(status int, kind, body string) (web.Response, error) {
		return web.Response{Status: status, StatusText: map[int]string{200: "OK", 404: "Not Found"}[status], ContentType: kind, Length: int64(len(body)), Body: io.NopCloser(strings.NewReader(body))}, nil
	}
	switch {
	case strings.HasPrefix(request.URL, "https://search.example/"):
		return answer(200, "application/json", `{"results":[{"url":"https://example.com/","title":"Tides & <moon>","content":"High at noon."}]}`)
	case request.URL == "https://example.com/":
		return answer(200, "text/html; charset=utf-8", "<title>Tides</title><main><h1>Tides</h1><p>High at <b>noon</b>. ü 😀</p></main>")
	}
	return answer(404, "text/plain", "gone")
}

// optionSets are the defaults under "default", and by its name each set with one
// option at another value than its default; of endless values, one.
func optionSets(tool registry.Tool) map[string]registry.Options {
	sets := map[string]registry.Options{"default": nil}
	for _, option := range tool.Options {
		others := []any{}
		switch option.Type {
		case "", registry.OptionBoolean:
			others = append(others, option.Default != true)
		case registry.OptionSelect:
			for _, choice := range option.Choices {
				others = append(others, choice.Value)
			}
		case registry.OptionNumber:
			for _, end := range []*float64{option.Min, option.Max} {
				if end != nil {
					others = append(others, *end)
				}
			}
		default:
			others = append(others, "something")
		}
		for _, value := range others {
			if value != option.Default {
				sets[fmt.Sprintf("%s-%v", option.ID, value)] = registry.Options{option.ID: value}
			}
		}
	}
	return sets
}

// golden are the files of one folder of testdata.
type golden struct {
	t      *testing.T
	folder string
	seen   map[string]bool
}

func openGolden(t *testing.T, folder string) *golden {
	g := &golden{t, filepath.Join("testdata", folder), map[string]bool{}}
	if *update {
		require.NoError(t, os.MkdirAll(g.folder, 0o755))
	}
	return g
}

// same compares a value with its file, or writes it.
func (g *golden) same(name string, value any) {
	g.t.Helper()
	g.sameText(name, string(written(g.t, value)))
}

// sameText is same for what is text already.
func (g *golden) sameText(name, text string) {
	g.t.Helper()
	// A tool may have a clock of its own.
	got := regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z`).ReplaceAll([]byte(text), []byte("2026-03-01T12:00:00Z"))
	g.seen[name] = true
	file := filepath.Join(g.folder, name)
	if *update {
		require.NoError(g.t, os.WriteFile(file, got, 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(g.t, err, "write it with go test ./pkg/tools -update")
	assert.Equal(g.t, string(want), string(got), name)
}

// nothingElse finds files that nothing is compared with any more.
func (g *golden) nothingElse() {
	entries, err := os.ReadDir(g.folder)
	require.NoError(g.t, err)
	for _, entry := range entries {
		if g.seen[entry.Name()] {
			continue
		}
		if *update {
			require.NoError(g.t, os.Remove(filepath.Join(g.folder, entry.Name())))
			continue
		}
		assert.Fail(g.t, "a golden file without a tool, API and option set", entry.Name())
	}
}

func apis() []registry.API { return slices.Sorted(maps.Keys(wire.Formats())) }

// TestGoldenDefinitions holds what each tool is to each API with each option set,
// and in strict mode. An option set that changes nothing has no file.
func TestGoldenDefinitions(t *testing.T) {
	r := newRegistry(t)
	g := openGolden(t, "definitions")
	defer g.nothingElse()
	for _, tool := range r.All() {
		enabled := []string{tool.Name}
		for _, api := range apis() {
			sets := optionSets(tool)
			standard, err := r.Definitions(t.Context(), api, enabled, nil)
			require.NoError(t, err)
			for _, set := range slices.Sorted(maps.Keys(sets)) {
				definitions, err := r.Definitions(t.Context(), api, enabled, map[string]registry.Options{tool.Name: sets[set]})
				require.NoError(t, err)
				require.NotEmpty(t, definitions, "%s describes itself to %s with %s", tool.Name, api, set)
				if set == "default" || !assert.ObjectsAreEqual(standard, definitions) {
					g.same(fmt.Sprintf("%s.%s.%s.json", tool.Name, api, set), definitions)
				}
			}
			strict, reasons, err := r.StrictDefinitions(t.Context(), api, enabled, nil)
			require.NoError(t, err)
			if len(reasons) == 0 {
				g.same(fmt.Sprintf("%s.%s.strict.json", tool.Name, api), strict)
			}
		}
	}
}

// TestGoldenResults holds what the calls of testdata/calls give back to each API,
// after one call with an empty input, which no tool takes or every one survives.
func TestGoldenResults(t *testing.T) {
	g := openGolden(t, "results")
	defer g.nothingElse()
	for _, tool := range newRegistry(t).All() {
		inputs := []json.RawMessage{json.RawMessage("{}")}
		if text, err := os.ReadFile(filepath.Join("testdata", "calls", tool.Name+".json")); err == nil {
			var more []json.RawMessage
			require.NoError(t, json.Unmarshal(text, &more), tool.Name)
			inputs = append(inputs, more...)
		}
		for _, api := range apis() {
			turn := struct {
				Calls   []json.RawMessage `json:"calls"`
				Results []json.RawMessage `json:"results"`
			}{}
			for i, input := range inputs {
				turn.Calls = append(turn.Calls, asSent(t, api, fmt.Sprint("call_", i), tool.Name, input))
			}
			var err error
			turn.Results, err = newRegistry(t).RunTurn(t.Context(), api, turn.Calls, registry.Turn{
				Enabled: []string{tool.Name}, Context: registry.CallContext{ProjectID: "p", ChatID: "c", AgentID: "a", GroupChat: true, KnownTexts: []string{"See https://example.com/ and https://example.com/none"}},
			})
			require.NoError(t, err)
			require.Len(t, turn.Results, len(turn.Calls))
			g.same(fmt.Sprintf("%s.%s.json", tool.Name, api), turn)
		}
	}
}

// asSent is a call as the API sends it.
func asSent(t *testing.T, api registry.API, id, name string, input json.RawMessage) json.RawMessage {
	t.Helper()
	type object = map[string]any
	var arguments bytes.Buffer
	require.NoError(t, json.Compact(&arguments, input))
	var call object
	switch api {
	case registry.Anthropic:
		call = object{"type": "tool_use", "id": id, "name": name, "input": input}
	case registry.OpenAIChat:
		call = object{"id": id, "type": "function", "function": object{"name": name, "arguments": arguments.String()}}
	case registry.OpenAIResponses:
		call = object{"type": "function_call", "id": "fc_" + id, "call_id": id, "name": name, "arguments": arguments.String(), "status": "completed"}
	case registry.Gemini:
		call = object{"functionCall": object{"name": name, "args": input}} // without an id, as it mostly comes
	case registry.Bedrock:
		call = object{"toolUse": object{"toolUseId": id, "name": name, "input": input}}
	case registry.MCP:
		call = object{"name": name, "arguments": input}
	}
	require.NotNil(t, call, "no form of calls for %s", api)
	return bytes.TrimSpace(written(t, call))
}

// written is a value as golden files have it: what HTML would escape is plain.
func written(t *testing.T, value any) []byte {
	t.Helper()
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	require.NoError(t, encoder.Encode(value))
	return text.Bytes()
}

// TestDefinitionsTogetherAreTheGoldenOnes: with all tools enabled each is what it
// is alone, in the order of registration.
func TestDefinitionsTogetherAreTheGoldenOnes(t *testing.T) {
	r := newRegistry(t)
	enabled := []string{}
	for _, tool := range r.All() {
		enabled = append(enabled, tool.Name)
	}
	for _, api := range apis() {
		want, declared := []string{}, []string{}
		for _, name := range enabled {
			alone, err := r.Definitions(t.Context(), api, []string{name}, nil)
			require.NoError(t, err)
			for _, one := range alone {
				// Gemini has one entry with all that are not its own.
				if inner, found := strings.CutPrefix(string(one), `{"functionDeclarations":[`); found {
					declared = append(declared, strings.TrimSuffix(inner, "]}"))
					continue
				}
				want = append(want, string(one))
			}
		}
		if api == registry.Gemini {
			want = append([]string{`{"functionDeclarations":[` + strings.Join(declared, ",") + "]}"}, want...)
		}
		together, err := r.Definitions(t.Context(), api, enabled, nil)
		require.NoError(t, err)
		got := []string{}
		for _, one := range together {
			got = append(got, string(one))
		}
		assert.Equal(t, want, got, api)
	}
}
