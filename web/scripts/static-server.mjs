// A small server of static files: the demo, and the pages of the tests.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** See static-server.d.mts. `{ '/': 'demo/dist', '/pkg/': 'dist' }` serves two folders. */
export async function serveStatic({ folders, port = 0, host = '127.0.0.1', answer = () => false }) {
  const prefixes = Object.keys(folders).sort((a, b) => b.length - a.length);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (!answer(pathname, response)) void send(pathname, response);
  });

  async function send(pathname, response) {
    const prefix = prefixes.find((prefix) => pathname.startsWith(prefix));
    const file = prefix === undefined ? undefined : await fileAt(folders[prefix], decodeURIComponent(pathname.slice(prefix.length)));
    if (!file) {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('not found');
      return;
    }
    response.writeHead(200, {
      'content-type': types[path.extname(file.name)] ?? 'application/octet-stream',
      'content-length': file.size,
      // Names of built assets change with their content.
      'cache-control': /\/assets\/[^/]+-[\w-]{8}\.\w+$/.test(pathname) ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    createReadStream(file.name).pipe(response);
  }

  await new Promise((resolve, reject) => server.once('error', reject).listen(port, host, () => resolve(undefined)));
  return {
    url: `http://${host === '127.0.0.1' ? 'localhost' : host}:${server.address().port}`,
    close: () => new Promise((resolve) => (server.close(() => resolve()), server.closeAllConnections())),
  };
}

async function fileAt(folder, name) {
  const root = path.resolve(folder);
  let file = path.resolve(root, name === '' ? 'index.html' : name);
  // Never outside of the folder, whatever the address says.
  if (file !== root && !file.startsWith(root + path.sep)) return undefined;
  try {
    let found = await stat(file);
    if (found.isDirectory()) {
      file = path.join(file, 'index.html');
      found = await stat(file);
    }
    return { name: file, size: found.size };
  } catch {
    return undefined;
  }
}
