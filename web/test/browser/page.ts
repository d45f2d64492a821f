// What the browser tests share: a server, a browser, and a page with the package in it.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { serveStatic } from '../../scripts/static-server.mjs';

export const web = fileURLToPath(new URL('../..', import.meta.url));

/** Of every Chromium in the tests. */
export const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Chromium as Debian installs it, or where CHROMIUM says. */
export function launchChromium(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) throw new Error(`no Chromium at ${executablePath}: install it, or set CHROMIUM`);
  return chromium.launch({ executablePath, args: flags });
}

export interface TestSite {
  url: string;
  browser: Browser;
  context: BrowserContext;
  close(): Promise<void>;
}

export interface SiteOptions {
  /** Answers a request itself by returning true. */
  answer?: (pathname: string, response: import('node:http').ServerResponse) => boolean;
}

const blank = `<!doctype html><meta charset="utf-8"><title>clienttools</title>
<script type="module">import * as clienttools from '/pkg/index.js'; globalThis.clienttools = clienttools;</script>`;

/** A site with the built package under /pkg/ and a page at / that imports it and does nothing. */
export async function openSite({ answer = () => false }: SiteOptions = {}): Promise<TestSite> {
  const server = await serveStatic({
    folders: { '/pkg/': path.join(web, 'dist') },
    answer(pathname, response) {
      if (answer(pathname, response)) return true;
      if (pathname !== '/' && pathname !== '/favicon.ico') return false;
      response.writeHead(200, { 'content-type': 'text/html' }).end(blank);
      return true;
    },
  });
  const browser = await launchChromium();
  const context = await browser.newContext();
  return {
    url: server.url,
    browser,
    context,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** A page of the site with `clienttools` (the package) and `tools` (a loaded client) as globals, whose errors fail the test. */
export async function openPage(site: TestSite, options: Record<string, unknown> = {}): Promise<Page> {
  const page = await site.context.newPage();
  await page.goto(site.url);
  await loadInPage(page, options);
  return page;
}

/** Loads the package and a client in a page that is open. */
export async function loadInPage(page: Page, options: Record<string, unknown> = {}): Promise<void> {
  await page.evaluate(async (options) => {
    globalThis.tools = await clienttools.loadClientTools(options);
  }, options);
}

declare global {
  // eslint-disable-next-line no-var
  var tools: import('../../src/index.js').ClientTools;
  // eslint-disable-next-line no-var
  var clienttools: typeof import('../../src/index.js');
}
