import { describe, expect, test } from 'vitest';
import { Channel, type Handler } from '../../src/channel.js';
import { CodedError } from '../../src/errors.js';
import { portEndpoint } from '../../src/platform.js';

/** Two channels that are each other's other side. */
function pair(call: Handler, event?: (name: string, json: string) => void): { near: Channel; far: Channel } {
  const { port1, port2 } = new MessageChannel();
  const nothing: Handler = () => {
    throw new Error('not expected');
  };
  return { near: new Channel(portEndpoint(port1), { call: nothing }), far: new Channel(portEndpoint(port2), { call, ...(event && { event }) }) };
}

describe('a channel', () => {
  test('answers calls that overlap, each its own', async () => {
    const held: (() => void)[] = [];
    const { near } = pair((method) => new Promise((resolve) => held.push(() => resolve({ json: `"${method}"`, bytes: null }))));
    const first = near.call('first', '{}');
    const second = near.call('second', '{}');
    await expect.poll(() => held.length).toBe(2);
    held[1]!();
    held[0]!();
    expect(await Promise.all([first, second])).toEqual([
      { json: '"first"', bytes: null },
      { json: '"second"', bytes: null },
    ]);
  });

  test('carries bytes both ways and leaves the caller its own', async () => {
    const { near } = pair((_method, _args, bytes) => ({ json: 'null', bytes: bytes!.map((byte) => byte + 1) }));
    const mine = new Uint8Array([0, 127, 255]);
    const reply = await near.call('add', '{}', { bytes: mine });
    expect(reply.bytes).toEqual(new Uint8Array([1, 128, 0]));
    expect(mine.byteLength).toBe(3);
  });

  test('does not give away the buffer that others look into', async () => {
    const shared = new Uint8Array([1, 2, 3, 4]);
    const { near } = pair(() => ({ json: 'null', bytes: shared.subarray(1, 3) }));
    expect((await near.call('part', '{}')).bytes).toEqual(new Uint8Array([2, 3]));
    expect(shared).toEqual(new Uint8Array([1, 2, 3, 4]));
  });

  test('rejects with message, code and details', async () => {
    const { near } = pair(() => {
      throw new CodedError('storage_full', 'no space', { path: '/a' });
    });
    await expect(near.call('write', '{}')).rejects.toMatchObject({ message: 'no space', code: 'storage_full', details: { path: '/a' } });
  });

  test('rejects with internal where the other side threw something else', async () => {
    const { near } = pair(() => Promise.reject(new TypeError('oops')));
    await expect(near.call('x', '{}')).rejects.toMatchObject({ message: 'oops', code: 'internal' });
  });

  test.each([['before the call'], ['during the call']])('aborts a call whose signal aborts %s, and waits for the answer', async (when) => {
    const { near } = pair(
      (_method, _args, _bytes, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve({ json: '"stopped"', bytes: null }))),
    );
    const controller = new AbortController();
    if (when === 'before the call') controller.abort();
    const call = near.call('wait', '{}', { signal: controller.signal });
    controller.abort();
    expect((await call).json).toBe('"stopped"');
  });

  test('tells events', async () => {
    const heard: string[] = [];
    const { near } = pair(
      () => ({ json: '', bytes: null }),
      (name, json) => heard.push(name + json),
    );
    near.emit('a', '1');
    near.emit('b', '2');
    await expect.poll(() => heard).toEqual(['a1', 'b2']);
  });

  test('rejects what is pending and what comes later when it fails', async () => {
    const { near } = pair(() => new Promise(() => {}));
    const pending = near.call('never', '{}');
    const error = new CodedError('closed', 'over');
    near.fail(error);
    await expect(pending).rejects.toBe(error);
    await expect(near.call('later', '{}')).rejects.toBe(error);
  });

  test('aborts what it answers when it fails', async () => {
    const seen: string[] = [];
    const { near, far } = pair((_method, _args, _bytes, signal) => {
      seen.push('called');
      signal.addEventListener('abort', () => seen.push('aborted'));
      return new Promise(() => {});
    });
    near.call('never', '{}').catch(() => {});
    await expect.poll(() => seen).toEqual(['called']);
    far.fail(new Error('over'));
    expect(seen).toEqual(['called', 'aborted']);
    near.fail(new Error('over'));
  });

  test('ignores what is no message', async () => {
    const { port1, port2 } = new MessageChannel();
    const channel = new Channel(portEndpoint(port1), { call: () => ({ json: '"fine"', bytes: null }) });
    for (const junk of [null, 7, 'text', {}, { id: 9, ok: ['1', null] }, { id: 9, abort: true }]) port2.postMessage(junk);
    const other = new Channel(portEndpoint(port2), { call: () => ({ json: '', bytes: null }) });
    expect((await other.call('x', '{}')).json).toBe('"fine"');
    channel.fail(new Error('over'));
  });
});
