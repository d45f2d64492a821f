package lower_test

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/clienttools/clienttools/pkg/tools/javascript"
	"github.com/clienttools/clienttools/pkg/tools/javascript/gojavm"
	"github.com/clienttools/clienttools/pkg/tools/javascript/lower"
	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
	"github.com/clienttools/clienttools/pkg/vfs"
	"github.com/clienttools/clienttools/pkg/vfs/store/memory"
	"github.com/spf13/afero"
)

var engine = gojavm.NewWith(gojavm.Options{Lower: lower.Lower})

type host struct{ files script.FileSystem }

func (h host) Files() script.FileSystem { return h.files }
func (host) Console(script.Line)        {}

// run runs code over files; the text is what the console printed, the library's
// errors, and the value or the error.
func run(t *testing.T, files map[string]string, job script.Job) string {
	t.Helper()
	projects := vfs.NewProjects(memory.New(), vfs.Config{})
	defer projects.Close()
	transaction, err := projects.Begin(t.Context(), "p")
	require.NoError(t, err)
	defer transaction.Rollback()
	for name, text := range files {
		require.NoError(t, transaction.FS().MkdirAll("/lib", 0o755))
		require.NoError(t, afero.WriteFile(transaction.FS(), name, []byte(text), 0o644))
	}
	job.LoadLib = true
	out, err := engine.Run(t.Context(), job, host{javascript.NewFileSystem(transaction.FS())})
	require.NoError(t, err)
	text := ""
	for _, lib := range out.Library {
		if lib.Error != "" {
			text += lib.Name + ": " + lib.Error + "\n"
		}
	}
	for _, line := range out.Console {
		text += line.Text + "\n"
	}
	if out.Error != "" {
		return text + "! " + out.Error
	}
	return text + out.Value
}

