package javascript_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/registry"
	"github.com/clienttools/clienttools/pkg/tools/javascript"
	"github.com/clienttools/clienttools/pkg/tools/javascript/gojavm"
	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
)

// bench is a registry with the tool, and others that work on the same files.
type bench struct {
	t       *testing.T
	files   *vfs.Projects
	reg     *registry.Registry
	options registry.Options
	asked   atomic.Int32
	between func()        // is done by read and write before they return
	begun   chan struct{} // is closed when between begins
	went    chan struct{} // is closed by the tool went
}

type fileInput struct {
	Path string `json:"path"`
	Text string `json:"text,omitempty"`
}

func newBench(t *testing.T, limits javascript.Limits) *bench {
	t.Helper()
	b := &bench{t: t, files: vfs.NewProjects(memory.New(), vfs.Config{}), options: registry.Options{"allowTools": true}}
	t.Cleanup(func() { assert.NoError(t, b.files.Close()) })
	b.reg = registry.New(registry.Config{Approve: func(ctx context.Context, request registry.ApprovalRequest) (registry.ApprovalDecision, error) {
		b.asked.Add(1)
		time.Sleep(200 * time.Millisecond)
		return registry.ApprovalDecision{Allow: !strings.Contains(string(request.Input), "no")}, nil
	}})
	file := func(name string, access func(fileInput) registry.Access, do func(fs afero.Fs, in fileInput) (string, error)) registry.Tool {
		return registry.Define(registry.Spec[fileInput, registry.NoOptions]{
			Name: name, Description: "Does " + name + " a file. And more.", Access: access,
			Execute: func(ctx context.Context, in fileInput, call registry.TypedCall[registry.NoOptions]) (registry.Result, error) {
				var said string
				err := b.files.Update(ctx, call.Context.ProjectID, func(fs afero.Fs) (err error) {
					said, err = do(fs, in)
					return err
				})
				if between := b.between; between != nil {
					b.between = nil
					close(b.begun)
					<-b.went
					between()
				}
				return registry.Result{Content: said, Data: map[string]any{"path": in.Path}}, err
			},
		})
	}
	nothing := func(context.Context, struct{}, registry.TypedCall[registry.NoOptions]) (registry.Result, error) {
		return registry.Text("nothing"), nil
	}
	step := func(name string, do func()) registry.Tool {
		return registry.Define(registry.Spec[struct{}, registry.NoOptions]{
			Name: name, Description: "For tests.", Access: func(struct{}) registry.Access { return registry.Access{} },
			Execute: func(context.Context, struct{}, registry.TypedCall[registry.NoOptions]) (registry.Result, error) {
				do()
				return registry.Text(name), nil
			},
		})
	}
	require.NoError(t, b.reg.Register(
		javascript.New(b.files, gojavm.New(), javascript.Options{Limits: limits}),
		file("read", func(in fileInput) registry.Access { return registry.Access{Read: []string{in.Path}} }, func(fs afero.Fs, in fileInput) (string, error) {
			data, err := afero.ReadFile(fs, in.Path)
			return string(data), err
		}),
		file("write", func(in fileInput) registry.Access { return registry.Access{Write: []string{in.Path}} }, func(fs afero.Fs, in fileInput) (string, error) {
			return "wrote", afero.WriteFile(fs, in.Path, []byte(in.Text), 0o644)
		}),
		registry.Define(registry.Spec[struct{}, registry.NoOptions]{
			Name: "never", Description: "Never ends.", Access: func(struct{}) registry.Access { return registry.Access{} },
			Execute: func(ctx context.Context, _ struct{}, _ registry.TypedCall[registry.NoOptions]) (registry.Result, error) {
				<-ctx.Done()
				return registry.Result{}, ctx.Err()
			},
		}),
		registry.Define(registry.Spec[fileInput, registry.NoOptions]{
			Name: "guarded", Description: "Asks.", Policy: registry.Policy{Mode: registry.PolicyAlways},
			Access: func(fileInput) registry.Access { return registry.Access{} },
			Execute: func(context.Context, fileInput, registry.TypedCall[registry.NoOptions]) (registry.Result, error) {
				return registry.Text("allowed"), nil
			},
		}),
		registry.Define(registry.Spec[struct{}, registry.NoOptions]{
			Name: "large", Description: "Gives much.",
			Execute: func(context.Context, struct{}, registry.TypedCall[registry.NoOptions]) (registry.Result, error) {
				return registry.Result{Content: strings.Repeat("x", 100_000), Data: map[string]any{"much": strings.Repeat("y", 9<<20)}}, nil
			},
		}),
		step("begun", func() { <-b.begun }), step("went", func() { close(b.went) }),
		registry.Define(registry.Spec[struct{}, registry.NoOptions]{Name: "off", Description: "Is off.", Execute: nothing}),
	))
	return b
}

