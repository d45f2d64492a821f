import type { ClientTools, FileInfo } from 'clienttools';
import { useState } from 'preact/hooks';
import { errorText, formatBytes } from '../format.js';
import { useFiles } from '../hooks/use-files.js';
import { FileView } from './file-view.js';

/** The files of the project: what is there, and what is in it. */
export function FilesPanel({ tools, projectId }: { tools: ClientTools; projectId: string }) {
  const { files, usage, error } = useFiles(tools, projectId);
  const [opened, setOpened] = useState<string>();
  const shown = files.find((file) => file.path === opened && file.kind === 'file');
  return (
    <section class="panel" aria-labelledby="files-title">
      <div class="panel-head">
        <h2 id="files-title">Files</h2>
        {usage && (
          <span class="hint">
            {usage.files} {usage.files === 1 ? 'file' : 'files'}, {formatBytes(usage.bytes)}
          </span>
        )}
      </div>
      {error !== undefined && (
        <p class="problem" role="alert">
          {errorText(error)}
        </p>
      )}
      {files.length === 0 ? (
        <p class="hint">No files yet. What tools write stays here, also after a reload.</p>
      ) : (
        <ul class="files">
          {files.map((file) => (
            <FileItem key={file.path} file={file} opened={file.path === opened} onOpen={() => setOpened(file.path === opened ? undefined : file.path)} />
          ))}
        </ul>
      )}
      {shown && <FileView tools={tools} projectId={projectId} file={shown} onClose={() => setOpened(undefined)} />}
    </section>
  );
}

function FileItem({ file, opened, onOpen }: { file: FileInfo; opened: boolean; onOpen(): void }) {
  const parts = file.path.split('/');
  const indent = { paddingInlineStart: `${(parts.length - 2) * 1.1 + 0.5}rem` };
  const name = parts.at(-1);
  if (file.kind === 'directory') {
    return (
      <li class="directory" style={indent}>
        {name}/
      </li>
    );
  }
  return (
    <li>
      <button type="button" class="file" style={indent} aria-expanded={opened} title={file.path} onClick={onOpen}>
        <span>{name}</span>
        <span class="hint">{formatBytes(file.size)}</span>
      </button>
    </li>
  );
}
