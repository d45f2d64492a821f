import { answerAgents } from './agents.js';
import { Channel, type Endpoint } from './channel.js';
import { Client } from './client.js';
import { coreCall, untypedCall } from './connection.js';
import type { CoreSettings } from './core.js';
import { ClientToolsError, CodedError, toPublic, type WireError } from './errors.js';
import { answerFetch } from './fetch.js';
import type { SandboxAskArgs, StartResult, ToolFailure } from './gen/types.js';
import { HostTools } from './host-tools.js';
import { Listeners } from './listeners.js';
import { nodeBuiltin, platform, type WorkerEndpoint } from './platform.js';
import { SandboxHost } from './sandbox-host.js';
import type { ApprovalRequest, ClientTools, LoadOptions } from './types.js';
import type { AssetURLs } from './urls.js';

/** Loads the tools from these addresses. `onEnd` is told when nothing will be loaded from them any more. */
export async function loadFrom(urls: AssetURLs, options: LoadOptions, onEnd: () => void = () => {}): Promise<ClientTools> {
  const here = platform();
  const endpoint = (options.worker ?? here.workers) ? here.spawn(urls.workerURL, 'clienttools') : await localCore();
  const listeners = new Listeners();
  const sandboxes = newSandboxHost(urls, () => channel);
  const tools = new HostTools(() => call);
  const channel: Channel = new Channel(endpoint, {
    call: (method, args, _bytes, signal) => answer({ method, args, signal, options, tools, sandboxes }),
    event(name, json) {
      if (name === 'exit') channel.fail(coreEnded(JSON.parse(json) as WireError));
      else if (name === 'failure') warn(JSON.parse(json) as ToolFailure);
      else listeners.emit(name, json);
    },
  });
  if ('onFailure' in endpoint) (endpoint as WorkerEndpoint).onFailure((error) => channel.fail(error));
  const call = coreCall(channel);
  const end = () => {
    sandboxes.close();
    listeners.clear();
    channel.fail(new ClientToolsError('closed', 'the client was closed'));
    onEnd();
  };
  try {
    const started = await start(channel, options, urls);
    const persisted = started.storage.kind === 'indexeddb' && (await persistedNow());
    if (options.preloadSandbox) sandboxes.preload().catch(() => {});
    return new Client({ call, started, persisted, tools, listeners, end });
  } catch (error) {
    end();
    throw toPublic(error);
  }
}

// One tool's mistake does not take the others down; its developer should see it all the same.
function warn({ tool, part, message }: ToolFailure): void {
  console.warn(`clienttools: the ${part} of ${tool} could not be had, so it is left out: ${message}`);
}

function coreEnded({ message, details }: WireError): CodedError {
  return new CodedError('internal', `the core ended: ${message}; load the tools again`, details);
}

async function start(channel: Channel, options: LoadOptions, urls: AssetURLs): Promise<StartResult> {
  const inNode = nodeBuiltin('node:fs') !== undefined && typeof document === 'undefined';
  const settings: CoreSettings = {
    wasmURL: urls.wasmURL,
    storage: options.storage === undefined || options.storage === 'auto' ? (inNode ? 'memory' : 'auto') : options.storage,
    lends: { approve: options.approve !== undefined, fetch: options.fetch !== undefined, agents: options.agents !== undefined },
    start: { ...(options.limits && { limits: options.limits }), ...(options.searchURL !== undefined && { searchURL: options.searchURL }) },
  };
  return (await untypedCall(channel)('init', settings)).value as StartResult;
}

// Apart, so that a page whose core is in a worker does not load it.
async function localCore(): Promise<Endpoint> {
  const { startLocalCore } = await import('./local-core.js');
  return startLocalCore();
}

function newSandboxHost(urls: AssetURLs, channel: () => Channel): SandboxHost {
  let next = 1;
  return new SandboxHost({
    platform: platform(),
    moduleURL: urls.sandboxURL,
    transpileURL: urls.transpileURL,
    workerURL: urls.sandboxWorkerURL,
    connect(port) {
      const id = next++;
      channel().emit('sandbox.open', JSON.stringify({ id }), port, [port]);
      return () => channel().emit('sandbox.close', JSON.stringify({ id }));
    },
    async waited(run) {
      const { json } = await channel().call('sandbox.ask', JSON.stringify({ run, op: 'waited', args: {} } satisfies SandboxAskArgs));
      return (JSON.parse(json) as { waitedMs?: number }).waitedMs ?? 0;
    },
  });
}

interface Question {
  method: string;
  args: string;
  signal: AbortSignal;
  options: LoadOptions;
  tools: HostTools;
  sandboxes: SandboxHost;
}

/** What the core asks of the page: wasm/README.md, "What the realm lends". */
async function answer({ method, args, signal, options, tools, sandboxes }: Question) {
  const text = (json: string) => ({ json, bytes: null });
  switch (method) {
    case 'sandbox':
      return text(await sandboxes.run(args, signal));
    case 'tool': {
      const question = JSON.parse(args) as { name: string; part: string; args: string };
      return text(await tools.answer(question.name, question.part, question.args, signal));
    }
    case 'approve':
      if (!options.approve) break;
      return text(JSON.stringify(await options.approve(JSON.parse(args) as ApprovalRequest)));
    case 'agents': {
      if (!options.agents) break;
      const question = JSON.parse(args) as { op: string; args: string };
      return text(await answerAgents(options.agents, question.op, question.args));
    }
    case 'fetch':
      if (!options.fetch) break;
      return answerFetch(options.fetch, args, signal);
  }
  throw new CodedError('invalid_argument', `the page does not know ${method}`);
}

async function persistedNow(): Promise<boolean> {
  try {
    return (await navigator.storage?.persisted?.()) ?? false;
  } catch {
    return false;
  }
}