func (b *bench) call(ctx context.Context, code string) registry.Result {
	b.t.Helper()
	input, err := json.Marshal(map[string]string{"code": code})
	require.NoError(b.t, err)
	return b.reg.Execute(ctx, registry.Request{ID: "1", Name: "javascript", Input: input, Options: map[string]registry.Options{"javascript": b.options},
		Enabled: []string{"javascript", "read", "write", "never", "guarded", "large", "begun", "went"}, Context: registry.CallContext{ProjectID: "p", ChatID: "c"}})
}

// meanwhile is done while the next call of read or write is under way, after the
// script called went.
func (b *bench) meanwhile(do func()) {
	b.between, b.begun, b.went = do, make(chan struct{}), make(chan struct{})
}

func (b *bench) desk() *desk { return &desk{t: b.t, files: b.files} }

func TestScriptsCallTools(t *testing.T) {
	for _, e := range []struct{ name, code, want string }{
		{"what the script wrote is there for a tool", `fs.writeFileSync('/a', 'one'); return (await tools.read({ path: '/a' })).content`,
			"one\nFiles written: /a (3B)"},
		{"what a tool wrote is there for the script", `const r = await tools.write({ path: '/a', text: 'two' }); return [r.data.path, fs.readFileSync('/a', 'utf8')]`,
			"[ '/a', 'two' ]"},
		{"in turns", `for (let i = 0; i < 3; i++) { fs.appendFileSync('/a', 'x'); await tools.write({ path: '/b', text: String(i) }); fs.appendFileSync('/a', fs.readFileSync('/b', 'utf8')) }
			return (await tools.read({ path: '/a' })).content`, "x0x1x2\nFiles written: /a (6B)"},
		{"what is written meanwhile", `const p = tools.write({ path: '/a', text: 'theirs' }); fs.writeFileSync('/b', 'mine'); await p; return fs.readdirSync('/').join()`,
			"a,b\nFiles written: /b (4B)"},
		{"a call that touches no files commits nothing", `fs.writeFileSync('/a', 'x'); await tools.guarded({ path: 'yes' }); return 1`, "1\nFiles written: /a (1B)"},
		{"a refused call", `try { await tools.guarded({ path: 'no' }) } catch (e) { return e.message }`, "The call was not approved and not executed: the user said no"},
		{"an invalid call", `try { await tools.read({ file: '/a' }) } catch (e) { return JSON.parse(e.message).error }`, "path is required; file is not a parameter"},
		{"a tool that is off", `await tools.off()`, "ToolError: Unknown tool: off. Enabled tools: read, went, write, never, large, begun, guarded\n    at script.js:1:16"},
		{"the tool itself", `await tools.javascript({ code: '1' })`, "ToolError: javascript cannot call itself. Enabled tools: write, never, guarded, large, read, went, begun\n    at script.js:1:23"},
		{"a failing tool", `const r = await Promise.allSettled([tools.read({ path: '/none' }), tools.write({ path: '/b', text: '' })]); return r.map((r) => r.status)`, "[ 'rejected', 'fulfilled' ]"},
		{"a long result is whole", `const r = await tools.large(); return [r.content.slice(0, 2), r.content.length > 100_000, r.content.slice(-30), r.data]`,
			"[ 'xx', true, 'left out: they are too large.]', undefined ]"},
	} {
		t.Run(e.name, func(t *testing.T) {
			assert.Equal(t, e.want, newBench(t, javascript.Limits{}).call(t.Context(), e.code).Content)
		})
	}
}

