import type { ApiType, ClientTools } from '../../types.js';
import { openSession, type AdapterSettings, type RunOptions } from './settings.js';

/** The tools of one project for a loop that the application writes, in the types of an SDK. */
export interface SdkSession<Definition, Turn, Result> {
  /** What to send as tools. */
  definitions(): Promise<Definition[]>;
  /** What to add to the system prompt. */
  systemPrompts(): Promise<string[]>;
  /** Runs the calls of one turn of the model; exactly one result per call, in the same order. None where the model called nothing. */
  run(turn: Turn, options?: RunOptions): Promise<Result[]>;
}

/** A session whose calls are found in what the SDK gives for a turn. */
export function sdkSession<Definition, Turn, Result>(
  client: ClientTools,
  apiType: ApiType,
  settings: AdapterSettings,
  callsOf: (turn: Turn) => object[],
): SdkSession<Definition, Turn, Result> {
  const session = openSession(client, apiType, settings);
  return {
    // That the shapes are the SDK's is checked in test/sdk, for every tool and every kind of result.
    definitions: async () => (await session.definitions()) as Definition[],
    systemPrompts: () => session.systemPrompts(),
    run: async (turn, { signal } = {}) => {
      const calls = callsOf(turn);
      return calls.length === 0 ? [] : ((await session.run(calls, signal ? { signal } : {})) as Result[]);
    },
  };
}
