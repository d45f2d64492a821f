import { afterEach, describe, expect, test, vi } from 'vitest';
import { ClientToolsError } from '../../src/errors.js';
import { compileModule } from '../../src/module.js';

const url = 'https://example.org/pkg/clienttools.wasm';
const empty = new Uint8Array([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

function serve(body: BodyInit, init: ResponseInit = {}): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, init)));
}

const asWasm = { headers: { 'content-type': 'application/wasm' } };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('compileModule', () => {
  test('streams what is served as application/wasm', async () => {
    serve(empty, asWasm);
    const streaming = vi.spyOn(WebAssembly, 'compileStreaming');
    expect(await compileModule(url)).toBeInstanceOf(WebAssembly.Module);
    expect(streaming).toHaveBeenCalledOnce();
  });

  test.each([['application/octet-stream'], ['text/plain'], ['application/wasm; charset=utf-8'], ['Application/WASM']])(
    'compiles what is served as %s without streaming',
    async (type) => {
      serve(empty, { headers: { 'content-type': type } });
      const streaming = vi.spyOn(WebAssembly, 'compileStreaming');
      expect(await compileModule(url)).toBeInstanceOf(WebAssembly.Module);
      expect(streaming).not.toHaveBeenCalled();
    },
  );

  const failures: [name: string, prepare: () => void, says: RegExp][] = [
    ['a missing file', () => serve('no', { status: 404 }), /HTTP 404.*wasmURL/],
    ['an HTML page', () => serve(' <!doctype html><title>App</title>', { headers: { 'content-type': 'text/html' } }), /HTML page \(the MIME type text\/html\)/],
    [
      'a compressed file that does not say so',
      () => serve(new Uint8Array([0x1f, 0x8b, 8, 0]), { headers: { 'content-type': 'application/gzip' } }),
      /Content-Encoding/,
    ],
    ['something else', () => serve('hello'), /not a WebAssembly module .*5 bytes/],
    ['an empty answer', () => serve(''), /not a WebAssembly module .*0 bytes/],
    ['a truncated module', () => serve(empty.slice(0, 6), { headers: { 'content-type': 'application/octet-stream' } }), /does not compile/],
    ['a truncated module that is streamed', () => serve(empty.slice(0, 6), asWasm), /does not compile/],
    ['no network', () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch'))), /CORS.*Failed to fetch/],
    ['no WebAssembly', () => vi.stubGlobal('WebAssembly', undefined), /no WebAssembly/],
    [
      'an old browser',
      () => {
        serve(empty, asWasm);
        vi.spyOn(WebAssembly, 'compileStreaming').mockRejectedValue(new WebAssembly.CompileError('invalid opcode 0xfc'));
        vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
      },
      /too old \(invalid opcode 0xfc\); it takes a browser of 2022/,
    ],
    [
      'a Content-Security-Policy',
      () => {
        serve(empty, asWasm);
        const said =
          "Refused to compile or instantiate WebAssembly module because 'unsafe-eval' is not an allowed source of script in the following Content Security Policy directive";
        vi.spyOn(WebAssembly, 'compileStreaming').mockRejectedValue(new WebAssembly.CompileError(said));
      },
      /wasm-unsafe-eval/,
    ],
  ];
  test.each(failures)('says what is wrong: %s', async (_name, prepare, says) => {
    prepare();
    const error: unknown = await compileModule(url).catch((error: unknown) => error);
    expect(ClientToolsError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ code: 'load_failed', details: { url } });
    expect((error as Error).message).toMatch(says);
    expect((error as Error).message).toContain(url);
  });

  test('says what Vite 7 and older need', async () => {
    const moved = 'http://localhost:5173/node_modules/.vite/deps/clienttools.wasm';
    const said = { code: 'load_failed', message: expect.stringContaining("optimizeDeps: { exclude: ['clienttools'] }") as string };
    serve('', { status: 404 });
    await expect(compileModule(moved)).rejects.toMatchObject(said);
    serve('<!doctype html>', { headers: { 'content-type': 'text/html' } });
    await expect(compileModule(moved)).rejects.toMatchObject(said);
  });

  test('reads a local file in Node', async () => {
    await expect(compileModule(new URL('missing.wasm', import.meta.url).href)).rejects.toMatchObject({ code: 'load_failed' });
  });
});
