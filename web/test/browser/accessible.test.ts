// The files view and the console beside axe's rules, in both schemes, and on a narrow screen.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOutsider, firstProject, openDemo, visit, type DemoSite } from './view-visits.js';

let site: DemoSite;
let axe: string;
beforeAll(async () => {
  site = await openDemo();
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
});
afterAll(() => site?.close());

interface Finding {
  id: string;
  impact: string | null;
  nodes: { target: unknown[]; failureSummary?: string }[];
}

/** What axe finds on the page as it is: rules of WCAG 2.2 A and AA. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(what: unknown, how: unknown): Promise<{ violations: Finding[] }> } }).axe
      .run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], iframes: false })
      .then(({ violations }) => violations),
  );
  return found.flatMap(({ id, impact, nodes }) => nodes.map(({ target, failureSummary }) => `${impact} ${id}: ${target.join(' ')} ${failureSummary ?? ''}`));
}

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the files view, ${colorScheme}`, async () => {
    const guest = await visit(site, 'files', { colorScheme });
    const { page } = guest;
    await page.getByText('No files yet').waitFor();
    expect(await findings(page), 'empty').toEqual([]);
    await addOutsider(page);
    await page.evaluate(async (project) => {
      const files = globalThis.outside.files(project);
      await files.write('/docs/a.ts', 'const a = 1; // one\n');
      await files.write('/docs/a.ts', '// two\nexport const a: string = "x";\n');
      await files.write('/page.html', '<p>x</p>');
      await files.write('/blob.bin', new Uint8Array([0, 1, 2]));
      await files.write('/gone.txt', 'x');
      await files.remove('/gone.txt');
    }, firstProject);
    await page.getByRole('treeitem', { name: /^docs/ }).click();
    await page.getByRole('treeitem', { name: /^a\.ts/ }).click();
    await page.locator('.cm-content').click();
    await page.keyboard.type('mine');
    expect(await findings(page), 'editor').toEqual([]);
    await page.evaluate((project) => globalThis.outside.files(project).write('/docs/a.ts', 'theirs'), firstProject);
    await page.getByRole('button', { name: 'Show the difference' }).click();
    await page.locator('.cm-merge-a, .cm-deletedChunk').first().waitFor();
    expect(await findings(page), 'conflict').toEqual([]);
    await page.getByRole('button', { name: 'Versions', exact: true }).click();
    await page.getByRole('button', { name: 'Compare version 1 with now' }).click();
    await page.locator('.versions-pane .cm-editor').first().waitFor();
    expect(await findings(page), 'versions').toEqual([]);
    await page.getByRole('treeitem', { name: /^blob\.bin/ }).click();
    await page.locator('.hex-lines').waitFor();
    expect(await findings(page), 'bytes').toEqual([]);
    await page.getByRole('treeitem', { name: /^page\.html/ }).click();
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.locator('iframe').waitFor();
    await page.getByRole('button', { name: 'New file', exact: true }).click();
    expect(await findings(page), 'dialog').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Trash', exact: true }).click();
    await page.getByRole('button', { name: 'Restore /gone.txt' }).click();
    await page.getByText('/gone.txt is back.').waitFor();
    expect(await findings(page), 'trash').toEqual([]);
    await guest.end();
  });

  test(`axe finds nothing in the console, ${colorScheme}`, async () => {
    const guest = await visit(site, 'console', { colorScheme });
    const { page } = guest;
    await page.getByRole('radio', { name: /^File/ }).check();
    await page.getByRole('button', { name: 'Write', exact: true }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('heading', { name: /Result, as the model reads it/ }).waitFor();
    await page.getByRole('combobox', { name: 'action' }).selectOption('edit');
    await page.getByRole('button', { name: 'Add to edits' }).click();
    await page.getByRole('button', { name: 'Result', exact: true }).click();
    await page.locator('.wire-card').first().waitFor();
    expect(await findings(page)).toEqual([]);
    await guest.end();
  });
}

test('both fit a narrow screen, where the tree or the file is shown', async () => {
  const guest = await visit(site, 'files', { viewport: { width: 360, height: 740 } });
  const { page } = guest;
  await page.getByText('No files yet').waitFor();
  await addOutsider(page);
  await page.evaluate(
    ([project, name]) => globalThis.outside.files(project!).write(`/${name}`, 'a long line of words '.repeat(30)),
    [firstProject, `${'long-name-'.repeat(12)}.txt`],
  );
  await page.getByRole('treeitem').click();
  await page.locator('.cm-content').waitFor();
  expect(await page.getByRole('tree').isVisible()).toBe(false);
  expect(await fits(page)).toBe(true);
  await page.getByRole('button', { name: 'Versions', exact: true }).click();
  expect(await fits(page)).toBe(true);
  await page.getByRole('button', { name: '‹ Files' }).click();
  expect(await page.getByRole('tree').isVisible()).toBe(true);
  expect(await fits(page)).toBe(true);
  await page.getByRole('navigation').getByRole('link', { name: 'Console' }).click();
  await page.getByRole('heading', { name: 'On the wire' }).waitFor();
  await page.locator('.wire-card').first().waitFor();
  expect(await fits(page)).toBe(true);
  await guest.end();
});
