import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { expectations } from '../shared/expectations.js';
import * as scenarios from '../shared/scenarios.js';
import { openPage, openSite, type TestSite } from './page.js';

let site: TestSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

describe.each([
  ['the core in a worker', true],
  ['the core in the page', false],
])('in Chromium, %s', (_name, worker) => {
  let page: Page;
  beforeAll(async () => {
    page = await openPage(site, { worker, limits: { javascriptTimeoutMs: expectations.limitMs } });
  });
  afterAll(() => page?.close());

  // Again where a busy machine was late: one scenario is about time.
  test.each(expectations.all)('$name', { retry: 2 }, async ({ scenario, expect }) => {
    const projectId = JSON.stringify(`project ${scenario}${worker ? '' : ' in the page'}`);
    // As source text: the page has none of what the test imports.
    expect((await page.evaluate(`(${scenarios[scenario].toString()})(tools, ${projectId})`)) as never);
  });
});
