/** A value that several views read, and that tells them when it changes. Knows no framework. */
export class Store<T> {
  #value: T;
  readonly #listeners = new Set<(value: T) => void>();

  constructor(initial: T) {
    this.#value = initial;
  }

  get value(): T {
    return this.#value;
  }

  /** Sets the value and tells everyone who listens. */
  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener(value);
  }

  /** Sets what the function makes of the value. */
  update(change: (value: T) => T): void {
    this.set(change(this.#value));
  }

  /** Calls back on every change. The result stops it. */
  subscribe(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

/** The part of the browser's storage that settings need. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A browser's storage, or memory for this visit where the browser forbids it. */
export function browserStorage(kind: 'localStorage' | 'sessionStorage'): KeyValueStorage {
  try {
    const storage = globalThis[kind];
    storage.getItem('');
    return storage;
  } catch {
    const values = new Map<string, string>();
    return {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
      removeItem: (key) => void values.delete(key),
    };
  }
}

/** What is stored as JSON under a key; undefined where there is nothing, or nothing that can be read. */
export function readJSON(storage: KeyValueStorage, key: string): unknown {
  try {
    const text = storage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** Stores a value as JSON. A storage that is full keeps what it has; the value holds for this visit. */
export function writeJSON(storage: KeyValueStorage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // Quota, or a browser that forbids storage.
  }
}
