package moduletest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/wasm/jshost"
	"github.com/clienttools/clienttools/wasm/jshost/jstest"
)

const registerHost = `await core.ask('register', {tools: [{name: 'host', description: 'd', inputSchema: {type: 'object'}, dynamic: [%s]}]});`

// Whatever a lent function does, the module gives an answer and lives on.
func TestToolsOfTheApplication(t *testing.T) {
	modes(t, func(t *testing.T, mode jshost.Mode) {
		w := newWorld(t, jstest.Config{Mode: mode, AllowUnhandled: true})
		w.open("core", "tool: (...args) => globalThis.tool(...args)")
		w.Async(fmt.Sprintf(registerHost, "'systemPrompt'"))
		for _, c := range []struct{ name, tool, want string }{
			{"a text", `async () => '"fine"'`, `fine`},
			{"at once", `() => '"fine"'`, `fine`},
			{"what it gets", `async (name, part, args, signal) => JSON.stringify([name, part, Object.keys(JSON.parse(args)).join(), signal instanceof AbortSignal].join(' '))`, `host execute call,id,input,options,context true`},
			{"an error", `async () => { throw new Error('no luck') }`, `Tool execution failed: no luck`},
			{"an error at once", `() => { throw new TypeError('no luck') }`, `Tool execution failed: no luck`},
			{"a thrown text", `async () => { throw 'no luck' }`, `Tool execution failed: no luck`},
			{"thrown undefined", `async () => { throw undefined }`, `Tool execution failed: JavaScript threw <undefined>`},
			{"a thrown symbol", `() => { throw Symbol() }`, `Tool execution failed: JavaScript threw <symbol>`},
			{"a thrown object that throws", `async () => { throw {get message() { throw 1 }, get code() { throw 2 }, get details() { throw 3 }} }`, `Tool execution failed: JavaScript threw an object without a message`},
			{"a thrown proxy that throws", `async () => { throw new Proxy({}, {get() { throw 1 }}) }`, `Tool execution failed: JavaScript threw an object without a message`},
			{"endless details", `async () => { const e = new Error('round'); e.details = {e}; throw e }`, `Tool execution failed: round`},
			{"deep details", `async () => { throw Object.assign(new Error('deep'), {details: JSON.parse('{"a":'.repeat(3000) + '1' + '}'.repeat(3000))}) }`, `Tool execution failed: deep`},
			{"undefined", `async () => undefined`, `Tool execution failed: want a string, got undefined`},
			{"an object", `async () => ({content: 'x'})`, `Tool execution failed: want a string, got object`},
			{"a then that throws", `() => ({get then() { throw new Error('then') }})`, `Tool execution failed: then`},
			{"no JSON", `async () => '<html>'`, `Tool execution failed: host gave neither a text nor a result with content`},
			{"JSON of another kind", `async () => '{"content":5}'`, `Tool execution failed: host gave neither a text nor a result with content`},
			{"deep JSON", `async () => '{"content":"x","data":' + '{"a":'.repeat(9000) + '1' + '}'.repeat(9001)`, `Tool execution failed: host gave a result that is nested deeper than 200 levels`},
			{"10 MB", `async () => JSON.stringify('x'.repeat(10e6))`, `The whole result is in /.results/host-`},
			{"a call back into the core", `async () => JSON.stringify((await core.execute('memory', {command: 'view', path: '/memories'})).content.slice(0, 5))`, `Here'`},
		} {
			t.Run(c.name, func(t *testing.T) {
				w.Eval("globalThis.tool = " + c.tool)
				assert.Contains(t, w.text(`return (await core.execute('host', {})).content`), c.want)
				w.works("core")
			})
		}

		w.Eval(`globalThis.tool = async (name, part) => { throw new Error(part + ' is broken') }`)
		assert.Equal(t, "0 host systemPrompt systemPrompt is broken", w.text(`core.events.length = 0;
			const prompts = await core.ask('systemPrompts', {apiType: 'gemini', enabledToolNames: ['host'], context: {projectId: 'p'}});
			const [, failure] = core.events.find(([name]) => name === 'failure');
			return [prompts.length, failure.tool, failure.part, failure.message].join(' ')`))

		w.Eval(`globalThis.tool = async (name, part, args) => {
			await core.ask('tool.progress', {call: JSON.parse(args).call, message: 'half', fraction: 0.5});
			return '"done"' }`)
		assert.Equal(t, "in_progress,half 0.5,success", w.text(`core.events.length = 0; await core.execute('host', {});
			const told = core.events.filter((e) => e[0] === 'activity').map((e) => e[1]);
			return [told[0].status, told.at(-2).displayMessage + ' ' + told.at(-2).fraction, told.at(-1).status].join()`))
	})
}

func TestAbort(t *testing.T) {
	modes(t, func(t *testing.T, mode jshost.Mode) {
		w := newWorld(t, jstest.Config{Mode: mode})
		w.open("core", `tool: (name, part, args, signal) => new Promise((_, reject) => {
			signal.addEventListener('abort', () => { globalThis.heard = true; reject(new Error('stopped')) });
			globalThis.begun?.();
		})`)
		w.Async(fmt.Sprintf(registerHost, ""))
		assert.Equal(t, "The call was cancelled. true true", w.text(`
			const control = new AbortController();
			globalThis.begun = () => control.abort();
			const args = {name: 'host', input: {}, enabledToolNames: ['host'], context: {projectId: 'p'}};
			const result = await core.ask('execute', args, null, control.signal);
			await new Promise((done) => setTimeout(done, 5));
			return [result.content, result.isError, globalThis.heard].join(' ')`))
		assert.Equal(t, "The call was cancelled before it started; nothing was changed.", w.text(`
			const args = {name: 'host', input: {}, enabledToolNames: ['host'], context: {projectId: 'p'}};
			return (await core.ask('execute', args, null, AbortSignal.abort())).content`))
		w.works("core")
	})
}

