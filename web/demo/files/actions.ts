import type { ClientTools, FileInfo, ProjectFiles } from 'clienttools';
import { changedOutside, removed, saved, tagOf, type Content, type Draft } from './model/draft.js';
import type { Drafts } from './model/drafts.js';
import type { Incoming } from './model/incoming.js';
import type { FileListing } from './model/listing.js';
import { baseName, freePath, joinPath } from './model/paths.js';
import { saveFile } from './model/save-file.js';
import { beginningOf, decodeText } from './model/text.js';

/** What happens to a file that comes to a path which is taken. */
export type OnCollision = 'replace' | 'keep-both' | 'skip';

/** How taking files in went. */
export interface UploadReport {
  written: string[];
  skipped: { path: string; reason: string }[];
}

/** How far taking files in has come. */
export type OnProgress = (done: number, all: number) => void;

/** Writes under way at the same time share commits. */
const atOnce = 8;

/**
 * What the user does to the files of one project. The changes are known as the
 * user's own, and drafts follow their files.
 */
export class FileActions {
  readonly files: ProjectFiles;

  constructor(
    tools: ClientTools,
    projectId: string,
    private readonly listing: FileListing,
    private readonly drafts: Drafts,
  ) {
    this.files = tools.files(projectId);
  }

  /** Makes an empty file. A path that is taken is an error. */
  async createFile(path: string): Promise<void> {
    await this.#refuseTaken(path);
    await this.listing.own([path], () => this.files.write(path, ''));
  }

  /** Makes a folder. */
  async createFolder(path: string): Promise<void> {
    await this.#refuseTaken(path);
    await this.listing.own([path], () => this.files.mkdir(path));
  }

  /** Renames or moves; unsaved texts go along. */
  async move(from: string, to: string): Promise<void> {
    await this.#refuseTaken(to);
    await this.listing.own([from, to], async () => {
      await this.files.rename(from, to);
      this.drafts.move(from, to);
    });
  }

  /** Copies a file or a folder with all that is in it. */
  async copy(from: string, to: string): Promise<void> {
    await this.#refuseTaken(to);
    await this.listing.own([to], () => this.files.copy(from, to));
  }

  /** Moves into the trash; gives what brings it back. */
  async remove(path: string): Promise<() => Promise<string>> {
    await this.listing.own([path], () => this.files.remove(path));
    const [item] = (await this.files.trash()).filter((thrown) => thrown.path === path).sort((a, b) => (a.removedAt < b.removedAt ? 1 : -1));
    return () => {
      if (!item) throw new Error(`${path} is not in the trash any more.`);
      return this.restore(item.id, path);
    };
  }

  /** Takes something out of the trash, to its place or, where that is taken, beside it. */
  async restore(id: string, path: string): Promise<string> {
    const to = freePath(path, (other) => this.listing.state.files.has(other));
    return this.listing.own([to], () => this.files.restore(id, to));
  }

  /** Gives a file an earlier content again, as a new version. */
  async revert(path: string, version: number): Promise<void> {
    await this.listing.own([path], () => this.files.revert(path, version));
  }

  /**
   * Saves a draft. If the file has become something else since, nothing is
   * written, and the draft given back says so in `outside`.
   */
  async save(path: string, draft: Draft): Promise<Draft> {
    const now = await this.content(path);
    const checked = now.tag === draft.base.tag ? draft : changedOutside(draft, now);
    if (checked.outside) return checked;
    const text = checked.text;
    const file = await this.listing.own([path], () => this.files.write(path, text));
    // Typed on while it was written: that is in the latest draft, not in ours.
    return saved(this.drafts.get(path) ?? checked, { text, tag: tagOf(file) });
  }

  /** What a file has now. What is no text shows as �, and `binary` says so: saving it would change it. */
  async content(path: string): Promise<Content & { binary?: boolean }> {
    for (;;) {
      const file = await this.files.stat(path);
      if (!file || file.kind === 'directory') return removed;
      const bytes = await this.files.read(path);
      const after = await this.files.stat(path);
      // The tag is that of this very content, or it is read again.
      if (!after || tagOf(after) !== tagOf(file)) continue;
      const text = decodeText(bytes);
      return { text: text ?? beginningOf(bytes, bytes.length), tag: tagOf(file), ...(text === undefined && { binary: true }) };
    }
  }

  /** Takes files and folders in. What fails is in the report; the rest goes on. */
  async upload(incoming: readonly Incoming[], into: string, onCollision: OnCollision, onProgress: OnProgress, signal: AbortSignal): Promise<UploadReport> {
    const report: UploadReport = { written: [], skipped: [] };
    const taken = new Set(this.listing.state.files.keys());
    const queue = [...incoming];
    let done = 0;
    const takeOne = async ({ path, content }: Incoming) => {
      const wanted = joinPath(into, path);
      if (!content) return taken.has(wanted) ? undefined : void (await this.files.mkdir(wanted));
      if (taken.has(wanted) && onCollision === 'skip') return void report.skipped.push({ path: wanted, reason: 'is there already' });
      const to = onCollision === 'keep-both' ? freePath(wanted, (other) => taken.has(other)) : wanted;
      taken.add(to);
      await this.files.write(to, content);
      report.written.push(to);
    };
    const worker = async () => {
      for (let next = queue.shift(); next && !signal.aborted; next = queue.shift()) {
        const { path } = next;
        await takeOne(next).catch((error: unknown) =>
          report.skipped.push({ path: joinPath(into, path), reason: error instanceof Error ? error.message : String(error) }),
        );
        onProgress(++done, incoming.length);
      }
    };
    await this.listing.own([into], () => Promise.all(Array.from({ length: atOnce }, worker)));
    for (const { path } of queue) report.skipped.push({ path: joinPath(into, path), reason: 'stopped' });
    return report;
  }

  /** Unpacks a zip into a folder. */
  importZip(zip: Blob, into: string, overwrite: boolean): Promise<UploadReport> {
    return this.listing.own([into], () => this.files.importZip(zip, { into, overwrite }));
  }

  /** Saves a file on the user's disk; a folder, and the root, as a zip. */
  async download(file: FileInfo | undefined): Promise<void> {
    if (file?.kind === 'file') return saveFile(baseName(file.path), await this.files.read(file.path));
    saveFile(
      `${file ? baseName(file.path) : 'project'}.zip`,
      new Blob([(await this.files.exportZip(file?.path)) as Uint8Array<ArrayBuffer>], { type: 'application/zip' }),
    );
  }

  async #refuseTaken(path: string): Promise<void> {
    if (await this.files.stat(path)) throw new Error(`${path} is there already. Choose another name.`);
  }
}