func TestToolsAreOffByDefault(t *testing.T) {
	b := newBench(t, javascript.Limits{})
	b.options = nil
	assert.Equal(t, "[\n  'undefined',\n  'fetch is not allowed: the option allowNetwork of the javascript tool is off. Only the user can switch it on.'\n]",
		b.call(t.Context(), `return [typeof tools, await fetch('https://example.com').catch((e) => e.message)]`).Content)
	b.options = registry.Options{"allowNetwork": true}
	assert.Equal(t, "There is no network here. The application can give a fetch function.",
		b.call(t.Context(), `return await fetch('https://example.com').catch((e) => e.message)`).Content)
}

func TestCallsHaveActivities(t *testing.T) {
	b := newBench(t, javascript.Limits{})
	var seen []string
	reg := registry.New(registry.Config{Observe: func(a registry.Activity) {
		if a.Status != registry.InProgress {
			parent, _ := a.Data["parentId"].(string)
			seen = append(seen, a.ID+" "+a.Name+" "+string(a.Status)+" "+parent)
		}
	}})
	require.NoError(t, reg.Register(b.reg.All()...))
	b.reg = reg
	b.call(t.Context(), `await tools.write({ path: '/a', text: 'x' }); await tools.read({ path: '/none' }).catch(() => {}); await tools.guarded({ path: 'no' }).catch(() => {})`)
	assert.Equal(t, []string{"1.1 write success 1", "1.2 read failure 1", "1.3 guarded denied 1", "1 javascript success "}, seen)
}

func TestConflictsWithTools(t *testing.T) {
	b := newBench(t, javascript.Limits{})
	d := b.desk()
	t.Run("a tool and the script write one file at once", func(t *testing.T) {
		b.meanwhile(func() {})
		result := b.call(t.Context(), `const p = tools.write({ path: '/a', text: 'theirs' }); await tools.begun(); fs.writeFileSync('/a', 'mine'); await tools.went(); await p`)
		assert.True(t, result.IsError)
		assert.Contains(t, result.Content, "ToolError: The call was made, but what the script wrote meanwhile was not kept: a file it wrote was changed meanwhile by somebody else; run it again.\nThe call gave: wrote")
		assert.Equal(t, "theirs", d.read("/a"))
	})
	theirs := func() {
		d.update(func(fs afero.Fs) error { return afero.WriteFile(fs, "/c", []byte(time.Now().String()), 0o644) })
	}
	t.Run("somebody changed what the script wrote before a call", func(t *testing.T) {
		b.meanwhile(theirs)
		result := b.call(t.Context(), `fs.writeFileSync('/b', 'kept'); const p = tools.read({ path: '/b' }); await tools.begun();
			fs.writeFileSync('/c', 'mine'); await tools.went(); await p; await tools.read({ path: '/b' })`)
		assert.True(t, result.IsError)
		assert.Contains(t, result.Content, "ToolError: The call was not made: what the script wrote before it was not kept: a file it wrote was changed meanwhile by somebody else")
		assert.Contains(t, result.Content, "Files written: /b (4B)")
		assert.NotEqual(t, "mine", d.read("/c"))
	})
	t.Run("and after the last call", func(t *testing.T) {
		b.meanwhile(theirs)
		result := b.call(t.Context(), `const p = tools.read({ path: '/b' }); await tools.begun(); fs.writeFileSync('/c', 'mine'); await tools.went(); await p`)
		assert.True(t, result.IsError)
		assert.Equal(t, "Error: nothing the script wrote was kept: a file it wrote was changed meanwhile by somebody else; run it again.", result.Content)
	})
}

