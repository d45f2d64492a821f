// How long a page takes from its navigation to the first tool result, beside a page that only
// compiles and starts a Go module which does nothing. REPS (7) runs of each, interleaved.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { interleave, launchWithProfile, packageFiles, root, save, serve } from './harness.mjs';

const reps = Number(process.env.REPS ?? 7);

const pages = {
  // The first call that a chat makes: what does the memory hold?
  clienttools: `import { loadClientTools } from '/pkg/index.js';
    const tools = await loadClientTools();
    const ready = performance.now();
    const context = { projectId: 'bench' };
    const result = await tools.executeClientSideTool('memory', { command: 'view', path: '/memories' }, ['memory'], {}, context);
    if (result.isError) throw new Error(result.content);
    globalThis.done = { ready, result: performance.now() };
    globalThis.tools = tools;`,
  'Go that does nothing': `import '/pkg/wasm_exec.js';
    const go = new Go();
    const module = await WebAssembly.compileStreaming(fetch('/nothing.wasm'));
    const instance = await WebAssembly.instantiate(module, go.importObject);
    await go.run(instance);
    globalThis.done = { ready: performance.now(), result: performance.now() };`,
  'Go that does nothing, in a worker': `const worker = new Worker('/nothing-worker.js');
    await new Promise((resolve) => (worker.onmessage = resolve));
    globalThis.done = { ready: performance.now(), result: performance.now() };`,
};

const nothing = path.join(mkdtempSync(path.join(tmpdir(), 'bench-')), 'nothing.wasm');
execFileSync('go', ['build', '-trimpath', '-buildvcs=false', '-ldflags=-s -w', '-gcflags=all=-l', '-o', nothing, './web/bench/nothing'], {
  cwd: root,
  env: { ...process.env, GOOS: 'js', GOARCH: 'wasm' },
});

const address = (name) => `/${name.replaceAll(/\W+/g, '-')}.html`;
const server = await serve({
  ...(await packageFiles()),
  '/nothing.wasm': { file: nothing },
  '/nothing-worker.js': `${readFileSync(path.join(root, 'web/dist/wasm_exec.js'), 'utf8')}
    (async () => {
      const go = new Go();
      const module = await WebAssembly.compileStreaming(fetch('/nothing.wasm'));
      await go.run(await WebAssembly.instantiate(module, go.importObject));
      postMessage('done');
    })();`,
  ...Object.fromEntries(Object.entries(pages).map(([name, script]) => [address(name), `<!doctype html><script type="module">${script}</script>`])),
});

/** Opens the page and waits for its figure, in milliseconds since the navigation began. */
async function visit(browser, name) {
  const page = await browser.newPage();
  const failed = new Promise((_, reject) => page.on('pageerror', reject));
  failed.catch(() => {});
  await page.goto(server.url + address(name));
  await Promise.race([page.waitForFunction(() => globalThis.done), failed]);
  const { result } = await page.evaluate(() => globalThis.done);
  return { page, result };
}

// A second visit: the profile has seen the page, its bytes are in the HTTP cache and its compiled code
// in the code cache, which Chromium writes some seconds after the module has warmed up.
async function visits(name) {
  const profile = mkdtempSync(path.join(tmpdir(), 'bench-profile-'));
  try {
    let browser = await launchWithProfile(profile);
    const first = await visit(browser, name);
    await first.page.waitForTimeout(Number(process.env.SETTLE ?? 6000));
    const again = await visit(browser, name);
    await browser.close();
    browser = await launchWithProfile(profile);
    await visit(browser, 'Go that does nothing').then(({ page }) => page.close());
    const second = await visit(browser, name);
    await browser.close();
    return { first: first.result, again: again.result, second: second.result };
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}

const seen = Object.fromEntries(Object.keys(pages).map((name) => [name, []]));
await interleave(reps, Object.fromEntries(Object.keys(pages).map((name) => [name, async () => (seen[name].push(await visits(name)), 0)])));
await server.close();

const { summary } = await import('./harness.mjs');
const figures = Object.fromEntries(
  Object.entries(seen).map(([name, all]) => [
    name,
    Object.fromEntries(['first', 'again', 'second'].map((kind) => [kind, summary(all.map((one) => one[kind]))])),
  ]),
);
console.log(JSON.stringify(figures, undefined, 1));
await save('loading', { unit: 'ms', figures });
