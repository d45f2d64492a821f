import type { ClientTools, FileInfo } from 'clienttools';
import { useCallback, useEffect, useState } from 'preact/hooks';

interface ListedFiles {
  files: FileInfo[];
  usage: { files: number; bytes: number; limit: number } | undefined;
  error: unknown;
}

/** All files of a project, kept up to date whoever changes them. */
export function useFiles(tools: ClientTools, projectId: string): ListedFiles {
  const [listed, setListed] = useState<ListedFiles>({ files: [], usage: undefined, error: undefined });

  const refresh = useCallback(async () => {
    try {
      const project = tools.files(projectId);
      const [files, usage] = await Promise.all([project.list('/', { depth: -1 }), project.usage()]);
      setListed({ files: inTreeOrder(files), usage, error: undefined });
    } catch (error) {
      setListed((before) => ({ ...before, error }));
    }
  }, [tools, projectId]);

  useEffect(() => {
    void refresh();
    return tools.on('files', (change) => {
      if (change.projectId === projectId) void refresh();
    });
  }, [tools, projectId, refresh]);

  return listed;
}

/** A directory comes right before what is in it. */
function inTreeOrder(files: FileInfo[]): FileInfo[] {
  const key = (file: FileInfo) => file.path.split('/').join('\u0000');
  return files.filter((file) => file.path !== '/').sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
