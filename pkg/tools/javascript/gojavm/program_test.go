package gojavm_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestValue(t *testing.T) {
	examples(t, []example{
		{"return", `return 6 * 7`, `42`},
		{"return with a comment", "return 1 // done", `1`},
		{"last expression", "const a = [3, 1];\na.sort()", `[ 1, 3 ]`},
		{"last expression and empty statements", `1 + 1;;`, `2`},
		{"last expression of an if", `if (true) { 'yes' } else { 'no' }`, `yes`},
		{"last expression of a try", `try { JSON.parse('{'); 1 } catch (e) { e.name }`, `SyntaxError`},
		{"declaration gives none", `const x = 1;`, ``},
		{"a loop gives none", `for (const x of [1]) { x }`, ``},
		{"a return anywhere stands alone", `if (false) return 1; 'not me'`, ``},
		{"a return in a function inside is not one", `const f = () => { return 1 }; f() + 1`, `2`},
		{"a promise is awaited", `Promise.resolve(5)`, `5`},
		{"main()", `async function main() { await null; return { ok: true } } main()`, `{ ok: true }`},
		{"await at the top", `const x = await Promise.resolve(3); x * 2`, `6`},
		{"null", `return null`, `null`},
		{"text is shown as it is", `return "it's\n'two' lines"`, "it's\n'two' lines"},
		{"object literal in brackets", `({ a: 1 })`, `{ a: 1 }`},
		{"strict mode", `try { undeclared = 1 } catch (e) { e.name }`, `ReferenceError`},
		{"this is the global object", `this === globalThis`, `true`},
	})
}

func TestErrors(t *testing.T) {
	examples(t, []example{
		{"type error with place", "const o = undefined;\n\no.x;", "! TypeError: Cannot read property 'x' of undefined\n    at script.js:3:3"},
		{"columns of the first line are the user's", "null.x", "! TypeError: Cannot read property 'x' of undefined\n    at script.js:1:6"},
		{"functions have names", "function f() {\n  throw new RangeError('no');\n}\nf();", "! RangeError: no\n    at f (script.js:2:9)\n    at script.js:4:2"},
		{"frames of builtins are left out", "[1].map(() => {\n  throw new Error('x') });", "! Error: x\n    at script.js:2:9\n    at script.js:1:8"},
		{"after an await", "await 1;\nthrow new Error('late');", "! Error: late\n    at script.js:2:7"},
		{"a class of its own", "class MyError extends Error { constructor(m) { super(m); this.name = 'MyError' } }\nthrow new MyError('m')",
			"! MyError: m\n    at script.js:1:53\n    at script.js:2:7"},
		{"a cause", "try { null.x } catch (e) { throw new Error('outer', { cause: e }) }",
			"! Error: outer\n    at script.js:1:34\n  [cause]: TypeError: Cannot read property 'x' of undefined\n      at script.js:1:12"},
		{"no error thrown", `throw { code: 7 }`, `! Uncaught { code: 7 }`},
		{"text thrown", `throw 'oops'`, `! Uncaught 'oops'`},
		{"undefined thrown", `throw undefined`, `! Uncaught undefined`},
		{"a rejected promise", `return Promise.reject(new Error('r'))`, "! Error: r\n    at script.js:1:23"},
		{"what was printed stays", `console.log('a'); throw new Error('b')`, "a\n! Error: b\n    at script.js:1:25"},
		{"in a timer", "setTimeout(() => { throw new Error('t') }, 1);\nawait new Promise(() => {})", "! Error: t\n    at script.js:1:26"},
		{"nothing left to wait for", `await new Promise(() => {})`,
			"! Error: the script waits for a promise that nothing is left to settle (no timer or operation is pending)"},
		{"unhandled rejection", `Promise.reject(new Error('lost')); 1`, "error: Unhandled promise rejection: Error: lost\n    at script.js:1:16\n1"},
		{"rejection handled later", `const p = Promise.reject(1); await null; p.catch(() => {}); 1`, "1"},
		{"halt", `console.log('a'); halt('enough'); console.log('b')`, "a\n! enough"},
		{"halt cannot be caught", `try { halt('x') } catch { console.log('caught') } finally { console.log('finally') }`, "! x"},
		{"getter of the result throws", `return { get [Symbol.toStringTag]() { throw new Error('g') } }`, "! Error: g\n    at script.js:1:45"},
	})
}

