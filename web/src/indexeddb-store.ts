import { CodedError } from './errors.js';
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

  async load(projectId: string): Promise<StoredState> {
    const state: StoredState = { snapshotSeq: 0, snapshotChunks: [], records: [] };
    let head = noHead;
    let keys: IDBValidKey[] = [];
    await this.#transact(projectId, 'readonly', ['meta', 'log', 'snap'], (tx, then) => {
      then<Head | undefined>(tx.objectStore('meta').get('head'), (found) => {
        head = found ?? noHead;
        if (head.format > formatVersion)
          throw new CodedError('corrupt', `the project was stored by a newer version (format ${head.format}, this one knows ${formatVersion})`);
        const { snapshotSeq } = head;
        const log = tx.objectStore('log');
        const after = IDBKeyRange.lowerBound(snapshotSeq, true);
        state.snapshotSeq = snapshotSeq;
        this.#born.set(projectId, head.born);
        then<Uint8Array[]>(log.getAll(after), (records) => (state.records = records));
        then<IDBValidKey[]>(log.getAllKeys(after), (found) => (keys = found));
        then<Uint8Array[]>(tx.objectStore('snap').getAll(snapshotRange(snapshotSeq)), (chunks) => (state.snapshotChunks = chunks));
      });
    });
    const gap = keys.findIndex((key, i) => key !== state.snapshotSeq + 1 + i);
    if (gap >= 0 || state.snapshotSeq + keys.length !== head.seq) {
      throw new CodedError('corrupt', 'the log of the project has a gap', { records: keys.length, snapshotSeq: state.snapshotSeq, seq: head.seq });
    }
    return state;
  }

  async append(projectId: string, seq: number, record: Uint8Array, blobIds: string[], blobs: Uint8Array[]): Promise<void> {
    let born = '';
    const work: Work = (tx, then) => {
      const meta = tx.objectStore('meta');
      then<Head | undefined>(meta.get('head'), (head = noHead) => {
        if (head.seq !== seq - 1) throw new CodedError('conflict', `commit ${seq} does not follow ${head.seq}`, { seq: head.seq });
        const known = seq === 1 ? '' : this.#born.get(projectId);
        if (known !== undefined && known !== head.born) throw new CodedError('conflict', 'the project was deleted and begun anew');
        // add, not put: the key is the compare-and-set between tabs.
        tx.objectStore('log').add(own(record), seq);
        blobIds.forEach((id, i) => tx.objectStore('blob').put(own(blobs[i] ?? new Uint8Array()), id));
        born = head.born || crypto.getRandomValues(new Uint32Array(4)).join('-');
        meta.put({ ...head, seq, born } satisfies Head, 'head');
      });
    };
    // Only a first commit makes a project.
    const found = await this.#transact(projectId, 'readwrite', ['meta', 'log', 'blob'], work, seq === 1);
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

  async compact(projectId: string, snapshotSeq: number, chunks: Uint8Array[], dropBlobIds: string[]): Promise<void> {
    const work: Work = (tx, then) => {
      const meta = tx.objectStore('meta');
      then<Head | undefined>(meta.get('head'), (head = noHead) => {
        if (head.snapshotSeq >= snapshotSeq)
          throw new CodedError('conflict', `a snapshot of ${head.snapshotSeq} is there already`, { snapshotSeq: head.snapshotSeq });
        if (head.seq < snapshotSeq) throw new CodedError('conflict', `a snapshot of ${snapshotSeq} is ahead of the log at ${head.seq}`, { seq: head.seq });
        const snap = tx.objectStore('snap');
        snap.clear();
        chunks.forEach((chunk, i) => snap.put(own(chunk), [snapshotSeq, i]));
        tx.objectStore('log').delete(IDBKeyRange.upperBound(snapshotSeq));
        for (const id of dropBlobIds) tx.objectStore('blob').delete(id);
        meta.put({ ...head, snapshotSeq } satisfies Head, 'head');
      });
    };
    const found = await this.#transact(projectId, 'readwrite', ['meta', 'log', 'snap', 'blob'], work);
    if (!found) throw new CodedError('conflict', `a snapshot of a project that is not there`, { seq: 0 });
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

class NotStarted extends Error {}

/** Work of a transaction. Results are taken through `then`, so that what it throws aborts the transaction. */
type Work = (tx: IDBTransaction, then: <T>(request: IDBRequest, use: (result: T) => void) => void) => void;

function transact(db: IDBDatabase, mode: IDBTransactionMode, stores: string[], work: Work): Promise<void> {
  return new Promise((resolve, reject) => {
    let tx: IDBTransaction;
    try {
      // strict: complete means on the disk, so that a power cut takes nothing acknowledged.
      tx = db.transaction(stores, mode, mode === 'readwrite' ? { durability: 'strict' } : {});
    } catch (cause) {
      reject(new NotStarted('the connection is closed', { cause }));
      return;
    }
    let thrown: unknown;
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject((thrown ?? tx.error ?? new CodedError('closed', 'the browser ended the transaction')) as Error);
    const guarded = (step: () => void) => {
      try {
        step();
      } catch (error) {
        thrown = error;
        tx.abort();
      }
    };
    guarded(() => work(tx, (request, use) => (request.onsuccess = () => guarded(() => use(request.result as never)))));
  });
}

function openDatabase(name: string, create: boolean): Promise<IDBDatabase | undefined> {
  const request = indexedDB.open(name, 1);
  let absent = false;
  request.onupgradeneeded = () => {
    if (!create) {
      // Looking must not make a project: an aborted upgrade leaves no database behind.
      absent = true;
      request.transaction?.abort();
      return;
    }
    for (const store of ['meta', 'log', 'snap', 'blob']) request.result.createObjectStore(store);
  };
  return finished(request).then(
    (db) => db,
    (error: unknown) => {
      if (absent) return undefined;
      throw coded(error);
    },
  );
}

function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the request failed'));
  });
}

function snapshotRange(seq: number): IDBKeyRange {
  return IDBKeyRange.bound([seq], [seq, []]);
}

// A view is stored with the whole buffer below it, so a part is copied first.
function own(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}

const codeOfName: Record<string, string> = {
  QuotaExceededError: 'full',
  ConstraintError: 'conflict',
  InvalidStateError: 'closed',
  DataError: 'internal',
};

function coded(error: unknown): CodedError {
  if (error instanceof CodedError) return error;
  const { name = '', message = String(error) } = (error ?? {}) as { name?: string; message?: string };
  return new CodedError(codeOfName[name] ?? 'internal', `IndexedDB: ${message || name}`, { name });
}
