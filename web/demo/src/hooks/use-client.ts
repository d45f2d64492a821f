import { loadClientTools, type ClientTools } from 'clienttools';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { agents } from '../agents.js';
import { clock } from '../app-tools.js';
import type { Approvals } from '../approvals.js';

interface LoadedClient {
  tools: ClientTools | undefined;
  error: unknown;
  retry(): void;
}

/** Loads the tools once, and again when asked to. */
export function useClient(approvals: Approvals): LoadedClient {
  const [tools, setTools] = useState<ClientTools>();
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const loading = loadClientTools({ agents, approve: approvals.ask }).then(async (loaded) => {
      await loaded.registerAll([clock]);
      return loaded;
    });
    setError(undefined);
    loading.then(setTools, setError);
    return () => void loading.then((loaded) => loaded.close()).catch(() => {});
  }, [attempt, approvals]);

  return { tools, error, retry: useCallback(() => setAttempt((n) => n + 1), []) };
}
