package gojavm_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
)

// callRig is a rig with tools and a network.
type callRig struct {
	*rig
	mu          sync.Mutex
	log         []string
	now, most   atomic.Int32
	waitsFor    time.Duration
	waited      atomic.Int64
	remoteCalls bool
}

var (
	_ script.ToolCaller = (*callRig)(nil)
	_ script.Network    = (*callRig)(nil)
)

func newCallRig(t *testing.T) *callRig { return &callRig{rig: newRig(t, nil)} }

func (r *callRig) note(format string, values ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.log = append(r.log, fmt.Sprintf(format, values...))
}

func (r *callRig) CallTool(ctx context.Context, name string, input json.RawMessage) (script.ToolResult, error) {
	r.most.Store(max(r.most.Load(), r.now.Add(1)))
	defer r.now.Add(-1)
	r.note("%s %s", name, input)
	switch name {
	case "echo":
		return script.ToolResult{Content: string(input), Data: json.RawMessage(`{"input":` + string(input) + `}`)}, nil
	case "slow":
		select {
		case <-time.After(20 * time.Millisecond):
			r.note("slow ended")
			return script.ToolResult{Content: "slow"}, nil
		case <-ctx.Done():
			r.note("slow cancelled")
			return script.ToolResult{}, ctx.Err()
		}
	case "never":
		<-ctx.Done()
		r.note("never cancelled")
		return script.ToolResult{}, ctx.Err()
	case "user": // waits for one
		time.Sleep(r.waitsFor)
		r.waited.Add(int64(r.waitsFor))
		return script.ToolResult{Content: "allowed"}, nil
	case "image":
		return script.ToolResult{Content: "an image", Parts: []script.ToolPart{
			{MimeType: "image/png", Path: "/a.png", Data: []byte{1, 2}}, {MimeType: "image/gif", Data: []byte{3}},
		}}, nil
	case "fail":
		return script.ToolResult{Content: "it is broken", IsError: true, Data: json.RawMessage(`{"why":7}`)}, nil
	case "limit":
		return script.ToolResult{}, script.NewCallLimitError(script.LimitToolCalls, script.DefaultLimits())
	case "lost":
		return script.ToolResult{}, errors.New("the core is gone")
	}
	return script.ToolResult{Content: "Unknown tool: " + name + ". Enabled tools: echo", IsError: true}, nil
}

func (r *callRig) Waited(context.Context) time.Duration { return time.Duration(r.waited.Load()) }

func (r *callRig) Fetch(ctx context.Context, request script.FetchRequest) (script.FetchResponse, error) {
	r.note("fetch %+v", request)
	switch {
	case strings.HasSuffix(request.URL, "/json"):
		return script.FetchResponse{Status: 200, StatusText: "OK", URL: request.URL, Headers: map[string]string{"content-type": "application/json"},
			Body: []byte(`{"a":[1,"é"]}`)}, nil
	case strings.HasSuffix(request.URL, "/404"):
		return script.FetchResponse{Status: 404, URL: "https://example.com/elsewhere", Redirected: true, Body: []byte("gone")}, nil
	case strings.HasSuffix(request.URL, "/slow"):
		<-ctx.Done()
		r.note("fetch cancelled")
		return script.FetchResponse{}, ctx.Err()
	}
	return script.FetchResponse{}, &script.CallError{Message: "Addresses of this machine are refused"}
}

// remote is the rig as a sandbox elsewhere sees it.
func (r *callRig) host() script.Host {
	if !r.remoteCalls {
		return r
	}
	return struct {
		script.Host
		script.RemoteCalls
	}{r.rig, script.RemoteCalls{Call: func(ctx context.Context, op string, args json.RawMessage, _ []byte) (json.RawMessage, []byte, error) {
		return script.RunCall(ctx, r, op, args)
	}}}
}

