// Compares project files with other file systems for browsers: the same work, in one page,
// the runs interleaved. Writes ../../docs/bench/files.md and files.json.
// REPS (3) runs of each; FILES (1000); OPEN (10000) files of the large project, 0 for none;
// GROW (100000) files at most of a growing project, 0 for none; EDITS (200) of which the bytes are counted, 0 for none.
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRequire } from 'node:module';
import { serveStatic } from '../scripts/static-server.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const web = path.dirname(here);
const fromWeb = createRequire(path.join(web, 'package.json'));
const { build } = fromWeb('esbuild');
const { chromium } = fromWeb('playwright-core');
const packages = fromWeb('./bench/package.json').devDependencies;

const reps = Number(process.env.REPS ?? 3);
const files = Number(process.env.FILES ?? 1000);
const large = Number(process.env.OPEN ?? 10_000);
const zenFiles = Math.min(files, 200);
const sizes = [100, 1_000, 10_000, 100_000].filter((size) => size <= Number(process.env.GROW ?? 100_000));
const editCount = Number(process.env.EDITS ?? 200);
/** How far each goes: what takes longer is left out. */
const grows = { clienttools: 100_000, 'lightning-fs': 10_000, memfs: 100_000 };

const runs = [
  { label: 'clienttools, one call after another', contender: 'clienttools', count: files, atOnce: false },
  { label: 'clienttools, all begun at once', contender: 'clienttools', count: files, atOnce: true },
  { label: 'lightning-fs, one after another', contender: 'lightning-fs', count: files, atOnce: false },
  { label: 'lightning-fs, all begun at once', contender: 'lightning-fs', count: files, atOnce: true },
  { label: `ZenFS IndexedDB, one after another, ${zenFiles} files`, contender: 'ZenFS IndexedDB', count: zenFiles, atOnce: false },
  { label: 'memfs, one after another', contender: 'memfs', count: files, atOnce: false },
];

/** Node's modules that memfs asks for. */
const polyfills = {
  name: 'polyfills',
  setup(bundle) {
    const packages = { buffer: 'buffer/', events: 'events/', path: 'path-browserify', stream: 'readable-stream', process: 'process/browser' };
    bundle.onResolve({ filter: /^(node:)?(buffer|events|path|stream|process)$/ }, ({ path: name, resolveDir }) =>
      bundle.resolve(packages[name.replace('node:', '')], { kind: 'import-statement', resolveDir }),
    );
    bundle.onResolve({ filter: /^(node:)?url$/ }, () => ({ path: 'url', namespace: 'url' }));
    bundle.onLoad({ filter: /.*/, namespace: 'url' }, () => ({ contents: 'export const fileURLToPath = (url) => new URL(url).pathname;' }));
  },
};

