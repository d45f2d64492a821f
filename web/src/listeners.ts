import type { Activity, FilesChange, ToolInfo } from './types.js';

/** The events and what they carry. */
export interface Events {
  activity: Activity;
  tools: ToolInfo[];
  files: FilesChange;
}

/** Who listens to what. One listener's exception is not another's problem. */
export class Listeners {
  readonly #listeners = new Map<string, Set<(payload: never) => void>>();

  /** Adds a listener; the result removes it. */
  on<E extends keyof Events>(event: E, listener: (payload: Events[E]) => void): () => void {
    const known = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, known);
    // Its own function, so that the same listener may be added twice and removed once.
    const own = (payload: never) => listener(payload);
    known.add(own);
    return () => void known.delete(own);
  }

  /** Tells everybody. */
  emit(event: string, json: string): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) {
      try {
        // Parsed for each: what one changes, the others do not see.
        listener(JSON.parse(json) as never);
      } catch (error) {
        console.error(`clienttools: a listener for ${event} threw`, error);
      }
    }
  }

  clear(): void {
    this.#listeners.clear();
  }
}
