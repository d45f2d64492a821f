import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Disk, noDisk } from './disk.js';
import { kill, launch, openCrashSite, openWork, pause, trials, type Site } from './harness.js';
import { Mode } from './matrix.js';

let site: Site;
const modes: Mode[] = [];
const open = new Set<BrowserContext>();

beforeAll(async () => {
  site = await openCrashSite();
});
afterAll(async () => {
  for (const context of open) await context.close().catch(() => {});
  await site?.close();
  console.log(['| mode | trials | acknowledged | lost | torn |', '|---|---|---|---|---|', ...modes.map((mode) => mode.row())].join('\n'));
});

function begin(name: string): Mode {
  const mode = new Mode(name, site);
  modes.push(mode);
  return mode;
}

async function start(profile: string): Promise<BrowserContext> {
  const context = await launch(profile);
  open.add(context);
  context.on('close', () => open.delete(context));
  return context;
}

/** Each start looks at what the trial before left, and writes until it is ended. */
async function inTurn(mode: Mode, profile: string, end: () => Promise<void>, ms: number): Promise<void> {
  for (let trial = 0; trial <= trials; trial++) {
    const context = await start(profile);
    const page = await openWork(context, site);
    if (trial > 0) await mode.check(page, trial - 1);
    if (trial > 1) await page.evaluate((project) => work.remove([project]), mode.project(trial - 2));
    if (trial === trials) return context.close();
    await mode.writeFor(page, trial, ms);
    await end();
    open.delete(context);
  }
}

test('SIGKILL of the browser loses and tears nothing', async () => {
  const profile = path.join(site.folder, 'killed');
  const mode = begin('SIGKILL of the browser');
  await inTurn(mode, profile, () => kill(profile), 600);
  mode.verdict();
});

test('SIGKILL of the renderer loses and tears nothing', async () => {
  const profile = path.join(site.folder, 'renderer');
  const mode = begin('SIGKILL of the renderer');
  const context = await start(profile);
  let page = await openWork(context, site);
  for (let trial = 0; trial < trials; trial++) {
    await mode.writeFor(page, trial, 600);
    const crashed = new Promise((resolve) => page.once('crash', resolve));
    await kill(profile, { only: 'renderer' });
    await crashed;
    const dead = page;
    page = await openWork(context, site);
    void dead.close().catch(() => {});
    await mode.check(page, trial);
  }
  await context.close();
  mode.verdict();
});

test('a worker that is ended in the middle of a commit loses and tears nothing', async () => {
  const mode = begin('worker ended mid-commit');
  const context = await start(path.join(site.folder, 'worker'));
  const page = await openWork(context, site);
  let during = 0;
  for (let trial = 0; trial < trials; trial++) {
    const ended = await page.evaluate(([project, options]) => work.write(project, options), [
      mode.project(trial),
      { ...mode.options(trial), terminate: true },
    ] as const);
    during += Number(ended?.duringWrite);
    await mode.check(page, trial);
  }
  await context.close();
  console.log(`the large write was not acknowledged in ${during} of ${trials}`);
  expect(during).toBeGreaterThan(0);
  mode.verdict();
});

const reason = noDisk();
test.skipIf(reason)(`a power cut loses and tears nothing${reason && ` (skipped: ${reason})`}`, async () => {
  const mode = begin('power cut');
  const disk = new Disk(site.folder);
  try {
    const profile = path.join(disk.root, 'profile');
    let [cuts, kept] = [0, 0];
    const cut = async () => {
      await kill(profile);
      // Shows that the cut is one: a file that nobody synced is gone.
      const unsynced = path.join(disk.root, `unsynced-${++cuts}`);
      const content = 'x'.repeat(10_000);
      writeFileSync(unsynced, content);
      disk.cutPower();
      if (isThere(unsynced, content)) kept++;
    };
    await inTurn(mode, profile, cut, 1500);
    // Not zero: somebody else on the machine may sync everything.
    expect(kept).toBeLessThan(cuts);
  } finally {
    await pause(100);
    disk.eject();
  }
  mode.verdict();
});

function isThere(file: string, content: string): boolean {
  try {
    return readFileSync(file, 'utf8') === content;
  } catch {
    return false;
  }
}
