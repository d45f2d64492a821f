// The entry of the core's worker.
import { serveCore } from './core.js';
import { ownerEndpoint } from './platform.js';

serveCore(ownerEndpoint());
