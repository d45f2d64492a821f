package jshost_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/wasm/jshost"
	"github.com/clienttools/clienttools/wasm/jshost/jstest"
)

// What the world of a browser has, one line each. The code is the body of an async
// function; its result as a string is compared.
var browser = []struct{ name, code, want string }{
	{"console", `console.log('a', {b: 1}, [2], 3n, undefined); console.error(new Error('seen')); return typeof console.table`, "function"},
	{"timers", `const log = []; setTimeout((a) => log.push(a), 3, 'late'); const id = setTimeout(() => log.push('never')); clearTimeout(id); clearTimeout(undefined);
		let n = 0; await new Promise((r) => { const i = setInterval(() => { if (++n === 3) { clearInterval(i); r() } }, 1) }); await new Promise((r) => setTimeout(r, 5)); return log.join() + n`, "late3"},
	{"microtask before task", `const log = []; setTimeout(() => log.push('task')); queueMicrotask(() => log.push('micro')); await new Promise((r) => setTimeout(r, 2)); return log.join()`, "micro,task"},
	{"encode", `return new TextEncoder().encode('aé😀\ud800').join()`, "97,195,169,240,159,152,128,239,191,189"},
	{"encodeInto", `const b = new Uint8Array(4); const r = new TextEncoder().encodeInto('aéé', b); return r.read + ' ' + r.written + ' ' + b`, "2 3 97,195,169,0"},
	{"decode", `return new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 97, 0xff, 0xc3, 0xa9]))`, "a�é"},
	{"decode ignoreBOM", `return new TextDecoder('utf-8', {ignoreBOM: true}).decode(new Uint8Array([0xef, 0xbb, 0xbf, 97])).length`, "2"},
	{"decode fatal", `try { new TextDecoder('utf-8', {fatal: true}).decode(new Uint8Array([0xff])) } catch (e) { return e.name }`, "TypeError"},
	{"decode a view", `return new TextDecoder().decode(new DataView(new TextEncoder().encode('xyz').buffer, 1, 1))`, "y"},
	{"decode a stream", `const d = new TextDecoder(); return d.decode(new Uint8Array([0xe2, 0x82]), {stream: true}) + d.decode(new Uint8Array([0xac, 97]), {stream: true}) + d.decode()`, "€a"},
	{"random", `const a = crypto.getRandomValues(new Uint32Array(4)); return a.some((v) => v > 0) && /^[0-9a-f]{8}-[0-9a-f]{4}-4/.test(crypto.randomUUID())`, "true"},
	{"base64", `return btoa('hällo') + ' ' + atob('aORsbG8=')`, "aORsbG8= hällo"},
	{"abort", `const c = new AbortController(); let n = 0; c.signal.onabort = () => n++; c.signal.addEventListener('abort', () => n++, {once: true}); c.abort(); c.abort(); return [n, c.signal.aborted, c.signal.reason.name, c.signal.reason instanceof DOMException].join()`, "2,true,AbortError,true"},
	{"abort with reason", `const c = new AbortController(); c.abort('why'); try { c.signal.throwIfAborted() } catch (e) { return e }`, "why"},
	{"removed listener", `const c = new AbortController(); let n = 0; const f = () => n++; c.signal.addEventListener('abort', f); c.signal.removeEventListener('abort', f); c.abort(); return n`, "0"},
	{"AbortSignal.any", `const a = new AbortController(), s = AbortSignal.any([a.signal, new AbortController().signal]); let n = 0; s.addEventListener('abort', () => n++); a.abort('x'); return [n, s.reason].join()`, "1,x"},
	{"AbortSignal.timeout", `const s = AbortSignal.timeout(1); await new Promise((r) => { s.onabort = r }); return s.reason.name`, "TimeoutError"},
	{"AbortSignal.abort", `return AbortSignal.abort().aborted`, "true"},
	{"events", `const t = new EventTarget(); const log = []; t.addEventListener('x', {handleEvent(e) { log.push(e.detail); e.stopImmediatePropagation() }}); t.addEventListener('x', () => log.push('no')); t.dispatchEvent(new CustomEvent('x', {detail: 1})); return log.join()`, "1"},
	{"listener with signal", `const t = new EventTarget(), c = new AbortController(); let n = 0; t.addEventListener('x', () => n++, {signal: c.signal}); t.dispatchEvent(new Event('x')); c.abort(); t.dispatchEvent(new Event('x')); return n`, "1"},
	{"clone", `const o = {d: new Date(5), m: new Map([[1, {a: 1}]]), s: new Set(['x']), u: new Uint8Array([1, 2]), r: /a/gi, n: null, e: new RangeError('r'), f: [1, , 3], big: 5n, nan: NaN, t: 'ü'.repeat(20)}; o.self = o;
		const c = structuredClone(o); return [c !== o, c.self === c, c.d.getTime(), c.m.get(1).a, c.s.has('x'), c.u, c.r, c.n, c.e instanceof RangeError, c.e.message, c.f.length, 1 in c.f, c.big, c.nan, c.t === o.t].join(' ')`,
		"true true 5 1 true 1,2 /a/gi  true r 3 false 5 NaN true"},
	{"clone views of one buffer", `const b = new ArrayBuffer(8); const c = structuredClone({a: new Uint8Array(b, 1, 2), d: new DataView(b, 4), w: new Float64Array(b)}); return [c.a.buffer === c.d.buffer, c.a.byteOffset, c.a.length, c.d.byteOffset, c.w.length].join()`, "true,1,2,4,1"},
	{"clone drops classes", `class A { constructor() { this.x = 1 } get y() { return 2 } } const c = structuredClone(new A()); return c instanceof A || c.y !== undefined ? 'kept' : c.x`, "1"},
	{"clone __proto__", `const c = structuredClone(JSON.parse('{"__proto__": {"polluted": 1}}')); return c.polluted === undefined && Object.keys(c).join()`, "__proto__"},
	{"clone of a function", `try { structuredClone({f() {}}) } catch (e) { return e.name + ' ' + e.code }`, "DataCloneError 25"},
	{"clone of a symbol", `try { structuredClone(Symbol('s')) } catch (e) { return e.name }`, "DataCloneError"},
	{"clone of a promise", `try { structuredClone(Promise.resolve()) } catch (e) { return e.name }`, "DataCloneError"},
	{"clone of a signal", `try { structuredClone({signal: new AbortController().signal}) } catch (e) { return e.name }`, "DataCloneError"},
	{"clone of a getter that throws", `try { structuredClone({get a() { throw new Error('mine') }}) } catch (e) { return e.message }`, "mine"},
	{"clone with transfer", `const b = new Uint8Array([1, 2]); const c = structuredClone(b, {transfer: [b.buffer]}); return b.length + ' ' + c`, "0 1,2"},
	{"transfer twice", `const b = new ArrayBuffer(1); try { structuredClone(b, {transfer: [b, b]}) } catch (e) { return e.name }`, "DataCloneError"},
	{"channel", `const {port1, port2} = new MessageChannel(); const log = []; port2.onmessage = ({data}) => { log.push(data); port2.postMessage(data * 2) }; port1.postMessage(1); port1.postMessage(2);
		await new Promise((r) => { port1.onmessage = ({data}) => { log.push(data); if (data === 4) r() } }); return log.sort().join()`, "1,2,2,4"},
	{"port needs start", `const {port1, port2} = new MessageChannel(); let n = 0; port2.addEventListener('message', () => n++); port1.postMessage(1); await new Promise((r) => setTimeout(r, 2)); const before = n; port2.start(); await new Promise((r) => setTimeout(r, 2)); return before + ' ' + n`, "0 1"},
	{"port must be transferred", `const {port1, port2} = new MessageChannel(); try { port1.postMessage(port2) } catch (e) { return e.name }`, "DataCloneError"},
	{"port through a port", `const a = new MessageChannel(), b = new MessageChannel(); a.port2.onmessage = ({data}) => data.port.postMessage('here'); a.port1.postMessage({port: b.port2}, [b.port2]); return await new Promise((r) => { b.port1.onmessage = ({data}) => r(data) })`, "here"},
	{"URL", `const u = new URL('../b/./c?x=1#h', 'https://Example.test:443/a/d/e'); return [u.href, u.origin, u.pathname, u.search, u.hash, u.searchParams.get('x')].join(' ')`, "https://example.test/a/b/c?x=1#h https://example.test /a/b/c ?x=1 #h 1"},
	{"URL is invalid", `try { new URL('nothing') } catch (e) { return e.name + ' ' + URL.canParse('nothing') + URL.canParse('a', 'http://x') }`, "TypeError falsetrue"},
	{"URL changes", `const u = new URL('http://a'); u.searchParams.set('q', 'a b&c'); u.hash = 'z'; return u.href`, "http://a/?q=a+b%26c#z"},
	{"fetch", `const r = await fetch('/hello.txt'); return [r.ok, r.status, r.headers.get('Content-Type').split(';')[0], r.url, await r.text(), r.bodyUsed].join(' ')`, "true 200 text/plain https://jshost.test/hello.txt hello true"},
	{"fetch bytes", `return new Uint8Array(await (await fetch('hello.txt')).arrayBuffer()).length`, "5"},
	{"fetch JSON", `return (await (await fetch('o.json')).json()).a`, "1"},
	{"fetch what is missing", `const r = await fetch('none'); return r.ok + ' ' + r.status`, "false 404"},
	{"fetch aborted", `return await fetch('hello.txt', {signal: AbortSignal.abort()}).catch((e) => e.name)`, "AbortError"},
	{"response", `const r = new Response('{"a":2}', {status: 201, headers: {'x-a': '1'}}); return r.status + r.headers.get('X-A') + (await r.json()).a`, "20112"},
	{"async generator made by hand", `class A { [Symbol.asyncIterator]() { let n = 0; return { next: async () => ({ value: ++n, done: n > 2 }) } } } let s = 0; const i = new A()[Symbol.asyncIterator](); for (;;) { const r = await i.next(); if (r.done) return s; s += r.value }`, "3"},
	{"not wasm", `return await WebAssembly.compile(new Uint8Array([1, 2])).catch((e) => e.name + ' ' + (e instanceof WebAssembly.CompileError))`, "CompileError true"},
	{"unknown wasm", `return await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).catch((e) => e.name)`, "CompileError"},
	{"self", `return self === globalThis && typeof window`, "undefined"},
}

