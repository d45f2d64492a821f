// What the tests of the files view and the console share: the built demo beside the package on a server, and visits to it.
import path from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { serveStatic } from '../../scripts/static-server.mjs';
import type { ClientTools } from '../../src/index.js';
import { watch } from './demo-site.js';
import { launchChromium, web } from './page.js';

export interface DemoSite {
  url: string;
  browser: Browser;
  /** What the server was asked for. */
  asked: string[];
  close(): Promise<void>;
}

/** Serves the demo, with the package under /pkg/. */
export async function openDemo(): Promise<DemoSite> {
  const asked: string[] = [];
  const server = await serveStatic({
    answer: (pathname) => (asked.push(pathname), false),
    folders: { '/': path.join(web, 'demo', 'dist'), '/pkg/': path.join(web, 'dist') },
  });
  const browser = await launchChromium();
  return {
    url: server.url,
    browser,
    asked,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

export interface Visit {
  context: BrowserContext;
  page: Page;
  /** Opens another tab of the same visitor. */
  another(view: string): Promise<Page>;
  /** Ends the visit; fails if a page complained, unless its complaints were expected. */
  end(options?: { complaints?: boolean }): Promise<void>;
}

/** A visitor with nothing stored, at a view of the demo. */
export async function visit(site: DemoSite, view: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await site.browser.newContext({ serviceWorkers: 'block', ...options });
  const complaints: string[] = [];
  const another = async (view: string) => {
    const page = await context.newPage();
    watch(page, complaints);
    await page.goto(`${site.url}/#/${view}`);
    return page;
  };
  const page = await another(view);
  return {
    context,
    page,
    another,
    async end({ complaints: expected = false } = {}) {
      await context.close();
      if (!expected) expect(complaints).toEqual([]);
    },
  };
}

/** The id of the project that a first visit has. */
export const firstProject = 'demo';

/** Gives a page a client of its own beside the app's, as `outside`: what it does is done by somebody else. */
export async function addOutsider(page: Page): Promise<void> {
  // As text: the test runner would rewrite the import for itself.
  await page.evaluate("import('/pkg/index.js').then((pkg) => pkg.loadClientTools()).then((client) => void (globalThis.outside = client))");
}

declare global {
  // eslint-disable-next-line no-var
  var outside: ClientTools;
}
