import { ClientToolsError } from './errors.js';
import type { LoadOptions } from './types.js';

/** Where the modules are, by the option that names another place. */
export interface ModuleURLs {
  wasmURL: string;
  sandboxURL: string;
  transpileURL: string;
}

/** Where the workers' scripts are, by the option that names another place. */
export interface WorkerURLs {
  workerURL: string;
  sandboxWorkerURL: string;
}

/** The files beside this package. */
export type AssetURLs = ModuleURLs & WorkerURLs;

/**
 * Where the modules are. The default is asked for only where an option is missing:
 * bundlers see the expressions, other hosts need not know import.meta.
 */
export function moduleURLs({ wasmURL, sandboxURL, transpileURL }: Pick<LoadOptions, keyof ModuleURLs>): ModuleURLs {
  return {
    wasmURL: absolute('wasmURL', wasmURL ?? new URL('./clienttools.wasm', import.meta.url)),
    sandboxURL: absolute('sandboxURL', sandboxURL ?? new URL('./sandbox.wasm', import.meta.url)),
    transpileURL: absolute('transpileURL', transpileURL ?? new URL('./transpile.wasm', import.meta.url)),
  };
}

/** A worker resolves an address against its own, so it gets absolute ones. */
export function absolute(option: string, url: string | URL): string {
  if (typeof url !== 'string') return url.href;
  const base = (globalThis as { document?: { baseURI?: string } }).document?.baseURI ?? (globalThis as { location?: { href?: string } }).location?.href;
  try {
    return new URL(url, base).href;
  } catch (cause) {
    throw new ClientToolsError('invalid_argument', `${option} is no address: ${url}`, { details: { option }, cause });
  }
}
