import { CodedError } from './errors.js';
import { openDirectory } from './directory-store.js';
import { openIndexedDB } from './indexeddb-store.js';

/** The durable state of one project as the core loads it. */
export interface StoredState {
  snapshotSeq: number;
  snapshotChunks: Uint8Array[];
  records: Uint8Array[];
}

/**
 * What the core keeps its projects in; the Go side is `Store` of pkg/vfs.
 * Rejections carry the code `conflict`, `full`, `not_found`, `corrupt` or `closed`.
 */
export interface Store {
  projects(): Promise<string[]>;
  load(projectId: string): Promise<StoredState>;
  /**
   * As load, but may leave out what is known up to `seq`: then `snapshotSeq` is
   * `seq`, without chunks. Gives everything where the records after it are gone.
   */
  since?(projectId: string, seq: number): Promise<StoredState>;
  append(projectId: string, seq: number, record: Uint8Array, blobIds: string[], blobs: Uint8Array[]): Promise<void>;
  readBlob(projectId: string, id: string): Promise<Uint8Array | undefined>;
  compact(projectId: string, snapshotSeq: number, chunks: Uint8Array[], blobIds: string[], blobs: Uint8Array[], dropBlobIds: string[]): Promise<void>;
  remove(projectId: string): Promise<void>;
  close(): Promise<void>;
}

/** Told when another tab or process committed to a project. */
export type ChangeListener = (projectId: string, seq: number) => void;

export type StorageChoice = 'auto' | 'indexeddb' | 'memory' | { directory: string };

/** A store, or none where the core is to keep everything in memory. */
export interface OpenedStore {
  kind: 'indexeddb' | 'memory' | 'directory';
  store: Store | undefined;
}

/** Opens what the application chose. `auto` takes memory where IndexedDB is absent or refuses. */
export async function openStore(choice: StorageChoice, onChange: ChangeListener): Promise<OpenedStore> {
  if (typeof choice === 'object') return { kind: 'directory', store: await openDirectory(choice.directory) };
  if (choice === 'memory') return { kind: 'memory', store: undefined };
  try {
    return { kind: 'indexeddb', store: await openIndexedDB(onChange) };
  } catch (error) {
    if (choice === 'indexeddb') {
      throw new CodedError('load_failed', `IndexedDB cannot be used here: ${error instanceof Error ? error.message : String(error)}`);
    }
    return { kind: 'memory', store: undefined };
  }
}
