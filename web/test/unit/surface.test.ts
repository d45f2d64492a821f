// Small parts of the surface that need no core.
import { describe, expect, test, vi } from 'vitest';
import { untypedCall, type CoreCall } from '../../src/connection.js';
import { CodedError, ClientToolsError, toPublic, toWire } from '../../src/errors.js';
import { projectFiles } from '../../src/files.js';
import { Listeners } from '../../src/listeners.js';
import type { Channel } from '../../src/channel.js';

describe('errors', () => {
  test('keep their public code over the boundary', () => {
    const error = toPublic(new CodedError('storage_full', 'no space', { path: '/a' }));
    expect(error).toBeInstanceOf(ClientToolsError);
    expect(error).toMatchObject({ name: 'ClientToolsError', code: 'storage_full', message: 'no space', details: { path: '/a' } });
  });

  test('become internal where the code is not public, and keep it in the details', () => {
    expect(toPublic(new CodedError('limit_time', 'late'))).toMatchObject({ code: 'internal', details: { reason: 'limit_time' } });
  });

  test.each([[undefined], [null], ['text'], [7], [{ message: 3, code: 4 }], [Object.assign(new Error('x'), { details: { cyclic: globalThis } })]])(
    'are made of whatever was thrown: %s',
    (thrown) => {
      const wire = toWire(thrown);
      expect(typeof wire.message).toBe('string');
      expect(wire.code).toBe('internal');
      expect(() => JSON.stringify(wire)).not.toThrow();
    },
  );

  test('are known by their mark, also those of another copy of the package', () => {
    expect(ClientToolsError.isInstance(new ClientToolsError('closed', 'x'))).toBe(true);
    expect(ClientToolsError.isInstance(Object.assign(new Error('x'), { [Symbol.for('clienttools.error')]: true }))).toBe(true);
    expect(ClientToolsError.isInstance(Object.assign(new Error('x'), { code: 'closed' }))).toBe(false);
    expect(ClientToolsError.isInstance(undefined)).toBe(false);
  });
});

describe('calls of the core', () => {
  const failing = (error: Error) => untypedCall({ call: () => Promise.reject(error) } as unknown as Channel);

  test('refuse arguments that are no JSON, without asking the core', async () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    const call = failing(new Error('asked'));
    await expect(call('execute', { input: cycle })).rejects.toMatchObject({ code: 'invalid_argument' });
    await expect(call('execute', { input: 10n })).rejects.toMatchObject({ code: 'invalid_argument' });
  });

  test('reject with the reason of the signal that ended them', async () => {
    const reason = new Error('changed my mind');
    await expect(failing(new CodedError('cancelled', 'x'))('run', {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect(failing(new CodedError('storage_full', 'x'))('run', {}, { signal: AbortSignal.abort(reason) })).rejects.toMatchObject({
      code: 'storage_full',
    });
  });
});

describe('project files', () => {
  /** Files over a core that gives what it got. */
  function echo() {
    const calls: { method: string; args: unknown; bytes: Uint8Array | undefined }[] = [];
    const call: CoreCall = (method, args, { bytes } = {}) => {
      calls.push({ method, args: JSON.parse(JSON.stringify(args)), bytes });
      return Promise.resolve({ value: null as never, bytes: new TextEncoder().encode('\ufeffé') });
    };
    return { files: projectFiles(call, 'p'), calls };
  }

  test.each<[string, string | Uint8Array | Blob, number[]]>([
    ['text', 'é\ud800', [0xc3, 0xa9, 0xef, 0xbf, 0xbd]],
    ['bytes', new Uint8Array([1, 2]), [1, 2]],
    ['a part of a buffer', new Uint8Array([0, 1, 2, 3]).subarray(1, 3), [1, 2]],
    ['a blob', new Blob(['ab']), [97, 98]],
    ['nothing', '', []],
  ])('send %s as bytes', async (_name, content, bytes) => {
    const { files, calls } = echo();
    await files.write('/a', content);
    expect(calls).toEqual([{ method: 'files.write', args: { projectId: 'p', path: '/a' }, bytes: new Uint8Array(bytes) }]);
  });

  test.each([[7], [null], [undefined], [{}]])('refuse to write %s', async (content) => {
    await expect(echo().files.write('/a', content as never)).rejects.toMatchObject({ code: 'invalid_argument' });
  });

  test('read text with its byte order mark', async () => {
    expect(await echo().files.readText('/a')).toBe('\ufeffé');
  });

  test('give undefined for what is not there', async () => {
    expect(await echo().files.stat('/a')).toBeUndefined();
  });

  test('leave out what the caller left out', async () => {
    const { files, calls } = echo();
    await files.list();
    await files.restore('t1');
    await files.rename('/a', '/b', { overwrite: true });
    expect(calls.map(({ method, args }) => [method, args])).toEqual([
      ['files.list', { projectId: 'p' }],
      ['files.restore', { projectId: 'p', id: 't1' }],
      ['files.rename', { projectId: 'p', from: '/a', to: '/b', overwrite: true }],
    ]);
  });
});

describe('listeners', () => {
  test('hear until they stop, each with a value of its own, whatever another one throws', () => {
    const listeners = new Listeners();
    const heard: unknown[] = [];
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    listeners.on('files', (change) => {
      change.paths.push('/mine');
      throw new Error('mine');
    });
    const stop = listeners.on('files', (change) => heard.push(change.paths));
    listeners.emit('files', '{"projectId":"p","paths":["/a"]}');
    stop();
    stop();
    listeners.emit('files', '{"projectId":"p","paths":["/b"]}');
    expect(heard).toEqual([['/a']]);
    expect(quiet).toHaveBeenCalledTimes(2);
    quiet.mockRestore();
  });
});
