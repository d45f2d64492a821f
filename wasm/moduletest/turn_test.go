package moduletest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/clienttools/clienttools/wasm/jshost"
	"github.com/clienttools/clienttools/wasm/jshost/jstest"
)

// Tools in TypeScript are equals: where a part of one throws, at once or later, or
// gives what is none, all others are there, for every API.
func TestOneThrowingToolLeavesTheOthersAlone(t *testing.T) {
	w := newWorld(t, jstest.Config{AllowUnhandled: true})
	w.open("core", "tool: (...args) => globalThis.tool(...args)")
	w.Async(`const plain = {description: 'd', inputSchema: {type: 'object'}, dynamic: []};
		await core.ask('register', {tools: [{...plain, name: 'before'}, {...plain, name: 'host', dynamic: ['description', 'inputSchema', 'systemPrompt', 'override']}, {...plain, name: 'after', systemPrompt: 'Mind.'}]})`)
	good := map[string]string{"description": `'"d"'`, "inputSchema": `'{"type":"object"}'`, "systemPrompt": `'"Look."'`, "override": `'null'`}
	for _, c := range []struct{ name, does string }{
		{"throws at once", "throw new Error('on purpose')"},
		{"rejects", "return Promise.reject(new TypeError('on purpose'))"},
		{"throws nothing", "throw undefined"},
		{"gives nothing", "return undefined"},
		{"gives a number", "return 5"},
		{"gives no JSON", "return '{'"},
	} {
		for part := range good {
			t.Run(c.name+" for "+part, func(t *testing.T) {
				answers := ""
				for each, answer := range good {
					if each != part {
						answers += fmt.Sprintf("if (part === '%s') return %s; ", each, answer)
					}
				}
				w.Eval(fmt.Sprintf("globalThis.tool = (name, part) => { %sif (part === 'execute') return '\"ran\"'; %s }", answers, c.does))
				kept := "before,after"
				if part == "systemPrompt" {
					kept = "before,host,after"
				}
				for _, api := range []string{"anthropic", "openai_chat", "openai_responses", "gemini", "bedrock", "mcp"} {
					assert.Equal(t, kept, w.text(fmt.Sprintf(`const told = await core.ask('definitions', {apiType: '%s', enabledToolNames: ['after', 'host', 'before']});
						return told.flatMap((d) => d.functionDeclarations ?? d).map((d) => (d.function ?? d.toolSpec ?? d).name).join()`, api)), api)
				}
				assert.Contains(t, w.text(`return (await core.ask('systemPrompts', {apiType: 'mcp', enabledToolNames: ['after', 'host', 'before'], context: {projectId: 'p'}})).join()`), "Mind.")
				assert.Equal(t, "ran", w.text(`return (await core.execute('after', {}, {enabledToolNames: ['host', 'after']})).content`))
				w.works("core")
			})
		}
	}
}

// Five calls over the boundary, stopped while the second runs.
func TestFiveCallsAbortedHalfWay(t *testing.T) {
	modes(t, func(t *testing.T, mode jshost.Mode) {
		w := newWorld(t, jstest.Config{Mode: mode})
		w.open("core", `tool: (name, part, args, signal) => new Promise((resolve) => {
			signal.addEventListener('abort', () => setTimeout(() => {
				core.ask('tool.progress', {call: JSON.parse(args).call, message: 'too late'}); // a tool that does not stop at once
				resolve('"too late"');
			}, 5));
			globalThis.begun();
		})`)
		w.Async(`await core.ask('register', {tools: [{name: 'host', description: 'd', inputSchema: {type: 'object'}, dynamic: []}]})`)
		got := w.text(`const control = new AbortController();
			globalThis.begun = () => control.abort();
			const write = (path) => ({name: 'filesystem', input: {action: 'write', path, content: 'x'}});
			const calls = [write('/first'), {name: 'host', input: {}}, write('/third'), {name: 'memory', input: {command: 'create', path: '/memories/fourth', file_text: 'x'}}, {name: 'host', input: {}}];
			const results = await core.ask('run', {apiType: 'anthropic', enabledToolNames: ['host', 'memory', 'filesystem'], context: {projectId: 'p'},
				calls: calls.map((call, i) => ({type: 'tool_use', id: 't' + i, ...call}))}, null, control.signal);
			core.events.length = 0;
			await new Promise((done) => setTimeout(done, 50));
			const files = (await core.ask('files.list', {projectId: 'p', depth: -1})).map((f) => f.path);
			return [...results.map((r) => r.tool_use_id + ' ' + r.is_error + ' ' + r.content), files, core.events.length].join('\n')`)
		const before = " true The call was cancelled before it started; nothing was changed."
		assert.Equal(t, strings.Join([]string{
			"t0 undefined File created successfully at: /first", "t1 true The call was cancelled.", "t2" + before, "t3" + before, "t4" + before, "/first", "0",
		}, "\n"), got)
		w.works("core")
	})
}

// Fifty calls that the page starts at once, to one file.
func TestFiftyAppendsAtOnce(t *testing.T) {
	modes(t, func(t *testing.T, mode jshost.Mode) {
		w := newWorld(t, jstest.Config{Mode: mode})
		w.open("core", "")
		assert.Equal(t, "50 50 0", w.text(`const append = (i) => core.execute('filesystem', {action: 'append', path: '/log', content: 'line ' + i + '\n'});
			const results = await Promise.all(Array.from({length: 50}, (_, i) => append(i)));
			const text = new TextDecoder().decode((await core.call('files.read', '{"projectId":"p","path":"/log"}')).bytes);
			const lines = text.split('\n').slice(0, -1);
			return [lines.length, new Set(lines).size, results.filter((r) => r.isError).length].join(' ')`))
	})
}
