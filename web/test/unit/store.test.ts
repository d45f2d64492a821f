// What every store must do; pkg/vfs/vfstest has the same for the stores in Go.
import { IDBFactory, IDBKeyRange as FakeKeyRange } from 'fake-indexeddb';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDirectory } from '../../src/directory-store.js';
import { openIndexedDB } from '../../src/indexeddb-store.js';
import type { Store } from '../../src/store.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array | undefined) => (content === undefined ? undefined : new TextDecoder().decode(content));

let directory: string;
beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  globalThis.IDBKeyRange = FakeKeyRange;
  directory = await mkdtemp(path.join(tmpdir(), 'clienttools-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe.each([
  ['IndexedDB', () => openIndexedDB(() => {})],
  ['a directory', () => openDirectory(directory)],
])('a store on %s', (_name, open) => {
  let stores: Store[] = [];
  /** A store as another tab or process would have it: same data, connections of its own. */
  const openTab = async () => {
    const store = await open();
    stores.push(store);
    return store;
  };
  afterEach(async () => {
    for (const store of stores) await store.close();
    stores = [];
  });

  test('knows nothing of a project that was never written, and does not make it by looking', async () => {
    const store = await openTab();
    expect(await store.load('p')).toEqual({ snapshotSeq: 0, snapshotChunks: [], records: [] });
    expect(await store.readBlob('p', 'b')).toBeUndefined();
    expect(await store.projects()).toEqual([]);
  });

  test('gives back what was appended, in order, also to another tab', async () => {
    const store = await openTab();
    await store.append('p', 1, bytes('one'), [], []);
    await store.append('p', 2, bytes('two'), ['b'], [bytes('blob')]);
    const { records } = await (await openTab()).load('p');
    expect(records.map(text)).toEqual(['one', 'two']);
    expect(text(await (await openTab()).readBlob('p', 'b'))).toBe('blob');
  });

  test('keeps projects apart and lists them sorted', async () => {
    const store = await openTab();
    for (const id of ['zeta', 'alpha', 'constructor', 'naïve/ü']) await store.append(id, 1, bytes(id), [], []);
    expect(await store.projects()).toEqual(['alpha', 'constructor', 'naïve/ü', 'zeta']);
    expect((await store.load('alpha')).records.map(text)).toEqual(['alpha']);
  });

  test.each([
    ['the same number again', 2],
    ['a number too high', 4],
    ['a number too low', 1],
  ])('refuses %s as a conflict and changes nothing', async (_name, seq) => {
    const store = await openTab();
    await store.append('p', 1, bytes('one'), [], []);
    await store.append('p', 2, bytes('two'), [], []);
    await expect(store.append('p', seq, bytes('other'), ['b'], [bytes('blob')])).rejects.toMatchObject({ code: 'conflict' });
    expect((await store.load('p')).records.map(text)).toEqual(['one', 'two']);
    expect(await store.readBlob('p', 'b')).toBeUndefined();
  });

  test('lets exactly one of two tabs have a number', async () => {
    const [a, b] = [await openTab(), await openTab()];
    const outcomes = await Promise.allSettled([a.append('p', 1, bytes('a'), [], []), b.append('p', 1, bytes('b'), [], [])]);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await a.load('p')).records).toHaveLength(1);
  });

  test('replaces the log by a snapshot', async () => {
    const store = await openTab();
    for (const seq of [1, 2, 3]) await store.append('p', seq, bytes(`r${seq}`), [`b${seq}`], [bytes(`blob ${seq}`)]);
    await store.compact('p', 4, [bytes('s1'), bytes('s2')], ['pack'], [bytes('packed')], ['b1']);
    const state = await store.load('p');
    expect(state.snapshotSeq).toBe(4);
    expect(state.snapshotChunks.map(text)).toEqual(['s1', 's2']);
    expect(state.records).toEqual([]);
    expect(await store.readBlob('p', 'b1')).toBeUndefined();
    expect(text(await store.readBlob('p', 'b2'))).toBe('blob 2');
    expect(text(await store.readBlob('p', 'pack'))).toBe('packed');
    await expect(store.append('p', 4, bytes('r4'), [], [])).rejects.toMatchObject({ code: 'conflict' });
    await store.append('p', 5, bytes('r5'), [], []);
    expect((await store.load('p')).records.map(text)).toEqual(['r5']);
  });

  test('keeps more than ten chunks of a snapshot in order', async () => {
    const store = await openTab();
    await store.append('p', 1, bytes('r'), [], []);
    const names = Array.from({ length: 25 }, (_, i) => `chunk ${i}`);
    await store.compact('p', 2, names.map(bytes), [], [], []);
    expect((await store.load('p')).snapshotChunks.map(text)).toEqual(names);
  });

  test.each([1, 2, 3, 5])('refuses a snapshot with number %s after 3 records, and changes nothing', async (seq) => {
    const store = await openTab();
    for (const seq of [1, 2, 3]) await store.append('p', seq, bytes(`r${seq}`), [`b${seq}`], [bytes('blob')]);
    await expect(store.compact('p', seq, [bytes('s')], ['pack'], [bytes('x')], ['b1'])).rejects.toMatchObject({ code: 'conflict' });
    const state = await store.load('p');
    expect([state.snapshotSeq, state.snapshotChunks.length, state.records.length]).toEqual([0, 0, 3]);
    expect(await store.readBlob('p', 'pack')).toBeUndefined();
    expect(text(await store.readBlob('p', 'b1'))).toBe('blob');
  });

  test('gives what is new since a number, and everything where that is gone', async () => {
    const [a, b] = [await openTab(), await openTab()];
    for (const seq of [1, 2, 3]) await a.append('p', seq, bytes(`r${seq}`), [], []);
    await b.load('p');
    const since = async (seq: number) => {
      const { snapshotSeq, snapshotChunks, records } = await b.since!('p', seq);
      return [snapshotSeq, snapshotChunks.map(text), records.map(text)];
    };
    expect(await since(1)).toEqual([1, [], ['r2', 'r3']]);
    expect(await since(3)).toEqual([3, [], []]);
    expect(await since(4)).toEqual([0, [], ['r1', 'r2', 'r3']]);
    await a.compact('p', 4, [bytes('s')], [], [], []);
    await a.append('p', 5, bytes('r5'), [], []);
    expect(await since(3)).toEqual([4, ['s'], ['r5']]);
    expect(await since(4)).toEqual([4, ['s'], ['r5']]);
    expect(await since(5)).toEqual([5, [], []]);
  });

  test('gives everything of a project that was deleted and begun anew', async () => {
    const [a, b] = [await openTab(), await openTab()];
    await a.append('p', 1, bytes('old'), [], []);
    await b.load('p');
    await a.remove('p');
    for (const seq of [1, 2]) await a.append('p', seq, bytes(`new ${seq}`), [], []);
    expect((await b.since!('p', 1)).records.map(text)).toEqual(['new 1', 'new 2']);
  });

  test('stores a view without the rest of its buffer', async () => {
    const store = await openTab();
    await store.append('p', 1, bytes('xxpartxx').subarray(2, 6), [], []);
    const [record] = (await store.load('p')).records;
    expect(text(record)).toBe('part');
    expect(record!.buffer.byteLength).toBe(4);
  });

  test('deletes a project with everything, also while another tab has it open', async () => {
    const [a, b] = [await openTab(), await openTab()];
    await a.append('p', 1, bytes('one'), ['b'], [bytes('blob')]);
    await b.load('p');
    await a.remove('p');
    expect(await a.projects()).toEqual([]);
    expect((await b.load('p')).records).toEqual([]);
    expect(await b.readBlob('p', 'b')).toBeUndefined();
    await b.append('p', 1, bytes('anew'), [], []);
    expect((await a.load('p')).records.map(text)).toEqual(['anew']);
  });

  test('rejects everything with closed once it is closed', async () => {
    const store = await openTab();
    await store.close();
    await expect(store.load('p')).rejects.toMatchObject({ code: 'closed' });
    await expect(store.append('p', 1, bytes('one'), [], [])).rejects.toMatchObject({ code: 'closed' });
    await expect(store.projects()).rejects.toMatchObject({ code: 'closed' });
  });

  test('refuses what follows a project that is not there, and does not make it', async () => {
    const store = await openTab();
    await expect(store.append('p', 2, bytes('two'), [], [])).rejects.toMatchObject({ code: 'conflict' });
    await expect(store.compact('p', 1, [], [], [], [])).rejects.toMatchObject({ code: 'conflict' });
    expect(await store.projects()).toEqual([]);
  });

  test('refuses to go on with a project that was deleted and begun anew by another', async () => {
    const [a, b] = [await openTab(), await openTab()];
    for (const seq of [1, 2]) await a.append('p', seq, bytes(`a${seq}`), [], []);
    await b.remove('p');
    for (const seq of [1, 2]) await b.append('p', seq, bytes(`b${seq}`), [], []);
    await expect(a.append('p', 3, bytes('a3'), [], [])).rejects.toMatchObject({ code: 'conflict' });
    await expect(a.compact('p', 3, [bytes('a')], [], [], [])).rejects.toMatchObject({ code: 'conflict' });
    expect((await a.load('p')).records.map(text)).toEqual(['b1', 'b2']);
    await a.append('p', 3, bytes('a3'), [], []);
  });

  test('takes names as they are, and keeps empty and large contents', async () => {
    const store = await openTab();
    const ids = ['A', '__proto__', 'a', 'a/b', 'a%2fb', 'con', '..', '.', '…😀', ' ', 'x'.repeat(250)];
    const large = new Uint8Array(1_000_000).fill(7);
    for (const id of ids) await store.append(id, 1, bytes(id), ['Ab-_1.5', 'ab-_1.5', 'empty'], [bytes(id), large, new Uint8Array()]);
    expect((await store.projects()).sort()).toEqual([...ids].sort());
    for (const id of ids) {
      expect((await store.load(id)).records.map(text)).toEqual([id]);
      expect(text(await store.readBlob(id, 'Ab-_1.5'))).toBe(id);
      expect((await store.readBlob(id, 'ab-_1.5'))?.length).toBe(large.length);
      expect((await store.readBlob(id, 'empty'))?.length).toBe(0);
    }
  });

  test('gives each number once to many at the same time', async () => {
    const tabs = [await openTab(), await openTab(), await openTab()];
    let won = 0;
    const writer = async (store: Store) => {
      for (let seq = 1; seq <= 8; seq++) {
        await store.append('p', seq, bytes(`r${seq}`), [], []).then(
          () => won++,
          (error: { code?: string }) => expect(error.code).toBe('conflict'),
        );
      }
    };
    await Promise.all(tabs.map(writer));
    expect((await (await openTab()).load('p')).records).toHaveLength(won);
  });
});
