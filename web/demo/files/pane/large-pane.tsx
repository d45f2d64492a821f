import type { FileInfo, ProjectFiles } from 'clienttools';
import { useState } from 'preact/hooks';
import { formatBytes } from '../../src/format.js';
import { explain } from '../model/explain.js';
import { editorLimit } from '../model/kinds.js';
import { beginningOf } from '../model/text.js';
import { HexPane } from './hex-pane.js';
import { useContent } from './use-content.js';

/** Bytes of a large text that are shown. */
const beginning = 64_000;

/** A file that is too large for the editor: nothing of it is read until asked for. */
export function LargePane({ files, file }: { files: ProjectFiles; file: FileInfo }) {
  const [wanted, setWanted] = useState(false);
  if (wanted) return file.binary ? <HexPane files={files} file={file} /> : <Beginning files={files} file={file} />;
  return (
    <div class="pane-message">
      <p>
        This file has {formatBytes(file.size)}.{' '}
        {file.binary ? 'It is not read until you ask for it.' : `Texts of more than ${formatBytes(editorLimit)} are not edited here; download it for that.`}
      </p>
      <button type="button" onClick={() => setWanted(true)}>
        {file.binary ? 'Show the bytes' : 'Show the beginning'}
      </button>
    </div>
  );
}

function Beginning({ files, file }: { files: ProjectFiles; file: FileInfo }) {
  const content = useContent(files, file);
  if (content instanceof Error) return <p class="problem pane-message">{explain(content).what}</p>;
  if (!content) return <p class="hint pane-message">Reading…</p>;
  return (
    <div class="beginning">
      <p class="hint">
        The first {formatBytes(beginning)} of {formatBytes(file.size)}
      </p>
      <pre tabIndex={0} aria-label={`Beginning of ${file.path}`}>
        {beginningOf(content, beginning)}
      </pre>
    </div>
  );
}
