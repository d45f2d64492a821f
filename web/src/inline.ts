// The same package for pages that cannot serve a worker's script: it is in here as text.
import coreWorker from 'virtual:core-worker';
import sandboxWorker from 'virtual:sandbox-worker';
import { loadFrom } from './load-from.js';
import type { ClientTools, LoadOptions } from './types.js';
import { absolute, moduleURLs } from './urls.js';

export { ClientToolsError, type ClientToolsErrorCode } from './errors.js';
export type * from './types.js';

/**
 * Loads the tools as the main entry does, with workers whose scripts need not be
 * served. A Content-Security-Policy has to allow `worker-src blob:`, and, since
 * such workers have the page's policy, `script-src 'wasm-unsafe-eval'`.
 */
export async function loadClientTools(options: LoadOptions = {}): Promise<ClientTools> {
  const modules = moduleURLs(options);
  const core = options.workerURL === undefined ? scriptURL(coreWorker) : given('workerURL', options.workerURL);
  const sandbox = options.sandboxWorkerURL === undefined ? scriptURL(sandboxWorker) : given('sandboxWorkerURL', options.sandboxWorkerURL);
  return loadFrom({ ...modules, workerURL: core.url, sandboxWorkerURL: sandbox.url }, options, () => {
    core.release();
    sandbox.release();
  });
}

interface ScriptURL {
  url: string;
  release(): void;
}

// Threads of Node take no blob: address.
function scriptURL(script: string): ScriptURL {
  if (typeof Worker !== 'function') return { url: `data:text/javascript,${encodeURIComponent(script)}`, release() {} };
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  return { url, release: () => URL.revokeObjectURL(url) };
}

function given(option: string, url: string | URL): ScriptURL {
  return { url: absolute(option, url), release() {} };
}