async function main() {
  const bundle = await build({
    entryPoints: [path.join(here, 'page.js')],
    bundle: true,
    format: 'esm',
    write: false,
    external: ['/pkg/*'],
    plugins: [polyfills],
    define: { global: 'globalThis' },
    banner: {
      js: "globalThis.process ??= { env: {}, platform: 'browser', cwd: () => '/', nextTick: (task, ...args) => queueMicrotask(() => task(...args)), emitWarning() {} };",
    },
    logLevel: 'error',
  });
  const script = bundle.outputFiles[0].text;
  const server = await serveStatic({
    folders: { '/pkg/': path.join(web, 'dist') },
    answer(pathname, response) {
      if (pathname === '/') response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><script type="module" src="/bench.js"></script>');
      else if (pathname === '/bench.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
      else return false;
      return true;
    },
  });
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  // A profile on the disk: what is stored in a private window is only in memory.
  const profile = await mkdtemp(path.join(tmpdir(), 'clienttools-bench-'));
  const context = await chromium.launchPersistentContext(profile, { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });
  try {
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(error.message));
    await page.goto(server.url);
    await page.waitForFunction(() => 'bench' in globalThis);
    const times = new Map(runs.map(({ label }) => [label, []]));
    const opened = new Map();
    for (let rep = 0; rep < reps; rep++) {
      for (const { label, ...run } of runs) {
        const result = await page.evaluate((run) => bench.run(run), {
          ...run,
          name: `${run.contender}-${rep}-${run.atOnce}`.replaceAll(' ', '-').toLowerCase(),
        });
        times.get(label).push(result);
        console.log(`${rep + 1}/${reps} ${label}: ${JSON.stringify(result, (_, value) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value))}`);
      }
      for (const contender of large ? ['clienttools', 'lightning-fs'] : []) {
        const ms = await page.evaluate((run) => bench.openLarge(run), { contender, count: large, name: `large-${contender}-${rep}` });
        opened.set(contender, [...(opened.get(contender) ?? []), ms]);
        console.log(`${rep + 1}/${reps} ${contender}: open ${large} files ${ms.toFixed(1)} ms`);
      }
    }
    const grown = new Map();
    for (const [contender, most] of sizes.length ? Object.entries(grows) : []) {
      const run = { contender, name: `grow-${contender}`, sizes: sizes.filter((size) => size <= most) };
      grown.set(contender, await page.evaluate((run) => bench.grow(run), run));
      console.log(contender, JSON.stringify(grown.get(contender)));
    }
    const written = new Map();
    for (const contender of editCount ? ['clienttools', 'lightning-fs', 'ZenFS IndexedDB'] : []) {
      written.set(contender, await bytesPerEdit(page, profile, contender));
      console.log(contender, JSON.stringify(written.get(contender)));
    }
    const durable = await page.evaluate(() => bench.durable);
    await report({ times, opened, grown, written, durable, browser: context.browser()?.version() ?? 'of unknown version' });
  } finally {
    await context.close();
    await server.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/** What all processes of the browser write for an edit of 100 bytes, less what they write anyway. */
async function bytesPerEdit(page, profile, contender) {
  await page.evaluate((run) => bench.openForEdits(run), { contender, name: `edits-${contender}`.replaceAll(' ', '-') });
  await page.evaluate((count) => bench.edits(count), 20);
  await page.waitForTimeout(2_000);
  const [before, start] = [await bytesWritten(profile), performance.now()];
  await page.evaluate((count) => bench.edits(count), editCount);
  await page.waitForTimeout(2_000); // what is written a little later belongs to it
  const [after, ms] = [await bytesWritten(profile), performance.now() - start];
  await page.waitForTimeout(ms);
  const idle = await bytesWritten(profile);
  await page.evaluate(() => globalThis.endEdits());
  const perEdit = (what) => Math.max(0, Math.round((after[what] - before[what] - (idle[what] - after[what])) / editCount));
  return { calls: perEdit('wchar'), disk: perEdit('write_bytes') };
}

/** Bytes that the processes of a profile have written so far: in calls, and to the disk. */
async function bytesWritten(profile) {
  const processes = new Map();
  for (const id of await readdir('/proc')) {
    if (!/^\d+$/.test(id)) continue;
    try {
      const stat = await readFile(`/proc/${id}/stat`, 'utf8');
      const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
      processes.set(id, { parent, command: await readFile(`/proc/${id}/cmdline`, 'utf8'), io: await readFile(`/proc/${id}/io`, 'utf8') });
    } catch {
      // It has ended.
    }
  }
  const ours = (id) => processes.has(id) && (processes.get(id).command.includes(profile) || ours(processes.get(id).parent));
  const counters = [...processes].filter(([id]) => ours(id)).map(([, { io }]) => io);
  const sum = (what) => counters.reduce((all, io) => all + Number(io.match(new RegExp(`^${what}: (\\d+)`, 'm'))[1]), 0);
  return { wchar: sum('wchar'), write_bytes: sum('write_bytes') };
}

async function report({ times, opened, grown, written, durable, browser }) {
  const rows = runs.map(({ label, contender, count }) => {
    const results = times.get(label);
    const medians = Object.fromEntries(Object.keys(results[0]).map((work) => [work, median(results.map((result) => result[work]))]));
    return { label, contender, count, durable: durable[contender], medians };
  });
  const works = Object.keys(rows[0].medians);
  // Of the others the calls for each file stand beside our one call for all.
  const took = (row, work) => row.medians[work] ?? row.medians.create;
  const perFile = (row, work) => took(row, work) / (work.startsWith('five') ? 1 : row.count);
  const ratios = rows.slice(2).map((row) => [
    row.label,
    ...works.map((work) => {
      const ours = rows.slice(0, 2).find((own) => own.label.endsWith('at once') === row.label.endsWith('at once'));
      return (perFile(row, work) / perFile(ours, work)).toFixed(2);
    }),
  ]);
  const json = {
    browser,
    reps,
    files,
    large,
    packages,
    rows,
    opened: Object.fromEntries([...opened].map(([name, all]) => [name, median(all)])),
    grown: Object.fromEntries(grown),
    written: Object.fromEntries(written),
  };
  const text = `# Project files beside others

Written by \`make bench\` (web/bench): ${files} files of 2 kB in 20 directories, Chromium ${browser}, medians of ${reps} interleaved runs in one page,
in milliseconds. ${cpus().length} processors, load average ${loadavg()[0].toFixed(0)} at the end. The machine and what else it does move the numbers; the ratios move less.
ZenFS does ${zenFiles} files, because ${files} take it long; the ratios are per file. "create, one call" is one call that makes all files
(importZip); what the others need for it is what they need to create the files, and theirs is not all or nothing.

${table(
  ['', ...works, 'durable when the promise resolves'],
  rows.map((row) => [row.label, ...works.map((work) => row.medians[work]?.toFixed(work.startsWith('five') ? 1 : 0) ?? '–'), row.durable]),
)}

How many times as long as clienttools in the same way of calling, per file (above 1: clienttools is faster):

${table(['', ...works], ratios)}

${
  opened.size
    ? `Opening a project of ${large} files in a client that is ready, until the first file's size is known:\n\n${table(
        ['', 'ms'],
        [...opened].map(([name, all]) => [name, median(all).toFixed(1)]),
      )}\n\nThe others are left out: memfs keeps nothing, and ZenFS takes minutes to make so many files.\n`
    : ''
}
${growthOf(grown)}${bytesOf(written)}The versions are in web/bench/package.json.
`;
  const folder = path.join(web, '..', 'docs', 'bench');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'files.json'), JSON.stringify(json, undefined, 2) + '\n');
  await writeFile(path.join(folder, 'files.md'), text);
  console.log(text);
}

/** One operation each in projects of more and more files. */
function growthOf(grown) {
  if (grown.size === 0) return '';
  const works = Object.keys(grown.get('clienttools')[0]).filter((name) => name !== 'size');
  const rows = [...grown].flatMap(([name, sizes]) => sizes.map((row) => [name, row.size, ...works.map((work) => row[work].toFixed(1))]));
  return `One operation, the median of nine, in a project of so many files (the directory that is listed has 50), in milliseconds:

${table(['', 'files', ...works], rows)}

ZenFS is left out, and lightning-fs beyond 10000 files: they take minutes to make so many.

`;
}

/** What is written for an edit. */
function bytesOf(written) {
  if (written.size === 0) return '';
  const rows = [...written].map(([name, { calls, disk }]) => [name, calls, disk]);
  return `Bytes written per edit of 100 bytes in a file of 2 kB, by all processes of the browser (\`/proc/*/io\`: in calls of write, and to the disk), less what
they write anyway; ${editCount} edits, one after another. clienttools submits about 150 bytes of that (\`BenchmarkBytesPerEdit\`); the rest is Chromium's.

${table(['', 'write calls', 'disk'], rows)}

`;
}

const table = (head, rows) => [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

await main();
