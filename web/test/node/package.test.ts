import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { built, dist } from './built.js';

const sha256 = (url: URL) => createHash('sha256').update(readFileSync(url)).digest('hex');

const package_ = new URL('../', dist);
const manifest = JSON.parse(readFileSync(new URL('package.json', package_), 'utf8')) as { exports: Record<string, string | { default: string }> };
/** What can be imported, each with its file. */
const entries = Object.entries(manifest.exports).flatMap(([entry, target]) => (typeof target === 'string' ? [] : [[entry, target.default] as const]));

describe('the built package', () => {
  test.each(['clienttools.wasm', 'sandbox.wasm', 'transpile.wasm', 'wasm_exec.js'])('has %s byte for byte as it was built', (name) => {
    expect(sha256(new URL(name, dist))).toBe(sha256(new URL(`../../../build/${name}`, import.meta.url)));
  });

  test('exports what is public and nothing else', async () => {
    expect(Object.keys(await built()).sort()).toEqual(['ClientToolsError', 'loadClientTools']);
  });

  test.each(entries)('does nothing when %s is imported, and needs no SDK for it', (_entry, file) => {
    const text = readFileSync(new URL(file, package_), 'utf8');
    expect([...text.matchAll(/(?:^|[\s;])(?:import|from)\s*\(?["']([^."'][^"']*)["']/gm)].map(([, imported]) => imported)).toEqual([]);
    const script = `const before = Object.getOwnPropertyNames(globalThis).length;
      await import(${JSON.stringify(new URL(file, package_).href)});
      const { getActiveResourcesInfo } = process;
      console.log(Object.getOwnPropertyNames(globalThis).length - before, getActiveResourcesInfo().filter((kind) => /Worker|MessagePort|Timeout/.test(kind)).length);`;
    expect(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })).toBe('0 0\n');
  });

  test('lets a process end that forgot to close it', () => {
    const script = `const { loadClientTools } = await import(${JSON.stringify(new URL('index.js', dist).href)});
      for (const worker of [true, false]) {
        const tools = await loadClientTools({ worker });
        await tools.executeClientSideTool('javascript', { code: 'return 1' }, ['javascript'], {}, { projectId: 'p' });
        await tools.files('p').write('/a', 'x');
      }
      console.log('done');`;
    expect(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', timeout: 30_000 })).toBe('done\n');
  });

  test('has types that name no module of Node', () => {
    expect(readFileSync(new URL('types.d.ts', dist), 'utf8') + readFileSync(new URL('index.d.ts', dist), 'utf8')).not.toMatch(/node:/);
  });
});

describe('closing', () => {
  test.each([true, false])('ends what runs, and nothing is thrown later (core in a thread of its own: %s)', async (worker) => {
    const tools = await (await built()).loadClientTools({ worker });
    const running = tools.executeClientSideTool('javascript', { code: 'while (true) {}' }, ['javascript'], {}, { projectId: 'p' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await tools.close();
    expect(await running).toMatchObject({ isError: true, content: expect.stringContaining('cancelled') as string });
    await expect(tools.projects()).rejects.toMatchObject({ code: 'closed' });
    // vitest fails a test whose file leaves an unhandled rejection; give one time to come.
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
});

test('with its workers inlined, it works in Node too', async () => {
  const { loadClientTools } = (await import(/* @vite-ignore */ new URL('inline.js', dist).href)) as typeof import('../../src/inline.js');
  for (const worker of [true, false]) {
    const tools = await loadClientTools({ worker });
    const run = tools.executeClientSideTool('javascript', { code: 'return 6 * 7' }, ['javascript'], {}, { projectId: 'p' });
    expect(await run).toMatchObject({ content: '42' });
    await tools.close();
  }
});
