import { useCallback, useState } from 'preact/hooks';

/** A setting that this browser remembers, where it lets us. */
export function useStored(key: string, initial: string): [string, (value: string) => void] {
  const [value, setValue] = useState(() => read(key) ?? initial);
  const store = useCallback(
    (next: string) => {
      setValue(next);
      try {
        localStorage.setItem(key, next);
      } catch {
        // A browser that forbids storage keeps it for this visit.
      }
    },
    [key],
  );
  return [value, store];
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