// A store that the realm lends keeps the projects; what it rejects with has its code.
func TestLentStore(t *testing.T) {
	w := newWorld(t, jstest.Config{})
	w.Eval(`globalThis.newStore = () => {
		const projects = new Map();
		return {
			projects: async () => [...projects.keys()].sort(),
			load: async (id) => ({snapshotSeq: projects.get(id)?.seq ?? 0, snapshotChunks: projects.get(id)?.chunks ?? [], records: projects.get(id)?.records ?? []}),
			async append(id, seq, record, blobIds, blobs) {
				if (this.fail) throw Object.assign(new Error('on purpose'), {code: this.fail});
				const p = projects.get(id) ?? {seq: 0, chunks: [], records: [], blobs: new Map()};
				if (seq !== p.seq + p.records.length + 1) throw Object.assign(new Error('seq ' + seq), {code: 'conflict'});
				p.records.push(record);
				blobIds.forEach((blob, i) => p.blobs.set(blob, blobs[i]));
				projects.set(id, p);
			},
			readBlob: async (id, blob) => projects.get(id)?.blobs.get(blob),
			async compact(id, seq, chunks, blobIds, blobs, drop) {
				const p = projects.get(id);
				if (seq !== p.seq + p.records.length + 1) throw Object.assign(new Error('seq ' + seq), {code: 'conflict'});
				Object.assign(p, {seq, chunks, records: []});
				blobIds.forEach((blob, i) => p.blobs.set(blob, blobs[i]));
				drop.forEach((blob) => p.blobs.delete(blob));
			},
			remove: async (id) => void projects.delete(id),
			close: async () => {},
		};
	}; globalThis.store = newStore()`)
	w.openWith("core", "store", `{"storage":"indexeddb"}`)
	w.Async(`await core.ask('files.write', {projectId: 'p', path: '/big'}, new Uint8Array(500_000).fill(7));
		await core.execute('memory', {command: 'create', path: '/memories/a', file_text: 'kept'})`)
	w.openWith("again", "store", `{"storage":"indexeddb"}`)
	assert.Equal(t, "500000 7 true", w.text(`const {bytes} = await again.call('files.read', '{"projectId":"p","path":"/big"}');
		return [bytes.length, bytes[499_999], (await again.execute('memory', {command: 'view', path: '/memories/a'})).content.includes('kept')].join(' ')`))

	// Two tabs: the other's commit is taken over, and the same file is a conflict.
	assert.Equal(t, "theirs", w.text(`await again.ask('files.write', {projectId: 'p', path: '/t'}, new TextEncoder().encode('theirs'));
		await core.ask('files.write', {projectId: 'p', path: '/mine'}, new Uint8Array(1));
		return new TextDecoder().decode((await core.call('files.read', '{"projectId":"p","path":"/t"}')).bytes)`))

	for code, want := range map[string]string{"full": "storage_full", "corrupt": "storage_corrupt", "closed": "closed", "odd": "internal"} {
		assert.Contains(t, w.text(`store.fail = '`+code+`'; const told = await core.told(core.call('files.write', '{"projectId":"p","path":"/x"}', new Uint8Array(1))); store.fail = undefined; return told`), "Error "+want+": ", code)
		assert.Equal(t, "null", w.text(`return await core.ask('files.stat', {projectId: 'p', path: '/x'})`), "nothing was changed by %s", code)
	}
	assert.Contains(t, w.text(`store.fail = 'full'; const {content} = await core.execute('memory', {command: 'create', path: '/memories/b', file_text: 'x'}); store.fail = undefined; return content`), "Error")
	assert.Equal(t, "false", w.text(`return (await core.execute('memory', {command: 'create', path: '/memories/b', file_text: 'x'})).isError ?? false`))
}

// Twenty instances of one compiled module share a realm and nothing else.
func TestInstancesSideBySide(t *testing.T) {
	w := newWorld(t, jstest.Config{})
	const n = 20
	for i := range n {
		w.open(fmt.Sprintf("core%d", i), "")
	}
	all := w.text(fmt.Sprintf(`const all = Array.from({length: %d}, (_, i) => globalThis['core' + i]);
		await Promise.all(all.map((core, i) => core.execute('memory', {command: 'create', path: '/memories/' + i, file_text: 'file ' + i})));
		const seen = await Promise.all(all.map((core) => core.ask('files.list', {projectId: 'p', path: '/memories'})));
		return seen.map((list) => list.map((info) => info.path).join()).join(' ')`, n))
	var want []string
	for i := range n {
		want = append(want, fmt.Sprintf("/memories/%d", i))
	}
	assert.Equal(t, strings.Join(want, " "), all)
}

// close answers first and ends the program then.
func TestClose(t *testing.T) {
	w := newWorld(t, jstest.Config{AllowExit: true})
	w.open("core", "")
	require.Equal(t, "null", w.text(`return await core.told(core.call('close', '{}'))`))
	w.Async(`await new Promise((done) => setTimeout(done, 50))`)
	assert.Contains(t, w.text(`try { return await core.told(core.call('tools', '{}')) } catch (e) { return e.message }`), "exited")
}
