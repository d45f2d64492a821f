import type { ServerResponse } from 'node:http';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, afterAll, describe, expect, test } from 'vitest';
import { openSite, web, type TestSite } from './page.js';

const file = (name: string) => readFileSync(path.join(web, 'dist', name));

// What the site answers instead of a file, for one test.
let answers: Record<string, (response: ServerResponse) => void> = {};
let site: TestSite;
beforeAll(async () => {
  site = await openSite({
    answer(pathname, response) {
      answers[pathname]?.(response);
      return pathname in answers;
    },
  });
});
afterAll(() => site?.close());
afterEach(() => {
  answers = {};
});

/** Loads in a fresh page; gives a failure's code and message, or the storage, and what one call gives. */
async function load(options: Record<string, unknown> = {}) {
  const page = await site.context.newPage();
  await page.goto(site.url);
  const outcome = await page.evaluate(async (options) => {
    const before = Object.getOwnPropertyNames(globalThis);
    try {
      const tools = await clienttools.loadClientTools({ storage: 'memory', ...options });
      const result = await tools.executeClientSideTool('javascript', { code: 'return 6 * 7' }, ['javascript'], {}, { projectId: 'p' });
      const left = Object.getOwnPropertyNames(globalThis).filter((name) => !before.includes(name));
      await tools.close();
      return { content: result.content, left };
    } catch (error) {
      const { name, code, message } = error as { name: string; code: string; message: string };
      return { name, code, message };
    }
  }, options);
  await page.close();
  return outcome;
}

