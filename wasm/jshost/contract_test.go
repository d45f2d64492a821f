package jshost_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/wasm/jshost"
	"github.com/clienttools/clienttools/wasm/jshost/jstest"
)

// show makes any value comparable text.
const show = `globalThis.show = (v) => {
	if (Object.is(v, -0)) return '-0';
	if (v instanceof Uint8Array) return 'bytes ' + Array.from(v);
	if (v instanceof Error) return v.name + ': ' + v.message;
	switch (typeof v) {
		case 'string': return JSON.stringify(v);
		case 'bigint': return v + 'n';
		case 'object': return v === null ? 'null' : '{' + Object.keys(v).map((k) => k + ': ' + show(v[k])).join(', ') + '}';
	}
	return String(v);
};`

// contract is what holds between a module and JavaScript, in a browser as here.
// Each code is the body of an async function.
var contract = []struct{ name, code, want string }{
	{"integer", `return guest.echo(7)`, `7`},
	{"negative", `return guest.echo(-7.5)`, `-7.5`},
	{"zero", `return guest.echo(0)`, `0`},
	{"negative zero loses its sign", `return guest.echo(-0)`, `0`},
	{"NaN", `return guest.echo(NaN)`, `NaN`},
	{"infinity", `return guest.echo(-Infinity)`, `-Infinity`},
	{"beyond integers", `return guest.echo(2 ** 53 + 2)`, `9007199254740994`},
	{"undefined", `return guest.echo(undefined)`, `undefined`},
	{"null", `return guest.echo(null)`, `null`},
	{"booleans", `return [guest.echo(true), guest.echo(false)].join()`, `"true,false"`},
	{"big integer", `return guest.echo(12345678901234567890n)`, `12345678901234567890n`},
	{"symbol", `const s = Symbol('s'); return guest.echo(s) === s`, `true`},
	{"identity of objects", `const o = {}; return guest.echo(o) === o`, `true`},
	{"identity of functions", `return guest.echo(Math.max) === Math.max`, `true`},
	{"kinds", `return [1, 'a', true, null, undefined, {}, [], () => 1, Symbol.iterator].map((v) => guest.kind(v)).join()`,
		`"number,string,boolean,null,undefined,object,object,function,symbol"`},
	{"kind of a class", `return guest.kind(class {})`, `"function"`},
	{"kind of a callable proxy", `return guest.kind(new Proxy(() => 1, {}))`, `"function"`},
	{"equal strings", `return guest.equal('ab' + String('c'), 'a' + 'bc')`, `true`},
	{"equal long unicode strings", `return guest.equal('é'.repeat(50), 'é'.repeat(49) + 'é')`, `true`},
	{"different lone surrogates", `return guest.equal('\ud800', '\ud801')`, `false`},
	{"equal numbers", `return guest.equal(1.5, 1.5)`, `true`},
	{"NaN is not equal", `return guest.equal(NaN, NaN)`, `false`},
	{"text", `return guest.text('gruß 漢字 😀')`, `"gruß 漢字 😀"`},
	{"text with a lone surrogate", `return guest.text('a\ud800b')`, `"a�b"`},
	{"a string that stays in JavaScript keeps it", `return guest.echo('a\ud800b') === 'a\ud800b'`, `true`},
	{"text with NUL", `return guest.text('a\0b')`, `"a\u0000b"`},
	{"text loses a leading BOM", `return guest.text('\ufeffa')`, `"a"`},
	{"text of a symbol", `return guest.text(Symbol('x'))`, `"<symbol>"`},
	{"broken UTF-8", `return guest.string(new Uint8Array([0x61, 0xe2, 0x82, 0x62, 0xff, 0xf0, 0x9f, 0x98]))`, `"a�b��"`},
	{"bytes", `return guest.reverse(new Uint8Array([1, 2, 3]))`, `bytes 3,2,1`},
	{"bytes of a subarray", `return guest.reverse(new Uint8Array([1, 2, 3, 4, 5]).subarray(1, 4))`, `bytes 4,3,2`},
	{"clamped bytes", `return guest.reverse(new Uint8ClampedArray([1, 300]))`, `bytes 255,1`},
	{"no bytes", `return guest.reverse(new Uint8Array(0))`, `bytes `},
	{"get", `return guest.get({a: {b: 1}}, 'a')`, `{b: 1}`},
	{"get what is missing", `return guest.get({}, 'a')`, `undefined`},
	{"get by a getter that calls Go", `return guest.get({get a() { return guest.echo(3) }}, 'a')`, `3`},
	{"put", `const o = {}; guest.put(o, 'ä', 5); return o`, `{ä: 5}`},
	{"put into a frozen object", `const o = Object.freeze({a: 1}); guest.put(o, 'a', 5); return o`, `{a: 1}`},
	{"put by a setter", `let got; guest.put({set a(v) { got = v }}, 'a', 9); return got`, `9`},
	{"remove", `const o = {a: 1, b: 2}; guest.remove(o, 'a'); return o`, `{b: 2}`},
	{"remove from a frozen object", `const o = Object.freeze({a: 1}); guest.remove(o, 'a'); return o`, `{a: 1}`},
	{"index", `return guest.index(['x', 'y'], 1)`, `"y"`},
	{"index beyond", `return guest.index(['x'], 7)`, `undefined`},
	{"put by index", `const a = [1]; guest.putIndex(a, 2, 'z'); return a.length`, `3`},
	{"length of an array", `return guest.length([1, 2, 3])`, `3`},
	{"instance", `return [guest.isA(new Date(), Date), guest.isA({}, Date)].join()`, `"true,false"`},
	{"construct", `return guest.make(Date, 0).toISOString()`, `"1970-01-01T00:00:00.000Z"`},
	{"construct a class", `class A { constructor(x) { this.x = x } } return guest.make(A, 4)`, `{x: 4}`},
	{"invoke", `return guest.invoke((x) => x * 2, 21)`, `42`},
	{"invoke what throws", `return guest.invoke(() => { throw new RangeError('far') }, 0)`, `{threw: RangeError: far}`},
	{"call", `return guest.callMethod({n: 2, f(x) { return this.n + x }}, 'f', 40)`, `42`},
	{"call what throws", `return guest.callMethod({f() { throw new Error('no') }}, 'f', 0)`, `{threw: Error: no}`},
	{"this", `return guest.this.call({mark: 'm'})`, `"m"`},
	{"two sleeps in order", `const log = []; await Promise.all([guest.sleep(300).then(() => log.push('slow')), guest.sleep(1).then(() => log.push('fast'))]); return log.join()`,
		`"fast,slow"`},
	{"rejection", `return guest.fail('sorry').catch((e) => e.code + ' ' + e.message)`, `"guest_failed sorry"`},
	{"await a promise", `return guest.await(Promise.resolve('yes'))`, `"yes"`},
	{"await a rejection", `return guest.await(Promise.reject(new Error('no'))).catch((e) => e.message)`, `"no"`},
	{"await a timer", `return guest.await(new Promise((r) => setTimeout(r, 2, 'late')))`, `"late"`},
	{"nested calls", `const down = (n) => guest.nest(n, down); return down(30)`, `30`},
	{"order of microtasks", `
		const log = [];
		Promise.resolve().then(() => log.push('microtask'));
		guest.invoke(() => { log.push('in'); Promise.resolve().then(() => log.push('later')) }, 0);
		log.push('out');
		await null; await null;
		return log.join();`, `"in,out,microtask,later"`},
	{"order of microtasks and timers", `
		const log = [];
		setTimeout(() => log.push('timer'), 0);
		guest.sleep(0).then(() => log.push('go'));
		await Promise.resolve();
		log.push('here');
		await new Promise((r) => setTimeout(r, 20));
		return log[0] + ' ' + log.includes('timer') + log.includes('go');`, `"go truetrue"`},
	{"growing memory", `const o = {}; guest.put(o, 'n', guest.grow(64)); return guest.echo(o)`, `{n: 67108864}`},
	{"collect garbage", `for (let i = 0; i < 2000; i++) guest.echo({i}); guest.gc(); await guest.sleep(1); return guest.echo('alive')`, `"alive"`},
	{"arguments", `return guest.args()`, `2`},
}

