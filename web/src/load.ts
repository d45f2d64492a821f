import { loadFrom } from './load-from.js';
import type { ClientTools, LoadOptions } from './types.js';
import { moduleURLs } from './urls.js';
import { workerURLs } from './worker-urls.js';

/**
 * Loads the tools: starts the core, in a worker where there are workers, and
 * resolves when it answers. Rejects with a {@link ClientToolsError} of code
 * `load_failed` that says what to do; calling it again tries again.
 */
export async function loadClientTools(options: LoadOptions = {}): Promise<ClientTools> {
  return loadFrom({ ...moduleURLs(options), ...workerURLs(options) }, options);
}