func (r *callRig) run(code string, limits script.Limits) (script.Outcome, error) {
	if limits.TimeMs == 0 {
		limits.TimeMs = 20_000
	}
	return engine.Run(r.t.Context(), script.Job{Code: code, Limits: limits, AllowTools: true, AllowNetwork: true,
		Tools: []string{"echo", "slow", "fail", "image", "my-tool"}}, r.host())
}

func TestTools(t *testing.T) {
	for _, e := range []example{
		{"content and data", `const r = await tools.echo({ a: 1 }); return [r.content, r.data.input.a, r.isError, Object.keys(r)]`,
			"[ '{\"a\":1}', 1, undefined, [ 'content', 'data' ] ]"},
		{"as text", "return `${await tools.echo({ a: 'é\U0001f600' })}`", "{\"a\":\"é\U0001f600\"}"},
		{"no input", `return (await tools.echo()).content`, "{}"},
		{"wrong input", `return (await tools.echo(() => {})).content`, "! TypeError: the input of tools.echo must be an object, got [Function (anonymous)]\n    at script.js:1:25"},
		{"in parallel", `const all = await Promise.all([1, 2, 3].map((n) => tools.echo({ n }))); return all.map((r) => r.data.input.n)`, "[ 1, 2, 3 ]"},
		{"slow ones side by side", `const t = Date.now(); await Promise.all(Array.from({ length: 16 }, () => tools.slow())); return Date.now() - t < 300`, "true"},
		{"failing", `try { await tools.fail({}) } catch (e) { return [e instanceof Error, e.name, e.message, e.tool, e.result.data, Object.keys(e)] }`,
			"[ true, 'ToolError', 'it is broken', 'fail', { why: 7 }, [] ]"},
		{"failing and not caught", "const x = 1\nawait tools.fail({})", "! ToolError: it is broken\n    at script.js:2:17"},
		{"failing and settled", `return (await Promise.allSettled([tools.fail(), tools.echo()])).map((s) => s.status)`, "[ 'rejected', 'fulfilled' ]"},
		{"no such tool", `await tools.nothing({})`, "! ToolError: Unknown tool: nothing. Enabled tools: echo\n    at script.js:1:20"},
		{"names", `return [Object.keys(tools), 'echo' in tools, 'nothing' in tools, typeof tools.echo, tools.echo.name, tools.echo === tools.echo]`,
			"[\n  [ 'echo', 'slow', 'fail', 'image', 'my-tool' ],\n  true,\n  false,\n  'function',\n  'echo',\n  true\n]"},
		{"a name with a dash", `return (await tools['my-tool']()).content`, "! ToolError: Unknown tool: my-tool. Enabled tools: echo\n    at script.js:1:31"},
		{"awaited themselves", `return await tools === tools`, "true"},
		{"cannot be changed", `tools.echo = 1`, "! TypeError: Cannot assign to read only property 'echo'\n    at script.js:1:7"},
		{"parts", `const { parts } = await tools.image(); return parts.map((p) => [p.mimeType, p.path, p.data instanceof Uint8Array, [...p.data]])`,
			"[\n  [ 'image/png', '/a.png', true, [ 1, 2 ] ],\n  [ 'image/gif', undefined, true, [ 3 ] ]\n]"},
		{"a limit", `await tools.limit()`, "! RangeError: limit of 1,000 tool calls in one script passed; make fewer, or go on in another call"},
		{"a fault", `try { await tools.lost() } catch (e) { return e.message }`, "the core is gone"},
		{"not awaited", `tools.slow().then(() => console.log('ended')); return 1`, "ended\n1"},
		{"not awaited and failing", `tools.fail(); return 1`, "error: Unhandled promise rejection: ToolError: it is broken\n    at script.js:1:11\n1"},
		{"not awaited before an error", `tools.slow().then(() => console.log('ended')); throw new Error('x')`, "ended\n! Error: x\n    at script.js:1:54"},
		{"beside a busy loop of timers", `let done = false; tools.slow().then(() => { done = true }); let n = 0; while (!done) { n++; await new Promise(setImmediate) } return n > 0`, "true"},
		{"a name of its own", `const tools = 1; return tools`, "1"},
		{"builtins replaced", `JSON.stringify = () => 'x'; Promise.prototype.then = () => 1; return (await tools.echo({ a: 1 })).content`, `{"a":1}`},
	} {
		for _, remote := range []bool{false, true} {
			t.Run(fmt.Sprint(e.name, " remote ", remote), func(t *testing.T) {
				r := newCallRig(t)
				r.remoteCalls = remote
				out, err := r.run(e.code, script.Limits{})
				require.NoError(t, err)
				assert.Equal(t, e.want, text(out))
			})
		}
	}
}

