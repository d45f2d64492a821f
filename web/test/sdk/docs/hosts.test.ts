// The examples of the guide pages that are no loop: components of a chat, a route of
// a server, servers and clients of tools.
import { chromium, type Browser, type Page } from 'playwright-core';
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Client } from '@modelcontextprotocol/client';
import type { Registrations } from '../../../src/adapters/webmcp.js';
import type { ClientTools } from '../../../src/index.js';
import { flags, loadInPage, openSite, type TestSite } from '../../browser/page.js';
import { startModel, type ModelServer } from '../loops/server.js';
import { results } from '../loops/wire.js';
import { answersPrompt, extractExamples, installPackage } from './examples.js';

const examples = extractExamples();
beforeAll(installPackage);

const moduleOf = (name: string) => import(/* @vite-ignore */ examples.find((example) => example.name === name)?.file ?? name) as Promise<unknown>;

test('every other example is run here', () => {
  expect(examples.filter((example) => !answersPrompt(example)).map(({ name }) => name)).toEqual(['ai-sdk-2', 'ai-sdk-3', 'ai-sdk-4', 'mcp-1', 'webmcp-1']);
});

test('mcp-1: a client at the other end of a port lists and calls the tools', async () => {
  const { serve, connect } = (await moduleOf('mcp-1')) as { serve(port: MessagePort): Promise<void>; connect(port: MessagePort): Promise<Client> };
  const { port1, port2 } = new MessageChannel();
  const [, client] = await Promise.all([serve(port1), connect(port2)]);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['memory', 'filesystem']);
  const { content } = await client.callTool({ name: 'filesystem', arguments: { action: 'list' } });
  expect(content).toMatchObject([{ type: 'text', text: expect.stringContaining('Here') as unknown }]);
  await client.close();
});

declare global {
  // eslint-disable-next-line no-var
  var shown: {
    showDirect(client: ClientTools, url: string): Promise<void>;
    showServer(client: ClientTools): void;
    offer(client: ClientTools): Promise<Registrations>;
  };
}

const inPage = `
  import { createOpenAI } from '@ai-sdk/openai';
  import { aiSdkTools } from 'clienttools/ai-sdk';
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  import { Chat as DirectChat } from './dist/ai-sdk-2.tsx';
  import { Chat as ServerChat } from './dist/ai-sdk-3.tsx';
  export { offer } from './dist/webmcp-1.ts';
  const show = (component, properties) => createRoot(document.body).render(createElement(component, properties));
  export async function showDirect(client, url) {
    const tools = await aiSdkTools(client, { project: { id: 'p', enabledTools: ['filesystem'] } });
    show(DirectChat, { tools, model: createOpenAI({ baseURL: url + '/v1', apiKey: 'none' })('gpt-test') });
  }
  export const showServer = (client) => show(ServerChat, { client });
`;

describe('in Chromium', () => {
  let site: TestSite;
  let browser: Browser;
  let page: Page;
  let model: ModelServer;
  const thrown: string[] = [];

  beforeAll(async () => {
    const stdin = { contents: inPage, resolveDir: fileURLToPath(new URL('.', import.meta.url)) };
    const bundle = await build({ stdin, bundle: true, write: false, format: 'iife', globalName: 'shown', jsx: 'automatic', logLevel: 'error' });
    site = await openSite({
      answer(pathname, response) {
        if (pathname !== '/examples.js') return false;
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
  afterEach(async () => {
    vi.unstubAllGlobals();
    await page.close();
    await model?.close();
    expect(thrown).toEqual([]);
  });

  async function open(): Promise<void> {
    page = await browser.newPage();
    page.on('pageerror', ({ message }) => thrown.push(message));
    await page.goto(site.url);
    await page.addScriptTag({ url: '/examples.js' });
    await loadInPage(page, { storage: 'memory' });
    model = await startModel([{ say: 'I look.', call: [{ name: 'filesystem', input: { action: 'list' } }] }, { say: 'Done — ✓.' }]);
  }

  async function chat(): Promise<void> {
    await page.fill('input[name=prompt]', 'What is there?');
    await page.press('input[name=prompt]', 'Enter');
    await page.waitForFunction(() => document.body.innerText.includes('Done — ✓.'));
    expect(model.faults).toEqual([]);
    expect(model.asked).toHaveLength(2);
    expect(results(model.asked[1]!)).toMatchObject([{ isError: false, text: expect.stringContaining('Here') as unknown }]);
  }

  test('ai-sdk-2: a chat whose agent is in the page', async () => {
    await open();
    await page.evaluate((url) => shown.showDirect(tools, url), model.url);
    await chat();
  });

  test('ai-sdk-3 and ai-sdk-4: a chat whose agent is on a server', async () => {
    await open();
    const { POST } = (await moduleOf('ai-sdk-4')) as { POST(request: Request): Promise<Response> };
    vi.stubEnv('OPENAI_API_KEY', 'none');
    const real = globalThis.fetch;
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => real(url.replace('https://api.openai.com', model.url), init));
    await page.route('**/api/chat', async (route) => {
      const response = await POST(new Request(route.request().url(), { method: 'POST', body: route.request().postData() }));
      await route.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() });
    });
    await page.evaluate(() => shown.showServer(tools));
    await chat();
  });

  test('webmcp-1: an agent of the browser gets the tool that only reads', async () => {
    await open();
    expect(await page.evaluate(async () => (await shown.offer(tools)).names())).toEqual(['filesystem']);
  });
});
