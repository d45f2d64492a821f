import { CodedError } from './errors.js';
import { NotStarted, coded, finished, openDatabase, transact, type Then, type Work } from './indexeddb-transaction.js';
import type { ChangeListener, Store, StoredState } from './store.js';

const prefix = 'clienttools-vfs-';
const channelName = 'clienttools-vfs';
const formatVersion = 1;

/** The one record of `meta`, under the key `head`. */
interface Head {
  format: number;
  /** Sequence number of the last commit. */
  seq: number;
  /** What the snapshot holds; later commits are in the log. */
  snapshotSeq: number;
  /** Tells the project from one of the same id that was deleted before. */
  born: string;
}

const noHead: Head = { format: formatVersion, seq: 0, snapshotSeq: 0, born: '' };

/**
 * The store on IndexedDB: one database for each project, so that deleting a
 * project deletes all of it. Rejects where the browser does not let us use it.
 */
export async function openIndexedDB(onChange: ChangeListener): Promise<Store> {
  if (typeof indexedDB === 'undefined') throw new Error('this environment has none');
  // Browsers that forbid storage say so only when asked.
  await indexedDB.databases();
  return new IndexedDBStore(onChange);
}

class IndexedDBStore implements Store {
  readonly #open = new Map<string, Promise<IDBDatabase | undefined>>();
  /** Of each project as it was last loaded or written here. */
  readonly #born = new Map<string, string>();
  readonly #tabs: BroadcastChannel | undefined;
  #closed = false;

  constructor(onChange: ChangeListener) {
    if (typeof BroadcastChannel === 'undefined') return;
    this.#tabs = new BroadcastChannel(channelName);
    this.#tabs.onmessage = ({ data }: MessageEvent<{ projectId: string; seq: number }>) => onChange(data.projectId, data.seq);
    (this.#tabs as { unref?: () => void }).unref?.();
  }

  async projects(): Promise<string[]> {
    this.#check();
    const names = (await indexedDB.databases()).map((database) => database.name ?? '');
    const ids = names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
    return ids.sort();
  }

  load(projectId: string): Promise<StoredState> {
    return this.#read(projectId, () => undefined);
  }

  since(projectId: string, seq: number): Promise<StoredState> {
    const known = this.#born.get(projectId);
    return this.#read(projectId, (head) => (head.born === known && seq > head.snapshotSeq && seq <= head.seq ? seq : undefined));
  }

  async append(projectId: string, seq: number, record: Uint8Array, blobIds: string[], blobs: Uint8Array[]): Promise<void> {
    let born = '';
    const work: Work = (tx, then) => {
      const meta = tx.objectStore('meta');
      then<Head | undefined>(meta.get('head'), (head = noHead) => {
        if (head.seq !== seq - 1) throw new CodedError('conflict', `commit ${seq} does not follow ${head.seq}`, { seq: head.seq });
        if (seq > 1) this.#checkBorn(projectId, head);
        // add, not put: the key is the compare-and-set between tabs.
        tx.objectStore('log').add(own(record), seq);
        blobIds.forEach((id, i) => tx.objectStore('blob').put(own(blobs[i] ?? new Uint8Array()), id));
        born = head.born || newBorn();
        meta.put({ ...head, seq, born } satisfies Head, 'head');
        tx.commit?.();
      });
    };
    // Only a first commit makes a project.
    const found = await this.#transact(projectId, 'readwrite', blobIds.length > 0 ? ['meta', 'log', 'blob'] : ['meta', 'log'], work, seq === 1);
    if (!found) throw new CodedError('conflict', `commit ${seq} of a project that is not there`, { seq: 0 });
    this.#born.set(projectId, born);
    this.#tabs?.postMessage({ projectId, seq });
  }

  async readBlob(projectId: string, id: string): Promise<Uint8Array | undefined> {
    let blob: Uint8Array | undefined;
    await this.#transact(projectId, 'readonly', ['blob'], (tx, then) =>
      then<Uint8Array | undefined>(tx.objectStore('blob').get(id), (found) => (blob = found)),
    );
    return blob;
  }

