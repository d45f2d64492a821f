import type { FileInfo, ProjectFiles } from 'clienttools';
import { useEffect, useState } from 'preact/hooks';
import { tagOf } from '../model/draft.js';

/** The bytes of a file: undefined while they are read, an error where they cannot be. */
export function useContent(files: ProjectFiles, file: FileInfo, wanted = true): Uint8Array | Error | undefined {
  const [content, setContent] = useState<Uint8Array | Error>();
  const tag = tagOf(file);
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    files.read(file.path).then(
      (bytes) => current && setContent(bytes),
      (error: unknown) => current && setContent(error instanceof Error ? error : new Error(String(error))),
    );
    return () => void (current = false);
  }, [files, file.path, tag, wanted]);
  return content;
}
