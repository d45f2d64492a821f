// How the package gets to a page: from another origin, with inlined workers, and what each Content-Security-Policy lets through.
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { serveStatic } from '../../scripts/static-server.mjs';
import { codeBlocks } from '../shared/documents.js';
import { launchChromium, web } from './page.js';

interface Site {
  url: string;
  close(): Promise<void>;
}

const nonce = "'nonce-ours'";
const dist = path.join(web, 'dist');

// The policies that docs/package.md gives, in its order. The scripts in the test's own page have a nonce.
const policies = codeBlocks('docs/package.md').filter(({ language }) => language === 'http');
const [pagePolicy, workerPolicy, elsewherePolicy, inlinePolicy] = policies.map(({ text }) => text.replace('Content-Security-Policy: ', '').trim()) as [
  string,
  string,
  string,
  string,
];
const inPage = (policy: string) => policy.replace('script-src', `script-src ${nonce}`);
const fromCdn = (policy: string) => inPage(policy).replaceAll('https://cdn.example.org', cdn.url);

// The pages of one test: what is at their address.
const pages: Record<string, { csp: string; entry: string }> = {};
// The policy of the workers of one test.
let policyOfWorkers = '';
let site: Site, cdn: Site, closed: Site, browser: Browser;

beforeAll(async () => {
  const allow = (_pathname: string, response: ServerResponse) => {
    response.setHeader('access-control-allow-origin', '*');
    return false;
  };
  site = await serveStatic({ folders: { '/pkg/': dist }, answer: servePage });
  cdn = await serveStatic({ folders: { '/clienttools@0.1.0/dist/': dist }, answer: allow });
  closed = await serveStatic({ folders: { '/': dist } });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  for (const server of [site, cdn, closed]) await server?.close();
});

function servePage(pathname: string, response: ServerResponse): boolean {
  if (policyOfWorkers && pathname.endsWith('-worker.js')) response.setHeader('content-security-policy', policyOfWorkers);
  const page = pages[pathname];
  if (!page) return false;
  response.writeHead(200, { 'content-type': 'text/html', ...(page.csp && { 'content-security-policy': page.csp }) });
  response.end(`<!doctype html><meta charset="utf-8"><title>page</title>
    <script type="importmap" nonce="ours">{ "imports": { "clienttools": "${page.entry}" } }</script>
    <script type="module" nonce="ours">import * as clienttools from 'clienttools'; globalThis.clienttools = clienttools;</script>`);
  return true;
}

/** Opens a page of its own with this policy and entry, loads, and makes one call. */
async function load(csp: string, entry: string, options: Record<string, unknown> = {}, before?: string) {
  const pathname = `/page-${Object.keys(pages).length}`;
  pages[pathname] = { csp, entry };
  const context = await browser.newContext();
  const page = await context.newPage();
  if (before) await page.addInitScript(before);
  try {
    await page.goto(site.url + pathname);
    await page.waitForFunction(() => 'clienttools' in globalThis);
    return await page.evaluate(async (options) => {
      try {
        const tools = await clienttools.loadClientTools(options);
        await tools.files('p').write('/in.txt', '42');
        const { content } = await tools.executeClientSideTool(
          'javascript',
          { code: "return fs.readFileSync('/in.txt', 'utf-8')" },
          ['javascript'],
          {},
          { projectId: 'p' },
        );
        const { kind } = tools.storage;
        await tools.close();
        return { content, kind };
      } catch (error) {
        const { code, message, details } = error as { code: string; message: string; details: Record<string, unknown> };
        return { code, message, details };
      }
    }, options);
  } finally {
    await context.close();
  }
}

const works = { content: '42', kind: 'indexeddb' };
const failed = (says: RegExp) => ({ code: 'load_failed', message: expect.stringMatching(says) as string });

