import { CodedError } from './errors.js';

/** The object stores of a project's database. */
const objectStores = ['meta', 'log', 'snap', 'blob'];

/** A transaction that did not begin, so that nothing has happened yet. */
export class NotStarted extends Error {}

/** Uses the result of a request; what `use` throws aborts the transaction. With `failed`, a request that fails does not. */
export type Then = <T>(request: IDBRequest, use: (result: T) => void, failed?: () => void) => void;

/** Work of a transaction. */
export type Work = (tx: IDBTransaction, then: Then) => void;

/** Runs work in one transaction; resolves when it is durable. What work throws aborts it and rejects. */
export function transact(db: IDBDatabase, mode: IDBTransactionMode, stores: string[], work: Work): Promise<void> {
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
    const then: Then = (request, use, failed) => {
      request.onsuccess = () => guarded(() => use(request.result as never));
      if (failed) request.onerror = (event) => (event.preventDefault(), event.stopPropagation(), guarded(failed));
    };
    guarded(() => work(tx, then));
  });
}

/** Opens a database; undefined where it is not there and is not to be made. */
export function openDatabase(name: string, create: boolean): Promise<IDBDatabase | undefined> {
  const request = indexedDB.open(name, 1);
  let absent = false;
  request.onupgradeneeded = () => {
    if (!create) {
      // Looking must not make a project: an aborted upgrade leaves no database behind.
      absent = true;
      request.transaction?.abort();
      return;
    }
    for (const store of objectStores) request.result.createObjectStore(store);
  };
  return finished(request).then(
    (db) => db,
    (error: unknown) => {
      if (absent) return undefined;
      throw coded(error);
    },
  );
}

/** What a request results in. */
export function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the request failed'));
  });
}

const codeOfName: Record<string, string> = {
  QuotaExceededError: 'full',
  ConstraintError: 'conflict',
  InvalidStateError: 'closed',
  // A large value whose file is gone, see https://developer.mozilla.org/docs/Web/API/IDBRequest/error.
  DataError: 'corrupt',
  NotReadableError: 'corrupt',
};

/** The error as the core knows it. */
export function coded(error: unknown): CodedError {
  if (error instanceof CodedError) return error;
  const { name = '', message = String(error) } = (error ?? {}) as { name?: string; message?: string };
  return new CodedError(codeOfName[name] ?? 'internal', `IndexedDB: ${message || name}`, { name });
}
