import { serveCore } from './core.js';
import { portEndpoint } from './platform.js';
import type { Endpoint } from './channel.js';

/** The core in this very realm, behind the same messages as one in a worker. */
export function startLocalCore(): Endpoint {
  const { port1, port2 } = new MessageChannel();
  serveCore(portEndpoint(port1));
  return portEndpoint(port2);
}
