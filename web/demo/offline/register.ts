import { Store } from '../src/shell/store.js';

/** Whether the app is kept in this browser: `no` where the browser cannot, or in development. */
export type Offline = 'no' | 'preparing' | 'ready';

/** Has the app kept for the next visit without a network, once this visit has what it needs. */
export function keepOffline(): Store<Offline> {
  const state = new Store<Offline>('no');
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return state;
  state.set('preparing');
  const register = async () => {
    // Relative to the page, not to this file.
    await navigator.serviceWorker.register(new URL('service-worker.js', document.baseURI));
    await navigator.serviceWorker.ready;
    state.set('ready');
  };
  const begin = () => void register().catch(() => state.set('no'));
  if ('requestIdleCallback' in globalThis) requestIdleCallback(begin, { timeout: 5000 });
  else setTimeout(begin, 2000);
  return state;
}
