// Every SDK through every conversation, in Chromium: the core in its worker, and the
// API at another origin.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, type TestSite } from '../../browser/page.js';
import { conversations, type ConversationName } from './conversations.js';
import { expectConversation } from './expectations.js';
import { loops } from './loops.js';
import { aiSdkDirectChat, aiSdkServerChat } from './sdks/ai-sdk-chat.js';
import type {} from './page.js';
import type { Observed } from './play.js';

let site: TestSite;
let page: Page;
const thrown: string[] = [];

beforeAll(async () => {
  const bundle = await bundled();
  site = await openSite({
    answer(pathname, response) {
      if (pathname !== '/loops.js') return false;
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(bundle);
      return true;
    },
  });
  page = await site.context.newPage();
  page.on('pageerror', ({ message }) => thrown.push(message));
  await page.goto(site.url);
  await page.addScriptTag({ type: 'module', url: '/loops.js' });
});
afterAll(() => site?.close());

async function bundled(): Promise<string> {
  const result = await build({
    entryPoints: [fileURLToPath(new URL('page.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    logLevel: 'error',
  });
  return result.outputFiles[0]?.text ?? '';
}

const playInPage = (loop: string, name: ConversationName, url: string): Promise<Observed> =>
  page.evaluate(([loop, name, url]) => globalThis.playInPage(loop, name, url), [loop, name, url] as const);

describe.concurrent.each([...loops, aiSdkDirectChat, aiSdkServerChat])('$name, in Chromium', (loop) => {
  test.each(Object.keys(conversations) as ConversationName[])('%s', (name) => expectConversation(loop, name, (name, url) => playInPage(loop.name, name, url)));
});

test('the page threw nothing', () => expect(thrown).toEqual([]));
