import { Channel, type Endpoint, type Reply } from './channel.js';
import { CodedError, toWire } from './errors.js';
import { lentFetch } from './fetch.js';
import type { StartArgs, StoreChangedArgs } from './gen/types.js';
import { startGo, type GoInstance } from './go.js';
import { compileModule } from './module.js';
import { portEndpoint } from './platform.js';
import { openStore, type OpenedStore, type StorageChoice } from './store.js';

/** What the page tells the core to begin with. */
export interface CoreSettings {
  wasmURL: string;
  storage: StorageChoice;
  /** Whether the page has these to lend. */
  lends: { approve: boolean; fetch: boolean; agents: boolean };
  /** Arguments of the core's `start`, but for the storage. */
  start: Omit<StartArgs, 'storage'>;
}

/** The port of a sandbox, by the number that the page gave it. */
type Sandboxes = Map<number, Channel>;

/**
 * Serves the core to whoever is at the other end: a page whose worker this is,
 * or the same realm where there is no worker.
 */
export function serveCore(endpoint: Endpoint): void {
  const sandboxes: Sandboxes = new Map();
  let core: GoInstance | undefined;
  let store: OpenedStore | undefined;

  const call = async (method: string, args: string, bytes: Uint8Array | null, signal: AbortSignal | null): Promise<Reply> => {
    if (!core) throw new CodedError('internal', 'the core was not started');
    const reply = await core.call(method, args, bytes, signal);
    if (method === 'close') await store?.store?.close();
    return reply;
  };

  const page = new Channel(endpoint, {
    async call(method, args, bytes, signal, { abortable }) {
      // A signal costs the core as much as the rest of a small call.
      if (method !== 'init') return call(method, args, bytes, abortable ? signal : null);
      const settings = JSON.parse(args) as CoreSettings;
      const [module, opened] = await Promise.all([
        compileModule(settings.wasmURL),
        openStore(settings.storage, (projectId, seq) => {
          // Nobody waits for this one: what it may reject with shows at the next real call.
          core?.call('store.changed', JSON.stringify({ projectId, seq } satisfies StoreChangedArgs)).catch(() => {});
        }),
      ]);
      store = opened;
      core = await startGo(module, lent(page, settings, opened), (error) => {
        if (error.code !== 'closed') page.emit('exit', JSON.stringify(toWire(error)));
      });
      return core.call('start', JSON.stringify({ ...settings.start, storage: opened.kind } satisfies StartArgs));
    },
    event(name, json, attached) {
      const { id } = JSON.parse(json) as { id: number };
      if (name === 'sandbox.open') {
        // A sandbox may reach the files of its run and what its script may call, and nothing else of the core.
        const files = new Channel(portEndpoint(attached as MessagePort), {
          call: (method, args, bytes, signal) => {
            if (method !== 'sandbox.files' && method !== 'sandbox.ask') throw new CodedError('invalid_argument', `a sandbox may not call ${method}`);
            return call(method, args, bytes, signal);
          },
          event: (name, json) => {
            // What a script prints after its end is nobody's, so a refusal is none.
            if (name === 'console') core?.call('sandbox.console', json).catch(() => {});
          },
        });
        sandboxes.set(id, files);
      } else if (name === 'sandbox.close') {
        sandboxes.get(id)?.fail(new CodedError('closed', 'the sandbox was ended'));
        sandboxes.delete(id);
      }
    },
  });
}

/** The host object of the core: wasm/README.md, "What the realm lends". */
function lent(page: Channel, settings: CoreSettings, opened: OpenedStore): Record<string, unknown> {
  const ask = async (method: string, args: string, signal?: AbortSignal | null) => (await page.call(method, args, { signal: signal ?? undefined })).json;
  const fetch = settings.lends.fetch ? lentFetch(page) : typeof globalThis.fetch === 'function' ? globalThis.fetch.bind(globalThis) : undefined;
  return {
    emit: (event: string, json: string) => page.emit(event, json),
    sandbox: (job: string, signal?: AbortSignal) => ask('sandbox', job, signal),
    tool: (name: string, part: string, args: string, signal?: AbortSignal) => ask('tool', JSON.stringify({ name, part, args }), signal),
    ...(opened.store && { store: opened.store }),
    ...(settings.lends.approve && { approve: (request: string, signal?: AbortSignal) => ask('approve', request, signal) }),
    ...(settings.lends.agents && { agents: (op: string, args: string, signal?: AbortSignal) => ask('agents', JSON.stringify({ op, args }), signal) }),
    ...(fetch && { fetch }),
  };
}
