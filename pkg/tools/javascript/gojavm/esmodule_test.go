package gojavm_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestModules(t *testing.T) {
	files := map[string]string{
		"/lib/stats.js": "// helpers\nexport function mean(a) { return sum(a) / a.length }\nexport const sum = (a) => a.reduce((x, y) => x + y, 0), zero = 0;\n" +
			"export let { a: first, b: [second = 2, ...others], ...rest } = { a: 1, b: [] };\nexport class Box {}\nexport default { name: 'stats' };\n",
		"/lib/plain.js":  "function plain() { return 'plain' }",
		"/src/index.js":  "import stats, { mean as average } from '/lib/stats.js';\nexport { average };\nexport * from './more.js';\nexport { default as again } from '../lib/stats';\nexport default async function main() { return stats.name }",
		"/src/more.js":   "export async function later() { return 1 }\nexport function* count() { yield 1 }\nvar hidden = 1; export var shown = hidden;",
		"/src/common.js": "exports.a = 1; exports.f = () => 'f'",
		"/src/data.json": `{"k": 1}`,
		"/src/broken.js": "export const x = 1;\nnull.y;",
		"/src/wrong.js":  "export const x = ;",
	}
	for _, e := range []example{
		{"a module of the platform", "import fs from 'fs';\nimport * as path from 'node:path';\nimport { readFile, writeFile as write } from 'fs/promises';\nawait write('/x', 'hi');\n[path.join('a', 'b'), await readFile('/x', 'utf8'), fs.existsSync('/x')]",
			`[ 'a/b', 'hi', true ]`},
		{"over several lines", "import {\n  mean, // the average\n  sum as total,\n} from '/lib/stats.js';\n\nconsole.log(mean([1, 3]), total([1, 3]));\nnull.x",
			"2 4\n! TypeError: Cannot read property 'x' of undefined\n    at script.js:7:6"},
		{"everything a file exports", "import * as s from '/lib/stats.js';\nObject.keys(s).sort().join()", `Box,default,first,mean,others,rest,second,sum,zero`},
		{"default and named", "import d, { first, second } from '/lib/stats.js'\n;[d, first, second]", `[ { name: 'stats' }, 1, 2 ]`},
		{"by its name in lib", "import { sum } from 'stats';\nsum([1, 2])", `3`},
		{"exports of the library are global", `[mean([4]), typeof Box, plain()]`, `[ 4, 'function', 'plain' ]`},
		{"one module through another", "import main, { average, later, shown, again, count } from '/src';\n[await main(), average([2]), await later(), shown, again.name, [...count()]]",
			`[ 'stats', 2, 1, 1, 'stats', [ 1 ] ]`},
		{"a CommonJS file", "import c, { a } from './src/common.js';\n[c.f(), a]", `[ 'f', 1 ]`},
		{"a JSON file", "import data from './src/data.json' with { type: 'json' };\ndata.k", `1`},
		{"for its effect", "import './src/common.js';\n1", `1`},
		{"dynamic", "const { default: fs, readFileSync } = await import('fs');\nconst s = await import('/lib/stats.js');\n[fs.readFileSync === readFileSync, s.default.name]", `[ true, 'stats' ]`},
		{"dynamic and missing", "await import('./none.js').catch((e) => e.code)", `MODULE_NOT_FOUND`},
		{"default export is the value", "const x = 2;\nexport default { x };", `{ x: 2 }`},
		{"named default function", "export default function f() { return 1 }", `[Function: f]`},
		{"anonymous default class", "export default class { a = 1 }", `[class (anonymous)]`},
		{"exports without a default give none", "export const x = 1;", ``},
		{"no export: the last expression", "import fs from 'fs';\n1 + 1", `2`},
		{"return in a module", "import fs from 'fs';\nreturn 5", `5`},
		{"one that is missing", "import x from './none.js';\n1", "! Error: Cannot find module './none.js'\n    at script.js:1:51"},
		{"an error inside", "import { x } from './src/broken.js';\n1", "! TypeError: Cannot read property 'y' of undefined\n    at /src/broken.js:2:6\n    at script.js:1:20"},
		{"a syntax error inside", "import { x } from './src/wrong.js';\n1", "! SyntaxError: Unexpected token ;\n    at /src/wrong.js:1:18\n      export const x = ;\n                       ^\n    at script.js:1:20"},
		{"a wrong import", "import fs frm 'fs';", "! SyntaxError: Unexpected reserved word\n    at script.js:1:1\n      import fs frm 'fs';\n      ^"},
		{"import in text stays", "const s = `\nimport x from 'y';\nexport default 1;\n`;\ns.length", `38`},
		{"export in text beside a real one", "export const s = `\nexport const t = 1;\n`;\nexport default s.length", `21`},
	} {
		t.Run(e.name, func(t *testing.T) {
			out := newRig(t, files).run(e.code)
			for _, lib := range out.Library {
				assert.Empty(t, lib.Error)
			}
			assert.Equal(t, e.want, text(out))
		})
	}
}
