import type { ClientTools, FileInfo, ProjectFiles } from 'clienttools';
import { isWithin } from './paths.js';

/** What somebody else did to a file since the user last looked at it. */
export type Mark = 'added' | 'changed';

/** All files of a project at one moment. */
export interface Listed {
  /** By path, without the root. */
  files: ReadonlyMap<string, FileInfo>;
  marks: ReadonlyMap<string, Mark>;
  /** Why the files could not be listed; undefined if they could. */
  error: unknown;
  /** False until the first listing is there. */
  loaded: boolean;
}

/** More changed paths than this are not looked up one by one. */
const listAnewAbove = 100;

/**
 * The files of a project, kept up to date whoever changes them: a tool, another
 * tab, the user. What others changed is marked.
 */
export class FileListing {
  #state: Listed = { files: new Map(), marks: new Map(), error: undefined, loaded: false };
  #listeners = new Set<() => void>();
  #own: string[] = [];
  #waiting = new Map<string, { own: boolean }>();
  #refreshing: Promise<void> | undefined;
  readonly #files: ProjectFiles;
  readonly #tools: ClientTools;
  readonly #projectId: string;

  constructor(tools: ClientTools, projectId: string) {
    this.#tools = tools;
    this.#projectId = projectId;
    this.#files = tools.files(projectId);
  }

  get state(): Listed {
    return this.#state;
  }

  /** Lists the files and follows their changes; the result stops it. */
  start(): () => void {
    const stop = this.#tools.on('files', ({ projectId, paths }) => {
      if (projectId === this.#projectId) this.#changed(paths);
    });
    void this.reload();
    return stop;
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Does something to the files at and below these paths, which is then not marked as another's work. */
  async own<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
    this.#own.push(...paths);
    try {
      const result = await work();
      await this.settled();
      return result;
    } finally {
      for (const path of paths) this.#own.splice(this.#own.indexOf(path), 1);
    }
  }

  /** Waits until all that was told of is in the list. */
  async settled(): Promise<void> {
    while (this.#refreshing) await this.#refreshing;
  }

  /** The user looked at a file. */
  seen(path: string): void {
    if (!this.#state.marks.has(path)) return;
    const marks = new Map(this.#state.marks);
    marks.delete(path);
    this.#set({ marks });
  }

  /** Lists everything anew. */
  async reload(): Promise<void> {
    try {
      const listed = await this.#files.list('/', { depth: -1 });
      this.#set({ files: new Map(listed.filter(({ path }) => path !== '/').map((file) => [file.path, file])), error: undefined, loaded: true });
    } catch (error) {
      this.#set({ error, loaded: true });
    }
  }

  #changed(paths: readonly string[]): void {
    for (const path of paths) {
      // Said before the call that did it has ended, so it is known whose it is.
      const own = this.#own.some((mine) => isWithin(path, mine) || isWithin(mine, path));
      this.#waiting.set(path, { own: own && (this.#waiting.get(path)?.own ?? true) });
    }
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined));
  }

  async #refresh(): Promise<void> {
    while (this.#waiting.size > 0) {
      const waiting = this.#waiting;
      this.#waiting = new Map();
      const before = this.#state.files;
      try {
        const files = waiting.size > listAnewAbove ? await this.#listAnew() : await this.#lookUp([...waiting.keys()]);
        this.#set({ files, marks: this.#marked(before, files, waiting), error: undefined, loaded: true });
      } catch (error) {
        this.#set({ error });
        return;
      }
    }
  }

  async #listAnew(): Promise<Map<string, FileInfo>> {
    const listed = await this.#files.list('/', { depth: -1 });
    return new Map(listed.filter(({ path }) => path !== '/').map((file) => [file.path, file]));
  }

  async #lookUp(paths: string[]): Promise<Map<string, FileInfo>> {
    const found = await Promise.all(
      paths.map(async (path) => {
        const file = await this.#files.stat(path);
        // A directory may have come with everything in it: renamed, restored.
        const within = file?.kind === 'directory' && !this.#state.files.has(path) ? await this.#files.list(path, { depth: -1 }) : [];
        return { path, file, within };
      }),
    );
    const files = new Map(this.#state.files);
    for (const { path, file } of found) {
      if (!file || file.kind === 'file') for (const known of [...files.keys()]) if (isWithin(known, path)) files.delete(known);
    }
    for (const { file, within } of found) for (const info of file ? [file, ...within] : []) if (info.path !== '/') files.set(info.path, info);
    return files;
  }

  #marked(before: Listed['files'], files: Listed['files'], changes: ReadonlyMap<string, { own: boolean }>): Map<string, Mark> {
    const marks = new Map(this.#state.marks);
    for (const [path, { own }] of changes) {
      const file = files.get(path);
      if (file?.kind === 'file' && !own) marks.set(path, before.has(path) && marks.get(path) !== 'added' ? 'changed' : 'added');
      if (own) marks.delete(path);
    }
    for (const path of [...marks.keys()]) if (!files.has(path)) marks.delete(path);
    return marks;
  }

  #set(change: Partial<Listed>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