func TestLower(t *testing.T) {
	files := map[string]string{
		"/lib/shapes.ts": "enum Kind { Circle = 1, Square }\ninterface Shape { kind: Kind }\nfunction area(s: Shape): number {\n  return s.kind;\n}\n",
		"/lib/tools.ts":  "export type Id = string;\nexport const id = (x: Id): Id => x;\nexport default class Tool<T> { constructor(public value: T) {} }\n",
		"/lib/slow.js":   "async function* slow() { yield 1; yield 2 }",
		"/broken.ts":     "const a: number = 1;\n\nfunction boom(): never {\n  throw new Error('ts');\n}\nexport const b = boom();",
		"/wrong.ts":      "export const a: = 1;",
	}
	for _, e := range []struct{ name, language, code, want string }{
		{"types", "typescript", "const n: number = 41;\ninterface A { b?: string }\nconst f = <T,>(x: T): T => x;\nreturn f(n as number)! + 1", `42`},
		{"types that nobody declared", "", "const n: number = 41;\nn + 1", `42`},
		{"last expression", "typescript", "type A = { b: number };\nconst a: A = { b: 1 };\na", `{ b: 1 }`},
		{"await and return at the top", "typescript", "const x: number = await Promise.resolve(1);\nif (x) return 'one';", `one`},
		{"enums and parameter properties", "typescript", "enum E { A, B = 'b' }\nclass P { constructor(readonly x: number) {} }\n[E.A, E.B, new P(3).x]", `[ 0, 'b', 3 ]`},
		{"async generators", "", "async function* g() { yield 1; yield await Promise.resolve(2) }\nconst out = [];\nfor await (const x of g()) out.push(x);\nout", `[ 1, 2 ]`},
		{"for await at the top", "", "let n = 0; for await (const x of [Promise.resolve(1), 2]) n += x; n", `3`},
		{"async iteration of a class", "", "class C { async *[Symbol.asyncIterator]() { yield 1 } }\nlet n = 0; for await (const x of new C()) n += x; return n", `1`},
		{"a wrong first line", "typescript", "await 1; return const;", "! SyntaxError: Unexpected \"const\"\n    at script.js:1:17\n      await 1; return const;\n                      ^"},
		{"first line of code with await and return", "typescript", "const x: number = await 1; null.x; return x", "! TypeError: Cannot read property 'x' of undefined\n    at script.js:1:33"},
		{"using", "", "const log = []; { using r = { [Symbol.dispose]() { log.push('gone') } }; log.push('in') } log", `[ 'in', 'gone' ]`},
		{"decorators", "", "const twice = (f) => function (...a) { return 2 * f.apply(this, a) };\nclass A { @twice f(x) { return x } }\nnew A().f(4)", `8`},
		{"accessor", "", "class A { accessor x = 1 }\nnew A().x", `1`},
		{"imports stay imports", "typescript", "import fs from 'fs';\nimport Tool, { id, type Id } from '/lib/tools.ts';\nconst i: Id = id('x');\n[new Tool(i).value, fs.existsSync('/none')]", `[ 'x', false ]`},
		{"a default export", "typescript", "const x: number = 1;\nexport default { x };", `{ x: 1 }`},
		{"library scripts", "", "[area({ kind: Kind.Square }), id('y'), (await slow().next()).value]", `[ 2, 'y', 1 ]`},
		{"places of errors", "typescript", "interface A { b: string }\n\nfunction f(a: A): string {\n  return (a as any).none.x;\n}\nf({ b: '' });",
			"! TypeError: Cannot read property 'x' of undefined\n    at f (script.js:4:26)\n    at script.js:6:3"},
		{"places below what was added", "", "async function* g() {\n  yield 1;\n  null.x;\n}\nfor await (const x of g()) {\n}", "! TypeError: Cannot read property 'x' of undefined\n    at script.js:3:8\n    at script.js:5:1"},
		{"places in a file", "", "import { b } from './broken.ts';", "! Error: ts\n    at boom (/broken.ts:4:9)\n    at /broken.ts:6:23\n    at script.js:1:20"},
		{"wrong TypeScript", "typescript", "const a: = 1;", "! SyntaxError: Unexpected \"=\"\n    at script.js:1:10\n      const a: = 1;\n               ^"},
		{"wrong TypeScript in a file", "", "try { require('./wrong.ts') } catch (e) { e.name }", `SyntaxError`},
		{"wrong JavaScript keeps its message", "", "let a = 1;\nlet b = ;", "! SyntaxError: Unexpected token ;\n    at script.js:2:9\n      let b = ;\n              ^"},
		{"a map of the user's own is nobody's", "typescript", "const a: number = 1;\na\n//# sourceMappingURL=/etc/hostname", `1`},
		{"nothing", "typescript", "", ``},
		{"types only", "typescript", "type A = string;", ``},
	} {
		t.Run(e.name, func(t *testing.T) {
			assert.Equal(t, e.want, run(t, files, script.Job{Code: e.code, Language: e.language}))
		})
	}
}

// TestProbes goes through the engine's list of features again: those marked with ~
// work with this package.
func TestProbes(t *testing.T) {
	file, err := os.Open("../gojavm/testdata/probes.txt")
	require.NoError(t, err)
	defer file.Close()
	holds, all := 0, 0
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		name, code, ok := strings.Cut(scanner.Text(), " :: ")
		if !ok {
			continue
		}
		all++
		value := run(t, nil, script.Job{Code: code})
		if value == "true" {
			holds++
		}
		assert.Equal(t, name[0] != '-', value == "true", "%s: %s", name, value)
	}
	require.NoError(t, scanner.Err())
	t.Logf("%d of %d features hold with rewriting", holds, all)
}

func FuzzLower(f *testing.F) {
	f.Add("const a: number = 1", true)
	f.Add("for await (const x of y) {}", false)
	f.Fuzz(func(t *testing.T, code string, typeScript bool) {
		_, err := lower.Lower(t.Context(), script.Source{Name: "script.js", Code: code, TypeScript: typeScript})
		if err != nil {
			require.ErrorAs(t, err, new(*script.SyntaxError))
		}
	})
}
