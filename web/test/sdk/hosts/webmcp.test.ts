// The page's tools for an agent of the browser: Chromium, with WebMCP switched on.
import { build } from 'esbuild';
import { chromium, type Browser, type Page } from 'playwright-core';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type * as adapter from '../../../src/adapters/webmcp.js';
import type { AdapterSettings, ModelContextLike } from '../../../src/adapters/webmcp.js';
import { flags, loadInPage, openSite, type TestSite } from '../../browser/page.js';

declare global {
  // eslint-disable-next-line no-var
  var webmcp: typeof adapter;
  // eslint-disable-next-line no-var
  var registered: adapter.Registrations;
  // eslint-disable-next-line no-var
  var seen: string[];
}

const settings: AdapterSettings & adapter.WebMcpSettings = {
  project: { id: 'p', enabledTools: ['memory', 'filesystem', 'web', 'look', 'wait', 'publish'], toolOptions: { filesystem: { readOnly: true } } },
};

let site: TestSite;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  const entry = fileURLToPath(new URL('../../../src/adapters/webmcp.ts', import.meta.url));
  const bundle = await build({ entryPoints: [entry], bundle: true, write: false, format: 'iife', globalName: 'webmcp' });
  site = await openSite({
    answer(pathname, response) {
      if (pathname !== '/webmcp.js') return false;
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(bundle.outputFiles[0]?.text);
      return true;
    },
  });
  browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: [...flags, '--enable-features=WebMCP'] });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function open(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(site.url);
  await page.addScriptTag({ url: '/webmcp.js' });
  await loadInPage(page, { storage: 'memory' });
  await page.evaluate(async () => {
    globalThis.seen = [];
    const inputSchema = { type: 'object' as const };
    const annotations = { readOnly: true, openWorld: false };
    await tools.registerAll([
      {
        name: 'look',
        displayName: 'Look',
        description: 'Looks.',
        inputSchema: { type: 'object', required: ['at'], properties: { at: { type: 'string' } } },
        annotations,
        execute: ({ at }) => `saw ${String(at)} 🍎`,
      },
      {
        name: 'wait',
        description: 'Waits.',
        inputSchema,
        annotations,
        execute: (_input, _options, { signal }) =>
          new Promise((_resolve, reject) => {
            seen.push('wait');
            signal?.addEventListener('abort', () => (seen.push('wait cancelled'), reject(new Error('stopped'))));
          }),
      },
      { name: 'publish', description: 'Publishes.', inputSchema, policy: 'always', execute: () => (seen.push('publish'), 'published') },
    ]);
  });
  return page;
}

const register = (settings: adapter.WebMcpSettings) =>
  page.evaluate(async (settings) => void (globalThis.registered = await webmcp.registerWebMcpTools(webmcp.modelContext(), tools, settings)), settings);

/** What an agent of the browser sees; Chromium sorts it by name. */
const offered = () =>
  page.evaluate(async () => {
    const list = await (document as never as { modelContext: WebMcpForAgents }).modelContext.getTools();
    return list.map(({ name, title, description, annotations, inputSchema }) => ({ name, title, description, annotations, inputSchema }));
  });
const names = async () => (await offered()).map(({ name }) => name);

/** What it gets of a call. */
const call = (name: string, input: object, abortAfter?: number) =>
  page.evaluate(
    async ([name, input, abortAfter]) => {
      const { modelContext } = document as never as { modelContext: WebMcpForAgents };
      const tool = (await modelContext.getTools()).find((tool) => tool.name === name);
      if (!tool) return 'no such tool';
      const user = new AbortController();
      if (abortAfter !== undefined) setTimeout(() => user.abort(), abortAfter);
      return modelContext.executeTool(tool, input, { signal: user.signal }).catch((error: Error) => `rejected: ${error.name}`);
    },
    [name, input, abortAfter] as const,
  );

