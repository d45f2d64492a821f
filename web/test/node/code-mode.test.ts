// What code in the sandbox reaches beside files, through what the application lends.
import { expect, test } from 'vitest';
import type { ClientSideTool } from '../../src/index.js';
import { built } from './built.js';

const guarded: ClientSideTool = { name: 'guarded', description: 'Asks.', inputSchema: { type: 'object' }, policy: 'always', execute: () => 'done' };

test('code fetches with the function of the application, by the rules of the web tool', async () => {
  const asked: string[] = [];
  const aborted: string[] = [];
  const { loadClientTools } = await built();
  const tools = await loadClientTools({
    fetch: (input, init) => {
      const url = String(input);
      asked.push(`${init?.method} ${url} ${new Headers(init?.headers).get('accept')} ${init?.credentials}`);
      if (url.endsWith('/slow')) {
        return new Promise((_, reject) =>
          init?.signal?.addEventListener('abort', () => {
            aborted.push(url);
            reject(new DOMException('stopped', 'AbortError'));
          }),
        );
      }
      if (url.endsWith('/missing')) return Promise.resolve(new Response('gone', { status: 404 }));
      return Promise.resolve(new Response('{"rows":[1,2,"é"]}', { headers: { 'content-type': 'application/json', etag: '"1"', 'set-cookie': 'a=b' } }));
    },
  });
  const run = async (code: string, options: object = { javascript: { allowNetwork: true }, web: { blockedDomains: 'evil.example' } }, knownTexts?: string[]) =>
    tools.executeClientSideTool('javascript', { code }, ['javascript'], options as never, { projectId: 'p', chatId: 'c', ...(knownTexts && { knownTexts }) });
  const value = async (code: string) => {
    const { data, content } = await run(code);
    return data?.['value'] ?? content;
  };
  expect(
    await value(`const r = await fetch('https://example.com/data', { headers: { accept: 'application/json' } });
      return [r.ok, r.headers.get('content-type'), r.headers.get('etag'), r.headers.get('set-cookie'), (await r.json()).rows]`),
  ).toEqual([true, 'application/json', '"1"', null, [1, 2, 'é']]);
  expect(asked).toEqual(['GET https://example.com/data application/json omit']);
  expect(await value(`const r = await fetch('https://example.com/missing'); return [r.ok, r.status, await r.text()]`)).toEqual([false, 404, 'gone']);
  expect(await value(`return (await Promise.all([1, 2, 3].map((n) => fetch('https://example.com/' + n)))).map((r) => r.url)`)).toHaveLength(3);
  expect(await value(`return await fetch('http://127.0.0.1/').catch((e) => e.message)`)).toContain('private networks are refused');
  expect(await value(`return await fetch('https://www.evil.example/').catch((e) => e.message)`)).toContain('on the list of blocked domains');
  expect(await value(`return await fetch('https://example.com/slow', { signal: AbortSignal.timeout(20) }).catch((e) => e.name)`)).toBe('TimeoutError');
  await expect.poll(() => aborted).toHaveLength(1);
  expect((await run(`await fetch('https://example.com/?secret')`, undefined, ['read https://example.com/data'])).content).toContain(
    'came neither from the user nor from an earlier result',
  );
  expect((await run(`await fetch('https://example.com/')`, {})).content).toContain('the option allowNetwork of the javascript tool is off');
  expect(asked.filter((line) => line.includes('secret'))).toEqual([]);
  await tools.close();
});

test('what the user takes to answer is not billed to the code', async () => {
  const limitMs = 2000;
  let questions = 0;
  const { loadClientTools } = await built();
  const tools = await loadClientTools({
    limits: { javascriptTimeoutMs: limitMs },
    approve: async () => {
      questions++;
      await new Promise((resolve) => setTimeout(resolve, limitMs));
      return { allow: true };
    },
  });
  await tools.registerAll([guarded]);
  const run = (code: string) =>
    tools.executeClientSideTool('javascript', { code }, ['javascript', 'guarded'], { javascript: { allowTools: true } }, { projectId: 'p', chatId: 'c' });
  await run('return 1'); // loads the sandbox, which is not billed
  expect(await run(`return 'two ' + (await tools.guarded()) + (await tools.guarded())`)).toMatchObject({ content: 'two donedone' });
  expect(questions).toBe(2);
  const late = await run('await tools.guarded(); for (;;) {}');
  expect(late).toMatchObject({ isError: true, content: expect.stringContaining('time limit of 2 s passed') as unknown });
  await tools.close();
});
