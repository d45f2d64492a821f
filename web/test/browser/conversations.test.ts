import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { comparable, play, readConversations, type Played } from '../shared/conversations.js';
import { openPage, openSite, type TestSite } from './page.js';

const conversations = readConversations();

// One page for all, a project for each.
let site: TestSite;
let page: Page;
beforeAll(async () => {
  site = await openSite();
  page = await openPage(site);
});
afterAll(() => site?.close());

test.each(conversations.map((script) => ({ name: script.name, script })))('$name', async ({ name, script }) => {
  const played = (await page.evaluate(`(${play.toString()})(tools, ${JSON.stringify(script)}, ${JSON.stringify(`conversation ${name}`)})`)) as Played;
  const { want, got } = comparable(script, played);
  expect(got).toEqual(want);
});