interface WebMcpForAgents extends ModelContextLike {
  getTools(): Promise<{ name: string; title: string; description: string; annotations: object; inputSchema: object }[]>;
  executeTool(tool: object, input: object, options: { signal: AbortSignal }): Promise<string>;
}

describe('in Chromium with WebMCP', () => {
  beforeAll(async () => {
    page = await open(browser);
  });
  afterEach(() => page.evaluate(() => ((seen = []), registered.unregister())));

  test('offers the tools that only read, and says what they are', async () => {
    await register(settings);
    const [filesystem, ...rest] = await offered();
    expect(rest.map(({ name }) => name)).toEqual(['look', 'wait']);
    expect(filesystem).toMatchObject({
      name: 'filesystem',
      annotations: { readOnlyHint: true, untrustedContentHint: false, consequentialHint: false },
      inputSchema: { type: 'object', required: ['action'] },
    });
    expect(rest[0]).toMatchObject({ title: 'Look', description: 'Looks.', inputSchema: { required: ['at'] } });
    expect(await page.evaluate(() => registered.names())).toEqual(['filesystem', 'look', 'wait']);
  });

  test('offers tools that change things where it is asked to', async () => {
    await register({ ...settings, offerChanges: true });
    expect(await names()).toEqual(['filesystem', 'look', 'memory', 'publish', 'wait', 'web']);
    const [, , memory, , , web] = await offered();
    expect(memory?.annotations).toMatchObject({ readOnlyHint: false, consequentialHint: true });
    expect(web?.annotations).toMatchObject({ untrustedContentHint: true });
    expect(await call('memory', { command: 'create', path: '/memories/a.md', file_text: 'Äpfel' })).toContain('created');
    expect(await call('memory', { command: 'view', path: '/memories/a.md' })).toContain('Äpfel');
  });

  test('gives an agent the text of the result, and what was wrong', async () => {
    await register(settings);
    expect(await call('look', { at: 'the sky' })).toBe('saw the sky 🍎');
    expect(await call('filesystem', { action: 'read', path: '/none.txt' })).toMatch(/^Error: .*\/none\.txt/);
    expect(await call('look', { at: 5 })).toMatch(/^Error: .*at must be/s);
    expect(await call('publish', {})).toBe('no such tool');
  });

  test('asks the user, who is not there', async () => {
    await register({ ...settings, offerChanges: true });
    expect(await call('publish', {})).toMatch(/^Error: .*not approved/);
    expect(await page.evaluate(() => seen)).toEqual([]);
  });

  test('cancels a call', async () => {
    await register(settings);
    expect(await call('wait', {}, 100)).toBe('rejected: AbortError');
    await page.waitForFunction(() => seen.length === 2);
    expect(await page.evaluate(() => seen)).toEqual(['wait', 'wait cancelled']);
  });

  test('follows the registry, until it is told to leave', async () => {
    await register(settings);
    await page.evaluate(() => tools.unregister('look'));
    await expect.poll(names).toEqual(['filesystem', 'wait']);
    await page.evaluate(() =>
      tools.registerAll([{ name: 'look', description: 'Again.', inputSchema: { type: 'object' }, annotations: { readOnly: true }, execute: () => '' }]),
    );
    await expect.poll(names).toEqual(['filesystem', 'look', 'wait']);
    await page.evaluate(() => registered.unregister());
    expect(await names()).toEqual([]);
  });

  test('rejects what the document has by that name', async () => {
    await register(settings);
    await expect(register(settings)).rejects.toThrow(/Duplicate/);
    expect(await names()).toEqual(['filesystem', 'look', 'wait']);
  });
});

test('without WebMCP nothing is registered', async () => {
  page = await open(site.browser);
  expect(await page.evaluate(() => webmcp.modelContext())).toBeUndefined();
  await register(settings);
  expect(await page.evaluate(async () => (await registered.unregister(), registered.names()))).toEqual([]);
});
