package registry_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
)

// caller is a tool that calls others as its function says.
func caller(name string, execute func(context.Context, registry.Call) (registry.Result, error)) registry.Tool {
	tool := plain(name, execute)
	tool.DescribePeers = func(_ context.Context, _ registry.Options, peers func() []registry.Peer) (string, error) {
		var lines []string
		for _, peer := range peers() {
			lines = append(lines, peer.Name+"("+peer.Schema.TypeScript()+") // "+peer.Description)
		}
		return strings.Join(lines, "\n"), nil
	}
	return tool
}

// callAll has the caller make these calls at once.
func callAll(w *watched, ctx context.Context, enabled []string) registry.Result {
	return w.Execute(ctx, registry.Request{ID: "c1", Name: "caller", Enabled: enabled, Context: registry.CallContext{ProjectID: "p", ChatID: "c"}})
}

func text(input string) json.RawMessage { return mustJSON(map[string]any{"text": input}) }

func TestACallOfAToolIsACallLikeAnyOther(t *testing.T) {
	guarded, runs := guarded(registry.Policy{Mode: registry.PolicyAlways})
	var got []registry.Result
	tool := caller("caller", func(ctx context.Context, call registry.Call) (registry.Result, error) {
		assert.Equal(t, []string{"echo", "erase", "other"}, call.Peers.Names())
		for _, made := range []registry.PeerCall{
			{Name: "echo", Input: text("hello")},
			{Name: "echo", Input: json.RawMessage(`{"text":5}`)},
			{Name: "erase", Input: text("x")},
			{Name: "off"},
			{Name: "nothing"},
			{Name: "caller"},
			{Name: "other"},
		} {
			got = append(got, call.Peers.Call(ctx, made))
		}
		return registry.Text("done"), nil
	})
	other := caller("other", func(_ context.Context, call registry.Call) (registry.Result, error) {
		assert.Nil(t, call.Peers, "a call that a tool made makes none itself")
		assert.Empty(t, call.Peers.Names())
		assert.Zero(t, call.Peers.Waited())
		_, err := call.Peers.Options("echo")
		assert.ErrorContains(t, err, "no tool")
		return registry.Text("fine"), nil
	})
	w := watch(t, registry.Config{}, tool, echo("echo"), guarded, echo("off"), other)
	assert.Equal(t, "done", callAll(w, t.Context(), []string{"other", "erase", "echo", "caller"}).Content)
	assert.Equal(t, registry.Result{Content: `{"text":"hello"}`, Data: map[string]any{"said": true}}, got[0])
	assert.Contains(t, got[1].Content, `"error":"text must be a string, got 5"`)
	assert.Equal(t, "The call was not approved and not executed: no one is there who could approve it", got[2].Content)
	assert.Equal(t, "Unknown tool: off. Enabled tools: echo, other, erase", got[3].Content)
	assert.Equal(t, "Unknown tool: nothing. Enabled tools: other, echo, erase", got[4].Content)
	assert.Equal(t, "caller cannot call itself. Enabled tools: other, erase, echo", got[5].Content)
	assert.Equal(t, "fine", got[6].Content)
	for i, result := range got[1:6] {
		assert.True(t, result.IsError, i)
	}
	assert.Zero(t, *runs)

	first := w.last(t, "c1.1")
	assert.Equal(t, registry.Success, first.Status)
	assert.Equal(t, map[string]any{"parentId": "c1", "said": true}, first.Data)
	assert.Equal(t, "p", first.ProjectID)
	assert.Equal(t, registry.Failure, w.last(t, "c1.2").Status)
	assert.Equal(t, registry.Denied, w.last(t, "c1.3").Status)
	assert.Equal(t, map[string]any{}, w.last(t, "c1").Data)
}

func TestOnlyAToolThatSaysSoCallsOthers(t *testing.T) {
	w := watch(t, registry.Config{}, plain("caller", func(_ context.Context, call registry.Call) (registry.Result, error) {
		assert.Nil(t, call.Peers)
		return registry.Text("done"), nil
	}), echo("echo"))
	assert.Equal(t, "done", callAll(w, t.Context(), []string{"caller", "echo"}).Content)
}

