import { loadClientTools, type ClientTools } from 'clienttools';
import { useCallback, useEffect, useState } from 'preact/hooks';

interface LoadedClient {
  tools: ClientTools | undefined;
  error: unknown;
  retry(): void;
}

/** Loads the tools once, and again when asked to. */
export function useClient(): LoadedClient {
  const [tools, setTools] = useState<ClientTools>();
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const loading = loadClientTools();
    setError(undefined);
    loading.then(setTools, setError);
    return () => void loading.then((loaded) => loaded.close()).catch(() => {});
  }, [attempt]);

  return { tools, error, retry: useCallback(() => setAttempt((n) => n + 1), []) };
}
