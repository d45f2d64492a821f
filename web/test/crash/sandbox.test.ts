// Sandboxes ended at random moments while a script writes: the project is as before or
// as after a whole script, and what was ended leaves no memory behind.
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClientTools } from '../../src/index.js';
import { launch, memoryOf, openCrashSite, openWork, trials, type Site } from './harness.js';

declare const tools: ClientTools;

const limitMs = 1500;
let site: Site;
let context: BrowserContext;
let page: Page;
let profile: string;

beforeAll(async () => {
  site = await openCrashSite();
  profile = path.join(site.folder, 'sandboxes');
  context = await launch(profile);
  page = await openWork(context, site);
  // As text: the import is the page's.
  await page.evaluate(`import('/pkg/index.js').then(async ({ loadClientTools }) => {
    globalThis.tools = await loadClientTools({ storage: 'memory', limits: { javascriptTimeoutMs: ${limitMs} } });
  })`);
});
afterAll(async () => {
  await context?.close();
  await site?.close();
});

/** One script that writes the same text into eight files, again and again; it is ended after so many milliseconds, or by its own endless loop. */
function trial(page: Page, text: string, endAfterMs: number, endless: boolean) {
  return page.evaluate(
    async ({ text, endAfterMs, endless }) => {
      const code = `for (let round = 0; round < 25; round++) {
          for (let i = 0; i < 8; i++) fs.writeFileSync('/file' + i, ${JSON.stringify(text)}.repeat(1 + (i * round) % 50));
          fs.writeFileSync('/round', String(round));
        }
        for (let i = 0; i < 8; i++) fs.writeFileSync('/file' + i, ${JSON.stringify(text)});
        fs.unlinkSync('/round');
        ${endless ? 'for (;;) {}' : 'return "whole"'}`;
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(), endAfterMs);
      const result = await tools.executeClientSideTool('javascript', { code }, ['javascript'], {}, { projectId: 'p' }, { signal: controller.signal });
      clearTimeout(timer);
      const files = tools.files('p');
      const names = (await files.list('/')).filter(({ kind }) => kind === 'file').map((file) => file.path);
      const texts = await Promise.all(names.map((name) => files.readText(name)));
      return { content: result.content, whole: !result.isError, names: names.sort(), texts: [...new Set(texts)] };
    },
    { text, endAfterMs, endless },
  );
}

test('a sandbox that is ended at any moment leaves whole files, and no memory', async () => {
  const before = { text: 'begin', names: Array.from({ length: 8 }, (_, i) => `/file${i}`) };
  await page.evaluate(async ({ text, names }) => {
    for (const name of names) await tools.files('p').write(name, text);
  }, before);
  const counts = { whole: 0, cancelled: 0, late: 0 };
  const memory: number[] = [];
  for (let n = 0; n < trials; n++) {
    const endless = n % 5 === 4;
    const text = `trial ${n} `;
    const { content, whole, names, texts } = await trial(page, text, endless ? 60_000 : Math.random() * (n % 2 === 0 ? 300 : limitMs), endless);
    if (whole) before.text = text;
    else expect(content, `trial ${n}`).toContain('nothing it wrote was kept: the files are as they were before');
    expect({ names, texts }, `trial ${n}: ${content}`).toEqual({ names: before.names, texts: [before.text] });
    counts[whole ? 'whole' : endless ? 'late' : 'cancelled']++;
    if (endless) expect(whole).toBe(false);
    if (n >= 2) memory.push(memoryOf(profile));
  }
  const [first = 0, last = 0] = [memory[0], memory.at(-1)];
  console.log(
    `${trials} sandboxes: ${JSON.stringify(counts)}; memory of the browser ${mega(first)} MB, at the end ${mega(last)} MB, at most ${mega(Math.max(...memory))} MB`,
  );
  expect(counts.cancelled + counts.late).toBeGreaterThan(0);
  // Each sandbox has 30 MB and more: ten that stay would show.
  expect(last - first).toBeLessThan(200 << 20);
});

function mega(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}
