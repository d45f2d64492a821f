import { frame, readFrames, type Checksum } from './directory-frames.js';
import { withLock } from './directory-lock.js';
import { CodedError } from './errors.js';
import { nodeBuiltin } from './platform.js';
import type { Store, StoredState } from './store.js';

/** The parts of Node that the store works with. */
export interface NodeParts {
  fs: typeof import('node:fs').promises;
  path: typeof import('node:path');
  process: typeof import('node:process');
  crc32: Checksum;
  sha256Hex(text: string): string;
}

/**
 * The store in a directory of Node's file system, with the files of
 * pkg/vfs/store/directory, so that Go programs read what Node wrote and the other
 * way round. Node has no flock: Node processes may share a directory among
 * themselves, but not with a Go program at the same time.
 */
export async function openDirectory(directory: string): Promise<Store> {
  const node = nodeParts();
  if (!node) throw new CodedError('load_failed', 'storage in a directory needs Node 20.16 or later');
  const dir = node.path.resolve(directory);
  try {
    await node.fs.mkdir(node.path.join(dir, '.locks'), { recursive: true, mode: 0o700 });
    await syncDirectory(node, dir);
  } catch (error) {
    throw new CodedError('load_failed', `cannot store in ${directory}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return new DirectoryStore(node, dir);
}

function nodeParts(): NodeParts | undefined {
  const fs = nodeBuiltin<typeof import('node:fs')>('node:fs');
  const path = nodeBuiltin<typeof import('node:path')>('node:path');
  const zlib = nodeBuiltin<{ crc32?: Checksum }>('node:zlib');
  const crypto = nodeBuiltin<typeof import('node:crypto')>('node:crypto');
  const process = nodeBuiltin<typeof import('node:process')>('node:process');
  if (!fs || !path || !zlib?.crc32 || !crypto || !process) return undefined;
  return { fs: fs.promises, path, process, crc32: zlib.crc32, sha256Hex: (text) => crypto.createHash('sha256').update(text).digest('hex') };
}

/** What a project's folder holds. Other processes may change it between two calls, so each call looks. */
interface Log {
  base: number;
  records: Uint8Array[];
  /** Length of the log up to the end of its last whole record; undefined where there is no log. */
  size: number | undefined;
}

class DirectoryStore implements Store {
  readonly #node: NodeParts;
  readonly #dir: string;
  /** Of each project as it was last loaded or written here. */
  readonly #born = new Map<string, string>();
  /** The last thing begun with each project; the next waits for it. */
  readonly #queues = new Map<string, Promise<unknown>>();
  #closed = false;

  constructor(node: NodeParts, dir: string) {
    this.#node = node;
    this.#dir = dir;
  }

  async projects(): Promise<string[]> {
    this.#check();
    const { fs, path } = this.#node;
    const ids: string[] = [];
    for (const entry of await fs.readdir(this.#dir, { withFileTypes: true })) {
      if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
      const id = unescape(entry.name) ?? text(await readIfThere(this.#node, path.join(this.#dir, entry.name, 'id')));
      if (id !== undefined) ids.push(id);
    }
    return ids.sort();
  }

  load(projectId: string): Promise<StoredState> {
    return this.since(projectId, 0);
  }

  since(projectId: string, seq: number): Promise<StoredState> {
    return this.#locked(projectId, async (folder) => {
      const { base, records } = await this.#log(folder);
      const [known, born] = [this.#born.get(projectId), await this.#readBorn(folder)];
      this.#born.set(projectId, born);
      if (known === born && seq > base && seq <= base + records.length) return { snapshotSeq: seq, snapshotChunks: [], records: records.slice(seq - base) };
      const snapshot = base === 0 ? undefined : await this.#node.fs.readFile(this.#file(folder, `snapshot-${base}`));
      const snapshotChunks = snapshot ? readFrames(snapshot, 0, this.#node.crc32).contents : [];
      return { snapshotSeq: base, snapshotChunks, records };
    });
  }

  append(projectId: string, seq: number, record: Uint8Array, blobIds: string[], blobs: Uint8Array[]): Promise<void> {
    return this.#locked(projectId, async (folder) => {
      const { base, records, size } = await this.#log(folder);
      const last = base + records.length;
      const known = this.#born.get(projectId) ?? '';
      if (seq !== last + 1 || (known !== '' && known !== (await this.#readBorn(folder))))
        throw new CodedError('conflict', `commit ${seq} does not follow ${last}`, { seq: last });
      if (size === undefined) await this.#prepare(projectId, folder);
      await this.#writeBlobs(folder, blobIds, blobs);
      await this.#extend(this.#file(folder, `log-${base}`), size ?? 0, frame(seq, record, this.#node.crc32));
      if (size === undefined) await syncDirectory(this.#node, folder);
      this.#born.set(projectId, await this.#readBorn(folder));
    });
  }

  async readBlob(projectId: string, id: string): Promise<Uint8Array | undefined> {
    this.#check();
    return readIfThere(this.#node, this.#file(this.#folder(projectId), 'blobs', escape(id)));
  }

  compact(projectId: string, snapshotSeq: number, chunks: Uint8Array[], blobIds: string[], blobs: Uint8Array[], dropBlobIds: string[]): Promise<void> {
    return this.#locked(projectId, async (folder) => {
      const { base, records } = await this.#log(folder);
      const last = base + records.length;
      const known = this.#born.get(projectId) ?? '';
      if (last === 0 || snapshotSeq !== last + 1 || (known !== '' && known !== (await this.#readBorn(folder))))
        throw new CodedError('conflict', `a snapshot with number ${snapshotSeq} does not follow ${last}`, { seq: last });
      const { crc32, fs } = this.#node;
      await this.#writeBlobs(folder, blobIds, blobs);
      try {
        // The log of what follows first: once the snapshot has its name, it counts.
        await this.#replace(this.#file(folder, `log-${snapshotSeq}`), new Uint8Array());
        await syncDirectory(this.#node, folder);
        await this.#replace(this.#file(folder, `snapshot-${snapshotSeq}`), concat(chunks.map((chunk, i) => frame(i, chunk, crc32))));
      } catch (error) {
        for (const id of blobIds) await fs.rm(this.#file(folder, 'blobs', escape(id)), { force: true });
        throw error;
      }
      await syncDirectory(this.#node, folder);
      const left = [`log-${base}`, `snapshot-${base}`]
        .map((name) => this.#file(folder, name))
        .concat(dropBlobIds.map((id) => this.#file(folder, 'blobs', escape(id))));
      for (const file of left) await fs.rm(file, { force: true });
    });
  }

  remove(projectId: string): Promise<void> {
    return this.#locked(projectId, async (folder) => {
      const { fs, path } = this.#node;
      this.#born.delete(projectId);
      // Out of sight in one step, then gone.
      const doomed = path.join(this.#dir, `.deleted-${path.basename(folder)}`);
      await fs.rm(doomed, { recursive: true, force: true });
      try {
        await fs.rename(folder, doomed);
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return;
        throw error;
      }
      await syncDirectory(this.#node, this.#dir);
      await fs.rm(doomed, { recursive: true, force: true });
    });
  }

  close(): Promise<void> {
    this.#closed = true;
    return Promise.allSettled([...this.#queues.values()]).then(() => {});
  }

  #check(): void {
    if (this.#closed) throw new CodedError('closed', 'the storage was closed');
  }

  /** Runs work on a project's folder while no other call, of this process or another of Node, does. */
  #locked<T>(projectId: string, work: (folder: string) => Promise<T>): Promise<T> {
    const folder = this.#folder(projectId);
    const { path } = this.#node;
    const run = async () => {
      this.#check();
      try {
        return await withLock(this.#node, path.join(this.#dir, '.locks', `${path.basename(folder)}.node`), () => work(folder));
      } catch (error) {
        throw coded(error);
      }
    };
    const result = (this.#queues.get(projectId) ?? Promise.resolve()).then(run, run);
    this.#queues.set(projectId, result);
    return result;
  }

  #folder(projectId: string): string {
    const name = escape(projectId);
    return this.#node.path.join(this.#dir, name.length <= 200 ? name : `~${this.#node.sha256Hex(projectId)}`);
  }

  #file(folder: string, ...names: string[]): string {
    return this.#node.path.join(folder, ...names);
  }

  async #log(folder: string): Promise<Log> {
    let base = 0;
    for (const name of await namesIn(this.#node, folder)) {
      const number = /^snapshot-(\d+)$/.exec(name)?.[1];
      if (number !== undefined) base = Math.max(base, Number(number));
    }
    const data = await readIfThere(this.#node, this.#file(folder, `log-${base}`));
    if (!data) return { base, records: [], size: undefined };
    const { contents, end } = readFrames(data, base + 1, this.#node.crc32);
    return { base, records: contents, size: end };
  }

  async #readBorn(folder: string): Promise<string> {
    return text(await readIfThere(this.#node, this.#file(folder, 'born'))) ?? '';
  }

  async #prepare(projectId: string, folder: string): Promise<void> {
    const { fs, path } = this.#node;
    await fs.mkdir(this.#file(folder, 'blobs'), { recursive: true, mode: 0o700 });
    if (path.basename(folder).startsWith('~')) await this.#replace(this.#file(folder, 'id'), utf8(projectId));
    if ((await this.#readBorn(folder)) === '') await this.#replace(this.#file(folder, 'born'), utf8(crypto.getRandomValues(new Uint32Array(4)).join('-')));
    await syncDirectory(this.#node, folder);
    await syncDirectory(this.#node, this.#dir);
  }

  async #writeBlobs(folder: string, ids: string[], blobs: Uint8Array[]): Promise<void> {
    if (ids.length === 0) return;
    const names = ids.map((id) => this.#file(folder, 'blobs', escape(id)));
    try {
      for (const [i, name] of names.entries()) await this.#write(name, 'w', (file) => file.writeFile(blobs[i] ?? new Uint8Array()));
      await syncDirectory(this.#node, this.#file(folder, 'blobs'));
    } catch (error) {
      for (const name of names) await this.#node.fs.rm(name, { force: true });
      throw error;
    }
  }

  /** Writes a frame behind the last whole record. What is there was never acknowledged. */
  async #extend(file: string, size: number, content: Uint8Array): Promise<void> {
    const { constants } = this.#node.fs;
    await this.#write(file, constants.O_WRONLY | constants.O_CREAT, async (handle) => {
      try {
        await handle.truncate(size);
        await writeAll(handle, content, size);
        await handle.sync();
      } catch (error) {
        // Taken back, so that it does not come to light later.
        await handle.truncate(size);
        throw error;
      }
    });
  }

  /** Writes a file that is there whole or not at all. */
  async #replace(file: string, content: Uint8Array): Promise<void> {
    await this.#write(`${file}.new`, 'w', (handle) => handle.writeFile(content));
    await this.#node.fs.rename(`${file}.new`, file);
  }

  async #write(file: string, flags: string | number, work: (handle: FileHandle) => Promise<void>): Promise<void> {
    const handle = await this.#node.fs.open(file, flags, 0o600);
    try {
      await work(handle);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

type FileHandle = Awaited<ReturnType<NodeParts['fs']['open']>>;

async function writeAll(handle: FileHandle, content: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < content.length;) done += (await handle.write(content, done, content.length - done, at + done)).bytesWritten;
}

async function readIfThere(node: NodeParts, file: string): Promise<Uint8Array | undefined> {
  try {
    return await node.fs.readFile(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw coded(error);
  }
}

async function namesIn(node: NodeParts, folder: string): Promise<string[]> {
  try {
    return await node.fs.readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Makes the names in a directory durable, where the system knows how. */
async function syncDirectory(node: NodeParts, dir: string): Promise<void> {
  const handle = await node.fs.open(dir, 'r').catch(() => undefined);
  try {
    await handle?.sync();
  } catch (error) {
    if (!['EPERM', 'EINVAL', 'EISDIR'].includes(codeOf(error))) throw error;
  } finally {
    await handle?.close();
  }
}

/** Keeps lower case letters, digits, "-" and "_", and writes the other bytes as "%" and two digits. */
function escape(id: string): string {
  let name = '';
  for (const byte of new TextEncoder().encode(id)) {
    const char = String.fromCharCode(byte);
    name += /[a-z0-9_-]/.test(char) ? char : `%${byte.toString(16).padStart(2, '0')}`;
  }
  return name;
}

function unescape(name: string): string | undefined {
  try {
    const id = decodeURIComponent(name);
    return escape(id) === name ? id : undefined;
  } catch {
    return undefined;
  }
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function text(bytes: Uint8Array | undefined): string | undefined {
  return bytes && new TextDecoder().decode(bytes);
}

function concat(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '');
}

function coded(error: unknown): CodedError {
  if (error instanceof CodedError) return error;
  const code = codeOf(error);
  return new CodedError(code === 'ENOSPC' || code === 'EDQUOT' ? 'full' : 'internal', error instanceof Error ? error.message : String(error), { errno: code });
}
