// What the benchmarks share: Chromium, a server that caches and compresses as a good host
// does, interleaved runs, medians with their spread, and the files that the report is made of.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { cpus, loadavg, totalmem } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

export const here = path.dirname(fileURLToPath(import.meta.url));
export const web = path.dirname(here);
export const root = path.dirname(web);
const fromWeb = createRequire(path.join(web, 'package.json'));
export const { build } = fromWeb('esbuild');
const { chromium } = fromWeb('playwright-core');

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-blink-features=ForceEagerMeasureMemory', // measureUserAgentSpecificMemory would wait for a collection of garbage, up to 20 s
];
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** A browser without a profile on disk. */
export const launch = () => chromium.launch({ executablePath, args: flags });

/** A browser whose profile, with its caches, is in the folder. */
export const launchWithProfile = (folder) => chromium.launchPersistentContext(folder, { executablePath, args: flags });

const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.wasm': 'application/wasm' };

/**
 * Serves by address a text, or a file by `{ file }`: each is compressed once, by
 * brotli, and may be kept for a year, as the assets of a built application are. A
 * page may not. An isolated page may measure its memory.
 */
export async function serve(files, { isolated = false } = {}) {
  const entries = new Map(
    await Promise.all(
      Object.entries(files).map(async ([address, source]) => {
        const bytes = typeof source === 'string' ? Buffer.from(source) : await readFile(source.file);
        const type = types[path.extname(address)] ?? types['.html'];
        // 9 and not 11, which takes a minute for a module: what is measured is on one machine, where a tenth more bytes shows nowhere.
        const packed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 22 } });
        return [address, { packed, type }];
      }),
    ),
  );
  const server = createServer((request, response) => {
    const entry = entries.get(new URL(request.url, 'http://localhost').pathname);
    if (!entry) return response.writeHead(404).end();
    response.writeHead(200, {
      ...(isolated && { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }),
      'content-type': entry.type,
      'content-encoding': 'br',
      'content-length': entry.packed.length,
      'cache-control': entry.type === types['.html'] ? 'no-cache' : 'public, max-age=31536000, immutable',
    });
    response.end(entry.packed);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${server.address().port}`,
    close: () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())),
  };
}

/** All files of the built package, below /pkg/. */
export async function packageFiles() {
  const { readdir } = await import('node:fs/promises');
  const names = (await readdir(path.join(web, 'dist'))).filter((name) => /\.(js|wasm)$/.test(name));
  return Object.fromEntries(names.map((name) => [`/pkg/${name}`, { file: path.join(web, 'dist', name) }]));
}

/** Median, smallest, largest and quartiles of some figures. */
export function summary(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return { median: at(0.5), low: at(0.25), high: at(0.75), min: sorted[0], max: sorted.at(-1), runs: sorted.length };
}

/** Runs each of the named measurements in turn, `reps` times over, so that what else the machine does falls on all of them. */
export async function interleave(reps, measurements) {
  const values = Object.fromEntries(Object.keys(measurements).map((name) => [name, []]));
  for (let rep = 0; rep < reps; rep++) {
    for (const [name, measure] of Object.entries(measurements)) values[name].push(await measure(rep));
  }
  return Object.fromEntries(Object.entries(values).map(([name, all]) => [name, summary(all)]));
}

/** What the figures were measured on. */
export function machine() {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    processors: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    load: Math.round(loadavg()[0] * 10) / 10,
    date: new Date().toISOString().slice(0, 10),
  };
}

/** Writes docs/bench/NAME.json, which `report.mjs` makes the page of. */
export async function save(name, figures) {
  const folder = path.join(root, 'docs', 'bench');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${name}.json`), JSON.stringify({ machine: machine(), ...figures }, undefined, 2) + '\n');
}
