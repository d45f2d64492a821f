import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { loadInPage, openSite, type TestSite } from '../browser/page.js';

const commits = 200;
const tabsOfTests = [2, 3];

let site: TestSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

async function openTabs(count: number): Promise<Page[]> {
  const tabs: Page[] = [];
  for (let i = 0; i < count; i++) {
    const page = await site.context.newPage();
    await page.goto(site.url);
    await loadInPage(page);
    tabs.push(page);
  }
  return tabs;
}

/** What a tab that was not there before finds. */
async function afterwards<T>(look: (page: Page) => Promise<T>): Promise<T> {
  const [page] = await openTabs(1);
  const found = await look(page!);
  await page!.close();
  return found;
}

describe.each(tabsOfTests)('%i tabs of one project', (count) => {
  test(`commit ${commits} times each to files of their own: all are kept, and heard of in the other tabs`, async () => {
    const project = `own-${count}`;
    const tabs = await openTabs(count);
    const wanted: string[] = [];
    for (let tab = 0; tab < count; tab++) for (let n = 0; n < commits; n++) wanted.push(`/${tab}/${n}`);

    // Opened in every tab before anyone writes: whoever opens later has nothing to hear.
    for (const page of tabs) {
      await page.evaluate(async (project) => {
        const heard = new Set<string>();
        Object.assign(globalThis, { heard });
        tools.on('files', (change) => change.projectId === project && change.paths.forEach((path) => heard.add(path)));
        await tools.files(project).write('/begun', 'x');
      }, project);
    }
    await Promise.all(
      tabs.map((page, tab) =>
        page.evaluate(
          async ({ project, tab, commits }) => {
            for (let n = 0; n < commits; n++) await tools.files(project).write(`/${tab}/${n}`, `${tab}:${n}`);
          },
          { project, tab, commits },
        ),
      ),
    );
    const contents = await afterwards((page) =>
      page.evaluate(
        async ({ project, wanted }) => {
          const files = tools.files(project);
          return Promise.all(wanted.map((path) => files.readText(path).catch((error: Error) => error.message)));
        },
        { project, wanted },
      ),
    );
    expect(contents).toEqual(wanted.map((path) => path.slice(1).replace('/', ':')));
    for (const [tab, page] of tabs.entries()) {
      const missing = () =>
        page.evaluate((wanted) => wanted.filter((path) => !(globalThis as unknown as { heard: Set<string> }).heard.has(path)).length, wanted);
      await expect.poll(missing, { timeout: 10_000, message: `changes that tab ${tab} did not hear of` }).toBe(0);
      await page.close();
    }
  });

  test(`append ${commits} times each to one file: it has exactly what was acknowledged, the rest was refused as a conflict`, async () => {
    const project = `one-${count}`;
    const tabs = await openTabs(count);
    await tabs[0]!.evaluate((project) => tools.files(project).write('/log.txt', 'begun\n'), project);
    const results = await Promise.all(
      tabs.map((page, tab) =>
        page.evaluate(
          async ({ project, tab, commits }) => {
            const acked: string[] = [];
            const refused: string[] = [];
            for (let n = 0; n < commits; n++) {
              const input = { action: 'append', path: '/log.txt', content: `${tab}:${n}\n` };
              const result = await tools.executeClientSideTool('filesystem', input, ['filesystem'], {}, { projectId: project });
              if (result.isError) refused.push(result.content);
              else acked.push(`${tab}:${n}`);
            }
            return { acked, refused };
          },
          { project, tab, commits },
        ),
      ),
    );
    const text = await afterwards((page) => page.evaluate((project) => tools.files(project).readText('/log.txt'), project));
    const acked = results.flatMap((result) => result.acked);
    const refused = results.flatMap((result) => result.refused);
    expect(text.trimEnd().split('\n').slice(1).sort()).toEqual([...acked].sort());
    expect(acked.length + refused.length).toBe(count * commits);
    for (const message of new Set(refused)) expect(message).toContain('changed by somebody else at the same time; nothing was changed');
    for (const { acked } of results) expect(acked.length).toBeGreaterThan(0);
    console.log(`${count} tabs, one file: ${acked.length} acknowledged and kept, ${refused.length} conflicts reported`);
    for (const page of tabs) await page.close();
  });
});
