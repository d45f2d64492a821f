//go:build js

package jsbridge

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"sync/atomic"
	"syscall/js"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// eval gives the value of a JavaScript expression.
func eval(t *testing.T, expression string) js.Value {
	t.Helper()
	return js.Global().Get("Function").New("return (" + expression + ")").Invoke()
}

// coded is an error of another package that knows its code.
type coded struct{ error }

func (coded) Rejection() (string, map[string]any) { return "unknown_tool", map[string]any{"tool": "x"} }

func answer(ctx context.Context, method string, args json.RawMessage, content []byte) (json.RawMessage, []byte, error) {
	switch method {
	case "echo":
		return args, content, nil
	case "nothing":
		return nil, nil, nil
	case "plain":
		return nil, nil, errors.New("went wrong")
	case "coded":
		return nil, nil, coded{errors.New("no tool x")}
	case "panic":
		panic("on purpose")
	case "nil":
		var none *js.Func
		none.Release()
	case "throw":
		js.Global().Get("Function").New(`throw "text"`).Invoke()
	case "wait":
		<-ctx.Done()
		return nil, nil, ctx.Err()
	}
	return nil, nil, errors.New("unknown")
}

// serve runs a server whose call function is globalThis.call, until the test ends.
func serve(t *testing.T, handle Handler) (stop context.CancelFunc, ended chan error) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	host := &Host{Value{eval(t, `{ready(call, info) { globalThis.call = call; globalThis.info = info }}`)}}
	ended = make(chan error, 1)
	go func() { ended <- host.Serve(ctx, handle, Info{Module: "test", Version: "1"}) }()
	require.Eventually(t, func() bool { return js.Global().Get("call").Truthy() }, time.Second*5, time.Millisecond)
	t.Cleanup(func() { stop(); js.Global().Delete("call") })
	return stop, ended
}

// run gives what an async function body returns.
func run(t *testing.T, body string) string {
	t.Helper()
	promise := eval(t, `(async () => {`+body+`})()`)
	value, err := await(context.Background(), Value{promise})
	require.NoError(t, err)
	text, err := value.Text()
	require.NoError(t, err)
	return text
}

const failure = `then(() => "resolved", e => [e instanceof Error, e.code, e.message, JSON.stringify(e.details)].join("|"))`

