// Packs the package as npm would publish it, into ../build/package, and has
// publint and arethetypeswrong look at it.
import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const web = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder = path.join(web, '..', 'build', 'package');
/** What is exported for bundlers and servers, not to be imported. */
const files = ['clienttools.wasm', 'sandbox.wasm', 'transpile.wasm', 'core-worker.js', 'sandbox-worker.js', 'wasm_exec.js'];

const run = (name, args, stdio = 'inherit') => execFileSync(name, args, { cwd: web, encoding: 'utf8', stdio });
const bin = (name) => path.join(web, 'node_modules', '.bin', name);

await mkdir(folder, { recursive: true });
const [packed] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], ['ignore', 'pipe', 'ignore']));
console.log(
  `${packed.filename}: ${packed.files.length} files, ${(packed.size / 1e6).toFixed(1)} MB packed, ${(packed.unpackedSize / 1e6).toFixed(1)} MB unpacked`,
);
const tarball = path.join(folder, packed.filename);
try {
  run(bin('publint'), ['--strict', tarball]);
  run(bin('attw'), [tarball, '--profile', 'esm-only', '--format', 'ascii', '--quiet', '--exclude-entrypoints', ...files]);
} catch {
  process.exit(1);
}
