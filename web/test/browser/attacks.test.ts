import { afterAll, beforeAll, expect, test } from 'vitest';
import { attacks, endings, named, patientMs, sizes, table, timeoutMs, type Ending } from '../shared/attacks.js';
import { openPage, openSite, type TestSite } from './page.js';

let site: TestSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

test(`${attacks.length} attacks end by a limit or harmlessly in Chromium`, async () => {
  const options = (javascriptTimeoutMs: number) => ({ storage: 'memory', limits: { ...sizes, javascriptTimeoutMs } });
  const page = await openPage(site, options(timeoutMs));
  await page.evaluate(`clienttools.loadClientTools(${JSON.stringify(options(patientMs))}).then((loaded) => void (globalThis.patient = loaded))`);
  const all: Ending[] = await page.evaluate(
    `(${endings.toString()})(tools, patient, ${JSON.stringify(attacks)}, ${JSON.stringify(named)}, [${timeoutMs}, ${patientMs}])`,
  );
  console.log(table(all));
  expect(all.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  // The machine may be busy; the table says what it was.
  expect(all.filter(({ over }) => over > 3000)).toEqual([]);
  expect(all.length).toBeGreaterThanOrEqual(40);
}, 300_000);
