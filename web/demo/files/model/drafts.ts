import type { ClientTools } from 'clienttools';
import { isDirty, type Draft } from './draft.js';
import { isWithin } from './paths.js';

/** The drafts of one project, by path. They outlive the view, so that a look at another page costs nothing. */
export class Drafts {
  #drafts = new Map<string, Draft>();
  #listeners = new Set<() => void>();

  get(path: string): Draft | undefined {
    return this.#drafts.get(path);
  }

  set(path: string, draft: Draft): void {
    this.#drafts.set(path, draft);
    this.#tell();
  }

  /** Gives a draft up. */
  delete(path: string): void {
    if (this.#drafts.delete(path)) this.#tell();
  }

  /** Lets go of a draft that has nothing of its own. */
  close(path: string): void {
    const draft = this.#drafts.get(path);
    if (draft && !isDirty(draft)) this.delete(path);
  }

  /** Follows a file or directory that the user renamed. */
  move(from: string, to: string): void {
    for (const [path, draft] of [...this.#drafts]) {
      if (!isWithin(path, from)) continue;
      this.#drafts.delete(path);
      this.#drafts.set(to + path.slice(from.length), draft);
    }
    this.#tell();
  }

  /** The paths with unsaved text. */
  dirty(): string[] {
    return [...this.#drafts].filter(([, draft]) => isDirty(draft)).map(([path]) => path);
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

const byClient = new WeakMap<ClientTools, Map<string, Drafts>>();

/** The drafts of a project, the same each time. */
export function draftsOf(tools: ClientTools, projectId: string): Drafts {
  const projects = byClient.get(tools) ?? new Map<string, Drafts>();
  byClient.set(tools, projects);
  const drafts = projects.get(projectId) ?? new Drafts();
  projects.set(projectId, drafts);
  return drafts;
}
