import { afterAll, beforeAll, expect, test } from 'vitest';
import { holding, probes } from '../shared/probes.js';
import { openPage, openSite, type TestSite } from './page.js';

let site: TestSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

test('what a model may use works in a page as it does natively', async () => {
  const page = await openPage(site, { storage: 'memory' });
  const codes = JSON.stringify(probes.map(({ code }) => code));
  const found: boolean[] = await page.evaluate(`(${holding.toString()})(tools, ${codes})`);
  const wrong = probes.filter(({ holds }, i) => holds !== found[i]);
  expect(wrong.map(({ name }) => name)).toEqual([]);
  console.log(`${found.filter(Boolean).length} of ${probes.length} features hold in Chromium`);
}, 300_000);
