import { copyFile } from 'node:fs/promises';
import { build } from 'esbuild';

await build({ entryPoints: ['main.js'], bundle: true, splitting: true, format: 'esm', outdir: 'public' });
// esbuild does not follow new URL('…', import.meta.url): the files go beside the script.
for (const name of ['clienttools.wasm', 'sandbox.wasm', 'transpile.wasm', 'core-worker.js', 'sandbox-worker.js']) {
  await copyFile(`node_modules/clienttools/dist/${name}`, `public/${name}`);
}
