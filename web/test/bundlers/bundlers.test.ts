// The packed package in fresh projects: built, served, opened in Chromium, with one call of each tool.
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { serveStatic } from '../../scripts/static-server.mjs';
import { launchChromium } from '../browser/page.js';
import { newProject, packPackage } from './project.js';

interface Site {
  url: string;
  close(): Promise<void>;
}

let browser: Browser, search: Site;
beforeAll(async () => {
  search = await serveStatic({ folders: {}, answer: answerSearch });
  [browser] = await Promise.all([launchChromium(), packPackage()]);
});
afterAll(async () => {
  await browser?.close();
  await search?.close();
});

// As a SearXNG instance answers.
function answerSearch(pathname: string, response: ServerResponse): boolean {
  if (pathname !== '/search') return false;
  const results = [{ url: 'https://example.org/tides', title: 'Tide tables', content: 'High and low water' }];
  response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' }).end(JSON.stringify({ results }));
  return true;
}

/** Opens the page and gives what its calls gave, with what the page complained about. */
async function open(url: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  try {
    await page.goto(`${url}?search=${encodeURIComponent(search.url)}`);
    await page
      .waitForFunction(() => 'outcome' in globalThis, undefined, { timeout: 60_000 })
      .catch((error: unknown) => {
        throw new Error(`the page made no calls; it said:\n${said.join('\n')}`, { cause: error });
      });
    return await page.evaluate(() => (globalThis as { outcome?: unknown }).outcome);
  } finally {
    await context.close();
  }
}

const result = (says: string) => ({ type: 'tool_result', content: expect.stringContaining(says) as string });
const works = { results: [result('tides.md'), result('/in.txt'), { type: 'tool_result', content: '42' }, result('Tide tables')], storage: 'indexeddb' };

/** The strictest policy that these sites work with. */
function strictPolicy(more: { script?: string; worker?: string; connect?: string } = {}): string {
  const { script = '', worker = "'self'", connect = '' } = more;
  return `default-src 'none'; script-src 'self' 'wasm-unsafe-eval' ${script}; worker-src ${worker}; connect-src 'self' ${search.url} ${connect}`;
}

/** Serves a folder under a policy, opens it and expects what each tool gives. */
async function expectWorks(folder: string, policy?: string): Promise<void> {
  const answer = (_pathname: string, response: ServerResponse) => {
    if (policy) response.setHeader('content-security-policy', policy);
    return false;
  };
  const site = await serveStatic({ folders: { '/': folder }, answer });
  try {
    expect(await open(`${site.url}/`)).toMatchObject(works);
  } finally {
    await site.close();
  }
}

/** Another origin with these files, which lets every page read them. */
function serveElsewhere(folder: string): Promise<Site> {
  const answer = (_pathname: string, response: ServerResponse) => {
    response.setHeader('access-control-allow-origin', '*');
    return false;
  };
  return serveStatic({ folders: { '/': folder }, answer });
}

/** The inline scripts of a built page, as a policy allows them. */
async function inlineScripts(folder: string): Promise<string> {
  const html = await readFile(path.join(folder, 'index.html'), 'utf8');
  const scripts = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
  return scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ');
}

const vite = 'bin/vite.js';

describe('Vite 8', () => {
  test('builds, under a strict policy', async () => {
    const project = await newProject('vite-8', { packages: { vite: 'vite8' } });
    await project.node(`vite8/${vite}`, 'build');
    await expectWorks(path.join(project.folder, 'dist'), strictPolicy());
  });

  test('builds for another origin, under a strict policy', async () => {
    const project = await newProject('vite-8', { as: 'vite-8-cdn', packages: { vite: 'vite8' } });
    const dist = path.join(project.folder, 'dist');
    const elsewhere = await serveElsewhere(dist);
    try {
      await project.node(`vite8/${vite}`, 'build', '--base', `${elsewhere.url}/`);
      await expectWorks(dist, strictPolicy({ script: elsewhere.url, worker: `blob: ${elsewhere.url}`, connect: elsewhere.url }));
    } finally {
      await elsewhere.close();
    }
  });

  test('serves while one develops', async () => {
    const project = await newProject('vite-8', { as: 'vite-8-dev', packages: { vite: 'vite8' } });
    const server = await project.serve(`vite8/${vite}`);
    try {
      expect(await open(server.url)).toMatchObject(works);
    } finally {
      await server.close();
    }
  });
});

