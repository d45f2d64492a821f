import { CodedError } from './errors.js';
import type { Store } from './store.js';

/** The store in a directory of Node's file system. */
export function openDirectory(directory: string): Promise<Store> {
  return Promise.reject(new CodedError('load_failed', `a directory (${directory}) as storage is not there yet`));
}
