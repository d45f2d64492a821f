package gojavm_test

import "testing"

// What Node 20 prints for each of these, with a depth of 4.
func TestInspect(t *testing.T) {
	examples(t, []example{
		{"plain", `({ a: 1, b: 'x', c: [1, 2], d: { e: {} }, 'f-g': null, "it's": undefined })`,
			"{\n  a: 1,\n  b: 'x',\n  c: [ 1, 2 ],\n  d: { e: {} },\n  'f-g': null,\n  \"it's\": undefined\n}"},
		{"quotes", "[\"it's\", 'say \"it\\'s\"', 'a\\n\\t\\\\', '\\u0001']", "[ \"it's\", `say \"it's\"`, 'a\\n\\t\\\\', '\\x01' ]"},
		{"depth", `({ a: { b: { c: { d: { e: { f: 1 } } } } } })`, "{\n  a: {\n    b: { c: { d: { e: [Object] } } }\n  }\n}"},
		{"depth of lists", `[[[[[[1]]]]]]`, "[\n  [\n    [ [ [ [Array] ] ] ]\n  ]\n]"},
		{"cycle", `const o = { n: 1 }; o.self = o; o.list = [o]; o`, `<ref *1> { n: 1, self: [Circular *1], list: [ [Circular *1] ] }`},
		{"breaks long objects", `({ name: 'alpha beta gamma delta', other: 'another long string here', third: 'yes this is it okay' })`,
			"{\n  name: 'alpha beta gamma delta',\n  other: 'another long string here',\n  third: 'yes this is it okay'\n}"},
		{"many numbers", `Array.from({ length: 30 }, (_, i) => i)`,
			"[\n   0,  1,  2,  3,  4,  5,  6,  7,  8,\n   9, 10, 11, 12, 13, 14, 15, 16, 17,\n  18, 19, 20, 21, 22, 23, 24, 25, 26,\n  27, 28, 29\n]"},
		{"a hundred items", `Array.from({ length: 103 }, () => 0)`,
			"[\n" + lines("  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,\n", 8) + "  0, 0, 0, 0,\n  ... 3 more items\n]"},
		{"columns of text", `['apple', 'banana', 'cherry', 'dragonfruit', 'elderberry', 'fig', 'grape', 'honeydew']`,
			"[\n  'apple',\n  'banana',\n  'cherry',\n  'dragonfruit',\n  'elderberry',\n  'fig',\n  'grape',\n  'honeydew'\n]"},
		{"short texts in columns", `['a', 'bb', 'ccc', 'd', 'e', 'f', 'g', 'h']`, "[\n  'a', 'bb', 'ccc',\n  'd', 'e',  'f',\n  'g', 'h'\n]"},
		{"holes", `[1, , 3, , , 4]`, `[ 1, <1 empty item>, 3, <2 empty items>, 4 ]`},
		{"a very sparse list", `const a = []; a[1e9] = 1; a[5] = 2; a`, `[ <5 empty items>, 2, <999999994 empty items>, 1 ]`},
		{"list with properties", `Object.assign([1], { x: 2 })`, `[ 1, x: 2 ]`},
		{"map and set", `[new Map([['a', { x: 1 }], [{ k: 1 }, [2]]]), new Set([1, 'a']), new Map(), new Set()]`,
			`[
  Map(2) { 'a' => { x: 1 }, { k: 1 } => [ 2 ] },
  Set(2) { 1, 'a' },
  Map(0) {},
  Set(0) {}
]`},
		{"weak", `[new WeakMap(), new WeakSet()]`, `[ WeakMap { <items unknown> }, WeakSet { <items unknown> } ]`},
		{"date and regexp", `[new Date(0), new Date(NaN), /a\/b/gi]`, `[ 1970-01-01T00:00:00.000Z, Invalid Date, /a\/b/gi ]`},
		{"classes", `class A { x = 1; #p = 2 } class B extends A { get y() { return 1 } } [new A(), new B(), A, B, class {}]`,
			"[\n  A { x: 1 },\n  B { x: 1 },\n  [class A],\n  [class B extends A],\n  [class (anonymous)]\n]"},
		{"functions", `[function f() {}, () => {}, async () => {}, function* g() {}, Object.assign(function h() {}, { k: 1 })]`,
			`[
  [Function: f],
  [Function (anonymous)],
  [AsyncFunction (anonymous)],
  [GeneratorFunction: g],
  [Function: h] { k: 1 }
]`},
		{"accessors", `({ get a() { throw 1 }, set b(v) {}, get c() { return 1 }, set c(v) {} })`, `{ a: [Getter], b: [Setter], c: [Getter/Setter] }`},
		{"symbols and big numbers", `({ [Symbol('s')]: 10n, n: -0, i: -Infinity, s: Symbol.iterator })`,
			`{ n: -0, i: -Infinity, s: Symbol(Symbol.iterator), [Symbol(s)]: 10n }`},
		{"boxed", `[new Number(3), new String('abc'), new Boolean(false), Object(1n), Object(Symbol('a'))]`,
			`[
  [Number: 3],
  [String: 'abc'],
  [Boolean: false],
  [BigInt: 1n],
  [Symbol: Symbol(a)]
]`},
		{"no prototype", `Object.create(null)`, `[Object: null prototype] {}`},
		{"tag", `class T { get [Symbol.toStringTag]() { return 'Tag' } } new T()`, `T [Tag] {}`},
		{"promises", `[Promise.resolve({ a: 1 }), new Promise(() => {}), (() => { const p = Promise.reject(1); p.catch(() => {}); return p })()]`,
			"[\n  Promise { { a: 1 } },\n  Promise { <pending> },\n  Promise { <rejected> 1 }\n]"},
		{"bytes", `[new Uint8Array([1, 2]), new Float64Array([1.5]), new Uint8Array([1, 255]).buffer, Buffer.from('hi')]`,
			`[
  Uint8Array(2) [ 1, 2 ],
  Float64Array(1) [ 1.5 ],
  ArrayBuffer { [Uint8Contents]: <01 ff>, byteLength: 2 },
  <Buffer 68 69>
]`},
		{"proxy shows its target", `console.log(new Proxy({ a: 1 }, { get() { throw new Error('trap') }, ownKeys() { throw new Error('trap') } }));`, "{ a: 1 }\n"},
		{"its own way", `({ [Symbol.for('nodejs.util.inspect.custom')]() { return 'mine' } })`, `mine`},
		{"methods", `({ f() {}, async g() {} })`, `{ f: [Function: f], g: [AsyncFunction: g] }`},
		{"long text of several lines", `({ k: 'first line that is long enough to be broken\nsecond line that is long enough too\n' })`,
			"{\n  k: 'first line that is long enough to be broken\\n' +\n    'second line that is long enough too\\n'\n}"},
		{"long text", `[ 'x'.repeat(10005) ]`, "[\n  '" + lines("x", 10000) + "'... 5 more characters\n]"},
		{"a prototype of a list", `Object.create([])`, `Array {}`},
	})
}

func lines(s string, n int) string {
	out := ""
	for range n {
		out += s
	}
	return out
}