func TestSyntaxErrors(t *testing.T) {
	examples(t, []example{
		{"place and line", "let a = 1;\nlet = ;", "! SyntaxError: Unexpected token ;\n    at script.js:2:7\n      let = ;\n            ^"},
		{"first line", "let 1a", "! SyntaxError: Unexpected token ILLEGAL\n    at script.js:1:5\n      let 1a\n          ^"},
		{"end of the code", "if (true) {\n  f(", "! SyntaxError: Unexpected end of input\n    at script.js:2:5"},
		{"closing the function", "}); console.log('out'); (async () => {", "! SyntaxError: Unexpected token '}'"},
		{"declared twice", "let a;\nlet a;", "! SyntaxError: Identifier 'a' has already been declared\n    at script.js:2:5\n      let a;\n          ^"},
	})
	out := run(t, strings.Repeat("[", 5000)+strings.Repeat("]", 5000))
	assert.Contains(t, out.Error, "brackets nest deeper than 1000")
}

func TestLibrary(t *testing.T) {
	r := newRig(t, map[string]string{
		"/lib/b.js":     "console.log('b sees', typeof a); function twice(n) { return n * 2 }\nclass Point { x = 1 }\nconst limit = 10;",
		"/lib/a.js":     "var a = 1; console.log('ready')",
		"/lib/c.js":     "const x = 1;\nnull.y;",
		"/lib/d.js":     "await null; console.log('awaited'); null.z",
		"/lib/e.js":     "let = 1",
		"/lib/f.ts":     "const x: number = 1",
		"/lib/g.txt":    "not a script",
		"/lib/sub/h.js": "console.log('not this')",
	})
	out := r.run(`return [a, twice(4), new Point().x, limit]`)
	assert.Equal(t, `[ 1, 8, 1, 10 ]`, text(out))
	got := ""
	for _, lib := range out.Library {
		got += lib.Name + ":"
		for _, line := range lib.Console {
			got += " " + line.Text
		}
		got += " " + lib.Error + "\n"
	}
	assert.Equal(t, "a.js: ready \nb.js: b sees number \n"+
		"c.js: TypeError: Cannot read property 'y' of undefined\n    at /lib/c.js:2:6\n"+
		"d.js: awaited TypeError: Cannot read property 'z' of undefined\n    at /lib/d.js:1:42\n"+
		"e.js: SyntaxError: Unexpected strict mode reserved word\n    at /lib/e.js:1:1\n      let = 1\n      ^\n"+
		"f.ts: SyntaxError: TypeScript is not available here; write plain JavaScript\n    at /lib/f.ts:1:1\n", got)
}

func TestLibraryHalts(t *testing.T) {
	r := newRig(t, map[string]string{"/lib/a.js": "console.log('x'); halt('stop')", "/lib/b.js": "console.log('never')"})
	out := r.run(`console.log('never')`)
	assert.True(t, out.Halted)
	assert.Equal(t, "stop", out.Error)
	assert.Len(t, out.Library, 1)
	assert.Empty(t, out.Console)
}

func TestNothingIsKept(t *testing.T) {
	r := newRig(t, nil)
	r.run(`globalThis.kept = 1; Array.prototype.evil = 1; Object.prototype.worse = 1; JSON.parse = null; return 1`)
	assert.Equal(t, `[ 'undefined', undefined, undefined, 'function' ]`, text(r.run(`return [typeof kept, [].evil, ({}).worse, typeof JSON.parse]`)))
}
