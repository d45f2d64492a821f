import { IDBFactory, IDBKeyRange as FakeKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openIndexedDB } from '../../src/indexeddb-store.js';
import type { Store } from '../../src/store.js';

const bytes = (text: string) => new TextEncoder().encode(text);

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

  test('finds a gap in the log', async () => {
    const store = await openTab();
    for (const seq of [1, 2, 3]) await store.append('p', seq, bytes(`r${seq}`), [], []);
    await deleteRecord('clienttools-vfs-p', 2);
    await expect(store.load('p')).rejects.toMatchObject({ code: 'corrupt' });
  });
});

test('a browser without IndexedDB is refused', async () => {
  Reflect.deleteProperty(globalThis, 'indexedDB');
  await expect(openIndexedDB(() => {})).rejects.toThrow();
});

function deleteRecord(database: string, seq: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database);
    request.onerror = () => reject(new Error('open'));
    request.onsuccess = () => {
      const tx = request.result.transaction('log', 'readwrite');
      tx.objectStore('log').delete(seq);
      tx.oncomplete = () => (request.result.close(), resolve());
    };
  });
}
