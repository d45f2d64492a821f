import { ClientError } from './errors.js';
import { defineGo } from 'virtual:wasm-exec';

interface Guest {
  echo<T>(value: T): T;
  sleep(milliseconds: number): Promise<number>;
  fail(text: string): Promise<never>;
  goexit(code: number): void;
}

type Listener = (event: { kind: string }) => void;

/** A small client written like the real one: private state, a loader, errors, iteration. */
export class Client {
  static #count = 0;
  readonly #guest: Guest;
  #listeners = new Set<Listener>();
  #exited: ClientError | undefined;

  private constructor(guest: Guest) {
    this.#guest = guest;
    Client.#count++;
  }

  static async load(url: string | URL): Promise<Client> {
    const front: Record<PropertyKey, unknown> = {};
    const scope = new Proxy(globalThis, {
      get: (target, name) => (name in front ? front[name] : name === 'fs' || name === 'process' ? undefined : Reflect.get(target, name)),
      set: (_target, name, value) => ((front[name] = value), true),
    });
    const Go = defineGo(scope, console as never);
    const go = new Go();
    go.argv = ['client', 'inner'];
    let client: Client | undefined;
    go.exit = (code: number) => client?.exited(code);
    const { instance } = await WebAssembly.instantiateStreaming(fetch(url), go.importObject);
    void go.run(instance);
    client = new Client(front['inner'] as Guest);
    return client;
  }

  static get count(): number {
    return this.#count;
  }

  get isEnded(): boolean {
    return #exited in this && this.#exited !== undefined;
  }

  exited(code: number): void {
    this.#exited = new ClientError('ended', `exit code ${code}`);
    for (const listener of this.#listeners) listener({ kind: 'end' });
  }

  onEvent(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async run<T>(value: T, { signal }: { signal?: AbortSignal } = {}): Promise<T> {
    signal?.throwIfAborted();
    await this.#guest.sleep(1);
    try {
      return this.#guest.echo(value);
    } catch (error) {
      throw this.#exited ?? new ClientError('internal', String(error), { cause: error });
    }
  }

  async fails(): Promise<string> {
    try {
      await this.#guest.fail('on purpose');
    } catch (error) {
      return error instanceof Error ? `${(error as ClientError).code ?? '?'}: ${error.message}` : '?';
    }
    return 'no error';
  }

  end(code: number): string {
    this.#guest.goexit(code);
    return this.#exited?.code ?? 'alive';
  }

  async *numbers(n: number): AsyncGenerator<number> {
    for (let i = 0; i < n; i++) yield await this.run(i);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    yield 'a';
    yield 'b';
  }
}

export async function sum(client: Client): Promise<string> {
  let total = 0;
  for await (const n of client.numbers(4)) total += n;
  let text = '';
  for await (const s of client) text += s;
  return `${total}${text}`;
}

export function where(): string {
  return new URL('./worker.js', import.meta.url).href;
}
