// Builds the package into dist: the modules of ../build, the page's side, the
// two workers, each self-contained, one file for each src/adapters/NAME.ts, which
// package.json exports as ./NAME, and the types. What adapters share is in folders
// of src/adapters. An argument names another folder to take the modules from.
import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readFile, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const web = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const moduleFolder = path.resolve(process.argv[2] ?? path.join(web, '..', 'build'));
const dist = path.join(web, 'dist');

/** The toolchain's wasm_exec.js as a module whose global object and console are given to it. */
const wasmExec = {
  name: 'wasm-exec',
  setup(bundle) {
    bundle.onResolve({ filter: /^virtual:wasm-exec$/ }, ({ path }) => ({ path, namespace: 'wasm-exec' }));
    bundle.onLoad({ filter: /.*/, namespace: 'wasm-exec' }, async () => {
      const source = await readFile(path.join(moduleFolder, 'wasm_exec.js'), 'utf8');
      // fs is a free name in there, and on a page it must not be a global one.
      const contents = `export function defineGo(globalThis, console) {
        const fs = { writeSync: (fd, bytes) => globalThis.fs.writeSync(fd, bytes) };
        // In Node a timer of Go's must not keep a process alive; calls under way do.
        const setTimeout = (task, ms) => {
          const timer = globalThis.setTimeout(task, ms);
          timer.unref?.();
          return timer;
        };
        ${source}
        return globalThis.Go;
      }`;
      return { contents, loader: 'js' };
    });
  },
};

/** The scripts of the workers, built before, as text. */
const workerText = {
  name: 'worker-text',
  setup(bundle) {
    bundle.onResolve({ filter: /^virtual:(core|sandbox)-worker$/ }, ({ path }) => ({ path, namespace: 'worker-text' }));
    bundle.onLoad({ filter: /.*/, namespace: 'worker-text' }, async ({ path: id }) => {
      const contents = await readFile(path.join(dist, `${id.slice('virtual:'.length)}.js`), 'utf8');
      return { contents, loader: 'text' };
    });
  },
};

const shared = {
  bundle: true,
  target: 'es2022',
  plugins: [wasmExec, workerText],
  outdir: dist,
  absWorkingDir: web,
  logLevel: 'warning',
  legalComments: 'none',
};

async function main() {
  const assets = ['clienttools.wasm', 'sandbox.wasm', 'transpile.wasm', 'wasm_exec.js', 'THIRD_PARTY_NOTICES.txt'];
  for (const name of assets) await requireFile(path.join(moduleFolder, name));
  const adapters = await adapterNames();
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  await build({ ...shared, entryPoints: ['src/core-worker.ts', 'src/sandbox-worker.ts'], format: 'iife', minify: true });
  const esm = { ...shared, format: 'esm' };
  // What runs the core in the page itself has a file of its own, which a page whose core is in a worker does not load.
  await Promise.all([
    build({ ...esm, entryPoints: ['src/index.ts', 'src/inline.ts'], external: ['./local-core.js'] }),
    build({ ...esm, entryPoints: ['src/local-core.ts'] }),
    build({ ...esm, entryPoints: adapters.map((name) => `src/adapters/${name}.ts`), outbase: 'src/adapters', packages: 'external' }),
    ...assets.map((name) => copyFile(path.join(moduleFolder, name), path.join(dist, name))),
  ]);
  execFileSync(path.join(web, 'node_modules', '.bin', 'tsc'), ['-p', 'tsconfig.build.json'], { cwd: web, stdio: 'inherit' });
  await removeTypesNotReachedFrom(['index.d.ts', 'inline.d.ts', ...adapters.map((name) => `adapters/${name}.d.ts`)]);
}

/** The names in src/adapters, each of which package.json must export. */
async function adapterNames() {
  const found = await readdir(path.join(web, 'src', 'adapters')).catch(() => []);
  const names = found.filter((name) => name.endsWith('.ts')).map((name) => name.slice(0, -'.ts'.length));
  const { exports } = JSON.parse(await readFile(path.join(web, 'package.json'), 'utf8'));
  const missing = names.filter((name) => exports[`./${name}`]?.default !== `./dist/${name}.js`);
  if (missing.length > 0) throw new Error(`package.json does not export ${missing.map((name) => `./dist/${name}.js as ./${name}`).join(', ')}`);
  return names;
}

/** The types of what is not public are not for the package. */
async function removeTypesNotReachedFrom(entries) {
  const reached = new Set();
  const visit = async (name) => {
    if (reached.has(name)) return;
    reached.add(name);
    const text = await readFile(path.join(dist, name), 'utf8');
    for (const [, target] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)\.js['"]/g)) await visit(path.join(path.dirname(name), `${target}.d.ts`));
  };
  for (const name of entries) await visit(name);
  for (const name of await readdir(dist, { recursive: true })) {
    if (name.endsWith('.d.ts') && !reached.has(name)) await rm(path.join(dist, name));
  }
  for (const entry of await readdir(dist, { withFileTypes: true })) {
    if (entry.isDirectory() && (await readdir(path.join(dist, entry.name))).length === 0) await rm(path.join(dist, entry.name), { recursive: true });
  }
}

async function requireFile(file) {
  try {
    await stat(file);
  } catch {
    throw new Error(`${path.relative(process.cwd(), file)} is missing: build the modules first with "go run ./wasm/cmd/build"`);
  }
}

main().catch((error) => {
  console.error(`build: ${error.message}`);
  process.exit(1);
});