const policy = (csp: string, type: string, name: string) => (response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': type, ...(csp && { 'content-security-policy': csp }) }).end(file(name));

describe('loading in Chromium', () => {
  test.each([
    ['in a worker', {}],
    ['in the page', { worker: false }],
    ['with the sandbox at once', { preloadSandbox: true }],
  ])('works %s and leaves nothing on the global object', async (_name, options) => {
    expect(await load(options)).toEqual({ content: '42', left: [] });
  });

  test('works with another MIME type', async () => {
    answers['/pkg/clienttools.wasm'] = policy('', 'application/octet-stream', 'clienttools.wasm');
    answers['/pkg/sandbox.wasm'] = policy('', 'text/plain', 'sandbox.wasm');
    expect(await load()).toMatchObject({ content: '42' });
  });

  test('works where the workers are served with the strictest policy that lets them run', async () => {
    const csp = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
    answers['/pkg/core-worker.js'] = policy(csp, 'text/javascript', 'core-worker.js');
    answers['/pkg/sandbox-worker.js'] = policy(csp, 'text/javascript', 'sandbox-worker.js');
    expect(await load()).toMatchObject({ content: '42' });
  });

  test("works with addresses of one's own, relative to the page", async () => {
    const urls = {
      wasmURL: 'pkg/clienttools.wasm',
      sandboxURL: '/pkg/sandbox.wasm',
      workerURL: './pkg/core-worker.js',
      sandboxWorkerURL: 'pkg/sandbox-worker.js',
    };
    expect(await load(urls)).toMatchObject({ content: '42' });
  });

  const failures: [name: string, prepare: () => void, options: Record<string, unknown>, says: RegExp][] = [
    ['a missing module', () => {}, { wasmURL: '/pkg/nothing.wasm' }, /nothing\.wasm: the server answered HTTP 404/],
    ['a missing worker', () => {}, { workerURL: '/pkg/nothing.js' }, /nothing\.js did not start.*workerURL/],
    ['an HTML page for the worker', () => {}, { workerURL: '/' }, /did not start: the server answered with an HTML page/],
    [
      'a worker of another MIME type',
      () => (answers['/pkg/core-worker.js'] = policy('', 'application/octet-stream', 'core-worker.js')),
      {},
      /must serve it as text\/javascript \(the MIME type is application\/octet-stream\)/,
    ],
    ['what Vite 7 leaves out', () => {}, { workerURL: '/node_modules/.vite/deps/core-worker.js?v=1' }, /optimizeDeps/],
    ['an HTML page for the module', () => {}, { wasmURL: '/' }, /answered with an HTML page/],
    [
      'a policy without WebAssembly',
      () => (answers['/pkg/core-worker.js'] = policy("default-src 'self'", 'text/javascript', 'core-worker.js')),
      {},
      /wasm-unsafe-eval/,
    ],
    ['no address', () => {}, { wasmURL: 'http://' }, /wasmURL is no address/],
  ];
  test.each(failures)('says what to do about %s', async (_name, prepare, options, says) => {
    prepare();
    const outcome = await load(options);
    expect(outcome).toMatchObject({ name: 'ClientToolsError' });
    expect(outcome).toHaveProperty('message', expect.stringMatching(says));
  });

  test('a missing sandbox fails the call and not the client, and is tried again', async () => {
    answers['/pkg/sandbox.wasm'] = (response) => void response.writeHead(503).end();
    const page = await site.context.newPage();
    await page.goto(site.url);
    await page.evaluate(async () => {
      globalThis.tools = await clienttools.loadClientTools({ storage: 'memory' });
    });
    const run = () => page.evaluate(() => tools.executeClientSideTool('javascript', { code: 'return 1' }, ['javascript'], {}, { projectId: 'p' }));
    expect(await run()).toMatchObject({ isError: true });
    answers = {};
    expect(await run()).toMatchObject({ content: '1' });
    await page.close();
  });

  describe('the module that rewrites code', () => {
    const open = async () => {
      const page = await site.context.newPage();
      const requests: string[] = [];
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      await page.goto(site.url);
      await page.evaluate(async () => {
        globalThis.tools = await clienttools.loadClientTools({ storage: 'memory' });
      });
      const run = (code: string, language?: string) =>
        page.evaluate((input) => tools.executeClientSideTool('javascript', input, ['javascript'], {}, { projectId: 'p' }), { code, language });
      const loaded = () => requests.filter((path) => path.endsWith('/transpile.wasm')).length;
      return { page, run, loaded };
    };

    test('is loaded for code that needs it, once for all workers', async () => {
      const { page, run, loaded } = await open();
      expect(await run('return 1')).toMatchObject({ content: '1' });
      expect(loaded()).toBe(0);
      expect(await run('const n: number = 1; n')).toMatchObject({ content: '1' });
      expect(loaded()).toBe(1);
      const many = ['1', '2', '3'].map((n) => run(`await new Promise((done) => setTimeout(done, 50)); return ${n} as number`, 'typescript'));
      expect((await Promise.all(many)).map(({ content }) => content)).toEqual(['1', '2', '3']);
      expect(loaded()).toBe(1);
      await page.close();
    });

    const page = (status: number, type: string, body: string) => (response: ServerResponse) =>
      void response.writeHead(status, { 'content-type': type }).end(body);
    test.each([
      ['is missing', page(404, 'text/plain', 'no'), /transpile\.wasm: the server answered HTTP 404; .*transpileURL/],
      ['is an HTML page', page(200, 'text/html', '<!doctype html><title>App</title>'), /transpile\.wasm: the server answered with an HTML page/],
      ['is none', page(200, 'application/wasm', 'hello'), /transpile\.wasm: it does not compile/],
      ['is another one', policy('', 'application/wasm', 'clienttools.wasm'), /transpile\.wasm is clienttools .* where transpile/],
    ])('%s: the call says what to serve, other calls go on, and it is tried again', async (_name, answer, says) => {
      answers['/pkg/transpile.wasm'] = answer;
      const { page, run } = await open();
      const wanting = await run('return 1 as number', 'typescript');
      expect(wanting.isError).toBe(true);
      expect(wanting.content).toMatch(/^Error: TypeScript and the newest syntax are not available now, so write plain JavaScript: /);
      expect(wanting.content).toMatch(says);
      // Code that is plainly wrong keeps its own message.
      const wrong = await run('let a = 1;\nlet b = ;');
      expect(wrong.content).toMatch(/^SyntaxError: Unexpected token ;\n    at script\.js:2:9/);
      expect(wrong.content).toMatch(says);
      expect(await run("try { require('/none.ts') } catch (e) { e.code }")).toMatchObject({ content: 'MODULE_NOT_FOUND' });
      answers = {};
      expect(await run('return 1 as number', 'typescript')).toMatchObject({ content: '1' });
      await page.close();
    });

    test('works with another MIME type', async () => {
      answers['/pkg/transpile.wasm'] = policy('', 'application/octet-stream', 'transpile.wasm');
      const { page, run } = await open();
      expect(await run('return 1 as number', 'typescript')).toMatchObject({ content: '1' });
      await page.close();
    });
  });

  test('a client that was closed says so', async () => {
    const page = await site.context.newPage();
    await page.goto(site.url);
    const code = await page.evaluate(async () => {
      const tools = await clienttools.loadClientTools({ storage: 'memory' });
      await tools.close();
      await tools.close();
      return tools.projects().catch((error: unknown) => clienttools.ClientToolsError.isInstance(error) && error.code);
    });
    expect(code).toBe('closed');
    await page.close();
  });
});
