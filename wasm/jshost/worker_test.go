package jshost_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/wasm/jshost"
	"github.com/clienttools/clienttools/wasm/jshost/jstest"
)

// ask is a promise of the next answer of a worker.
const ask = `globalThis.ask = (worker, message, transfer) => new Promise((resolve, reject) => {
	worker.onmessage = (event) => resolve(event.data);
	worker.onerror = (event) => { event.preventDefault(); reject(new Error(event.message)) };
	worker.postMessage(message, transfer);
}); 0`

func TestWorker(t *testing.T) {
	t.Parallel()
	h := jstest.Start(t, jstest.Config{Serve: map[string][]byte{
		"echo.js":  []byte(`self.onmessage = (event) => postMessage({got: event.data, name, here: location.href, owner: typeof WorkerGlobalScope})`),
		"first.js": []byte(`addEventListener('message', ({data}) => postMessage(data + 1)); postMessage('ready')`),
		"late.js":  []byte(`onmessage = ({data}) => setTimeout(() => postMessage(data), 3)`),
		"throw.js": []byte(`onmessage = () => { throw new RangeError('inside') }`),
		"bad.js":   []byte(`this is no script`),
		"quit.js":  []byte(`onmessage = ({data}) => { postMessage(data); if (data === 'last') close() }`),
		"lib.js":   []byte(`globalThis.twice = (n) => 2 * n`),
		"uses.js":  []byte(`importScripts('lib.js'); onmessage = ({data}) => postMessage(twice(data))`),
		"outer.js": []byte(`const w = new Worker('echo.js'); w.onmessage = ({data}) => postMessage(data.got); onmessage = ({data}) => w.postMessage(data)`),
		"fetch.js": []byte(`onmessage = async () => postMessage(await (await fetch('data.txt')).text())`),
		"data.txt": []byte("from a file"),
	}})
	h.Eval(ask)
	for name, c := range map[string]struct{ code, want string }{
		"message":          {`const r = await ask(new Worker('/echo.js', {name: 'n'}), {a: [1, 'b']}); return JSON.stringify(r)`, `{"got":{"a":[1,"b"]},"name":"n","here":"https://jshost.test/echo.js","owner":"function"}`},
		"URL object":       {`const r = await ask(new Worker(new URL('./echo.js', location.href), {type: 'module'}), 1); return String(r.got)`, "1"},
		"timer":            {`return String(await ask(new Worker('late.js'), 'x'))`, "x"},
		"speaks first":     {`const w = new Worker('first.js'); return await new Promise((r) => { w.addEventListener('message', ({data}) => data === 'ready' ? w.postMessage(1) : r(String(data))) })`, "2"},
		"error":            {`return await ask(new Worker('throw.js'), 1).catch((e) => e.message)`, "Uncaught RangeError: inside"},
		"broken script":    {`return await ask(new Worker('bad.js'), 1).catch((e) => e.message.slice(0, 21))`, "Uncaught SyntaxError:"},
		"missing script":   {`return await ask(new Worker('none.js'), 1).catch((e) => String(e.message.includes('does not load')))`, "true"},
		"close":            {`const w = new Worker('quit.js'); await ask(w, 1); const last = await ask(w, 'last'); w.postMessage('never'); return last`, "last"},
		"importScripts":    {`return String(await ask(new Worker('uses.js'), 21))`, "42"},
		"worker of worker": {`return await ask(new Worker('outer.js'), 'deep')`, "deep"},
		"fetch":            {`return await ask(new Worker('fetch.js'), 0)`, "from a file"},
		"blob": {`const source = new Blob(['onmessage = ({data}) => postMessage(-data)'], {type: 'text/javascript'});
			return String(await ask(new Worker(URL.createObjectURL(source)), 5))`, "-5"},
		"transferred buffer": {`const b = new Uint8Array([1, 2, 3]); const r = await ask(new Worker('echo.js'), b, [b.buffer]); return b.length + ' ' + r.got`, "0 1,2,3"},
		"transferred port": {`const c = new MessageChannel(); const w = new Worker(URL.createObjectURL(new Blob(['onmessage = (e) => { const p = e.ports[0]; p.onmessage = ({data}) => p.postMessage(data + "!") }'])));
			w.postMessage('port', [c.port2]); c.port1.postMessage('hello');
			return await new Promise((r) => { c.port1.onmessage = ({data}) => r(data) })`, "hello!"},
	} {
		t.Run(name, func(t *testing.T) {
			v, err := h.TryAsync(c.code)
			require.NoError(t, err)
			assert.Equal(t, c.want, v.String())
		})
	}
	t.Run("uncaught", func(t *testing.T) {
		_, err := h.TryAsync(`const w = new Worker('throw.js', {name: 'w'}); w.postMessage(1); await new Promise(() => {})`)
		var uncaught *jshost.UncaughtError
		require.ErrorAs(t, err, &uncaught)
		assert.Equal(t, "w", uncaught.Where)
		assert.Equal(t, "inside", uncaught.Message)
	})
	t.Run("deadlock of all", func(t *testing.T) {
		_, err := h.TryAsync(`new Worker('echo.js'); await new Promise(() => {})`)
		require.ErrorIs(t, err, jshost.ErrDeadlock)
	})
}

