import { loadClientTools, type ApiType, type ClientTools, type ToolResult } from 'clienttools';
import { apis, callFor, type Call } from './apis.js';

/** What the API gets back for a call, by API. */
export type WireResults = Record<ApiType, unknown>;

/**
 * Gives the result of a call that has run in the shape of every API, without
 * running it again: a second client, in memory, has a tool of the same name
 * that answers what the first one answered.
 */
export class Replay {
  #client: Promise<ClientTools> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly load: () => Promise<ClientTools> = loadSilent) {}

  /** The results for one call. */
  results(call: Call, result: ToolResult): Promise<WireResults> {
    // One after the other, since the tool of one call would answer for another.
    const next = this.#last.then(() => this.#replay(call, result));
    this.#last = next.catch(() => {});
    return next;
  }

  /** Ends the second client. */
  async close(): Promise<void> {
    await (await this.#client?.catch(() => undefined))?.close();
  }

  async #replay({ id, name }: Call, result: ToolResult): Promise<WireResults> {
    this.#client ??= this.load();
    const tools = await this.#client;
    if (tools.has(name)) await tools.unregister(name);
    await tools.registerAll([{ name, description: 'Answers what was answered.', inputSchema: { type: 'object' }, execute: () => result }]);
    const entries = await Promise.all(
      apis.map(async ({ type }) => {
        const session = tools.session({ apiType: type, project: { id: 'replay', enabledTools: [name] } });
        const [wired] = await session.run([callFor(type, { id, name, input: {} })]);
        return [type, wired] as const;
      }),
    );
    return Object.fromEntries(entries) as WireResults;
  }
}

/** What was shortened once stays as it is. */
const noLimit = Number.MAX_SAFE_INTEGER;

function loadSilent(): Promise<ClientTools> {
  return loadClientTools({ storage: 'memory', limits: { resultChars: noLimit } });
}
