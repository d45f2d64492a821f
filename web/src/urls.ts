import { ClientToolsError } from './errors.js';

/** The files beside this package, by the option that names another place. */
export interface AssetURLs {
  wasmURL: string;
  sandboxURL: string;
  workerURL: string;
  sandboxWorkerURL: string;
}

/**
 * Where the files are. The default is asked for only where an option is missing:
 * bundlers see the four expressions, other hosts need not know import.meta.
 */
export function assetURLs(options: Partial<Record<keyof AssetURLs, string | URL>>): AssetURLs {
  return {
    wasmURL: absolute('wasmURL', options.wasmURL ?? defaultURL('wasmURL')),
    sandboxURL: absolute('sandboxURL', options.sandboxURL ?? defaultURL('sandboxURL')),
    workerURL: absolute('workerURL', options.workerURL ?? defaultURL('workerURL')),
    sandboxWorkerURL: absolute('sandboxWorkerURL', options.sandboxWorkerURL ?? defaultURL('sandboxWorkerURL')),
  };
}

function defaultURL(asset: keyof AssetURLs): URL {
  switch (asset) {
    case 'wasmURL':
      return new URL('./clienttools.wasm', import.meta.url);
    case 'sandboxURL':
      return new URL('./sandbox.wasm', import.meta.url);
    case 'workerURL':
      return new URL('./core-worker.js', import.meta.url);
    case 'sandboxWorkerURL':
      return new URL('./sandbox-worker.js', import.meta.url);
  }
}

// A worker resolves an address against its own, so it gets absolute ones.
function absolute(option: string, url: string | URL): string {
  if (typeof url !== 'string') return url.href;
  const base = (globalThis as { document?: { baseURI?: string } }).document?.baseURI ?? (globalThis as { location?: { href?: string } }).location?.href;
  try {
    return new URL(url, base).href;
  } catch (cause) {
    throw new ClientToolsError('invalid_argument', `${option} is no address: ${url}`, { details: { option }, cause });
  }
}
