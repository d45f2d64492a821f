import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Builds the demo once for all tests of a run. */
export default async function buildDemo(): Promise<void> {
  // The test runner's own NODE_ENV would make it a development build.
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  await build({ root: path.join(fileURLToPath(new URL('../..', import.meta.url)), 'demo'), logLevel: 'warn' });
  process.env['NODE_ENV'] = before;
}
