package moduletest

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/clienttools/clienttools/wasm/jshost"
	"github.com/clienttools/clienttools/wasm/jshost/jstest"
)

func TestMethods(t *testing.T) {
	modes(t, func(t *testing.T, mode jshost.Mode) {
		w := newWorld(t, jstest.Config{Mode: mode})
		w.open("core", "tool: async () => '\"x\"'")
		// In order: each may build on those before it.
		for _, c := range []struct{ name, code, want string }{
			{"info", `return Object.keys(core.info) + core.info.module + core.info.go.startsWith('go1.')`, `module,version,goclienttoolstrue`},
			{"tools", `return (await core.ask('tools')).slice(0, 3).map((t) => t.name).join()`, `memory,javascript,filesystem`},
			{"files.write", `const i = await core.ask('files.write', {projectId: 'p', path: '/a.bin'}, new Uint8Array([0xef, 0xbb, 0xbf, 0, 255])); return i.path + i.size + i.binary`, `/a.bin5true`},
			{"files.write, empty", `return (await core.ask('files.write', {projectId: 'p', path: '/empty'}, new Uint8Array())).size`, `0`},
			{"files.read", `return core.told(core.call('files.read', '{"projectId":"p","path":"/a.bin"}'))`, `null [239,187,191,0,255]`},
			{"files.read, empty", `return (await core.call('files.read', '{"projectId":"p","path":"/empty"}')).bytes instanceof Uint8Array`, `true`},
			{"files.stat", `return (await core.ask('files.stat', {projectId: 'p', path: '/a.bin'})).kind`, `file`},
			{"files.stat of nothing", `return await core.ask('files.stat', {projectId: 'p', path: '/none'})`, `null`},
			{"names in one form", `const i = await core.ask('files.write', {projectId: 'u', path: '/e\u0301\ufeff.txt'}, new Uint8Array()); await core.ask('deleteProject', {projectId: 'u'}); return escape(i.path)`, `/%E9%uFEFF.txt`},
			{"files.mkdir", `return await core.ask('files.mkdir', {projectId: 'p', path: '/d'})`, `null`},
			{"files.copy", `return await core.ask('files.copy', {projectId: 'p', from: '/a.bin', to: '/d/b'})`, `null`},
			{"files.rename", `return await core.ask('files.rename', {projectId: 'p', from: '/d/b', to: '/d/c'})`, `null`},
			{"files.list", `return (await core.ask('files.list', {projectId: 'p', depth: -1})).map((i) => i.path).join()`, `/a.bin,/d,/d/c,/empty`},
			{"files.versions", `await core.ask('files.write', {projectId: 'p', path: '/d/c'}, new Uint8Array([1])); globalThis.versions = await core.ask('files.versions', {projectId: 'p', path: '/d/c'}); return versions.length`, `2`},
			{"files.readVersion", `return (await core.call('files.readVersion', JSON.stringify({projectId: 'p', path: '/d/c', version: versions[1].version}))).bytes.length`, `5`},
			{"files.revert", `return (await core.ask('files.revert', {projectId: 'p', path: '/d/c', version: versions[1].version})).size`, `5`},
			{"files.remove", `return await core.ask('files.remove', {projectId: 'p', path: '/d/c'})`, `null`},
			{"files.trash", `globalThis.trash = await core.ask('files.trash', {projectId: 'p'}); return trash.length + trash[0].path`, `1/d/c`},
			{"files.restore", `return await core.ask('files.restore', {projectId: 'p', id: trash[0].id})`, `/d/c`},
			{"files.purge", `return await core.ask('files.purge', {projectId: 'p'})`, `null`},
			{"files.exportZip", `globalThis.zip = (await core.call('files.exportZip', '{"projectId":"p"}')).bytes; return String.fromCharCode(zip[0], zip[1])`, `PK`},
			{"files.importZip", `return (await core.ask('files.importZip', {projectId: 'q'}, zip)).written.join()`, `/a.bin,/d/c,/empty`},
			{"files.usage", `return (await core.ask('files.usage', {projectId: 'q'})).files`, `3`},
			{"files.compact", `return typeof (await core.ask('files.compact', {projectId: 'q'})).after`, `number`},
			{"projects", `return (await core.ask('projects')).map((p) => p.id).join()`, `p,q`},
			{"deleteProject", `await core.ask('deleteProject', {projectId: 'q'}); return (await core.ask('projects')).length`, `1`},
			{"register", `return (await core.ask('register', {tools: [{name: 'host', description: 'd', inputSchema: {type: 'object'}, dynamic: []}]})).at(-1).name`, `host`},
			{"definitions", `return (await core.ask('definitions', {apiType: 'openai_chat', enabledToolNames: ['host', 'memory']})).map((d) => d.function.name).join()`, `memory,host`},
			{"systemPrompts", `return Array.isArray(await core.ask('systemPrompts', {apiType: 'openai_chat', enabledToolNames: ['memory'], context: {projectId: 'p'}}))`, `true`},
			{"toolsSection", `return (await core.ask('toolsSection', {enabledToolNames: ['host']}))`, "## Available Tools\n\n### General Tools\n\n- **host**: d"},
			{"execute", `return (await core.execute('memory', {command: 'create', path: '/memories/a', file_text: 'ü 😀'})).isError`, `undefined`},
			{"execute of the application's", `return (await core.execute('host', {})).content`, `x`},
			{"run", `return JSON.stringify(await core.ask('run', {apiType: 'anthropic', enabledToolNames: ['host'], context: {projectId: 'p'}, calls: [{type: 'tool_use', id: '1', name: 'host', input: {}}, {type: 'tool_use', id: '2', name: 'no', input: {}}]}))`,
				`[{"type":"tool_result","tool_use_id":"1","content":"x"},{"type":"tool_result","tool_use_id":"2","content":"Unknown tool: no. Enabled tools: host","is_error":true}]`},
			{"unregister", `return (await core.ask('unregister', {name: 'host'})).some((t) => t.name === 'host')`, `false`},
			{"migrateProject", `return (await core.ask('migrateProject', {project: {memoryEnabled: true}})).project.enabledTools.join()`, `memory`},
			{"migrateAgents", `return (await core.ask('migrateAgents', {agents: [{enabled_tools: ['WebTool']}]})).agents[0].enabled_tools.join()`, `web`},
			{"store.changed", `return await core.ask('store.changed', {projectId: 'p', seq: 1})`, `null`},
			{"tool.progress", `return await core.ask('tool.progress', {call: '99'})`, `null`},
			{"events", `return [...new Set(core.events.map((e) => e[0]))].sort().join()`, `activity,files,tools`},
			{"reset", `await core.ask('reset'); return (await core.ask('tools')).length + (await core.ask('projects')).length`, `0`},
			{"close", `return await core.told(core.call('close', '{}'))`, `null`},
		} {
			t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, w.text(c.code)) })
		}
	})
}

