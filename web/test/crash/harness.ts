// What the crash tests share: a site that keeps a journal of what pages acknowledged,
// browsers whose profile outlives them, and ways to end them.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { serveStatic } from '../../scripts/static-server.mjs';
import { flags, web } from '../browser/page.js';

/** Trials of each mode. */
export const trials = Number(process.env['TRIALS'] ?? 10);

export interface Site {
  url: string;
  /** A folder for profiles. */
  folder: string;
  /** What pages reported, by project. */
  acked: Map<string, Set<string>>;
  failed: string[];
  close(): Promise<void>;
}

/** A site with the built package and work.js, from a copy: a long run outlasts a build. */
export async function openCrashSite(): Promise<Site> {
  const folder = await mkdtemp(path.join(tmpdir(), 'clienttools-crash-'));
  const dist = path.join(folder, 'dist');
  await cp(path.join(web, 'dist'), dist, { recursive: true });
  const acked = new Map<string, Set<string>>();
  const failed: string[] = [];
  const server = await serveStatic({
    folders: { '/pkg/': dist, '/crash/': path.dirname(fileURLToPath(import.meta.url)) },
    answer(pathname, response) {
      const [, verb = '', project = '', ...rest] = pathname.split('/');
      const what = rest.join('/');
      if (verb === 'ack') acked.set(project, (acked.get(project) ?? new Set()).add(what));
      else if (verb === 'failed') failed.push(`${project}: ${decodeURIComponent(what)}`);
      else if (pathname !== '/' && pathname !== '/favicon.ico') return false;
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(pathname === '/' ? '<!doctype html><script type="module" src="/crash/work.js"></script>' : '');
      return true;
    },
  });
  return {
    url: server.url,
    folder,
    acked,
    failed,
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Chromium with a profile that stays. */
export function launch(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: flags, timeout: 90_000 });
}

/** A new page with `work`. */
export async function openWork(context: BrowserContext, site: Site): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(90_000);
  await page.goto(site.url);
  await page.waitForFunction(() => 'work' in globalThis);
  return page;
}

/** SIGKILL for every process of the browser with this profile, or for its renderers only; waits until they are gone. */
export async function kill(profile: string, { only }: { only?: 'renderer' } = {}): Promise<void> {
  const doomed = browserProcesses(profile).filter(({ command }) => !only || command.includes(`--type=${only}`));
  if (doomed.length === 0) throw new Error(`no process to kill with the profile ${profile}`);
  // The browser process first: nobody is to react to the end of another.
  doomed.sort((a, b) => Number(a.command.includes('--type=')) - Number(b.command.includes('--type=')));
  for (const { pid } of doomed) signal(pid);
  const deadline = Date.now() + 20_000;
  while (doomed.some(({ pid }) => isAlive(pid))) {
    if (Date.now() > deadline) throw new Error('killed processes are still there');
    await pause(10);
  }
}

/** Bytes of memory that the processes of the browser with this profile have for themselves. */
export function memoryOf(profile: string): number {
  let bytes = 0;
  for (const { pid } of browserProcesses(profile)) {
    try {
      bytes += 1024 * Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      // It has ended meanwhile.
    }
  }
  return bytes;
}

interface ProcessInfo {
  pid: number;
  parent: number;
  command: string;
}

function browserProcesses(profile: string): ProcessInfo[] {
  const all: ProcessInfo[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const parent = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]);
      all.push({ pid: Number(name), parent, command: readFileSync(`/proc/${name}/cmdline`, 'utf8') });
    } catch {
      // It has ended meanwhile.
    }
  }
  const ours = new Set(all.filter(({ command }) => command.includes(profile)).map(({ pid }) => pid));
  for (let size = 0; size !== ours.size;) {
    size = ours.size;
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid);
  }
  return all.filter(({ pid }) => ours.has(pid));
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

function isAlive(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  try {
    return existsSync(stat) && !/\) Z /.test(readFileSync(stat, 'utf8'));
  } catch {
    return false;
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

declare global {
  // eslint-disable-next-line no-var
  var work: {
    write(project: string, options?: { scripts?: boolean; terminate?: boolean }): Promise<{ duringWrite: boolean } | undefined>;
    verify(project: string): Promise<Found>;
    remove(projects: string[]): Promise<void>;
  };
}

/** What a project holds after a crash. */
export interface Found {
  present: string[];
  torn: string[];
  counter: number;
  next: string;
}
