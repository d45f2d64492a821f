// Writes dist/<api>.ts from the golden files of the Go tests: every definition, call
// and result, each with the type of the SDK that it must satisfy; and some of them
// changed, which the compiler must refuse. TypeScript, since of imported JSON the
// compiler knows no more than that a "function" is a string.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { shapes } from './shapes.mjs';

const read = (url) => JSON.parse(readFileSync(url, 'utf8'));
const tools = new URL('../../../pkg/tools/testdata/', import.meta.url);
const wire = new URL('../../../pkg/registry/wire/testdata/', import.meta.url);
const out = new URL('./dist/', import.meta.url);

/** The golden values of one API: {kind, from, tool, value}. */
function samples(api) {
  const found = [];
  const add = (kind, from, values) => found.push(...values.map((value) => ({ kind, from, tool: from.split('.')[0], value })));
  for (const name of readdirSync(new URL('definitions/', tools)).filter((name) => name.split('.')[1] === api)) {
    add('definition', name, read(new URL(`definitions/${name}`, tools)));
  }
  for (const name of readdirSync(new URL('results/', tools)).filter((name) => name.split('.')[1] === api)) {
    const { calls, results } = read(new URL(`results/${name}`, tools));
    add('call', name, calls);
    add('result', name, results);
  }
  // A tool of a test, with results of every kind; its override is no API's.
  const { definitions, strict, results } = read(new URL(`${api}.golden.json`, wire));
  add('definition', 'sketch', [...definitions, ...strict]);
  add('result', 'sketch', results);
  return found;
}

/** TypeScript of a value. Bedrock's SDK wants bytes where the API's JSON has base64. */
function source(value) {
  if (Array.isArray(value)) return `[${value.map(source).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const member = ([key, inner]) =>
    key === 'bytes' && typeof inner === 'string' ? `bytes: bytes(${source(inner)})` : `${JSON.stringify(key)}: ${source(inner)}`;
  return `{ ${Object.entries(value).map(member).join(', ')} }`;
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out);
for (const [api, shape] of Object.entries(shapes)) {
  const lines = [shape.imports, 'declare function bytes(base64: string): Uint8Array;'];
  const count = { definition: 0, call: 0, result: 0, wrong: 0 };
  const all = samples(api);
  for (const { kind, from, value } of all) {
    count[kind]++;
    lines.push(`void (${source(value)} satisfies ${shape[kind]}); // ${from}`);
  }
  for (const [kind, changes] of Object.entries(shape.wrong)) {
    for (const change of changes) {
      const changed = new Set();
      for (const { tool, value } of all.filter((sample) => sample.kind === kind)) {
        const wrong = structuredClone(value);
        if (changed.has(tool) || !change(wrong)) continue;
        changed.add(tool);
        count.wrong++;
        lines.push('// @ts-expect-error', `void (${source(wrong)} satisfies ${shape[kind]});`);
      }
      if (changed.size === 0) throw new Error(`${api}: a change of a ${kind} applies to no golden file: ${change}`);
    }
  }
  for (const [kind, n] of Object.entries(count)) {
    if (n === 0) throw new Error(`${api}: no ${kind}`);
  }
  writeFileSync(new URL(`${api}.ts`, out), lines.join('\n') + '\n');
  console.log(`${api}: ${count.definition} definitions, ${count.call} calls, ${count.result} results; ${count.wrong} wrong ones`);
}
