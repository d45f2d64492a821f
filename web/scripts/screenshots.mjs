// Takes the pictures of the docs anew: npm run screenshots. With --all, every view in light, dark and narrow, into a folder of one's choice.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serveStatic } from './static-server.mjs';

const web = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const all = process.argv.includes('--all');
const folder = path.resolve(process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? path.join(web, '..', 'docs', 'images'));

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const answered = (page) => page.getByText('The answer is complete').waitFor({ state: 'attached', timeout: 60_000 });
const goTo = (page, view) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).click();

/** What is to be seen, in the order in which a visitor comes to it: each builds on what the ones before did. */
const views = {
  async welcome(page) {
    await page.getByRole('button', { name: 'Plan a trip' }).waitFor();
  },
  async chat(page) {
    await page.getByRole('button', { name: 'Remember something' }).click();
    await answered(page);
    await page.getByRole('button', { name: 'New chat' }).click();
    await page.getByRole('button', { name: 'Plan a trip' }).click();
    await answered(page);
    await page.locator('.tool-cell').nth(4).locator('summary').click();
    await page.locator('.log').evaluate((log) => (log.scrollTop = 0));
  },
  async question(page) {
    await page.getByRole('button', { name: 'New chat' }).click();
    await page.getByRole('button', { name: 'What can go wrong' }).click();
    await page.getByRole('button', { name: 'Deny' }).waitFor();
    await page.locator('.tool-cell.failure').waitFor();
  },
  async files(page) {
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('textbox', { name: 'Message' }).press('Escape');
    await goTo(page, 'Files');
    const tree = page.getByRole('tree');
    await tree.getByRole('treeitem', { name: /trip/ }).waitFor();
    // On a narrow screen the tree stands alone.
    if (page.viewportSize().width < 600) return;
    await tree.getByRole('treeitem', { name: /trip/ }).click();
    await tree.getByRole('treeitem', { name: /itinerary/ }).click();
    await page.getByText('Belém').first().waitFor();
  },
  async console(page) {
    await goTo(page, 'Console');
    await page.getByRole('radio', { name: /^File/ }).check();
    await page.getByRole('button', { name: 'Write', exact: true }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('heading', { name: /as the model reads it/ }).waitFor();
  },
  async settings(page) {
    await goTo(page, 'Settings');
    await page.getByText('tokens with every request').waitFor();
  },
};

/** Goes through the views as one visitor, and takes those that have a name. */
async function visit(browser, url, nameOf, options) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, serviceWorkers: 'block', reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(url);
  for (const [view, show] of Object.entries(views)) {
    await show(page);
    const name = nameOf(view);
    if (!name) continue;
    await page.evaluate(() => document.activeElement?.blur());
    await page.mouse.move(0, 0);
    await page.screenshot({ path: path.join(folder, name), fullPage: all && view === 'settings' });
  }
  await context.close();
}

const forDocs = { chat: 'demo.png', files: 'demo-files.png' };

await mkdir(folder, { recursive: true });
const server = await serveStatic({ folders: { '/': path.join(web, 'demo', 'dist') } });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: flags });
try {
  if (all) {
    await visit(browser, server.url, (view) => `${view}-light.png`, { colorScheme: 'light' });
    await visit(browser, server.url, (view) => `${view}-dark.png`, { colorScheme: 'dark' });
    await visit(browser, server.url, (view) => `${view}-narrow.png`, { viewport: { width: 390, height: 844 } });
  } else await visit(browser, server.url, (view) => forDocs[view], { colorScheme: 'light' });
} finally {
  await browser.close();
  await server.close();
}