func TestContract(t *testing.T) {
	modes(t, func(t *testing.T, mode jshost.Mode) {
		program := guest(t)
		h := jstest.Start(t, jstest.Config{Mode: mode, VirtualTime: true, Programs: []*jshost.Program{program}})
		h.Run(program, "guest")
		h.Eval(show)
		for _, c := range contract {
			t.Run(c.name, func(t *testing.T) {
				v, err := h.TryAsync(`return show(await (async () => {` + c.code + `})())`)
				require.NoError(t, err)
				assert.Equal(t, c.want, v.String())
			})
		}
	})
}

// The same table against Node, so that the table is true.
func TestContractInNode(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node on the PATH")
	}
	dir := t.TempDir()
	loader, err := jshost.WasmExec()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "wasm_exec.js"), loader, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "guest.wasm"), jstest.Build(t, "testdata/guest"), 0o600))
	codes := map[string]string{}
	for _, c := range contract {
		codes[c.name] = c.code
	}
	table, err := json.Marshal(codes)
	require.NoError(t, err)
	script := `require('./wasm_exec.js');` + show + `
	(async () => {
		const go = new Go();
		go.argv = ['js', 'guest'];
		const { instance } = await WebAssembly.instantiate(require('fs').readFileSync('guest.wasm'), go.importObject);
		go.run(instance);
		const results = {};
		for (const [name, code] of Object.entries(` + string(table) + `)) {
			results[name] = show(await new Function('return (async () => {' + code + '})()')().catch((e) => 'rejected: ' + e));
		}
		require('fs').writeFileSync('results.json', JSON.stringify(results));
		process.exit(0);
	})();`
	require.NoError(t, os.WriteFile(filepath.Join(dir, "run.js"), []byte(script), 0o600))
	cmd := exec.Command(node, "run.js")
	cmd.Dir = dir
	output, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", output)
	text, err := os.ReadFile(filepath.Join(dir, "results.json"))
	require.NoError(t, err)
	results := map[string]string{}
	require.NoError(t, json.Unmarshal(text, &results))
	for _, c := range contract {
		assert.Equal(t, c.want, results[c.name], c.name)
	}
}
