// The examples of the guide pages compile as an application compiles them, and do what they say.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startModel, type ModelServer } from '../loops/server.js';
import { results } from '../loops/wire.js';
import { answersPrompt, extractExamples, installPackage } from './examples.js';

const examples = extractExamples();
beforeAll(installPackage);

test('every page of an SDK with a loop of its own has one', () => {
  expect(examples.filter(answersPrompt).map(({ page }) => page)).toEqual(
    expect.arrayContaining(['anthropic', 'openai', 'gemini', 'ai-sdk', 'openai-agents', 'langchain']),
  );
});

test.each([
  ['as bundlers see it', 'tsconfig.json'],
  ['as Node sees it, with optional and undefined as two things', 'tsconfig.exact.json'],
])(
  'they compile against the package, %s',
  async (_name, config) => {
    const [compiler, project] = ['../node_modules/typescript/bin/tsc', config].map((name) => fileURLToPath(new URL(name, import.meta.url)));
    const run = promisify(execFile)(process.execPath, [compiler!, '-p', project!]);
    const { stdout } = await run.catch((failed: { stdout: string }) => failed);
    expect(stdout).toBe('');
  },
  120_000,
);

test.each(examples)('$name is short enough', ({ source }) => {
  expect(source.trim().split('\n').length).toBeLessThan(20);
});

describe.each(examples.filter(answersPrompt))('$name', ({ file, source }) => {
  let model: ModelServer | undefined;
  afterEach(async () => {
    vi.unstubAllGlobals();
    await model?.close();
  });

  test('answers a prompt, with a call of a tool', async () => {
    const memory = { name: 'memory', input: { command: 'create', path: '/memories/a.md', file_text: 'remember' } };
    const list = { name: 'filesystem', input: { action: 'list' } };
    model = await startModel([{ say: 'I look.', call: [source.includes("'filesystem'") ? list : memory] }, { say: 'Done — ✓.' }]);
    vi.stubGlobal('fetch', toModel(model.url, globalThis.fetch));
    const { answer } = (await import(/* @vite-ignore */ file)) as { answer(prompt: string, apiKey: string, signal: AbortSignal): Promise<string> };
    expect(await answer('What is there?', 'no key', new AbortController().signal)).toBe('Done — ✓.');
    expect(model.faults).toEqual([]);
    expect(model.asked).toHaveLength(2);
    expect(results(model.asked[1]!)).toMatchObject([{ isError: false }]);
  });
});

/** A fetch that asks the model whatever API is meant. Google's path is /v1 for the SDK, and /v1beta for aimock. */
function toModel(url: string, fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    const { protocol, hostname, pathname, search } = new URL(input instanceof Request ? input.url : input);
    if (protocol !== 'https:') return fetch(input, init);
    return fetch(
      `${url}${hostname.endsWith('googleapis.com') ? path.posix.join('/v1beta', pathname.replace(/^\/v1(beta)?\//, '/')) : pathname}${search}`,
      init,
    );
  };
}
