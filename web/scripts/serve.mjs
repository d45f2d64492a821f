// Serves the built demo and prints where: npm run demo. PORT chooses the port.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveStatic } from './static-server.mjs';

const web = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const wanted = Number(process.env.PORT ?? 5173);

const serve = (port) => serveStatic({ folders: { '/': path.join(web, 'demo', 'dist') }, port });

// A port that is taken is no reason to fail, unless it was asked for.
const server = await serve(wanted).catch((error) => {
  if (error.code !== 'EADDRINUSE' || process.env.PORT) throw error;
  return serve(0);
});
console.log(`The demo is at ${server.url}/  (Ctrl+C ends it)`);
