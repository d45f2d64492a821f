import { settled, type Conversation } from './conversation.js';

const databaseName = 'clienttools-demo';
const storeName = 'chats';

/** What a list of chats shows of one. */
export type ConversationInfo = Pick<Conversation, 'id' | 'title' | 'updatedAt'>;

/**
 * The chats of this browser, in a database of their own. Where the browser
 * allows none they last until the page closes. Tells other tabs what changed.
 */
export class History {
  #opening: Promise<IDBDatabase | undefined> | undefined;
  readonly #memory = new Map<string, Conversation>();
  readonly #channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(databaseName);
  readonly #listeners = new Set<(projectId: string, id: string) => void>();

  constructor() {
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<{ projectId: string; id: string }>) => this.#tell(data.projectId, data.id));
  }

  /** The chats of a project, the latest first. */
  async list(projectId: string): Promise<ConversationInfo[]> {
    const chats = await this.#ofProject(projectId);
    return chats.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)).map(({ id, title, updatedAt }) => ({ id, title, updatedAt }));
  }

  async get(id: string): Promise<Conversation | undefined> {
    const database = await this.#database();
    const found = database ? ((await done(database.transaction(storeName).objectStore(storeName).get(id))) as Conversation | undefined) : this.#memory.get(id);
    return found && settled(found);
  }

  async save(conversation: Conversation): Promise<void> {
    const database = await this.#database();
    if (database) await done(database.transaction(storeName, 'readwrite').objectStore(storeName).put(conversation));
    else this.#memory.set(conversation.id, conversation);
    this.#changed(conversation);
  }

  async remove({ id, projectId }: { id: string; projectId: string }): Promise<void> {
    const database = await this.#database();
    if (database) await done(database.transaction(storeName, 'readwrite').objectStore(storeName).delete(id));
    this.#memory.delete(id);
    this.#changed({ id, projectId });
  }

  async removeProject(projectId: string): Promise<void> {
    for (const { id } of await this.#ofProject(projectId)) await this.remove({ id, projectId });
  }

  /** Calls back when a chat changed, here or in another tab. The result stops it. */
  listen(listener: (projectId: string, id: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async #ofProject(projectId: string): Promise<Conversation[]> {
    const database = await this.#database();
    if (!database) return [...this.#memory.values()].filter((chat) => chat.projectId === projectId);
    return (await done(database.transaction(storeName).objectStore(storeName).index('projectId').getAll(projectId))) as Conversation[];
  }

  #changed({ projectId, id }: { projectId: string; id: string }): void {
    this.#channel?.postMessage({ projectId, id });
    this.#tell(projectId, id);
  }

  #tell(projectId: string, id: string): void {
    for (const listener of [...this.#listeners]) listener(projectId, id);
  }

  #database(): Promise<IDBDatabase | undefined> {
    return (this.#opening ??= open().catch(() => undefined));
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'id' }).createIndex('projectId', 'projectId');
  return done(request);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser gave no reason'));
  });
}
