import type { CoreCall } from './connection.js';
import { ClientToolsError } from './errors.js';
import type { FileInfo, ProjectFiles } from './types.js';

/** The files of one project, each method one call of the core. */
export function projectFiles(call: CoreCall, projectId: string): ProjectFiles {
  const ask = async <T>(method: string, args: object = {}): Promise<T> => (await call<T>(`files.${method}`, { projectId, ...args })).value;
  const tell = async (method: string, args: object = {}): Promise<void> => void (await call(`files.${method}`, { projectId, ...args }));
  const fetchBytes = async (method: string, args: object = {}) => (await call(`files.${method}`, { projectId, ...args })).bytes ?? new Uint8Array();
  const send = async <T>(method: string, args: object, content: unknown): Promise<T> => {
    const bytes = await toBytes(content);
    return (await call<T>(`files.${method}`, { projectId, ...args }, { bytes })).value;
  };
  return {
    list: (path, options = {}) => ask('list', { path, ...options }),
    stat: async (path) => (await ask<FileInfo | null>('stat', { path })) ?? undefined,
    read: (path) => fetchBytes('read', { path }),
    // ignoreBOM keeps a leading U+FEFF, so that what was written is what is read.
    readText: async (path) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(await fetchBytes('read', { path })),
    write: (path, content) => send('write', { path }, content),
    mkdir: (path) => tell('mkdir', { path }),
    rename: (from, to, options = {}) => tell('rename', { from, to, ...options }),
    copy: (from, to, options = {}) => tell('copy', { from, to, ...options }),
    remove: (path) => tell('remove', { path }),
    trash: () => ask('trash'),
    restore: (id, to) => ask('restore', { id, to }),
    purge: (id) => tell('purge', { id }),
    versions: (path) => ask('versions', { path }),
    readVersion: (path, version) => fetchBytes('readVersion', { path, version }),
    revert: (path, version) => ask('revert', { path, version }),
    exportZip: (path) => fetchBytes('exportZip', { path }),
    importZip: (zip, options = {}) => send('importZip', { ...options }, zip),
    usage: () => ask('usage'),
    compact: () => ask('compact'),
  };
}

async function toBytes(content: unknown): Promise<Uint8Array> {
  if (typeof content === 'string') return new TextEncoder().encode(content);
  // By shape: typed arrays and blobs may come from another realm, an iframe say.
  if (ArrayBuffer.isView(content)) return new Uint8Array(content.buffer as ArrayBuffer, content.byteOffset, content.byteLength);
  if (typeof (content as Blob | null)?.arrayBuffer === 'function') return new Uint8Array(await (content as Blob).arrayBuffer());
  throw new ClientToolsError('invalid_argument', 'content must be a string, a Uint8Array or a Blob', { details: { field: 'content' } });
}
