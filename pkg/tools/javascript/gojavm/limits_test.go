package gojavm_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
)

// Each of these never ends by itself.
var endless = map[string]string{
	"loop":             `while (true) {}`,
	"for":              `for (;;);`,
	"after an await":   `await null; while (true) {}`,
	"in a promise job": `await Promise.resolve().then(() => { for (;;) {} })`,
	"promise jobs":     `const f = () => Promise.resolve().then(f); await f()`,
	"microtasks":       `const f = () => queueMicrotask(f); f(); await new Promise(() => {})`,
	"in a timer":       `setTimeout(() => { while (true); }, 1); await new Promise(() => {})`,
	"interval":         `setInterval(() => {}, 1); await new Promise(() => {})`,
	"long timer":       `await new Promise((done) => setTimeout(done, 1e8))`,
	"in a callback":    `[1].map(() => { while (true) {} })`,
	"in sort":          `[2, 1].sort(() => { while (true) {} })`,
	"in a getter":      `return { get [Symbol.toStringTag]() { while (true) {} } }`,
	"in toJSON":        `return { toJSON() { while (true) {} } }`,
	"while shown":      `console.log({ [Symbol.for('nodejs.util.inspect.custom')]() { while (true) {} } })`,
	"in finally":       `try { while (true) {} } finally { while (true) {} }`,
	"in catch":         `for (;;) { try { throw 1 } catch {} }`,
	"generator":        `const g = (function* () { while (true) yield 1 })(); for (const x of g) {}`,
	"console":          `for (;;) console.log('x')`,
	"files":            `for (;;) fs.existsSync('/x')`,
	"in a proxy":       `new Proxy({}, { get() { while (true) {} } }).x`,
	"eval":             `eval('while (true) {}')`,
	"Function":         `new Function('while (true) {}')()`,
	"labels":           `a: for (;;) { for (;;) continue a }`,
}

// waits are those of them that come to the host again and again, so that the
// engine can end them where no other goroutine runs beside it.
var waits = map[string]bool{"interval": true, "long timer": true, "console": true, "files": true}

func TestEndless(t *testing.T) {
	for name, code := range endless {
		t.Run(name, func(t *testing.T) {
			if runtime.GOOS == "js" && !waits[name] {
				t.Skip("ended from outside")
			}
			t.Parallel()
			r := newRig(t, nil)
			_, err := r.try(t.Context(), script.Job{Code: code, Limits: script.Limits{TimeMs: 80}})
			var limit *script.LimitError
			require.ErrorAs(t, err, &limit)
			assert.Equal(t, script.LimitTime, limit.Limit)
			assert.Contains(t, limit.Message, "0.08 s")
			assert.Equal(t, "2", text(r.run(`1 + 1`)), "the next run works")
		})
	}
}

// needsWatchdog skips where nothing preempts goja.
func needsWatchdog(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("ended from outside")
	}
}

func TestEndlessLibrary(t *testing.T) {
	needsWatchdog(t)
	r := newRig(t, map[string]string{"/lib/a.js": "console.log('begun'); for (;;) {}"})
	out, err := r.try(t.Context(), script.Job{Code: `1`, LoadLib: true, Limits: script.Limits{TimeMs: 80}})
	var limit *script.LimitError
	require.ErrorAs(t, err, &limit)
	require.Len(t, out.Library, 1)
	assert.Equal(t, "begun", out.Library[0].Console[0].Text)
}

func TestCancelled(t *testing.T) {
	needsWatchdog(t)
	r := newRig(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	out, err := r.try(ctx, job(`console.log('a'); for (;;) {}`))
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, "a", out.Console[0].Text)

	_, err = r.try(ctx, job(`return 1`))
	assert.ErrorIs(t, err, context.Canceled, "before it began")
}

func TestCallDepth(t *testing.T) {
	for _, code := range []string{
		`const f = () => f(); f()`,
		`const f = (n) => n + f(n + 1); f(0)`,
		`const o = { get x() { return this.x } }; o.x`,
		`const o = { toString() { return String(this) } }; String(o)`,
		`const a = []; a[0] = { toJSON() { return JSON.stringify(a) } }; JSON.stringify(a)`,
		`class A { constructor() { new A() } } new A()`,
		`await (async function f() { await f() })()`,
		`const f = () => [1].map(f); f()`,
	} {
		r := newRig(t, nil)
		out, err := r.try(t.Context(), script.Job{Code: code, Limits: script.Limits{CallDepth: 500}})
		require.NoError(t, err, code)
		assert.Contains(t, out.Error, "RangeError: Maximum call stack size exceeded: stack limit of 500 nested calls (fewer through builtins) passed", code)
	}
	out := run(t, `const f = (n) => n === 0 ? 'deep' : f(n - 1); f(9000)`)
	assert.Equal(t, "deep", text(out), "ten thousand calls are allowed")
}

