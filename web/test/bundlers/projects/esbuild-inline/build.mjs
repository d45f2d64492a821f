import { build } from 'esbuild';

await build({ entryPoints: ['main.js'], bundle: true, splitting: true, format: 'esm', outdir: 'public', loader: { '.wasm': 'file' } });
