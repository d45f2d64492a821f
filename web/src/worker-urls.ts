import type { LoadOptions } from './types.js';
import { absolute, type WorkerURLs } from './urls.js';

/** Where the workers' scripts are. Apart from the modules, so that the inlined workers do not bring these files along. */
export function workerURLs({ workerURL, sandboxWorkerURL }: Pick<LoadOptions, 'workerURL' | 'sandboxWorkerURL'>): WorkerURLs {
  return {
    workerURL: absolute('workerURL', workerURL ?? new URL('./core-worker.js', import.meta.url)),
    sandboxWorkerURL: absolute('sandboxWorkerURL', sandboxWorkerURL ?? new URL('./sandbox-worker.js', import.meta.url)),
  };
}
