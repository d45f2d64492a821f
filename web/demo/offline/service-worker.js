// Keeps the app in this browser, so that it starts without a network. The build
// puts the list of its files and their version in the place of these two.
const files = self.__FILES__;
const version = self.__VERSION__;

const prefix = 'clienttools-demo-';
const cacheName = prefix + version;

self.addEventListener('install', (event) => event.waitUntil(fill()));

/** Takes what an earlier version has already: names of files change with what is in them, but for the page. */
async function fill() {
  const cache = await caches.open(cacheName);
  for (const file of files) {
    if (await cache.match(file)) continue;
    const known = file === './' ? undefined : await caches.match(file);
    if (known) await cache.put(file, known);
    else await cache.add(file);
  }
}

self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

async function takeOver() {
  for (const name of await caches.keys()) if (name.startsWith(prefix) && name !== cacheName) await caches.delete(name);
  await self.clients.claim();
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else event.respondWith(caches.match(request, { cacheName }).then((known) => known ?? fetch(request)));
});

/** The newest page where there is a network, else the one that was kept. */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match('./', { cacheName });
    if (kept) return kept;
    throw error;
  }
}
