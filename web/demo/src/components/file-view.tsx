import type { ClientTools, FileInfo } from 'clienttools';
import { useEffect, useState } from 'preact/hooks';
import { errorText, formatBytes } from '../format.js';

interface Props {
  tools: ClientTools;
  projectId: string;
  file: FileInfo;
  onClose(): void;
}

/** The text of one file. It is read again when the file gets another version. */
export function FileView({ tools, projectId, file, onClose }: Props) {
  const [text, setText] = useState<string>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let current = true;
    setProblem('');
    if (file.binary) return;
    tools
      .files(projectId)
      .readText(file.path)
      .then(
        (text) => current && setText(text),
        (error: unknown) => current && setProblem(errorText(error)),
      );
    return () => void (current = false);
  }, [tools, projectId, file.path, file.version, file.binary]);

  return (
    <section class="file-view" aria-label={file.path}>
      <div class="panel-head">
        <h3 class="mono">{file.path}</h3>
        <button type="button" class="quiet" onClick={onClose}>
          Close
        </button>
      </div>
      <p class="hint">
        {file.mimeType ?? 'unknown type'}, {formatBytes(file.size)}, version {file.version}
      </p>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {file.binary ? (
        <p class="hint">Binary content.</p>
      ) : (
        text !== undefined && (
          <pre class="output" tabIndex={0}>
            {text}
          </pre>
        )
      )}
    </section>
  );
}