func TestWorkerInVirtualTime(t *testing.T) {
	t.Parallel()
	h := jstest.Start(t, jstest.Config{VirtualTime: true, Serve: map[string][]byte{
		"w.js": []byte(`onmessage = ({data}) => setTimeout(() => postMessage(data), data)`),
	}})
	started := time.Now()
	v := h.Async(`
		const log = [], w = new Worker('w.js'), start = Date.now();
		w.onmessage = ({data}) => log.push('worker ' + data);
		w.postMessage(3600e3); w.postMessage(60e3);
		await new Promise((r) => setTimeout(r, 1800e3)); log.push('page');
		await new Promise((r) => setTimeout(r, 7200e3)); return log.join() + ' ' + (Date.now() - start)`)
	assert.Equal(t, "worker 60000,page,worker 3600000 9000000", v.String())
	assert.Less(t, time.Since(started), endless)
}

// The way a client runs and ends a sandbox: the page compiles, the worker runs.
func TestTerminate(t *testing.T) {
	t.Parallel()
	wasm := jstest.Build(t, "testdata/guest")
	loader, err := jshost.WasmExec()
	require.NoError(t, err)
	script := append(loader, []byte(`
		onmessage = async ({data}) => {
			if (data instanceof WebAssembly.Module) {
				const go = new Go();
				go.run(await WebAssembly.instantiate(data, go.importObject));
				postMessage('ready');
			} else {
				postMessage(new Function('return ' + data)());
			}
		}`)...)
	h := jstest.Start(t, jstest.Config{
		Programs: []*jshost.Program{guest(t), jstest.Compile(t, "guest", wasm, true)},
		Serve:    map[string][]byte{"sandbox.js": script, "guest.wasm": wasm},
	})
	h.Eval(ask)
	h.Async(`globalThis.module = await WebAssembly.compileStreaming(fetch('guest.wasm'))`)
	for name, code := range map[string]string{"module": "guest.spin()", "JavaScript": "(() => { for (;;); })()", "both": "(() => { for (;;) guest.echo(1); })()"} {
		t.Run(name, func(t *testing.T) {
			started := time.Now()
			v := h.Async(`
				const w = new Worker('sandbox.js');
				const ready = await ask(w, module);
				const stuck = ask(w, ` + "`" + code + "`" + `);
				const outcome = await Promise.race([stuck, new Promise((r) => setTimeout(r, 50, 'timeout'))]);
				w.terminate();
				const next = new Worker('sandbox.js');
				await ask(next, module);
				const answer = await ask(next, 'guest.echo(7)');
				next.terminate();
				return [ready, outcome, answer].join()`)
			assert.Equal(t, "ready,timeout,7", v.String())
			assert.Less(t, time.Since(started), endless)
		})
	}
	require.NoError(t, h.Close(), "the workers have ended")
}