  async compact(projectId: string, snapshotSeq: number, chunks: Uint8Array[], blobIds: string[], blobs: Uint8Array[], dropBlobIds: string[]): Promise<void> {
    const work: Work = (tx, then) => {
      const meta = tx.objectStore('meta');
      then<Head | undefined>(meta.get('head'), (head = noHead) => {
        if (head.seq !== snapshotSeq - 1)
          throw new CodedError('conflict', `a snapshot with number ${snapshotSeq} does not follow ${head.seq}`, { seq: head.seq });
        this.#checkBorn(projectId, head);
        const [snap, blob] = [tx.objectStore('snap'), tx.objectStore('blob')];
        snap.clear();
        chunks.forEach((chunk, i) => snap.put(own(chunk), [snapshotSeq, i]));
        tx.objectStore('log').clear();
        blobIds.forEach((id, i) => blob.put(own(blobs[i] ?? new Uint8Array()), id));
        for (const id of dropBlobIds) blob.delete(id);
        meta.put({ ...head, seq: snapshotSeq, snapshotSeq } satisfies Head, 'head');
        tx.commit?.();
      });
    };
    const found = await this.#transact(projectId, 'readwrite', ['meta', 'log', 'snap', 'blob'], work);
    if (!found) throw new CodedError('conflict', `a snapshot of a project that is not there`, { seq: 0 });
    this.#tabs?.postMessage({ projectId, seq: snapshotSeq });
  }

  async remove(projectId: string): Promise<void> {
    this.#check();
    const open = this.#open.get(projectId);
    this.#open.delete(projectId);
    if (open) (await open.catch(() => undefined))?.close();
    // Other tabs close their connections when they hear of it; blocked only waits for them.
    await finished(indexedDB.deleteDatabase(prefix + projectId));
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#tabs?.close();
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const opening of open) (await opening.catch(() => undefined))?.close();
  }

  #check(): void {
    if (this.#closed) throw new CodedError('closed', 'the storage was closed');
  }

  /** Nothing of a project that is deleted goes into one that was begun anew. */
  #checkBorn(projectId: string, head: Head): void {
    const known = this.#born.get(projectId);
    if (known !== undefined && known !== head.born) throw new CodedError('conflict', 'the project was deleted and begun anew');
  }

  /** The state, without what is known up to the number that `known` gives, if it gives one. */
  async #read(projectId: string, known: (head: Head) => number | undefined): Promise<StoredState> {
    let read: ReadState;
    try {
      read = await this.#readWith(getAll, projectId, known);
    } catch (error) {
      // One value that cannot be read fails the whole request: each by itself, then.
      if (coded(error).code !== 'corrupt') throw error;
      read = await this.#readWith(getEach, projectId, known);
    }
    if (read.mended) await this.#mend(projectId, read);
    this.#born.set(projectId, read.head.born);
    return read.state;
  }

  async #readWith(get: Get, projectId: string, known: (head: Head) => number | undefined): Promise<ReadState> {
    const read: ReadState = { found: undefined, head: noHead, mended: false, state: { snapshotSeq: 0, snapshotChunks: [], records: [] } };
    await this.#transact(projectId, 'readonly', ['meta', 'log', 'snap'], (tx, then) => {
      const [log, snap] = [tx.objectStore('log'), tx.objectStore('snap')];
      then<unknown>(tx.objectStore('meta').get('head'), (found) => {
        read.found = found;
        const head = isHead(found) ? found : { ...noHead, born: newBorn() };
        const seq = known(head);
        if (seq !== undefined) {
          read.head = head;
          get(log, IDBKeyRange.lowerBound(seq, true), then, (records) => {
            read.state = { snapshotSeq: seq, snapshotChunks: [], records: inPlace(records, seq, head.seq) };
          });
          return;
        }
        let chunks: Entry[] = [];
        get(snap, undefined, then, (all) => (chunks = all));
        get(log, undefined, then, (all) => {
          const snapshotSeq = Number((chunks[0]?.key as number[] | undefined)?.[0] ?? head.snapshotSeq);
          const records = all.filter(({ key }) => Number(key) > snapshotSeq);
          const last = Number(records.at(-1)?.key ?? snapshotSeq);
          // Each commit is in the log and in the head, or in neither.
          const wrong = head.snapshotSeq !== snapshotSeq || head.seq < last || head.seq > last + largestGap;
          read.head = wrong ? { ...head, snapshotSeq, seq: last } : head;
          read.mended = wrong || (head !== found && last > 0);
          read.state = { snapshotSeq, snapshotChunks: chunks.map(({ value }) => value), records: inPlace(records, snapshotSeq, read.head.seq) };
        });
      });
    });
    return read;
  }

  /** Replaces a head that is damaged or missing, unless another tab was faster. */
  async #mend(projectId: string, { found, head }: ReadState): Promise<void> {
    await this.#transact(projectId, 'readwrite', ['meta'], (tx, then) => {
      const meta = tx.objectStore('meta');
      then<unknown>(meta.get('head'), (now) => {
        if (JSON.stringify(now) === JSON.stringify(found)) meta.put(head, 'head');
      });
    });
  }

  /** The connection to a project; undefined where the project does not exist and is not to be made. */
  async #database(projectId: string, create: boolean): Promise<IDBDatabase | undefined> {
    this.#check();
    const known = await this.#open.get(projectId);
    if (known) return known;
    const opening = openDatabase(prefix + projectId, create);
    this.#open.set(projectId, opening);
    const forget = () => {
      if (this.#open.get(projectId) === opening) this.#open.delete(projectId);
    };
    const db = await opening.catch((error: unknown) => (forget(), Promise.reject(error as Error)));
    if (!db) {
      forget();
      return undefined;
    }
    // Another tab deletes the project, or the browser closes the connection: the next call opens anew.
    db.onversionchange = () => (forget(), db.close());
    db.onclose = forget;
    return db;
  }

  /**
   * Runs work in one transaction; resolves when it is durable, to whether the
   * project is there. What work throws aborts it and rejects.
   */
  async #transact(projectId: string, mode: IDBTransactionMode, stores: string[], work: Work, create = false): Promise<boolean> {
    for (let attempt = 0; ; attempt++) {
      try {
        const db = await this.#database(projectId, create);
        if (db) await transact(db, mode, stores, work);
        return db !== undefined;
      } catch (error) {
        // The connection was closed before the transaction began, so nothing has happened yet.
        if (error instanceof NotStarted && attempt < 3) {
          this.#open.delete(projectId);
          continue;
        }
        throw coded(error instanceof NotStarted ? error.cause : error);
      }
    }
  }
}

