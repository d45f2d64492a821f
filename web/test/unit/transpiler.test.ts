import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CodedError } from '../../src/errors.js';
import { startGo } from '../../src/go.js';
import { compileModule } from '../../src/module.js';
import { Transpiler } from '../../src/transpiler.js';

vi.mock('../../src/go.js', () => ({ startGo: vi.fn() }));
vi.mock('../../src/module.js', () => ({ compileModule: vi.fn() }));

/** A module that answers with what it was asked, and how often it was started and asked. */
function serve({ version = '1.2.3', answer = (source: string) => Promise.resolve(`lowered ${source}`) } = {}) {
  const seen = { compiled: 0, started: 0, asked: [] as string[], exit: (_error: CodedError) => {} };
  vi.mocked(compileModule).mockImplementation(() => (seen.compiled++, Promise.resolve({} as WebAssembly.Module)));
  vi.mocked(startGo).mockImplementation((_module, _host, onExit) => {
    seen.started++;
    seen.exit = onExit;
    return Promise.resolve({
      info: { module: 'transpile', version, go: 'go1' },
      memoryBytes: () => 0,
      call: async (_method, source) => (seen.asked.push(source), { json: await answer(source), bytes: null }),
    });
  });
  return seen;
}

function newTranspiler() {
  const told: unknown[] = [];
  const transpiler = new Transpiler({
    url: 'https://example.org/transpile.wasm',
    version: () => '1.2.3',
    onLoading: (loading) => told.push(loading),
    onModule: () => told.push('module'),
  });
  return { transpiler, told };
}

beforeEach(() => void vi.resetAllMocks());

describe('the transpiler of a sandbox', () => {
  test('loads with the first question, tells of it, and keeps what was answered', async () => {
    const seen = serve();
    const { transpiler, told } = newTranspiler();
    expect(seen.compiled).toBe(0);
    expect(await transpiler.lower('a')).toBe('lowered a');
    expect(await transpiler.lower('a')).toBe('lowered a');
    expect(await transpiler.lower('b')).toBe('lowered b');
    expect(seen).toMatchObject({ compiled: 1, started: 1, asked: ['a', 'b'] });
    expect(told).toEqual([true, 'module', false]);
  });

  test('keeps the newest answers, and no more than four million characters', async () => {
    const seen = serve({ answer: (source) => Promise.resolve(source) });
    const { transpiler } = newTranspiler();
    const large = (name: string) => name.repeat(700_000); // three fit, with their answers
    for (const name of ['a', 'b', 'a', 'c', 'a', 'd', 'a', 'b']) await transpiler.lower(large(name));
    expect(seen.asked.map((source) => source[0])).toEqual(['a', 'b', 'c', 'd', 'b']);
  });

  test('uses a module that another worker compiled', async () => {
    const seen = serve();
    const { transpiler, told } = newTranspiler();
    transpiler.use({} as WebAssembly.Module);
    await transpiler.lower('a');
    expect(seen).toMatchObject({ compiled: 0, started: 1 });
    expect(told).toEqual([true, false]);
  });

  test('tries a load that failed again with the next script, not with the next question', async () => {
    const seen = serve();
    vi.mocked(compileModule).mockRejectedValueOnce(new CodedError('load_failed', 'HTTP 404'));
    const { transpiler, told } = newTranspiler();
    await expect(transpiler.lower('a')).rejects.toThrow('HTTP 404');
    await expect(transpiler.lower('b')).rejects.toThrow('HTTP 404');
    expect(seen.compiled).toBe(0);
    transpiler.begin();
    expect(await transpiler.lower('a')).toBe('lowered a');
    expect(told).toEqual([true, false, true, 'module', false]);
  });

  test('refuses a module of another release', async () => {
    serve({ version: '1.2.4' });
    await expect(newTranspiler().transpiler.lower('a')).rejects.toThrow(
      'https://example.org/transpile.wasm is transpile 1.2.4, where transpile 1.2.3 is needed; serve the files of one release',
    );
  });

  test('starts another instance after one ended, from the same module', async () => {
    const seen = serve({
      answer: (source) => (source === 'deep' ? Promise.reject(new CodedError('limit_stack', 'nested too deep')) : Promise.resolve('fine')),
    });
    const { transpiler } = newTranspiler();
    expect(JSON.parse(await transpiler.lower('deep'))).toEqual({ error: { message: 'the code nests too deep' } });
    seen.exit(new CodedError('limit_stack', 'nested too deep'));
    expect(await transpiler.lower('a')).toBe('fine');
    expect(seen).toMatchObject({ compiled: 1, started: 2 });
  });
});