func TestMemory(t *testing.T) {
	needsWatchdog(t)
	for _, code := range []string{
		`const a = []; for (;;) a.push(new Array(1000).fill(1))`,
		`const m = new Map(); for (let i = 0; ; i++) m.set(i, { i })`,
		`let s = 'x'.repeat(1000), a = []; for (;;) a.push(s + a.length)`,
	} {
		r := newRig(t, nil)
		_, err := r.try(t.Context(), script.Job{Code: code, Limits: script.Limits{MemoryBytes: 32 << 20}})
		var limit *script.LimitError
		require.ErrorAs(t, err, &limit, code)
		assert.Equal(t, script.LimitMemory, limit.Limit)
		assert.Contains(t, limit.Message, "32 MiB")
	}
}

func TestTimerLimit(t *testing.T) {
	r := newRig(t, nil)
	out, err := r.try(t.Context(), script.Job{Code: `for (;;) setTimeout(() => {}, 1e6)`, Limits: script.Limits{Timers: 100}})
	require.NoError(t, err)
	assert.Contains(t, out.Error, "RangeError: limit of 100 pending timers passed; await some before starting more")
}

func TestTimers(t *testing.T) {
	examples(t, []example{
		{"order of due time", `const seen = []; const at = (ms) => new Promise((done) => setTimeout(() => done(seen.push(ms)), ms)); await Promise.all([at(30), at(10), at(20)]); seen`, `[ 10, 20, 30 ]`},
		{"same time: order of setting", `const seen = []; for (const i of [1, 2, 3]) setTimeout(() => seen.push(i), 5); await new Promise((done) => setTimeout(done, 5)); seen`, `[ 1, 2, 3 ]`},
		{"jobs before timers", `const seen = []; setTimeout(() => seen.push('timer')); queueMicrotask(() => seen.push('microtask')); Promise.resolve().then(() => seen.push('promise')); process.nextTick(() => seen.push('tick')); seen.push('sync'); await new Promise((done) => setTimeout(done, 5)); seen.join()`,
			`sync,microtask,promise,tick,timer`},
		{"jobs between timers", `const seen = []; setTimeout(() => { seen.push(1); Promise.resolve().then(() => seen.push('job')) }, 1); setTimeout(() => seen.push(2), 1); await new Promise((done) => setTimeout(done, 5)); seen.join()`, `1,job,2`},
		{"arguments", `await new Promise((done) => setTimeout((a, b) => done([a, b]), 1, 'x', 'y'))`, `[ 'x', 'y' ]`},
		{"interval and clear", `let n = 0; await new Promise((done) => { const id = setInterval(() => { if (++n === 3) { clearInterval(id); done() } }, 1) }); await new Promise((done) => setTimeout(done, 10)); n`, `3`},
		{"clear itself", `let n = 0; const id = setInterval(() => { n++; clearInterval(id) }, 1); await new Promise((done) => setTimeout(done, 10)); n`, `1`},
		{"clear before", `let n = 0; clearTimeout(setTimeout(() => n++, 1)); clearTimeout(undefined); clearTimeout(99); await new Promise((done) => setTimeout(done, 5)); n`, `0`},
		{"immediate", `await new Promise((done) => setImmediate(done, 'now'))`, `now`},
		{"timers left over are dropped", `setTimeout(() => console.log('never'), 5); return 'end'`, `end`},
		{"no function", `try { setTimeout('code', 1) } catch (e) { [e.name, e.code] }`, `[ 'TypeError', 'ERR_INVALID_ARG_TYPE' ]`},
		{"promises", `const { setTimeout: sleep } = require('timers/promises'); await sleep(1, 'v')`, `v`},
	})
}

// faulty is a file system that fails in a way that Node has no code for.
type faulty struct{ script.FileSystem }

func (faulty) ReadFile(context.Context, string) ([]byte, error) {
	return nil, errors.New("the channel broke")
}

func TestFaultOfFiles(t *testing.T) {
	r := newRig(t, nil)
	r.files = faulty{r.files}
	assert.Equal(t, "[ 'EIO', 'the channel broke' ]", text(r.run(`try { fs.readFileSync('/a') } catch (e) { [e.code, e.message] }`)))
}

