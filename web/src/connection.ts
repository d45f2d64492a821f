import type { Channel } from './channel.js';
import { ClientToolsError, toPublic } from './errors.js';

/** Options of one call of the core. */
export interface CoreCallOptions {
  bytes?: Uint8Array | undefined;
  signal?: AbortSignal | undefined;
}

/** Calls a method of the core. Rejects with a ClientToolsError, or with the signal's reason when that ended the call. */
export type CoreCall = <T>(method: string, args: object, options?: CoreCallOptions) => Promise<{ value: T; bytes: Uint8Array | null }>;

/** The typed side of a channel to the core. */
export function coreCall(channel: Channel): CoreCall {
  return async <T>(method: string, args: object, options: CoreCallOptions = {}) => {
    let json: string;
    try {
      json = JSON.stringify(args);
    } catch (cause) {
      // A cycle or a BigInt, in a tool's input say.
      throw new ClientToolsError(
        'invalid_argument',
        `the arguments of ${method} cannot be told as JSON: ${cause instanceof Error ? cause.message : String(cause)}`,
        { cause },
      );
    }
    try {
      const reply = await channel.call(method, json, options);
      return { value: JSON.parse(reply.json) as T, bytes: reply.bytes };
    } catch (error) {
      const { signal } = options;
      if (signal?.aborted && (error as { code?: unknown }).code === 'cancelled') throw signal.reason;
      throw toPublic(error);
    }
  };
}
