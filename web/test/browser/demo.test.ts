import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serveStatic } from '../../scripts/static-server.mjs';
import { watch } from './demo-site.js';
import { launchChromium, web } from './page.js';

let url: string;
let browser: Browser;
let stop: () => Promise<void>;
beforeAll(async () => {
  const server = await serveStatic({ folders: { '/': path.join(web, 'demo', 'dist') } });
  browser = await launchChromium();
  url = server.url;
  stop = async () => {
    await browser.close();
    await server.close();
  };
});
afterAll(() => stop?.());

let page: Page;
let complaints: string[];
beforeEach(async () => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  page = await context.newPage();
  complaints = watch(page);
  await page.goto(`${url}/#/console`);
  return async () => {
    await context.close();
    expect(complaints).toEqual([]);
  };
});

const pick = (name: RegExp) => page.getByRole('radio', { name }).check();
const view = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click();
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const result = () => page.locator('.result .output').first();

describe('the demo', () => {
  test('runs each tool from its form, shows result, files and activity, and keeps the files over a reload', async () => {
    await pick(/^Memory/);
    await page.getByLabel('command').selectOption('create');
    await page.getByLabel('path', { exact: true }).fill('/memories/name.md');
    await page.getByLabel('file_text').fill('Ada');
    await press('Run');
    await expect.poll(() => result().textContent()).toContain('/memories/name.md');

    await pick(/^File/);
    await press('Write');
    await press('Run');
    await expect.poll(() => result().textContent()).toContain('/data/cities.csv');

    await pick(/^JavaScript/);
    await press('Use a file');
    await press('Run');
    await expect.poll(() => result().textContent()).toContain('total: 5236294');

    expect(await page.locator('.activity.success .activity-name').count()).toBe(3);
    await page.reload();
    await view('Files');
    await page.getByRole('treeitem', { name: /^memories/ }).click();
    await page.getByRole('treeitem', { name: /^name\.md/ }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Text of /memories/name.md' }).textContent()).toBe('Ada');
    await page.getByRole('treeitem', { name: /^data/ }).click();
    await page.getByRole('treeitem', { name: /^cities\.csv/ }).waitFor();
  });

  test('shows an error as the model reads it', async () => {
    await pick(/^Memory/);
    await press('Look');
    await page.getByLabel('path', { exact: true }).fill('/memories/missing.md');
    await press('Run');
    await page.getByRole('heading', { name: /Error, as the model reads it/ }).waitFor();
    await page.locator('.activity.failure').waitFor();
  });

  test('offers only the fields of the chosen action', async () => {
    await pick(/^Memory/);
    await page.getByLabel('command').selectOption('rename');
    await page.getByLabel('new_path').waitFor();
    expect(await page.getByLabel('file_text').count()).toBe(0);
  });

  test('takes the input as JSON, broken JSON too', async () => {
    await pick(/^JavaScript/);
    await press('As JSON');
    await page.getByLabel('Input', { exact: true }).fill('{"code": "return 6 * 7"}');
    await press('Run');
    await expect.poll(() => result().textContent()).toBe('42');
    await page.getByLabel('Input', { exact: true }).fill('{"code": ');
    await press('Run');
    await page.getByRole('heading', { name: /Error, as the model reads it/ }).waitFor();
  });

  test('stops a script', async () => {
    await pick(/^JavaScript/);
    await press('Endless loop');
    await press('Run');
    await page.locator('.activity.in_progress').waitFor();
    await press('Stop');
    await page.locator('.activity.cancelled').waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
  });

  test('keeps projects apart, renames and deletes them', async () => {
    await pick(/^File/);
    await press('Write');
    await press('Run');
    await expect.poll(() => result().textContent()).toContain('/data/cities.csv');
    await view('Files');
    await page.getByRole('treeitem', { name: /^data/ }).waitFor();

    const project = page.getByRole('combobox', { name: 'Project' });
    const dialog = page.getByRole('dialog', { name: 'Projects' });
    await press('Projects…');
    await dialog.getByRole('textbox', { name: 'Name of a new project' }).fill('Another');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByText('No files yet').waitFor();
    await project.selectOption('My project');
    await page.getByRole('treeitem', { name: /^data/ }).waitFor();

    await press('Projects…');
    await dialog.getByRole('textbox', { name: 'Name of My project' }).fill('First');
    await dialog.getByRole('textbox', { name: 'Name of My project' }).press('Tab');
    await dialog.getByRole('button', { name: 'Delete Another' }).click();
    await dialog.getByRole('button', { name: 'Delete with all its files' }).click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.reload();
    expect(await project.locator('option').allTextContents()).toEqual(['First']);
  });

  test('asks before a call that needs approval', async () => {
    await pick(/^Agent/);
    await press('Change');
    await press('Run');
    await page.getByRole('dialog').getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('heading', { name: /Error, as the model reads it/ }).waitFor();
    await page.locator('.activity.denied').waitFor();

    await press('Run');
    await page.getByRole('dialog').getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByRole('heading', { name: /Result, as the model reads it/ }).waitFor();
    await press('Look');
    await press('Run');
    await expect.poll(() => result().textContent()).toContain('say so when you are not sure');
  });

  test('keeps the chosen theme', async () => {
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.getByRole('button', { name: 'Theme: As the device' }).click();
    expect(await ground()).toBe(light);
    await page.getByRole('button', { name: 'Theme: Light' }).click();
    const dark = await ground();
    expect(dark).not.toBe(light);
    await page.reload();
    expect(await ground()).toBe(dark);
  });

  test('fits a narrow screen', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await pick(/^JavaScript/);
    for (const name of ['Console', 'Chat', 'Files', 'Settings']) {
      await view(name);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(360);
    }
  });
});
