import { ClientToolsError } from './errors.js';
import { nodeBuiltin } from './platform.js';
import { viteHint } from './vite-hint.js';

/** Compiles the module at the URL. Rejects with code `load_failed` and a message that says what to do. */
export async function compileModule(url: string): Promise<WebAssembly.Module> {
  if (typeof WebAssembly !== 'object')
    throw loadError(
      url,
      'this JavaScript environment has no WebAssembly (an old browser, or the Lockdown Mode of iOS); it takes a browser of 2022 or later, or Node 20',
    );
  const file = url.startsWith('file:') ? nodeBuiltin<typeof import('node:fs')>('node:fs') : undefined;
  if (file) return compileBytes(url, await readLocal(url, file), 'the file');

  let response: Response;
  try {
    response = await fetch(url, { credentials: 'same-origin' });
  } catch (error) {
    throw loadError(
      url,
      `the request did not get an answer (offline, another origin without CORS, or connect-src of the Content-Security-Policy): ${text(error)}`,
      {},
      error,
    );
  }
  if (!response.ok) {
    throw loadError(
      url,
      `the server answered HTTP ${response.status}; ${viteHint(url) ?? 'copy the file to where the page can fetch it, or pass its address as wasmURL, sandboxURL or transpileURL'}`,
      { status: response.status },
    );
  }
  const mime = response.headers.get('content-type') ?? '';
  // Exactly this is what browsers stream; any other MIME type costs that, but works.
  if (mime === 'application/wasm' && typeof WebAssembly.compileStreaming === 'function') {
    try {
      return await WebAssembly.compileStreaming(response);
    } catch (error) {
      throw compileError(url, error, mime);
    }
  }
  return compileBytes(url, new Uint8Array(await response.arrayBuffer()), mime === '' ? 'no MIME type' : `the MIME type ${mime}`);
}

async function readLocal(url: string, fs: typeof import('node:fs')): Promise<Uint8Array> {
  try {
    return await fs.promises.readFile(new URL(url));
  } catch (error) {
    throw loadError(url, text(error), {}, error);
  }
}

async function compileBytes(url: string, bytes: Uint8Array, origin: string): Promise<WebAssembly.Module> {
  const magic = [0x00, 0x61, 0x73, 0x6d];
  if (!magic.every((byte, i) => bytes[i] === byte)) throw loadError(url, viteHint(url) ?? notWasm(bytes, origin), { origin });
  try {
    return await WebAssembly.compile(bytes as BufferSource);
  } catch (error) {
    throw compileError(url, error, origin);
  }
}

function notWasm(bytes: Uint8Array, origin: string): string {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'it is compressed with gzip, but the server does not say so with Content-Encoding: gzip';
  const start = String.fromCharCode(...bytes.subarray(0, 40)).trim();
  if (start.startsWith('<')) return `the server answered with an HTML page (${origin}), usually its page for unknown addresses; check the address`;
  return `it is not a WebAssembly module (${origin}, ${bytes.length} bytes)`;
}

function compileError(url: string, error: unknown, origin: string): ClientToolsError {
  const message = text(error);
  if (/content security policy|unsafe-eval|violates/i.test(message)) {
    return loadError(
      url,
      "the Content-Security-Policy forbids WebAssembly; add 'wasm-unsafe-eval' to script-src of the worker's (and, with worker: false, the page's) response",
      { csp: true },
      error,
    );
  }
  if (!hasFeatures()) {
    return loadError(url, `the WebAssembly of this browser is too old (${message}); it takes a browser of 2022 or later`, { features: false }, error);
  }
  return loadError(url, `it does not compile (${origin}): ${message}`, {}, error);
}

/** Whether this environment knows what Go's compiler takes for granted: sign extension, saturating conversion and bulk memory. */
function hasFeatures(): boolean {
  // (module (memory 1) (func
  //   (drop (i32.extend8_s (i32.const 0))) (drop (i32.trunc_sat_f64_s (f64.const 0)))
  //   (memory.fill (i32.const 0) (i32.const 0) (i32.const 0))))
  const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  const sections = [1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0, 5, 3, 1, 0, 1];
  const body = [0, 0x41, 0, 0xc0, 0x1a, 0x44, 0, 0, 0, 0, 0, 0, 0, 0, 0xfc, 2, 0x1a, 0x41, 0, 0x41, 0, 0x41, 0, 0xfc, 11, 0, 0x0b];
  return WebAssembly.validate(new Uint8Array([...header, ...sections, 10, body.length + 2, 1, body.length, ...body]));
}

function loadError(url: string, reason: string, details: Record<string, unknown> = {}, cause?: unknown): ClientToolsError {
  return new ClientToolsError('load_failed', `cannot load ${url}: ${reason}`, { details: { url, ...details }, cause });
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
