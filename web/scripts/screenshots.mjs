// Takes the pictures of the docs anew: npm run screenshots.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serveStatic } from './static-server.mjs';

const web = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
// The folder to write to, and whether to take dark and narrow ones too.
const folder = path.resolve(process.argv[2] ?? path.join(web, '..', 'docs', 'images'));
const all = process.argv.includes('--all');

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Uses the demo as a visitor would, so that there is something to see. */
async function useDemo(page, url) {
  await page.goto(`${url}/#/console`);
  await page.getByRole('radio', { name: /^Memory/ }).check();
  await run(page, 'Remember');
  await page.getByRole('radio', { name: /^File/ }).check();
  await run(page, 'Write');
  await page.getByRole('radio', { name: /^JavaScript/ }).check();
  await run(page, 'Use a file');
}

async function run(page, example) {
  await page.getByRole('button', { name: example, exact: true }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('heading', { name: /as the model reads it/ }).waitFor();
  await page.getByRole('button', { name: 'Run', exact: true, disabled: false }).waitFor();
}

async function take(browser, url, name, options) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const page = await context.newPage();
  await useDemo(page, url);
  await page.evaluate(() => document.activeElement?.blur());
  await page.screenshot({ path: path.join(folder, name), fullPage: true });
  await context.close();
}

await mkdir(folder, { recursive: true });
const server = await serveStatic({ folders: { '/': path.join(web, 'demo', 'dist') } });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: flags });
try {
  await take(browser, server.url, 'demo.png', { colorScheme: 'light' });
  if (all) {
    await take(browser, server.url, 'demo-dark.png', { colorScheme: 'dark' });
    await take(browser, server.url, 'demo-narrow.png', { colorScheme: 'light', viewport: { width: 390, height: 844 } });
  }
} finally {
  await browser.close();
  await server.close();
}
