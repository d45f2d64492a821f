import { useEffect, useState } from 'preact/hooks';
import type { Store } from '../shell/store.js';

/** The store's value, and again whenever it changes. */
export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(() => store.value);
  useEffect(() => {
    setValue(() => store.value);
    return store.subscribe((next) => setValue(() => next));
  }, [store]);
  return value;
}