func TestAnEndedScriptSaysWhatStays(t *testing.T) {
	needsWatchdog(t)
	limits := javascript.Limits{TimeMs: 150}
	b := newBench(t, limits)
	result := b.call(t.Context(), `fs.writeFileSync('/a', 'kept'); await tools.write({ path: '/b', text: 'kept' }); fs.writeFileSync('/c', 'lost'); for (;;) {}`)
	assert.True(t, result.IsError)
	assert.Equal(t, "Error: time limit of 0.15 s passed; do less per call, or look for a loop that never ends. "+
		"The script was ended, and nothing it wrote after its last tool call was kept; what it wrote before that, and what the tools did, stays.\nFiles written: /a (4B)", result.Content)
	assert.Equal(t, "kept kept -", b.desk().read("/a")+" "+b.desk().read("/b")+" "+b.desk().read("/c"))
	result = b.call(t.Context(), `fs.writeFileSync('/d', 'lost'); await tools.never()`)
	assert.Contains(t, result.Content, "nothing it wrote was kept: the files are as they were before.")
	assert.Equal(t, "-", b.desk().read("/d"))
}

func TestCancelEndsTheCalls(t *testing.T) {
	b := newBench(t, javascript.Limits{})
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	begin := time.Now()
	result := b.call(ctx, `await Promise.all([tools.never(), tools.never()])`)
	assert.Contains(t, result.Content, "The call was cancelled.")
	assert.Less(t, time.Since(begin), 5*time.Second)
}

func TestTimeOfApprovalsIsNotBilled(t *testing.T) {
	needsWatchdog(t)
	b := newBench(t, javascript.Limits{TimeMs: 300})
	assert.Equal(t, "allowed 4", b.call(t.Context(), `let n = 0; for (let i = 0; i < 4; i++) { await tools.guarded({ path: 'yes' }); n++ } return 'allowed ' + n`).Content)
	assert.EqualValues(t, 4, b.asked.Load())
	assert.Contains(t, b.call(t.Context(), `await tools.guarded({ path: 'yes' }); for (;;) {}`).Content, "time limit of 0.3 s passed")
}

func TestSignatures(t *testing.T) {
	b := newBench(t, javascript.Limits{})
	describe := func(options registry.Options, enabled ...string) string {
		section := ""
		r := registry.New(registry.Config{Formats: map[registry.API]registry.Format{registry.MCP: descriptions{&section}}})
		require.NoError(t, r.Register(b.reg.All()...))
		_, err := r.Definitions(t.Context(), registry.MCP, enabled, map[string]registry.Options{"javascript": options})
		require.NoError(t, err)
		return section
	}
	all := []string{"read", "off", "javascript"}
	on := describe(b.options, all...)
	_, tail, _ := strings.Cut(on, "\n\n")
	assert.Equal(t, `Code can call the other tools with await tools.NAME(input); several at once with Promise.all. content is the text that you would read; a failed call throws an Error with it. A tool sees the files that the code wrote before.
type Result = Promise<{ content: string; data?: any }>
declare const tools: {
  /** Does read a file. */
  read(input: { path: string; text?: string }): Result
  /** Is off. */
  off(input?: {}): Result
}`, tail)
	assert.Equal(t, on, describe(b.options, "off", "javascript", "read"))
	assert.Equal(t, describe(nil, "javascript"), describe(nil, all...))
	assert.Equal(t, describe(nil, "javascript"), describe(b.options, "javascript"), "there are no others")
	assert.Contains(t, describe(registry.Options{"allowNetwork": true}, all...), "fetch can GET, no npm")
}

// descriptions is a format that keeps the description of the javascript tool.
type descriptions struct{ of *string }

func (d descriptions) Definitions(all []registry.Definition) []json.RawMessage {
	for _, definition := range all {
		if definition.Name == "javascript" {
			*d.of = definition.Description
		}
	}
	return nil
}
func (descriptions) Call(json.RawMessage) (registry.WireCall, error)           { return registry.WireCall{}, nil }
func (descriptions) Result(registry.WireCall, registry.Result) json.RawMessage { return nil }