func TestCall(t *testing.T) {
	serve(t, answer)
	tests := []struct{ name, script, want string }{
		{"info", `return JSON.stringify(Object.keys(JSON.parse(info)))`, `["module","version","go"]`},
		{"json", `return (await call("echo", '{"a":1}')).json`, `{"a":1}`},
		{"null", `const r = await call("nothing", "{}"); return r.json + r.bytes`, `nullnull`},
		{"bytes", `const r = await call("echo", "1", new Uint8Array([0, 255])); return r.bytes.constructor.name + r.bytes`, `Uint8Array0,255`},
		{"no bytes is not empty bytes", `return String((await call("echo", "1", new Uint8Array())).bytes instanceof Uint8Array)`, `true`},
		{"view of a part", `return (await call("echo", "1", new Uint8Array([1, 2, 3]).subarray(1))).bytes.toString()`, `2,3`},
		{"other view", `return (await call("echo", "1", new Uint16Array([258]))).bytes.toString()`, `2,1`},
		{"array buffer", `return (await call("echo", "1", new Uint8Array([7]).buffer)).bytes.toString()`, `7`},
		{"bytes are copied at once", `const b = new Uint8Array([1]); const p = call("echo", "1", b); b[0] = 9; return (await p).bytes.toString()`, `1`},
		{"byte order mark within", `return (await call("echo", '"\ufeffx"')).json.length + ""`, `4`},
		{"byte order mark first", `return (await call("echo", '\ufeff1')).json.length + ""`, `2`},
		{"lone surrogate", `return (await call("echo", '"\ud800"')).json`, "\"\ufffd\""},
		{"10 MB", `return String((await call("echo", JSON.stringify("x".repeat(10e6)))).json.length)`, `10000002`},
		{"plain error", `return call("plain", "{}").` + failure, `true|internal|went wrong|`},
		{"coded error", `return call("coded", "{}").` + failure, `true|unknown_tool|no tool x|{"tool":"x"}`},
		{"panic", `return call("panic", "{}").` + failure, `true|internal|panic: on purpose|`},
		{"runtime panic", `return call("nil", "{}").` + failure, `true|internal|panic: runtime error: invalid memory address or nil pointer dereference|`},
		{"thrown text", `return call("throw", "{}").` + failure, `true|internal|panic: text|`},
		{"no arguments", `return call().` + failure, `true|invalid_argument|want (method, args, bytes?, signal?), got 0 arguments|`},
		{"five arguments", `return call(1, 2, 3, 4, 5).` + failure, `true|invalid_argument|want (method, args, bytes?, signal?), got 5 arguments|`},
		{"method no string", `return call(Symbol(), "").` + failure, `true|invalid_argument|method must be a string, got symbol|`},
		{"args no string", `return call("echo", {}).` + failure, `true|invalid_argument|args must be a string with JSON, got object|`},
		{"bytes a string", `return call("echo", "", "x").` + failure, `true|invalid_argument|bytes must be a Uint8Array, null or left out|`},
		{"bytes an object", `return call("echo", "", {}).` + failure, `true|invalid_argument|bytes must be a Uint8Array, null or left out|`},
		{"bytes that throw", `return call("echo", "", new Proxy(new Uint8Array(1), {get() { throw 1 }})).` + failure, `true|invalid_argument|bytes must be a Uint8Array, null or left out|`},
		{"detached bytes", `const b = new Uint8Array(4); structuredClone(b, {transfer: [b.buffer]}); return call("echo", "1", b).` + failure, `true|invalid_argument|bytes must be a Uint8Array, null or left out|`},
		{"signal a number", `return call("echo", "", null, 1).` + failure, `true|invalid_argument|signal must be an AbortSignal, null or left out|`},
		{"signal that throws", `return call("echo", "", null, {get addEventListener() { throw null }}).` + failure, `true|invalid_argument|signal must be an AbortSignal, null or left out|`},
		{"aborted", `const c = new AbortController(); setTimeout(() => c.abort(), 5); return call("wait", "{}", null, c.signal).` + failure, `true|internal|context canceled|`},
		{"aborted before", `return call("wait", "{}", null, AbortSignal.abort()).` + failure, `true|internal|context canceled|`},
		{"listener removed", `const c = new AbortController(); let n = 0; const s = c.signal, add = s.addEventListener, rem = s.removeEventListener;
			s.addEventListener = (...a) => { n++; add.apply(s, a) }; s.removeEventListener = (...a) => { n += 10; rem.apply(s, a) };
			await call("echo", "1", null, s); c.abort(); return String(n)`, `11`},
		{"side by side", `return (await Promise.all([1, 2, 3].map(n => call("echo", String(n))))).map(r => r.json).join()`, `1,2,3`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, run(t, test.script))
			assert.Equal(t, `2`, run(t, `return (await call("echo", "2")).json`), "the next call works")
		})
	}
}

func TestConnect(t *testing.T) {
	old := os.Args
	t.Cleanup(func() { os.Args = old })
	os.Args = []string{"clienttools"}
	_, err := Connect()
	require.ErrorContains(t, err, "no key")
	os.Args = []string{"clienttools", "host-1"}
	_, err = Connect()
	require.ErrorContains(t, err, `globalThis["host-1"] is no host object`)
	js.Global().Set("host-1", map[string]any{"store": map[string]any{}})
	host, err := Connect()
	require.NoError(t, err)
	assert.True(t, js.Global().Get("host-1").IsUndefined(), "nothing stays on the global object")
	_, ok := host.Member("store")
	assert.True(t, ok)
	_, ok = host.Member("sandbox")
	assert.False(t, ok)
}

func TestServeEnds(t *testing.T) {
	stop, ended := serve(t, answer)
	pending := eval(t, `call("wait", "{}").`+failure)
	stop()
	require.NoError(t, <-ended)
	value, err := await(context.Background(), Value{pending})
	require.NoError(t, err)
	assert.Equal(t, "true|internal|context canceled|", value.js.String())
	assert.Equal(t, "true|closed|the module is closed|", run(t, `return call("echo", "1").`+failure))
}

func TestServeWithoutReady(t *testing.T) {
	host := &Host{Value{eval(t, `{ready() { throw new TypeError("no") }}`)}}
	assert.ErrorContains(t, host.Serve(context.Background(), answer, Info{}), "ready: no")
	host = &Host{Value{eval(t, `{}`)}}
	assert.ErrorContains(t, host.Serve(context.Background(), answer, Info{}), "ready: ")
}