// What a realm may do wrong: a clear error each, no panic, and the next call works.
func TestBadInput(t *testing.T) {
	w := newWorld(t, jstest.Config{})
	w.open("core", "")
	for _, c := range []struct{ name, code, want string }{
		{"unknown method", `core.call('tolls', '{}')`, `Error invalid_argument: unknown method "tolls"; did you mean tools?`},
		{"no arguments", `core.call()`, `Error invalid_argument: want (method, args, bytes?, signal?), got 0 arguments`},
		{"method a symbol", `core.call(Symbol.iterator, '{}')`, `Error invalid_argument: method must be a string, got symbol`},
		{"args an object", `core.call('tools', {})`, `Error invalid_argument: args must be a string with JSON, got object`},
		{"args nothing", `core.call('tools', '')`, `Error invalid_argument: args is broken JSON at byte 0: unexpected end of JSON input`},
		{"args broken", `core.call('tools', '{"a":')`, `Error invalid_argument: args is broken JSON at byte 5: unexpected end of JSON input`},
		{"args with NUL", `core.call('tools', '{}\0')`, `Error invalid_argument: args is broken JSON at byte 3: invalid character '\x00' after top-level value`},
		{"method with NUL", `core.call('tools\0', '{}')`, `Error invalid_argument: unknown method "tools\x00"; did you mean tools?`},
		{"method a lone surrogate", `core.call('\ud800', '{}')`, "Error invalid_argument: unknown method \"\ufffd\"; there are start, close, reset, tools"},
		{"args that are deep", `core.call('files.list', '{"projectId":' + '['.repeat(9000) + ']'.repeat(9000) + '}')`, `Error invalid_argument: projectId is nested deeper than 200 levels`},
		{"args that are deeper", `core.call('files.list', '['.repeat(20000) + ']'.repeat(20000))`, `Error invalid_argument: args is broken JSON at byte 10001: invalid character '[' exceeded max depth`},
		{"missing project id", `core.call('files.list', '{}')`, `Error invalid_argument: projectId is missing`},
		{"project id a number", `core.call('files.list', '{"projectId":5}')`, `Error invalid_argument: projectId must be a string, got number`},
		{"project id a lone surrogate", `core.call('files.list', JSON.stringify({projectId: '\udc00'}))`, `Error invalid_argument: projectId has a control character or half a surrogate pair`},
		{"path with NUL", `core.call('files.read', JSON.stringify({projectId: 'p', path: '/a\0'}))`, `Error invalid_argument: `},
		{"path with ..", `core.call('files.write', '{"projectId":"p","path":"/../a"}', new Uint8Array(1))`, `Error invalid_argument: `},
		{"path of 10 MB", `core.call('files.read', JSON.stringify({projectId: 'p', path: 'x'.repeat(10e6)}))`, `Error invalid_argument: `},
		{"bytes a string", `core.call('files.write', '{"projectId":"p","path":"/a"}', 'text')`, `Error invalid_argument: bytes must be a Uint8Array, null or left out`},
		{"bytes left out", `core.call('files.write', '{"projectId":"p","path":"/a"}')`, `Error invalid_argument: files.write needs bytes`},
		{"signal a string", `core.call('tools', '{}', null, 'x')`, `Error invalid_argument: signal must be an AbortSignal, null or left out`},
		{"no such file", `core.call('files.read', '{"projectId":"p","path":"/none"}')`, `Error invalid_argument: `},
		{"tools that cannot be registered", `core.call('register', '{"tools":[{"name":"x"}]}')`, `Error invalid_argument: tools cannot be registered: the host object has no function tool`},
		{"script that does not run", `core.call('sandbox.files', '{"run":"1","op":"readFile"}')`, `Error invalid_argument: run "1" is not running`},
		{"started already", `core.call('start', '{}')`, `Error invalid_argument: start was called already`},
	} {
		t.Run(c.name, func(t *testing.T) {
			told := w.text("return await core.told(" + c.code + ")")
			assert.Contains(t, told, c.want)
			assert.Less(t, len(told), 900, "no error repeats megabytes")
			w.works("core")
		})
	}
}

