// What the tests of the demo share: the built demo on a server, a browser, a model's API.
import path from 'node:path';
import { LLMock } from '@copilotkit/aimock';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { serveStatic } from '../../scripts/static-server.mjs';
import { launchChromium, web } from './page.js';

export interface DemoSite {
  url: string;
  browser: Browser;
  /** Speaks the wire formats of Anthropic and OpenAI, as scripted. */
  model: LLMock;
  close(): Promise<void>;
}

export async function openDemo(): Promise<DemoSite> {
  const [server, browser, model] = await Promise.all([serveDemo(), launchChromium(), LLMock.create({ port: 0 })]);
  return {
    url: server.url,
    browser,
    model,
    async close() {
      await browser.close();
      await Promise.all([server.close(), model.stop()]);
    },
  };
}

export const serveDemo = () => serveStatic({ folders: { '/': path.join(web, 'demo', 'dist') } });

/** A visitor: a page of a new context, with what it complained about. */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  complaints: string[];
}

/** Opens a view for a new visitor. The service worker is left out unless a test is about it. */
export async function visit({ url, browser }: Pick<DemoSite, 'url' | 'browser'>, place = '', options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ serviceWorkers: 'block', ...options });
  const page = await context.newPage();
  const complaints = watch(page);
  await page.goto(`${url}/${place}`);
  return { context, page, complaints };
}

/** What a page says on its console, and throws. */
export function watch(page: Page, complaints: string[] = []): string[] {
  page.on('console', (message) => {
    // That the tests block the service worker is no complaint of the page.
    if (['error', 'warning'].includes(message.type()) && !message.text().includes('blocked by Playwright')) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

export const goTo = (page: Page, view: 'Chat' | 'Files' | 'Console' | 'Settings') =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).click();

/** Chooses a model in the settings, as a user does. */
export async function choose(
  page: Page,
  provider: string,
  { key = '', model = 'scripted', address }: { key?: string; model?: string; address: string },
): Promise<void> {
  await goTo(page, 'Settings');
  await page.getByRole('radio', { name: new RegExp(`^${provider} `) }).check();
  if (key) await page.getByRole('textbox', { name: /^Key/ }).fill(key);
  await page.getByRole('textbox', { name: 'Model' }).fill(model);
  await page.getByRole('textbox', { name: 'Address' }).fill(address);
  await page.getByRole('textbox', { name: 'Address' }).press('Tab');
  await goTo(page, 'Chat');
}

/** Says something in the chat. */
export async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
}

export const answered = (page: Page) => page.getByText('The answer is complete').waitFor({ state: 'attached' });
/** How the calls of the chat stand: name and status. */
export const cells = (page: Page) =>
  page
    .locator('.tool-cell')
    .evaluateAll((all) => all.map((cell) => [cell.querySelector('.tool-name')?.textContent, cell.className.replace('tool-cell ', '')].join(' ')));