describe('Vite 7', () => {
  test('builds, under a strict policy', async () => {
    const project = await newProject('vite-7', { packages: { vite: 'vite7' } });
    await project.node(`vite7/${vite}`, 'build');
    await expectWorks(path.join(project.folder, 'dist'), strictPolicy());
  });

  test('serves while one develops, with its line of configuration', async () => {
    const project = await newProject('vite-7', { as: 'vite-7-dev', packages: { vite: 'vite7' } });
    const server = await project.serve(`vite7/${vite}`);
    try {
      expect(await open(server.url)).toMatchObject(works);
    } finally {
      await server.close();
    }
  });

  test('says which line is missing', async () => {
    const project = await newProject('vite-7', { as: 'vite-7-dev-without', packages: { vite: 'vite7' } });
    await rm(path.join(project.folder, 'vite.config.js'));
    const server = await project.serve(`vite7/${vite}`);
    try {
      expect(await open(server.url)).toEqual({ error: expect.stringContaining("optimizeDeps: { exclude: ['clienttools'] }") as string });
    } finally {
      await server.close();
    }
  });
});

test('webpack 5 builds, under a strict policy', async () => {
  const project = await newProject('webpack');
  const [{ default: webpack }, { default: config }] = (await Promise.all([
    import('webpack' as string),
    import(pathToFileURL(path.join(project.folder, 'webpack.config.mjs')).href),
  ])) as [{ default: (config: object) => { run(done: (error: Error | null, stats: Stats) => void): void } }, { default: object }];
  interface Stats {
    hasErrors(): boolean;
    toString(what: string): string;
  }
  const stats = await new Promise<Stats>((resolve, reject) =>
    webpack({ ...config, context: project.folder }).run((error, stats) => (error ? reject(error) : resolve(stats))),
  );
  expect(stats.hasErrors(), stats.toString('errors-only')).toBe(false);
  await expectWorks(path.join(project.folder, 'public'), strictPolicy());
});

test('Next.js 16 builds with a client component', async () => {
  const project = await newProject('next');
  await project.node('next/dist/bin/next', 'build');
  await expectWorks(path.join(project.folder, 'out'));
});

test('Parcel 2 builds, under a strict policy', async () => {
  const project = await newProject('parcel');
  await project.node('parcel/lib/bin.js', 'build', 'index.html', '--dist-dir', 'dist', '--no-source-maps', '--no-cache');
  // Parcel writes an import map into the page.
  const dist = path.join(project.folder, 'dist');
  await expectWorks(dist, strictPolicy({ script: await inlineScripts(dist) }));
});

describe('esbuild', () => {
  test('builds, with files copied, under a strict policy', async () => {
    const project = await newProject('esbuild');
    await project.node('./build.mjs');
    await expectWorks(path.join(project.folder, 'public'), strictPolicy());
  });

  test('builds with inlined workers, under a strict policy', async () => {
    const project = await newProject('esbuild-inline');
    await project.node('./build.mjs');
    await expectWorks(path.join(project.folder, 'public'), strictPolicy({ worker: 'blob:' }));
  });
});

describe('a page with an import map', () => {
  test('works under a strict policy', async () => {
    const project = await newProject('import-map');
    await expectWorks(project.folder, strictPolicy({ script: await inlineScripts(project.folder) }));
  });

  test('works from another origin, under a strict policy', async () => {
    const project = await newProject('import-map', { as: 'import-map-cdn' });
    const elsewhere = await serveElsewhere(path.join(project.folder, 'node_modules'));
    try {
      const page = path.join(project.folder, 'index.html');
      await writeFile(page, (await readFile(page, 'utf8')).replace('"/node_modules/', `"${elsewhere.url}/`));
      await expectWorks(
        project.folder,
        strictPolicy({ script: `${await inlineScripts(project.folder)} ${elsewhere.url}`, worker: `blob: ${elsewhere.url}`, connect: elsewhere.url }),
      );
    } finally {
      await elsewhere.close();
    }
  });
});
