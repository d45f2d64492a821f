import type { CoreCall } from './connection.js';
import { ClientToolsError } from './errors.js';
import type { FileInfo, ProjectFiles } from './types.js';

/** The files of one project, each method one call of the core. */
export function projectFiles(call: CoreCall, projectId: string): ProjectFiles {
  const content = ({ bytes }: { bytes: Uint8Array | null }) => bytes ?? new Uint8Array();
  const read = async (path: string) => content(await call('files.read', { projectId, path }));
  return {
    list: async (path, options = {}) => (await call('files.list', { projectId, path, ...options })).value as FileInfo[],
    stat: async (path) => ((await call('files.stat', { projectId, path })).value ?? undefined) as FileInfo | undefined,
    read,
    // ignoreBOM keeps a leading U+FEFF, so that what was written is what is read.
    readText: async (path) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(await read(path)),
    write: async (path, content) => (await call('files.write', { projectId, path }, { bytes: await toBytes(content) })).value as FileInfo,
    mkdir: async (path) => void (await call('files.mkdir', { projectId, path })),
    rename: async (from, to, options = {}) => void (await call('files.rename', { projectId, from, to, ...options })),
    copy: async (from, to, options = {}) => void (await call('files.copy', { projectId, from, to, ...options })),
    remove: async (path) => void (await call('files.remove', { projectId, path })),
    trash: async () => (await call('files.trash', { projectId })).value,
    restore: async (id, to) => (await call('files.restore', { projectId, id, to })).value,
    purge: async (id) => void (await call('files.purge', { projectId, id })),
    versions: async (path) => (await call('files.versions', { projectId, path })).value,
    readVersion: async (path, version) => content(await call('files.readVersion', { projectId, path, version })),
    revert: async (path, version) => (await call('files.revert', { projectId, path, version })).value as FileInfo,
    exportZip: async (path) => content(await call('files.exportZip', { projectId, path })),
    importZip: async (zip, options = {}) => (await call('files.importZip', { projectId, ...options }, { bytes: await toBytes(zip) })).value,
    usage: async () => (await call('files.usage', { projectId })).value,
    compact: async () => (await call('files.compact', { projectId })).value,
  };
}

async function toBytes(content: unknown): Promise<Uint8Array> {
  if (typeof content === 'string') return new TextEncoder().encode(content);
  // By shape: typed arrays and blobs may come from another realm, an iframe say.
  if (ArrayBuffer.isView(content)) return new Uint8Array(content.buffer as ArrayBuffer, content.byteOffset, content.byteLength);
  if (typeof (content as Blob | null)?.arrayBuffer === 'function') return new Uint8Array(await (content as Blob).arrayBuffer());
  throw new ClientToolsError('invalid_argument', 'content must be a string, a Uint8Array or a Blob', { details: { field: 'content' } });
}
