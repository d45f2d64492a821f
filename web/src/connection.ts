import type { Channel } from './channel.js';
import { ClientToolsError, toPublic } from './errors.js';
import type { Methods } from './gen/types.js';

/** Options of one call of the core. */
export interface CoreCallOptions {
  bytes?: Uint8Array | undefined;
  signal?: AbortSignal | undefined;
}

/** Arguments of a method, where leaving out and undefined are the same. */
export type Args<M extends keyof Methods> = Loose<Methods[M]['args']>;
type Loose<T> = { [K in keyof T]: object extends Pick<T, K> ? T[K] | undefined : T[K] };

/** Calls a method of the core. Rejects with a ClientToolsError, or with the signal's reason when that ended the call. */
export type CoreCall = <M extends keyof Methods>(
  method: M,
  args: Args<M>,
  options?: CoreCallOptions,
) => Promise<{ value: Methods[M]['result']; bytes: Uint8Array | null }>;

/** The typed side of a channel to the core. */
export function coreCall(channel: Channel): CoreCall {
  // The types are generated from the Go structs that answer.
  return untypedCall(channel) as CoreCall;
}

/** Calls any method, also one that is not in the core's table, such as `init`. */
export type UntypedCall = (method: string, args: object, options?: CoreCallOptions) => Promise<{ value: unknown; bytes: Uint8Array | null }>;

/** The side of a channel to the core without types. */
export function untypedCall(channel: Channel): UntypedCall {
  return async (method, args, options = {}) => {
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
      return { value: JSON.parse(reply.json) as unknown, bytes: reply.bytes };
    } catch (error) {
      const { signal } = options;
      if (signal?.aborted && (error as { code?: unknown }).code === 'cancelled') throw signal.reason;
      throw toPublic(error);
    }
  };
}