/** What was read of a project. */
interface ReadState {
  /** What is stored as the head. */
  found: unknown;
  /** The head as it must be. */
  head: Head;
  mended: boolean;
  state: StoredState;
}

/** More numbers than this are not missing in a log; a head that says so is damaged. */
const largestGap = 1 << 20;

function isHead(found: unknown): found is Head {
  if (typeof found !== 'object' || found === null) return false;
  const { format, seq, snapshotSeq, born } = found as Head;
  if (Number.isSafeInteger(format) && format > formatVersion)
    throw new CodedError('corrupt', `the project was stored by a newer version (format ${format}, this one knows ${formatVersion})`);
  return (
    format === formatVersion &&
    Number.isSafeInteger(seq) &&
    Number.isSafeInteger(snapshotSeq) &&
    snapshotSeq >= 0 &&
    seq >= snapshotSeq &&
    typeof born === 'string'
  );
}

function newBorn(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

interface Entry {
  key: IDBValidKey;
  value: Uint8Array;
}

/** Reads the entries of a range, or all. */
type Get = (store: IDBObjectStore, range: IDBKeyRange | undefined, then: Then, use: (entries: Entry[]) => void) => void;

const getAll: Get = (store, range, then, use) => {
  let keys: IDBValidKey[] = [];
  then<IDBValidKey[]>(store.getAllKeys(range), (found) => (keys = found));
  then<unknown[]>(store.getAll(range), (values) => use(keys.map((key, i) => ({ key, value: asBytes(values[i]) }))));
};

/** As getAll, with nothing for the values that cannot be read. */
const getEach: Get = (store, range, then, use) => {
  then<IDBValidKey[]>(store.getAllKeys(range), (keys) => {
    const entries = keys.map((key): Entry => ({ key, value: asBytes(undefined) }));
    for (const entry of entries) {
      then<unknown>(
        store.get(entry.key),
        (value) => (entry.value = asBytes(value)),
        () => {},
      );
    }
    // Requests of a transaction end in the order in which they were made.
    then(store.count(), () => use(entries));
  });
};

// What is no content at all is given as an empty one, for its reader to reject.
function asBytes(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array();
}

/** The records after a number up to the last, an empty one for each that is missing: whoever knows their format says what is lost. */
function inPlace(records: Entry[], after: number, last: number): Uint8Array[] {
  if (records.length === last - after) return records.map(({ value }) => value);
  const all = Array.from({ length: last - after }, () => new Uint8Array() as Uint8Array);
  for (const { key, value } of records) all[Number(key) - after - 1] = value;
  return all;
}

// A view is stored with the whole buffer below it, so a part is copied first.
function own(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}
