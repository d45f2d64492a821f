// The package as npm run build made it.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const dist = new URL('../../dist/', import.meta.url);

/** Imports the built package. */
export async function built(): Promise<typeof import('../../src/index.js')> {
  const entry = new URL('index.js', dist);
  if (!existsSync(entry)) throw new Error(`${fileURLToPath(entry)} is missing: npm run build`);
  return (await import(/* @vite-ignore */ entry.href)) as typeof import('../../src/index.js');
}