// What a model may do wrong is text for the model.
func TestBadCallsOfModels(t *testing.T) {
	w := newWorld(t, jstest.Config{})
	w.open("core", "")
	for _, c := range []struct{ name, code, want string }{
		{"unknown tool", `core.execute('no', {})`, `Unknown tool: no. Enabled tools: `},
		{"a name of 10 MB", `core.execute('x'.repeat(10e6), {})`, `Unknown tool: xxx`},
		{"no input", `core.execute('memory')`, `command is missing`},
		{"broken JSON", `core.execute('memory', '{"command":')`, `not valid JSON`},
		{"an array", `core.execute('memory', [])`, `must be an object`},
		{"wrong types", `core.execute('memory', {command: 5})`, `command`},
		{"deep", `core.execute('memory', '{"a":'.repeat(9000) + '1' + '}'.repeat(9000))`, `nested deeper than 200 levels`},
		{"10 MB of text", `core.execute('memory', {command: 'view', path: '/memories/' + 'x'.repeat(10e6)})`, `Error`},
		{"lone surrogates", `core.execute('memory', {command: 'view', path: '/memories/\ud800'})`, `does not exist`},
		{"NUL", `core.execute('memory', {command: 'view', path: '/memories/\0'})`, `Error`},
		{"no sandbox", `core.execute('javascript', {code: '1'})`, ``},
		{"unknown option", `core.execute('memory', {}, {toolOptions: {memory: {none: true}}})`, `none`},
	} {
		t.Run(c.name, func(t *testing.T) {
			content := w.text("const r = await " + c.code + "; return r.isError ? r.content.slice(0, 1000) : 'no error: ' + r.content")
			assert.Contains(t, content, c.want)
			assert.NotContains(t, content, "no error: ")
			assert.NotContains(t, content, "panic")
			w.works("core")
		})
	}
	assert.Equal(t, "10000000", w.text(`await core.ask('files.write', {projectId: 'p', path: '/big'}, new TextEncoder().encode('ü'.repeat(5e6)));
		return (await core.call('files.read', '{"projectId":"p","path":"/big"}')).bytes.length`))
}