func TestToolsAreThereOnlyWhereTheyAreAllowed(t *testing.T) {
	r := newCallRig(t)
	out, err := engine.Run(t.Context(), script.Job{Code: `return typeof tools + typeof fetch`}, r)
	require.NoError(t, err)
	assert.Equal(t, "undefinedfunction", out.Value)
	out, err = engine.Run(t.Context(), script.Job{Code: `return typeof tools`, AllowTools: true}, r.rig)
	require.NoError(t, err)
	assert.Equal(t, "undefined", out.Value, "the host has none")
}

func TestLimitsOfCalls(t *testing.T) {
	r := newCallRig(t)
	out, err := r.run(`const all = []; for (let i = 0; i < 50; i++) all.push(tools.echo({ i })); const s = await Promise.allSettled(all);
		return [s.filter((r) => r.status === 'fulfilled').length, s[49].reason.code, s[49].reason.message]`, script.Limits{ToolCalls: 40})
	require.NoError(t, err)
	assert.Equal(t, "[\n  40,\n  'ERR_LIMIT',\n  'limit of 40 tool calls in one script passed; make fewer, or go on in another call'\n]", out.Value)
	assert.Len(t, r.log, 40, "what is over the limit does not leave the sandbox")

	r = newCallRig(t)
	_, err = r.run(`await Promise.all(Array.from({ length: 100 }, () => tools.slow()))`, script.Limits{})
	require.NoError(t, err)
	assert.Equal(t, 16, int(r.most.Load()), "at once")

	r = newCallRig(t)
	out, err = r.run(`for (let i = 0; ; i++) await fetch('https://example.com/json')`, script.Limits{Requests: 3})
	require.NoError(t, err)
	assert.Contains(t, out.Error, "RangeError: limit of 3 requests in one script passed")
}

func TestEndingAScriptEndsItsCalls(t *testing.T) {
	for code, want := range map[string]string{
		`await tools.never()`:                                            "never cancelled",
		`tools.never(); return 1`:                                        "never cancelled",
		`tools.never(); await tools.echo(); halt('enough')`:              "never cancelled",
		`tools.slow().then(() => { for (;;) {} }); await tools.never()`:  "never cancelled",
		`await fetch('https://example.com/slow')`:                        "fetch cancelled",
		`tools.never(); await new Promise((r) => setTimeout(r, 10_000))`: "never cancelled",
	} {
		t.Run(code, func(t *testing.T) {
			r := newCallRig(t)
			out, err := r.run(code, script.Limits{TimeMs: 150})
			if !out.Halted {
				var limit *script.LimitError
				require.ErrorAs(t, err, &limit)
				assert.Equal(t, script.LimitTime, limit.Limit)
			}
			assert.EventuallyWithT(t, func(c *assert.CollectT) {
				r.mu.Lock()
				defer r.mu.Unlock()
				assert.Contains(c, r.log, want)
			}, 2*time.Second, time.Millisecond)
		})
	}
}

