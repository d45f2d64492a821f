// All that is public, and nothing else. Importing this does nothing.
export { loadClientTools } from './load.js';
export { ClientToolsError, type ClientToolsErrorCode } from './errors.js';
export type * from './types.js';
