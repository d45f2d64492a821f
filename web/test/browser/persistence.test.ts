import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadInPage, openPage, openSite, web, type TestSite } from './page.js';

let site: TestSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

describe('files in Chromium', () => {
  test('are there after a reload, whichever tool or method wrote them', async () => {
    const page = await openPage(site);
    const written = await page.evaluate(async () => {
      const run = (name: string, input: unknown) =>
        tools.executeClientSideTool(name, input, ['memory', 'filesystem', 'javascript'], {}, { projectId: 'reload' });
      const results = [
        await run('memory', { command: 'create', path: '/memories/m.md', file_text: 'by memory' }),
        await run('filesystem', { action: 'write', path: '/f.txt', content: 'by filesystem' }),
        await run('javascript', { code: "fs.writeFileSync('/j.txt', 'by javascript')" }),
      ];
      await tools.files('reload').write('/large.bin', new Uint8Array(3_000_000).fill(7));
      return { failed: results.filter((result) => result.isError), storage: tools.storage };
    });
    expect(written.failed).toEqual([]);
    expect(written.storage).toMatchObject({ kind: 'indexeddb', durable: true });

    await page.reload();
    await loadInPage(page);
    const read = await page.evaluate(async () => {
      const files = tools.files('reload');
      const texts = await Promise.all(['/memories/m.md', '/f.txt', '/j.txt'].map((path) => files.readText(path)));
      const large = await files.read('/large.bin');
      return { texts, large: large.length, sevens: large.every((byte) => byte === 7), projects: await tools.projects() };
    });
    expect(read.texts).toEqual(['by memory', 'by filesystem', 'by javascript']);
    expect(read).toMatchObject({ large: 3_000_000, sevens: true });
    expect(read.projects).toEqual([expect.objectContaining({ id: 'reload', files: 4 })]);
    await page.close();
  });

  test('change in one tab and show in the other; a deleted project is gone for good', async () => {
    const [one, two] = [await openPage(site), await openPage(site)];
    await two.evaluate(async () => {
      await tools.files('tabs').write('/two.txt', 'from two');
      Object.assign(globalThis, { heard: [] as string[] });
      tools.on('files', (change) => (globalThis as unknown as { heard: string[] }).heard.push(...change.paths));
    });
    await one.evaluate(() => tools.files('tabs').write('/one.txt', 'from one'));
    expect(await one.evaluate(() => tools.files('tabs').readText('/two.txt'))).toBe('from two');
    await expect.poll(() => two.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)).toContain('/one.txt');
    expect(await two.evaluate(() => tools.files('tabs').readText('/one.txt'))).toBe('from one');

    await two.close();
    await one.evaluate(() => tools.deleteProject('tabs'));
    await one.reload();
    await loadInPage(one);
    expect(await one.evaluate(async () => (await tools.projects()).map((project) => project.id))).not.toContain('tabs');
    await one.close();
  });

  test('do not last where the application chose memory', async () => {
    const page = await openPage(site, { storage: 'memory' });
    await page.evaluate(() => tools.files('memory').write('/a.txt', 'x'));
    await page.reload();
    await loadInPage(page, { storage: 'memory' });
    expect(await page.evaluate(async () => [tools.storage, await tools.files('memory').stat('/a.txt')])).toEqual([
      { kind: 'memory', durable: false, persisted: false },
      undefined,
    ]);
    await page.close();
  });
});

describe('what the page loads', () => {
  test('is the core alone until the first script, and byte for byte what was built', async () => {
    const page = await site.context.newPage();
    const requested: string[] = [];
    // Of the context: requests of workers are no page's.
    site.context.on('request', (request) => requested.push(path.basename(new URL(request.url()).pathname)));
    await page.goto(site.url);
    await loadInPage(page, { storage: 'memory' });
    await page.evaluate(() => tools.executeClientSideTool('memory', { command: 'view', path: '/memories' }, ['memory'], {}, { projectId: 'p' }));
    expect(requested).toContain('clienttools.wasm');
    expect(requested.filter((name) => name.startsWith('sandbox'))).toEqual([]);

    const script = await page.evaluate(() => tools.executeClientSideTool('javascript', { code: 'return 6 * 7' }, ['javascript'], {}, { projectId: 'p' }));
    expect(script.content).toBe('42');
    expect(requested.filter((name) => name === 'sandbox.wasm')).toHaveLength(1);

    // The body of a module that was streamed cannot be had again, so it is fetched once more.
    for (const name of ['clienttools.wasm', 'sandbox.wasm']) {
      const built = sha256(await readFile(path.join(web, '..', 'build', name)));
      const served = await page.evaluate(
        async (name) => [...new Uint8Array(await crypto.subtle.digest('SHA-256', await (await fetch(`/pkg/${name}`)).arrayBuffer()))],
        name,
      );
      expect(Buffer.from(served).toString('hex'), name).toBe(built);
    }
    await page.close();
  });
});

function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