func TestOptionsOfPeers(t *testing.T) {
	tuned := echo("tuned")
	tuned.Options = []registry.OptionDefinition{{ID: "loud", Label: "Loud", Default: false}}
	w := watch(t, registry.Config{}, caller("caller", func(_ context.Context, call registry.Call) (registry.Result, error) {
		options, err := call.Peers.Options("tuned")
		_, missing := call.Peers.Options("none")
		return registry.Text(fmt.Sprint(options, err, missing)), nil
	}), tuned)
	run := func(options map[string]registry.Options) string {
		return w.Execute(t.Context(), registry.Request{Name: "caller", Enabled: []string{"caller"}, Options: options}).Content
	}
	assert.Equal(t, `map[loud:false] <nil> no tool "none" is registered`, run(nil))
	assert.Equal(t, `map[loud:true] <nil> no tool "none" is registered`, run(map[string]registry.Options{"tuned": {"loud": true}}))
	assert.Contains(t, run(map[string]registry.Options{"tuned": {"odd": true}}), `map[] tool "tuned"`)
}

func TestCallsOfAToolRunSideBySideWhereTheyDoNotMeet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log, around []string
		var mu sync.Mutex
		begin := time.Now()
		w := watch(t, registry.Config{}, caller("caller", func(ctx context.Context, call registry.Call) (registry.Result, error) {
			var all sync.WaitGroup
			for _, path := range []string{"r/a", "r/a", "w/a", "r/a", "r/b"} {
				all.Go(func() {
					call.Peers.Call(ctx, registry.PeerCall{Name: "files", Input: text(path), Around: func(access registry.Access, run func() registry.Result) registry.Result {
						mu.Lock()
						around = append(around, path)
						mu.Unlock()
						return run()
					}})
				})
				time.Sleep(time.Millisecond)
			}
			all.Wait()
			return registry.Text("done"), nil
		}), slowFiles(&log))
		callAll(w, t.Context(), []string{"caller", "files"})
		assert.Equal(t, 3, int(time.Since(begin).Seconds()), "%v", log)
		assert.Equal(t, []string{"r/a", "r/a", "r/b", "w/a", "r/a"}, around)
	})
}

func TestWhatAroundGivesStandsInForTheCall(t *testing.T) {
	ran := false
	w := watch(t, registry.Config{}, caller("caller", func(ctx context.Context, call registry.Call) (registry.Result, error) {
		return call.Peers.Call(ctx, registry.PeerCall{Name: "other", Around: func(registry.Access, func() registry.Result) registry.Result {
			return registry.Text("no")
		}}), nil
	}), plain("other", func(context.Context, registry.Call) (registry.Result, error) {
		ran = true
		return registry.Text("yes"), nil
	}))
	assert.Equal(t, "no", callAll(w, t.Context(), []string{"caller", "other"}).Content)
	assert.False(t, ran)
}

func TestAResultForAToolIsAsLongAsItWants(t *testing.T) {
	long := plain("long", func(context.Context, registry.Call) (registry.Result, error) {
		return registry.Text(strings.Repeat("x", 40_000)), nil
	})
	w := watch(t, registry.Config{}, long, caller("caller", func(ctx context.Context, call registry.Call) (registry.Result, error) {
		assert.Len(t, call.Peers.Call(ctx, registry.PeerCall{Name: "long", ResultChars: 50_000}).Content, 40_000)
		assert.Less(t, len(call.Peers.Call(ctx, registry.PeerCall{Name: "long"}).Content), 17_000)
		return registry.Text("done"), nil
	}))
	callAll(w, t.Context(), []string{"caller", "long"})
	assert.Len(t, w.kept, 1)
}

func TestTimeOfApprovalsDoesNotCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := func(ctx context.Context, _ registry.ApprovalRequest) (registry.ApprovalDecision, error) {
			time.Sleep(5 * time.Minute)
			return registry.ApprovalDecision{Allow: true}, nil
		}
		guarded, runs := guarded(registry.Policy{Mode: registry.PolicyAlways})
		guarded.Access = func(json.RawMessage) registry.Access { return registry.Access{} }
		stuck := false
		w := watch(t, registry.Config{Approve: asked, Timeout: time.Second}, guarded, caller("caller", func(ctx context.Context, call registry.Call) (registry.Result, error) {
			var all sync.WaitGroup
			for range 2 {
				all.Go(func() { call.Peers.Call(ctx, registry.PeerCall{Name: "erase"}) })
			}
			all.Wait()
			assert.InDelta(t, 300, call.Peers.Waited().Seconds(), 0.1, "two that wait at once count once")
			if stuck {
				<-ctx.Done()
				return registry.Result{}, ctx.Err()
			}
			return registry.Text("done"), nil
		}))
		assert.Equal(t, "done", callAll(w, t.Context(), []string{"caller", "erase"}).Content)
		assert.Equal(t, 2, *runs)
		stuck = true
		begin := time.Now()
		assert.Equal(t, "Tool execution failed: caller did not end within 1s.", callAll(w, t.Context(), []string{"caller", "erase"}).Content)
		assert.InDelta(t, 301, time.Since(begin).Seconds(), 0.5)
	})
}

func TestCallsOfAToolEndWithIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var got registry.Result
		w := watch(t, registry.Config{}, plain("slow", func(ctx context.Context, _ registry.Call) (registry.Result, error) {
			<-ctx.Done()
			return registry.Result{}, ctx.Err()
		}), caller("caller", func(ctx context.Context, call registry.Call) (registry.Result, error) {
			got = call.Peers.Call(ctx, registry.PeerCall{Name: "slow"})
			return registry.Result{}, ctx.Err()
		}))
		time.AfterFunc(time.Second, cancel)
		assert.Equal(t, "The call was cancelled.", callAll(w, ctx, []string{"caller", "slow"}).Content)
		assert.Equal(t, "The call was cancelled.", got.Content)
		assert.Equal(t, registry.Cancelled, w.last(t, "c1.1").Status)
		assert.Equal(t, registry.Cancelled, w.last(t, "c1").Status)
	})
}

func TestADescriptionTellsOfPeers(t *testing.T) {
	broken := echo("broken")
	broken.Description = func(context.Context, registry.Options) (string, error) { panic("x") }
	asked := 0
	counted := echo("counted")
	schema := counted.InputSchema
	counted.InputSchema = func(ctx context.Context, options registry.Options) (*registry.Schema, error) {
		asked++
		return schema(ctx, options)
	}
	w := watch(t, registry.Config{}, counted, caller("caller", nil2), broken, echo("last"))
	description := func(enabled ...string) string {
		definitions, err := w.Definitions(t.Context(), registry.Anthropic, enabled, nil)
		require.NoError(t, err)
		for _, definition := range definitions {
			var d struct{ Name, Description string }
			require.NoError(t, json.Unmarshal(definition, &d))
			if d.Name == "caller" {
				return d.Description
			}
		}
		return ""
	}
	assert.Equal(t, "Does caller.", description("caller"))
	both := "Does caller.\n\ncounted({ text?: string; times?: number }) // Does counted.\nlast({ text?: string; times?: number }) // Does last."
	assert.Equal(t, both, description("last", "broken", "caller", "counted"))
	assert.Equal(t, both, description("counted", "broken", "last", "caller"), "the order of names does not show")
	assert.Equal(t, "", description("counted"))
	section, err := w.ToolsSection(t.Context(), []string{"caller", "last"}, nil, registry.SectionLayout{})
	require.NoError(t, err)
	assert.NotContains(t, section, "text?:")
}

func nil2(context.Context, registry.Call) (registry.Result, error) { return registry.Result{}, nil }

func TestSchemasAsTypeScript(t *testing.T) {
	for schema, want := range map[string]string{
		`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"},"c-d":{"type":"boolean"}},"required":["a"]}`: `{ a: string; b?: number; "c-d"?: boolean }`,
		`{"type":"array","items":{"type":"string"}}`:           `string[]`,
		`{"type":"array","items":{"enum":["a","b|c",1,null]}}`: `("a"|"b|c"|1|null)[]`,
		`{"type":"array","items":{"type":["string","null"]}}`:  `(string | null)[]`,
		`{"type":"array"}`:              `unknown[]`,
		`{"const":"x"}`:                 `"x"`,
		`{"type":["integer","number"]}`: `number`,
		`{"anyOf":[{"type":"string"},{"type":"object","properties":{"a":true}}]}`:                                                     `string | { a?: unknown }`,
		`{"oneOf":[{"type":"string"},{"type":"string","minLength":1}]}`:                                                               `string`,
		`{"allOf":[{"type":"object","properties":{"a":{"type":"null"}}},{"$ref":"#/$defs/b"}],"$defs":{"b":{"properties":{"b":{}}}}}`: `{ a?: null } & { b?: unknown }`,
		`{"type":"object"}`: `object`,
		`{"type":"object","additionalProperties":false}`:             `{}`,
		`{"type":"object","additionalProperties":{"type":"number"}}`: `Record<string, number>`,
		`true`:                    `unknown`,
		`false`:                   `never`,
		`{"$ref":"#/$defs/none"}`: `unknown`,
		`{"type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#"}}}}`: `{ kids?: { kids?: unknown[] }[] }`,
		`{"type":"object","properties":{"1a":{"type":"string","description":"*/ x"}}}`:  `{ "1a"?: string }`,
	} {
		parsed, err := registry.ParseSchema([]byte(schema))
		require.NoError(t, err, schema)
		assert.Equal(t, want, parsed.TypeScript(), schema)
	}
}