func TestBrowserWorld(t *testing.T) {
	t.Parallel()
	h := jstest.Start(t, jstest.Config{Serve: map[string][]byte{"hello.txt": []byte("hello"), "o.json": []byte(`{"a":1}`)}})
	for _, c := range browser {
		t.Run(c.name, func(t *testing.T) {
			v, err := h.TryAsync(c.code)
			require.NoError(t, err)
			assert.Equal(t, c.want, v.String())
		})
	}
	assert.Contains(t, h.Output(), "a {\"b\":1} [2] 3n undefined\nError: seen")
}

func TestWebAssemblyAPI(t *testing.T) {
	t.Parallel()
	wasm := jstest.Build(t, "testdata/guest")
	h := jstest.Start(t, jstest.Config{Programs: []*jshost.Program{guest(t)}, Serve: map[string][]byte{"guest.wasm": wasm, "guest.bin": wasm}})
	require.NoError(t, h.LoadGo(t.Context()))
	for name, c := range map[string]struct{ code, want string }{
		"instantiate bytes":     {`const go = new Go(); const r = await WebAssembly.instantiate(await (await fetch('guest.wasm')).arrayBuffer(), go.importObject); go.run(r.instance); return guest.echo(r.module instanceof WebAssembly.Module)`, "true"},
		"instantiate streaming": {`const go = new Go(); const r = await WebAssembly.instantiateStreaming(fetch('guest.wasm'), go.importObject); return r.instance instanceof WebAssembly.Instance`, "true"},
		"wrong MIME type":       {`return await WebAssembly.compileStreaming(fetch('guest.bin')).catch((e) => e.name)`, "TypeError"},
		"missing imports":       {`return await WebAssembly.instantiateStreaming(fetch('guest.wasm'), {}).catch((e) => e.name)`, "LinkError"},
		"memory": {`const go = new Go(); const {instance} = await WebAssembly.instantiateStreaming(fetch('guest.wasm'), go.importObject); go.run(instance); const {mem} = instance.exports; const before = mem.buffer; const n = before.byteLength;
			guest.grow(64); return [mem instanceof WebAssembly.Memory, before.byteLength, mem.buffer.byteLength > n, mem.buffer === mem.buffer].join()`, "true,0,true,true"},
		"memory is not transferable": {`const go = new Go(); const {instance} = await WebAssembly.instantiateStreaming(fetch('guest.wasm'), go.importObject); const b = instance.exports.mem.buffer; try { structuredClone(b, {transfer: [b]}) } catch (e) { return e.name }`, "DataCloneError"},
		"clone of a module":          {`return structuredClone({m: await WebAssembly.compileStreaming(fetch('guest.wasm'))}).m instanceof WebAssembly.Module`, "true"},
		"imports and exports":        {`const m = await WebAssembly.compileStreaming(fetch('guest.wasm')); return WebAssembly.Module.imports(m).every((i) => i.module === 'gojs') + ' ' + WebAssembly.Module.exports(m).map((e) => e.name).sort()`, "true getsp,mem,resume,run"},
	} {
		t.Run(name, func(t *testing.T) {
			v, err := h.TryAsync(c.code)
			require.NoError(t, err)
			assert.Equal(t, c.want, v.String())
		})
	}
}