func TestLentTexts(t *testing.T) {
	host := &Host{Value{eval(t, `{
		join: async (a, b, signal) => a + b + signal.aborted,
		plain: () => "at once",
		bom: async s => s.charCodeAt(0).toString(16) + s.length,
		number: async () => 1,
		coded: async () => { throw Object.assign(new Error("too long"), {code: "limit_time", details: {ms: 5}}) },
		text: async () => { throw "text" },
		undef: async () => { throw undefined },
		symbol: () => { throw Symbol("x") },
		weird: async () => { throw {get message() { throw 1 }, get code() { throw 2 }, details: [1]} },
		cyclic: async () => { const e = new Error("round"); e.details = {e}; throw e },
		thenThrows: () => ({get then() { throw new Error("then") }}),
		slow: (signal) => new Promise((_, no) => signal.addEventListener("abort", () => { globalThis.heard = true; no(new Error("x")) })),
		never: () => new Promise(() => {}),
		notCallable: 5,
	}`)}}
	tests := []struct {
		name    string
		args    []string
		want    string
		code    string
		message string
	}{
		{name: "join", args: []string{"a", "b"}, want: "abfalse"},
		{name: "plain", want: "at once"},
		{name: "bom", args: []string{"\ufeffx"}, want: "feff2"},
		{name: "number", message: "want a string, got number"},
		{name: "coded", code: "limit_time", message: "too long"},
		{name: "text", message: "text"},
		{name: "undef", message: "JavaScript threw <undefined>"},
		{name: "symbol", message: "JavaScript threw <symbol>"},
		{name: "weird", message: "JavaScript threw an object without a message"},
		{name: "cyclic", message: "round"},
		{name: "thenThrows", message: "then"},
		{name: "notCallable", message: "notCallable: syscall/js: Value.Call: property notCallable is not a function, got number"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := host.Texts(test.name)(context.Background(), test.args...)
			assert.Equal(t, test.want, got)
			if test.message == "" {
				require.NoError(t, err)
				return
			}
			require.EqualError(t, err, test.message)
			var thrown *Error
			if errors.As(err, &thrown) {
				assert.Equal(t, test.code, thrown.Code)
			}
		})
	}
	assert.Nil(t, host.Texts("absent"))

	_, err := host.Texts("coded")(context.Background())
	var thrown *Error
	require.ErrorAs(t, err, &thrown)
	assert.Equal(t, map[string]any{"ms": 5.0}, thrown.Details)

	for _, name := range []string{"slow", "never"} {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
		_, err := host.Texts(name)(ctx)
		assert.ErrorIs(t, err, context.DeadlineExceeded, name)
		cancel()
		_, err = host.Texts(name)(ctx)
		assert.Error(t, err, name)
	}
	require.Eventually(t, func() bool { return js.Global().Get("heard").Truthy() }, 5*time.Second, time.Millisecond)
}

func TestExchange(t *testing.T) {
	host := &Host{Value{eval(t, `{
		files: async (op, args, bytes) => ({json: JSON.stringify([op, JSON.parse(args), bytes && [...bytes]]), bytes: op === "read" ? new Uint8Array([1]) : null}),
		bad: async () => null,
	}`)}}
	files := host.Exchange("files")
	answer, content, err := files(context.Background(), "read", json.RawMessage(`{"a":1}`), nil)
	require.NoError(t, err)
	assert.Equal(t, `["read",{"a":1},null]`, string(answer))
	assert.Equal(t, []byte{1}, content)
	answer, content, err = files(context.Background(), "write", json.RawMessage(`{}`), []byte{2})
	require.NoError(t, err)
	assert.Equal(t, `["write",{},[2]]`, string(answer))
	assert.Nil(t, content)
	_, _, err = host.Exchange("bad")(context.Background(), "x", json.RawMessage(`{}`), nil)
	assert.EqualError(t, err, `want an object with "json", got null`)
}

func TestEmit(t *testing.T) {
	host := &Host{Value{eval(t, `{emit(event, json) { globalThis.emitted = event + json; throw 1 }}`)}}
	host.Emit("tools", []string{"a"})
	assert.Equal(t, `tools["a"]`, js.Global().Get("emitted").String())
	(&Host{Value{eval(t, `{}`)}}).Emit("tools", nil) // no listener: nothing happens
}

// TestPanicBesideAnother shows that one call's panic leaves those under way alone.
func TestPanicBesideAnother(t *testing.T) {
	var finished atomic.Int32
	serve(t, func(ctx context.Context, method string, args json.RawMessage, content []byte) (json.RawMessage, []byte, error) {
		time.Sleep(time.Millisecond)
		if method == "panic" {
			panic(strings.Repeat("x", 3))
		}
		time.Sleep(time.Millisecond)
		finished.Add(1)
		return nil, nil, nil
	})
	got := run(t, `return (await Promise.allSettled(["a", "panic", "b"].map(m => call(m, "{}")))).map(r => r.status).join()`)
	assert.Equal(t, "fulfilled,rejected,fulfilled", got)
	assert.EqualValues(t, 2, finished.Load())
}
