import { useEffect, useState } from 'preact/hooks';

type EditorModule = typeof import('./code-editor.js');

/** The editor's module: undefined while it loads, an error where it cannot. */
export function useEditorModule(): EditorModule | Error | undefined {
  const [loaded, setLoaded] = useState<EditorModule | Error>();
  useEffect(() => {
    let current = true;
    import('./code-editor.js').then(
      (module) => current && setLoaded(module),
      (error: unknown) => current && setLoaded(error instanceof Error ? error : new Error(String(error))),
    );
    return () => void (current = false);
  }, []);
  return loaded;
}
