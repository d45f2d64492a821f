package gojavm_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/clienttools/clienttools/pkg/tools/javascript/script"
)

func TestConsole(t *testing.T) {
	examples(t, []example{
		{"levels", `console.log('a'); console.info('b'); console.debug('c'); console.warn('d'); console.error('e');`,
			"a\ninfo: b\ndebug: c\nwarn: d\nerror: e\n"},
		{"several values", `console.log('a', 1, true, null, undefined, [1], { b: 'c' });`, "a 1 true null undefined [ 1 ] { b: 'c' }\n"},
		{"nothing", `console.log();`, "\n"},
		{"specifiers", `console.log('%s %d %i %f %j %o %O %% %c|', 's', 4.5, 4.9, '1.5', { a: 1 }, { b: 2 }, [3], 'css', 'rest', 5);`,
			"s 4.5 4 1.5 {\"a\":1} { b: 2 } [ 3 ] % | rest 5\n"},
		{"specifier without a value", `console.log('100%', 5, '%s'); console.log('%d');`, "100% 5 %s\n%d\n"},
		{"specifier of the wrong kind", `console.log('%d %i', {}, 'x');`, "NaN NaN\n"},
		{"groups", "console.group('G'); console.log('a\\nb'); console.group(); console.warn('c'); console.groupEnd(); console.groupEnd(); console.log('d');",
			"G\n  a\n  b\nwarn:     c\nd\n"},
		{"count", `console.count(); console.count('x'); console.count(); console.countReset(); console.count();`,
			"default: 1\nx: 1\ndefault: 2\ndefault: 1\n"},
		{"assert", `console.assert(true, 'no'); console.assert(1 > 2, 'math %s', 'fails'); console.assert(false);`,
			"error: Assertion failed: math fails\nerror: Assertion failed\n"},
		{"timeEnd without time", `console.timeEnd('t');`, "warn: No such label 't' for console.time()\n"},
		{"dir", `console.dir({ a: 1 }, { depth: 0 });`, "{ a: 1 }\n"},
		{"table of objects", `console.table([{ a: 1, b: 'x' }, { a: 2, c: true }]);`,
			"┌─────────┬───┬─────┬──────┐\n│ (index) │ a │ b   │ c    │\n├─────────┼───┼─────┼──────┤\n│ 0       │ 1 │ 'x' │      │\n│ 1       │ 2 │     │ true │\n└─────────┴───┴─────┴──────┘\n"},
		{"table with columns", `console.table([{ a: 1, b: 2 }], ['b']);`,
			"┌─────────┬───┐\n│ (index) │ b │\n├─────────┼───┤\n│ 0       │ 2 │\n└─────────┴───┘\n"},
		{"table of a map", `console.table(new Map([['k', 1]]));`,
			"┌───────────────────┬─────┬────────┐\n│ (iteration index) │ Key │ Values │\n├───────────────────┼─────┼────────┤\n│ 0                 │ 'k' │ 1      │\n└───────────────────┴─────┴────────┘\n"},
		{"table of no object", `console.table(5);`, "5\n"},
		{"stdout", `process.stdout.write('a'); process.stdout.write('b\nc'); console.log('d'); process.stdout.write('e'); return`, "ab\nc\nd\ne\n"},
		{"trace", "function f() { console.trace('here') }\nf();", "Trace: here\n    at f (script.js:1:29)\n    at script.js:2:2\n"},
		{"an error", `console.log(new Error('boom'));`, "Error: boom\n    at script.js:1:13\n"},
		{"an error with properties", `console.log(Object.assign(new Error('boom'), { code: 'E' }));`, "Error: boom\n    at script.js:1:27 {\n  code: 'E'\n}\n"},
		{"an error inside", `console.log({ e: Object.assign(new Error('x'), { stack: 'Error: x' }) });`, "{ e: [Error: x] }\n"},
	})
}

func TestConsoleLimit(t *testing.T) {
	r := newRig(t, nil)
	out, err := r.try(t.Context(), script.Job{
		Code:   `for (let i = 0; i < 1000; i++) console.log('line ' + i); return 'done'`,
		Limits: script.Limits{OutputChars: 200},
	})
	assert.NoError(t, err)
	assert.Equal(t, "done", out.Value)
	assert.Equal(t, "line 0", out.Console[0].Text)
	assert.Equal(t, "line 999", out.Console[len(out.Console)-1].Text)
	all := text(out)
	assert.Contains(t, all, "warn: [")
	assert.Contains(t, all, "characters of console output left out: the limit is 200]")
	assert.Less(t, len(all), 400)

	out, err = r.try(t.Context(), script.Job{Code: `console.log('é'.repeat(1000)); return 'x'.repeat(1000)`, Limits: script.Limits{OutputChars: 100}})
	assert.NoError(t, err)
	assert.Less(t, len(out.Console[0].Text), 200)
	assert.Contains(t, out.Value, "[900 characters left out: the limit is 100]")
	assert.True(t, strings.HasPrefix(out.Value, "xxx") && strings.HasSuffix(out.Value, "xxx"))
}

func TestConsoleIsHeard(t *testing.T) {
	r := newRig(t, nil)
	r.run(`console.log('a'); console.error('b');`)
	assert.Equal(t, []script.Line{{Level: "log", Text: "a"}, {Level: "error", Text: "b"}}, r.lines)
}
