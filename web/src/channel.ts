import { CodedError, toWire, type WireError } from './errors.js';

/** What a call gives: JSON text, and bytes beside it. */
export interface Reply {
  json: string;
  bytes: Uint8Array | null;
}

/** One end of a connection over which messages are structured-cloned. */
export interface Endpoint {
  post(message: unknown, transfer: Transferable[]): void;
  /** Sets the one listener. */
  onMessage(listener: (message: unknown) => void): void;
  /** Whether waiting for a message keeps the process alive. Matters in Node only. */
  hold(on: boolean): void;
  close(): void;
}

/** Answers the calls of the other side. A thrown error crosses with its code. */
export type Handler = (method: string, args: string, bytes: Uint8Array | null, signal: AbortSignal, call: CallInfo) => Reply | Promise<Reply>;

/** What else there is to a call. */
export interface CallInfo {
  attached: unknown;
  /** Whether the caller may abort it; otherwise the signal aborts only when the channel fails. */
  abortable: boolean;
}

/** What a channel does with what the other side sends. */
export interface Handlers {
  call: Handler;
  event?(name: string, json: string, attached: unknown): void;
}

/** Options of one call over a channel. */
export interface CallOptions {
  bytes?: Uint8Array | null | undefined;
  signal?: AbortSignal | undefined;
  /** Something that JSON cannot say: a compiled module, a port. */
  attach?: unknown;
  /** What of it changes hands. */
  transfer?: Transferable[] | undefined;
}

type Message =
  | { id: number; call: [method: string, args: string, bytes: Uint8Array | null]; attached?: unknown; abortable?: boolean }
  | { id: number; ok: [json: string, bytes: Uint8Array | null] }
  | { id: number; error: WireError }
  | { id: number; abort: true }
  | { event: [name: string, json: string]; attached?: unknown };

interface Pending {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

/**
 * Calls in both directions over one endpoint. Every message carries an id, so
 * calls overlap as they like; each side numbers its own.
 */
export class Channel {
  readonly #endpoint: Endpoint;
  readonly #handlers: Handlers;
  readonly #pending = new Map<number, Pending>();
  readonly #running = new Map<number, AbortController>();
  #next = 1;
  #broken: Error | undefined;

  constructor(endpoint: Endpoint, handlers: Handlers) {
    this.#endpoint = endpoint;
    this.#handlers = handlers;
    endpoint.onMessage((message) => this.#receive(message));
    endpoint.hold(false);
  }

  /** Calls a method of the other side. Aborting asks the other side to stop; its answer is waited for all the same. */
  call(method: string, args: string, options: CallOptions = {}): Promise<Reply> {
    const { bytes = null, signal, attach, transfer = [] } = options;
    if (this.#broken) return Promise.reject(this.#broken);
    const id = this.#next++;
    return new Promise<Reply>((resolve, reject) => {
      const abort = () => this.#post({ id, abort: true });
      const settle = () => {
        signal?.removeEventListener('abort', abort);
        this.#pending.delete(id);
        if (this.#pending.size === 0) this.#endpoint.hold(false);
      };
      this.#pending.set(id, {
        resolve: (reply) => (settle(), resolve(reply)),
        reject: (error) => (settle(), reject(error)),
      });
      this.#endpoint.hold(true);
      try {
        const more = { ...(attach !== undefined && { attached: attach }), ...(signal && { abortable: true }) };
        this.#endpoint.post({ id, call: [method, args, bytes], ...more }, transfer);
      } catch (error) {
        this.#pending.get(id)?.reject(error as Error);
        return;
      }
      if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort);
    });
  }

  /** Tells the other side something that needs no answer. */
  emit(name: string, json: string, attach?: unknown, transfer: Transferable[] = []): void {
    if (this.#broken) return;
    this.#endpoint.post(attach === undefined ? { event: [name, json] } : { event: [name, json], attached: attach }, transfer);
  }

  /** Ends the channel: what is pending and what comes later rejects with the error. */
  fail(error: Error): void {
    if (this.#broken) return;
    this.#broken = error;
    for (const pending of [...this.#pending.values()]) pending.reject(error);
    for (const controller of this.#running.values()) controller.abort(error);
    this.#running.clear();
    this.#endpoint.close();
  }

  #receive(data: unknown): void {
    if (this.#broken || typeof data !== 'object' || data === null) return;
    const message = data as Message;
    if ('event' in message) this.#handlers.event?.(message.event[0], message.event[1], message.attached);
    else if ('call' in message) void this.#answer(message.id, message.call, { attached: message.attached, abortable: message.abortable === true });
    else if ('abort' in message) this.#running.get(message.id)?.abort();
    else if ('ok' in message) this.#pending.get(message.id)?.resolve({ json: message.ok[0], bytes: message.ok[1] });
    else if ('error' in message) {
      const { code, message: text, details } = message.error;
      this.#pending.get(message.id)?.reject(new CodedError(code, text, details));
    }
  }

  async #answer(id: number, [method, args, bytes]: [string, string, Uint8Array | null], info: CallInfo): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      const reply = await this.#handlers.call(method, args, bytes, controller.signal, info);
      // The answer is the other side's from now on, so its bytes need no copy.
      this.#post({ id, ok: [reply.json, reply.bytes] }, wholeBuffer(reply.bytes));
    } catch (error) {
      this.#post({ id, error: toWire(error) });
    } finally {
      this.#running.delete(id);
    }
  }

  #post(message: Message, transfer: Transferable[] = []): void {
    if (!this.#broken) this.#endpoint.post(message, transfer);
  }
}

/** The buffer of bytes that have it for themselves; nothing where others may look into it. */
function wholeBuffer(bytes: Uint8Array | null): Transferable[] {
  if (bytes === null || bytes.byteLength === 0 || bytes.byteLength !== bytes.buffer.byteLength) return [];
  return [bytes.buffer as ArrayBuffer];
}