func TestMachineIsOutOfReach(t *testing.T) {
	examples(t, []example{
		{"source maps are not read", "eval('1\\n//# sourceMappingURL=/etc/hostname'); new Function('return 2\\n//# sourceMappingURL=/nowhere.map')()", `2`},
		{"source maps of the code", "1\n//# sourceMappingURL=/nowhere.map", `1`},
		{"no environment", `Object.keys(process.env).length`, `0`},
		{"no module of the machine", `const out = []; for (const m of ['child_process', 'net', 'http', 'worker_threads', 'vm']) { try { require(m); out.push(m) } catch (e) { out.push(e.code) } } new Set(out)`, `Set(1) { 'MODULE_NOT_FOUND' }`},
		{"no network", `[await fetch('https://example.com').catch((e) => e.message.slice(0, 20)), typeof XMLHttpRequest, typeof WebSocket]`, `[ 'fetch is not allowed', 'undefined', 'undefined' ]`},
	})
}

func FuzzCode(f *testing.F) {
	for _, seed := range []string{`return 1`, `console.log({a: [1]})`, "class A { #x = 1; static { } }\nnew A", "`${1}`", `await 1`, `}); (`, `import x from 'y'`,
		`/(?<a>x)/u`, "\ufeff1", "\x00", `'\u{1F600}'`, `label: for(;;) break label`, `async function* g() {}`, `<!-- x`, `#!/bin/node`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, code string) {
		r := newRig(t, nil)
		hang := time.AfterFunc(time.Minute, func() { panic(fmt.Sprintf("no end: %q", code)) })
		defer hang.Stop()
		_, err := r.try(t.Context(), script.Job{Code: code, Limits: script.Limits{TimeMs: 100, CallDepth: 100, OutputChars: 1000}})
		var limit *script.LimitError
		if err != nil && !errors.As(err, &limit) {
			t.Fatalf("%q: %v", code, err)
		}
	})
}

// TestNoNamesOfOurs looks at everything a script can reach from the global object
// for names that would tell of the program around it.
func TestNoNamesOfOurs(t *testing.T) {
	assert.Equal(t, `[]`, text(run(t, `
		const seen = new Set(), found = [];
		const look = (value, path, depth) => {
			if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value) || depth > 6) return;
			seen.add(value);
			for (const key of Reflect.ownKeys(value)) {
				const d = Object.getOwnPropertyDescriptor(value, key);
				for (const part of [d.value, d.get, d.set]) {
					if (typeof part === 'function' && /[./*]/.test(part.name) && !part.name.includes('Symbol.') && !part.name.startsWith('[')) found.push(path + '.' + String(key) + ' ' + part.name);
					look(part, path + '.' + String(key), depth + 1);
				}
			}
		};
		look(globalThis, 'globalThis', 0);
		for (const name of ['fs', 'path', 'url', 'util', 'buffer', 'events', 'crypto', 'timers', 'process', 'assert', 'os', 'perf_hooks']) look(require(name), name, 0);
		look(fs.statSync('/'), 'stat', 0);
		return found`)))
}

// Endless recursion through builtins is an error that a script can catch, and
// costs no more than other recursion.
func TestNestedBuiltins(t *testing.T) {
	for name, code := range map[string]string{
		"map":     `const f = (n) => [n].map(() => f(n + 1))[0]; `,
		"sort":    `const f = (n) => [1, 2].sort(() => f(n + 1)); `,
		"call":    `function f(n) { return f.call(null, n + 1) } `,
		"replace": `const f = (n) => 'a'.replace('a', () => f(n + 1)); `,
		"toJSON":  `const f = (n) => JSON.stringify({ toJSON: () => f(n + 1) }); `,
		"Map":     `const f = (n) => new Map([[1, 1]]).forEach(() => f(n + 1)); `,
	} {
		t.Run(name, func(t *testing.T) {
			out := run(t, code+`try { f(0) } catch (e) { [e instanceof RangeError, e.message].join() }`)
			assert.Contains(t, out.Value, "true,Maximum call stack size exceeded: stack limit of 10,000 nested calls", out.Error)
			out = run(t, code+"\nf(0)")
			assert.Contains(t, out.Error, "RangeError: Maximum call stack size exceeded: stack limit of 10,000 nested calls")
			assert.Regexp(t, `    at .*\n    … \d+ more$`, out.Error)
		})
	}
	out := run(t, `const f = (n) => n ? [n].map(() => f(n - 1))[0] : 'deep'; f(1900)`)
	assert.Equal(t, "deep", out.Value, out.Error)
	out = run(t, `[[].map.name, [].map.length, JSON.stringify.length, Reflect.apply.name, 'prototype' in [].map, Object.keys(Array.prototype).length, [].map.toString()].join()`)
	assert.Equal(t, "map,1,3,apply,false,0,function map() { [native code] }", out.Value)
}