describe('from the origin of the page', () => {
  test('works with the policies of page and workers that are documented', async () => {
    policyOfWorkers = workerPolicy;
    try {
      expect(await load(inPage(pagePolicy), '/pkg/index.js')).toEqual(works);
    } finally {
      policyOfWorkers = '';
    }
  });

  test('a policy that forbids workers is named', async () => {
    const csp = `default-src 'none'; script-src 'self' ${nonce}; worker-src 'none'; connect-src 'self'`;
    const outcome = await load(csp, '/pkg/index.js');
    expect(outcome).toMatchObject(failed(/Content-Security-Policy of the page forbids it \(worker-src\); add to it: worker-src 'self'/));
    expect(outcome).toMatchObject({ details: { csp: true } });
  });

  test('a policy that forbids WebAssembly in the page is named when the core is to run there', async () => {
    expect(await load(`script-src 'self' ${nonce}`, '/pkg/index.js', { worker: false })).toMatchObject(failed(/forbids WebAssembly; add 'wasm-unsafe-eval'/));
    expect(await load(`script-src 'self' ${nonce} 'wasm-unsafe-eval'`, '/pkg/index.js', { worker: false })).toEqual(works);
  });

  test('a page with Trusted Types has a default policy that allows the addresses of workers', async () => {
    const csp = `script-src 'self' ${nonce}; require-trusted-types-for 'script'; trusted-types default`;
    const policy = "trustedTypes.createPolicy('default', { createScriptURL: (url) => (url.startsWith(location.origin + '/pkg/') ? url : null) })";
    expect(await load(csp, '/pkg/index.js', {}, policy)).toEqual(works);
    expect(await load(csp, '/pkg/index.js')).toMatchObject(failed(/TrustedScriptURL/));
  });
});

describe('from another origin', () => {
  const entry = () => `${cdn.url}/clienttools@0.1.0/dist/index.js`;

  test('works, with files of the page’s own origin', async () => {
    expect(await load('', entry())).toEqual(works);
  });

  test('works with the policy that is documented', async () => {
    expect(await load(fromCdn(elsewherePolicy), entry())).toEqual(works);
  });

  test('a policy that forbids workers of another origin is named', async () => {
    const csp = `script-src ${nonce} ${cdn.url} 'wasm-unsafe-eval'; worker-src 'self'`;
    expect(await load(csp, entry())).toMatchObject(failed(/forbids it \(worker-src\); add to it: worker-src blob: http/));
  });

  test('modules alone may be elsewhere', async () => {
    const at = (name: string) => `${cdn.url}/clienttools@0.1.0/dist/${name}`;
    expect(await load('', '/pkg/index.js', { wasmURL: at('clienttools.wasm'), sandboxURL: at('sandbox.wasm') })).toEqual(works);
  });

  test('without CORS it says so', async () => {
    expect(await load('', '/pkg/index.js', { wasmURL: `${closed.url}/clienttools.wasm` })).toMatchObject(failed(/another origin without CORS/));
    expect(await load('', '/pkg/index.js', { workerURL: `${closed.url}/core-worker.js` })).toMatchObject(failed(/another origin without CORS/));
  });
});

describe('with inlined workers', () => {
  const csp = inPage(inlinePolicy);

  test('works with the policy that is documented', async () => {
    expect(await load(csp, '/pkg/inline.js')).toEqual(works);
  });

  test('runs the core in the page where it is told to', async () => {
    expect(await load(csp, '/pkg/inline.js', { worker: false })).toEqual(works);
  });

  test('works from another origin, which need not be allowed to serve workers', async () => {
    const cdnOnly = csp.replace("'self'", cdn.url).replace("connect-src 'self'", `connect-src ${cdn.url}`);
    expect(await load(cdnOnly, `${cdn.url}/clienttools@0.1.0/dist/inline.js`)).toEqual(works);
  });

  test("has the page's policy, and says what is missing in it", async () => {
    expect(await load(csp.replace('blob:', "'self'"), '/pkg/inline.js')).toMatchObject(
      failed(/the inlined worker did not start: .*\(worker-src\); add to it: worker-src blob:/),
    );
    expect(await load(csp.replace("'wasm-unsafe-eval'", ''), '/pkg/inline.js')).toMatchObject(failed(/forbids WebAssembly; add 'wasm-unsafe-eval'/));
  });
});