func TestWaitingForTheUserIsNotBilled(t *testing.T) {
	r := newCallRig(t)
	r.waitsFor = 300 * time.Millisecond
	_, err := r.run(`await tools.user()`, script.Limits{TimeMs: 250})
	require.Error(t, err, "the rig counts a wait when it is over: until then it is billed")
	r = newCallRig(t)
	r.waitsFor = 100 * time.Millisecond
	out, err := r.run(`for (let i = 0; i < 5; i++) await tools.user(); return 'in time'`, script.Limits{TimeMs: 300})
	require.NoError(t, err)
	assert.Equal(t, "in time", out.Value)
	r.waited.Store(0)
	out, err = r.run(`await tools.user(); for (;;) {}`, script.Limits{TimeMs: 300})
	assert.ErrorContains(t, err, "time limit of 0.3 s passed", "%+v", out)
}

func TestFetch(t *testing.T) {
	for _, e := range []example{
		{"json", `const r = await fetch('https://example.com/json'); return [r.ok, r.status, r.url, r.headers.get('Content-Type'), (await r.json()).a[1], r.bodyUsed]`,
			"[\n  true,\n  200,\n  'https://example.com/json',\n  'application/json',\n  'é',\n  true\n]"},
		{"text of an error page", `const r = await fetch('https://example.com/404'); return [r.ok, r.status, r.redirected, r.url, await r.text()]`,
			"[ false, 404, true, 'https://example.com/elsewhere', 'gone' ]"},
		{"bytes", `const r = await fetch('https://example.com/404'); const c = r.clone(); return [(await r.arrayBuffer()).byteLength, (await c.bytes()) instanceof Uint8Array, (await (await fetch(new URL('https://example.com/404'))).blob()).size]`,
			"[ 4, true, 4 ]"},
		{"read twice", `const r = await fetch('https://example.com/404'); await r.text(); await r.text()`, "! TypeError: Body is unusable: it was read before; use clone()"},
		{"refused", `await fetch('http://localhost/')`, "! TypeError: Addresses of this machine are refused"},
		{"POST", `await fetch('https://example.com/json', { method: 'post', body: 'x' })`, "! TypeError: fetch: POST is not possible here; scripts can only GET."},
		{"a header", `await fetch('https://example.com/json', { headers: { Authorization: 'x' } })`, "! TypeError: fetch: the header authorization is not sent; accept is the only header that scripts may set."},
		{"accept", `return (await fetch('https://example.com/json', { headers: { accept: 'application/json' }, redirect: 'manual' })).status`, "200"},
		{"aborted before", `await fetch('https://example.com/slow', { signal: AbortSignal.abort() })`, "! AbortError: This operation was aborted"},
		{"aborted", `const c = new AbortController(); setTimeout(() => c.abort(), 5); try { await fetch('https://example.com/slow', { signal: c.signal }) } catch (e) { return e.name }`, "AbortError"},
		{"timed out", `try { await fetch('https://example.com/slow', { signal: AbortSignal.timeout(5) }) } catch (e) { return e.name }`, "TimeoutError"},
		{"shown", `return await fetch('https://example.com/json')`, "Response { status: 200, ok: true, url: 'https://example.com/json', contentType: 'application/json' }"},
		{"a response of one's own", `const r = Response.json({ a: 1 }, { status: 201 }); return [r.status, r.headers.get('content-type'), await r.json()]`, "[ 201, 'application/json', { a: 1 } ]"},
	} {
		t.Run(e.name, func(t *testing.T) {
			r := newCallRig(t)
			r.remoteCalls = len(e.name)%2 == 0
			out, err := r.run(e.code, script.Limits{})
			require.NoError(t, err)
			first, _, _ := strings.Cut(text(out), "\n    at ")
			assert.Equal(t, e.want, first)
		})
	}
	assert.Equal(t, "! TypeError: fetch is not allowed: the option allowNetwork of the javascript tool is off. Only the user can switch it on.\n    at script.js:1:12",
		text(run(t, `await fetch('https://example.com')`)))
}
