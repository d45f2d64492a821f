// Scripts as models write them, each in a fresh world, beside QuickJS and QuickJS-ng: the javascript
// tool with its worker, transaction and console, and a new context of the other two in the page itself.
// REPS (5) runs of each.
import { build, interleave, launch, packageFiles, save, serve } from './harness.mjs';
import { here } from './harness.mjs';

const reps = Number(process.env.REPS ?? 5);

const scripts = {
  'one expression': 'return 6 * 7;',
  'ten lines over a table': `
    const rows = Array.from({ length: 200 }, (_, i) => ({ id: i, city: ['Oslo', 'Rome', 'Lima'][i % 3], price: (i * 37) % 101 }));
    const byCity = {};
    for (const { city, price } of rows) (byCity[city] ??= []).push(price);
    const table = Object.entries(byCity).map(([city, prices]) => ({ city, mean: prices.reduce((a, b) => a + b, 0) / prices.length }));
    table.sort((a, b) => b.mean - a.mean);
    return JSON.stringify(table);`,
  'parse and write 1 MB of JSON': `
    const text = JSON.stringify(Array.from({ length: 10000 }, (_, i) => ({ id: i, name: 'row ' + i, tags: ['a', 'b'], nested: { x: i / 3 } })));
    return JSON.parse(text).length + text.length;`,
  'a regular expression over 200 kB': `
    const text = 'The 42 quick brown foxes jumped over 17 lazy dogs on 2026-11-22. '.repeat(3000);
    return [...text.matchAll(/\\\\b\\\\d{4}-\\\\d\\\\d-\\\\d\\\\d\\\\b/g)].length;`.replaceAll('\\\\', '\\'),
  'sort 20,000 numbers': `
    let seed = 1;
    const numbers = Array.from({ length: 20000 }, () => (seed = (seed * 16807) % 2147483647));
    return numbers.sort((a, b) => a - b)[100];`,
  'fib(22), recursive': 'const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2)); return fib(22);',
  'a sieve to 200,000': `
    const composite = new Uint8Array(200001);
    let count = 0;
    for (let i = 2; i <= 200000; i++) {
      if (composite[i]) continue;
      count++;
      for (let j = i * 2; j <= 200000; j += i) composite[j] = 1;
    }
    return count;`,
};

const entry = `
import { loadClientTools } from '/pkg/index.js';
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core';
import quickjs from '@jitl/quickjs-wasmfile-release-sync';
import quickjsNG from '@jitl/quickjs-ng-wasmfile-release-sync';

const tools = await loadClientTools();
const variants = {
  QuickJS: await newQuickJSWASMModuleFromVariant(newVariant(quickjs, { wasmLocation: '/quickjs.wasm' })),
  'QuickJS-ng': await newQuickJSWASMModuleFromVariant(newVariant(quickjsNG, { wasmLocation: '/quickjs-ng.wasm' })),
};

globalThis.run = async (who, code) => {
  const begun = performance.now();
  if (who === 'clienttools') {
    const result = await tools.executeClientSideTool('javascript', { code }, ['javascript'], {}, { projectId: 'bench' });
    if (result.isError) throw new Error(result.content);
  } else {
    const context = variants[who].newContext();
    const result = context.evalCode('(() => {' + code + '})()');
    const value = context.dump(context.unwrapResult(result));
    if (value === undefined) throw new Error('no value');
    context.dispose();
  }
  return performance.now() - begun;
};
await run('clienttools', 'return 1');
globalThis.ready = true;
`;

const bundle = await build({
  stdin: { contents: entry, resolveDir: here },
  bundle: true,
  format: 'esm',
  write: false,
  external: ['/pkg/*'],
  conditions: ['browser'],
  logLevel: 'error',
});
const wasm = (name) => ({ file: new URL(import.meta.resolve(`${name}/wasm`)) });
const server = await serve({
  ...(await packageFiles()),
  '/': '<!doctype html><script type="module" src="/bench.js"></script>',
  '/bench.js': bundle.outputFiles[0].text,
  '/quickjs.wasm': wasm('@jitl/quickjs-wasmfile-release-sync'),
  '/quickjs-ng.wasm': wasm('@jitl/quickjs-ng-wasmfile-release-sync'),
});
const browser = await launch();
const page = await browser.newPage();
page.on('pageerror', (error) => console.error(error.message));
await page.goto(server.url);
await page.waitForFunction(() => globalThis.ready);

const figures = {};
for (const [name, code] of Object.entries(scripts)) {
  const one = (who) => () => page.evaluate(([who, code]) => run(who, code), [who, code]);
  figures[name] = await interleave(reps, { clienttools: one('clienttools'), QuickJS: one('QuickJS'), 'QuickJS-ng': one('QuickJS-ng') });
  console.log(
    name,
    Object.entries(figures[name])
      .map(([who, { median }]) => `${who} ${median.toFixed(1)}`)
      .join(', '),
  );
}
const ratios = Object.values(figures).map((figure) => figure.clienttools.median / figure.QuickJS.median);
console.log('geometric mean against QuickJS', Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length).toFixed(2));
await browser.close();
await server.close();
await save('sandbox', { unit: 'ms', figures });
