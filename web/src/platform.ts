import type { Endpoint } from './channel.js';
import { ClientToolsError, CodedError } from './errors.js';
import { explainNotStarted, notStarted, watchPolicy } from './worker-failure.js';

/** A worker as its owner sees it. */
export interface WorkerEndpoint extends Endpoint {
  /** Sets the one listener for the worker's end or failure to load. */
  onFailure(listener: (error: Error) => void): void;
}

/** The ways of one realm: what differs between a browser, Node and a host of ours. */
export interface Platform {
  /** Whether the realm has workers of its own kind, so that the core may live in one by default. */
  readonly workers: boolean;
  spawn(url: string, name: string): WorkerEndpoint;
}

interface PortLike {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onmessageerror?: ((event: MessageEvent) => void) | null;
  close?(): void;
  ref?(): void;
  unref?(): void;
}

/** A MessagePort, or anything like one, as an endpoint. */
export function portEndpoint(port: PortLike): Endpoint {
  return {
    post: (message, transfer) => port.postMessage(message, transfer),
    onMessage(listener) {
      port.onmessage = (event) => listener(event.data);
    },
    hold: (on) => (on ? port.ref?.() : port.unref?.()),
    close() {
      port.onmessage = null;
      port.close?.();
    },
  };
}

/** The worker's own side of the connection to who started it. */
export function ownerEndpoint(): Endpoint {
  const threads = nodeThreads();
  // Its owner decides how long a worker lives, so hold does nothing.
  if (threads?.parentPort) return { ...portEndpoint(threads.parentPort as unknown as PortLike), hold() {} };
  const scope = globalThis as unknown as PortLike;
  return {
    post: (message, transfer) => scope.postMessage(message, transfer),
    onMessage(listener) {
      scope.onmessage = (event) => listener(event.data);
    },
    hold() {},
    close() {
      scope.onmessage = null;
    },
  };
}

/** The platform of this realm. */
export function platform(): Platform {
  if (typeof Worker === 'function') return { workers: true, spawn: spawnWebWorker };
  const threads = nodeThreads();
  if (threads) return { workers: false, spawn: (url, name) => spawnThread(threads, url, name) };
  return {
    workers: false,
    spawn() {
      throw new ClientToolsError('load_failed', noThreads());
    },
  };
}

function noThreads(): string {
  const node = (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node;
  if (node !== undefined) return `Node ${node} is too old: it takes Node 20.16 or later`;
  return 'this JavaScript environment has no workers, which the javascript tool needs';
}

function spawnWebWorker(url: string, name: string): WorkerEndpoint {
  const policy = watchPolicy();
  const { worker, release } = newWorker(url, name);
  let started = false;
  const begun = () => {
    started = true;
    policy.stop();
    release();
  };
  return {
    ...portEndpoint(worker as unknown as PortLike),
    onMessage(listener) {
      worker.onmessage = (event) => {
        if (!started) begun();
        listener(event.data);
      };
    },
    onFailure(listener) {
      worker.onerror = (event) => {
        event.preventDefault?.();
        if (started) listener(failed(event.message));
        else void explainNotStarted(url, event.message, policy).then(listener);
      };
    },
    close() {
      worker.onmessage = null;
      worker.onerror = null;
      worker.terminate();
      if (!started) begun();
    },
  };
}

// A worker must come from the page's own origin. One from elsewhere, a CDN say,
// is imported by a worker that has the page's.
function newWorker(url: string, name: string): { worker: Worker; release: () => void } {
  try {
    return { worker: new Worker(url, { name, type: 'module' }), release: () => {} };
  } catch (error) {
    if (!isSecurityError(error) || typeof Blob !== 'function' || typeof URL.createObjectURL !== 'function') throw notStarted(url, String(error));
    const importing = URL.createObjectURL(new Blob([`import ${JSON.stringify(url)};`], { type: 'text/javascript' }));
    return { worker: new Worker(importing, { name, type: 'module' }), release: () => URL.revokeObjectURL(importing) };
  }
}

function isSecurityError(error: unknown): boolean {
  return (error as { name?: unknown } | null)?.name === 'SecurityError';
}

function failed(message: string): CodedError {
  return new CodedError('internal', `the worker failed: ${message}`);
}

type Threads = typeof import('node:worker_threads');

// Through process, since an import of a node: module breaks bundlers for the browser.
function nodeThreads(): Threads | undefined {
  return nodeBuiltin<Threads>('node:worker_threads');
}

/** A module of Node, or undefined elsewhere. */
export function nodeBuiltin<T>(id: string): T | undefined {
  const process = (globalThis as { process?: { getBuiltinModule?: (id: string) => unknown } }).process;
  return process?.getBuiltinModule?.(id) as T | undefined;
}

function spawnThread(threads: Threads, url: string, name: string): WorkerEndpoint {
  // Without the flags of this process: some of them forbid a worker of a file.
  const worker = new threads.Worker(new URL(url), { name, execArgv: [] });
  let started = false;
  return {
    post: (message, transfer) => worker.postMessage(message, transfer as never),
    onMessage(listener) {
      worker.on('message', (message) => {
        started = true;
        listener(message);
      });
    },
    hold: (on) => (on ? worker.ref() : worker.unref()),
    onFailure(listener) {
      worker.on('error', (error) => listener(started ? failed(error.message) : notStarted(url, error.message)));
      worker.on('exit', (code) => listener(failed(`exit code ${code}`)));
    },
    close() {
      worker.removeAllListeners();
      // A late failure of a worker that nobody waits for any more is nobody's.
      worker.on('error', () => {});
      void worker.terminate();
    },
  };
}
