import { IDBFactory, IDBKeyRange as FakeKeyRange, IDBObjectStore as FakeObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openIndexedDB } from '../../src/indexeddb-store.js';
import type { Store } from '../../src/store.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array) => new TextDecoder().decode(content);

let stores: Store[] = [];
let changes: string[] = [];

/** A store as another tab would have it: same databases, connections of its own. */
async function openTab(name = 'tab'): Promise<Store> {
  const store = await openIndexedDB((projectId, seq) => changes.push(`${name}: ${projectId} ${seq}`));
  stores.push(store);
  return store;
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  globalThis.IDBKeyRange = FakeKeyRange;
  changes = [];
});
afterEach(async () => {
  for (const store of stores) await store.close();
  stores = [];
});

describe('the store on IndexedDB', () => {
  test('tells other tabs of a commit, and not its own', async () => {
    const a = await openTab('a');
    await openTab('b');
    await a.append('p', 1, bytes('one'), [], []);
    await expect.poll(() => changes).toEqual(['b: p 1']);
  });

  test('tells other tabs of a compaction', async () => {
    const a = await openTab('a');
    await openTab('b');
    await a.append('p', 1, bytes('one'), [], []);
    await a.compact('p', 2, [bytes('tree')], [], [], []);
    await expect.poll(() => changes).toEqual(['b: p 1', 'b: p 2']);
  });

  test('gives an empty record for each that is missing', async () => {
    const store = await openTab();
    for (const seq of [1, 2, 3, 4, 5]) await store.append('p', seq, bytes(`r${seq}`), [], []);
    for (const seq of [2, 5]) await change('log', (log) => log.delete(seq));
    expect((await store.load('p')).records.map(text)).toEqual(['r1', '', 'r3', 'r4', '']);
    expect((await store.since!('p', 3)).records.map(text)).toEqual(['r4', '']);
    await expect(store.append('p', 5, bytes('other'), [], [])).rejects.toMatchObject({ code: 'conflict' });
    await store.append('p', 6, bytes('r6'), [], []);
    expect((await store.load('p')).records.map(text)).toEqual(['r1', '', 'r3', 'r4', '', 'r6']);
  });

  test('gives an empty record for what is none', async () => {
    const store = await openTab();
    for (const seq of [1, 2]) await store.append('p', seq, bytes(`r${seq}`), [], []);
    await change('log', (log) => log.put({ odd: true }, 1));
    expect((await store.load('p')).records.map(text)).toEqual(['', 'r2']);
  });

  // As Chromium does when the file of a large value is gone.
  test('gives the other records where one cannot be read', async () => {
    const store = await openTab();
    for (const seq of [1, 2, 3]) await store.append('p', seq, bytes(`r${seq}`), [], []);
    const lost = new DOMException('lost', 'NotReadableError');
    vi.spyOn(FakeObjectStore.prototype, 'getAll').mockImplementation(() => {
      throw lost;
    });
    const { get } = FakeObjectStore.prototype;
    vi.spyOn(FakeObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key: IDBValidKey) {
      const request = get.call(this, key);
      if (key !== 2) return request;
      return Object.defineProperty(request, 'onsuccess', {
        set: () => (request.addEventListener('success', () => request.onerror?.(new Event('error'))), true),
      });
    } as typeof get);
    expect((await store.load('p')).records.map(text)).toEqual(['r1', '', 'r3']);
    vi.restoreAllMocks();
    await store.append('p', 4, bytes('r4'), [], []);
  });

  test.each([
    ['missing', undefined],
    ['something else', 'odd'],
    ['behind the log', { format: 1, seq: 1, snapshotSeq: 0, born: 'x' }],
    ['far ahead of the log', { format: 1, seq: 2 ** 50, snapshotSeq: 0, born: 'x' }],
    ['no numbers', { format: 1, seq: 'a', snapshotSeq: -1, born: 'x' }],
  ])('mends a head that is %s', async (_what, head) => {
    const store = await openTab();
    for (const seq of [1, 2, 3]) await store.append('p', seq, bytes(`r${seq}`), [], []);
    await change('meta', (meta) => (head === undefined ? meta.delete('head') : meta.put(head, 'head')));
    expect((await store.load('p')).records.map(text)).toEqual(['r1', 'r2', 'r3']);
    await store.append('p', 4, bytes('r4'), [], []);
    await store.compact('p', 5, [bytes('tree')], [], [], []);
    await store.append('p', 6, bytes('r6'), [], []);
    await change('meta', (meta) => (head === undefined ? meta.delete('head') : meta.put(head, 'head')));
    const again = await (await openTab()).load('p');
    expect([again.snapshotSeq, again.snapshotChunks.map(text), again.records.map(text)]).toEqual([5, ['tree'], ['r6']]);
  });

  test('leaves a project of a newer version alone', async () => {
    const store = await openTab();
    await store.append('p', 1, bytes('r1'), [], []);
    await change('meta', (meta) => meta.put({ format: 2 }, 'head'));
    await expect(store.load('p')).rejects.toMatchObject({ code: 'corrupt', message: expect.stringContaining('newer version') as string });
  });
});

test('a browser without IndexedDB is refused', async () => {
  Reflect.deleteProperty(globalThis, 'indexedDB');
  await expect(openIndexedDB(() => {})).rejects.toThrow();
});

/** Changes what is stored of project p. */
function change(name: string, work: (store: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('clienttools-vfs-p');
    request.onerror = () => reject(new Error('open'));
    request.onsuccess = () => {
      const tx = request.result.transaction(name, 'readwrite');
      work(tx.objectStore(name));
      tx.oncomplete = () => (request.result.close(), resolve());
    };
  });
}
