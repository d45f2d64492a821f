import { vi } from 'vitest';
import type { ClientTools, SessionSettings } from '../../../src/index.js';

/** A client whose sessions give these definitions and answer calls by `answer`; notes settings, calls and signals. */
export function clientThat(answer: (call: never) => unknown, { definitions = [] as object[], registered = ['memory'] } = {}) {
  const opened: SessionSettings[] = [];
  const run = vi.fn((calls: unknown[], _options?: { signal?: AbortSignal }) => Promise.resolve(calls.map((call) => answer(call as never))));
  const client = {
    has: (name: string) => registered.includes(name),
    session: (settings: SessionSettings) => {
      opened.push(settings);
      return { definitions: () => Promise.resolve(definitions), systemPrompts: () => Promise.resolve(['Take notes.']), run };
    },
  };
  return { client: client as unknown as ClientTools, opened, run };
}
