import type { FileInfo } from 'clienttools';
import { useEffect, useState } from 'preact/hooks';
import { formatBytes } from '../../src/format.js';
import type { FileActions } from '../actions.js';
import { tagOf } from '../model/draft.js';
import { explain } from '../model/explain.js';
import { editorLimit } from '../model/kinds.js';
import { baseName } from '../model/paths.js';
import { saveFile } from '../model/save-file.js';
import { decodeText } from '../model/text.js';
import { DiffView } from './diff-view.js';

interface Version {
  version: number;
  size: number;
  modifiedAt: string;
}

interface Compared {
  version: number;
  /** Undefined where they cannot be compared as texts. */
  texts: { before: string; after: string } | undefined;
}

/** The earlier contents of a file, what differs, and the way back. */
export function VersionsPane({ file, actions, onDone }: { file: FileInfo; actions: FileActions; onDone(message: string): void }) {
  const [versions, setVersions] = useState<Version[]>();
  const [compared, setCompared] = useState<Compared>();
  const [problem, setProblem] = useState('');
  const tag = tagOf(file);
  const fail = (error: unknown) => setProblem(explain(error).what);
  useEffect(() => {
    let current = true;
    setCompared(undefined);
    actions.files.versions(file.path).then((found) => current && setVersions(found), fail);
    return () => void (current = false);
  }, [actions, file.path, tag]);

  const compare = async ({ version, size }: Version) => {
    setProblem('');
    if (size > editorLimit || file.size > editorLimit) return setCompared({ version, texts: undefined });
    const [before, after] = (await Promise.all([actions.files.readVersion(file.path, version), actions.files.read(file.path)])).map(decodeText);
    setCompared({ version, texts: before === undefined || after === undefined ? undefined : { before, after } });
  };
  const revert = async (version: number) => {
    await actions.revert(file.path, version);
    onDone(`${baseName(file.path)} has the content of version ${version} again.`);
  };
  const download = async (version: number) => saveFile(`version ${version} of ${baseName(file.path)}`, await actions.files.readVersion(file.path, version));

  return (
    <div class="versions-pane">
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {versions?.length === 1 && <p class="hint">There is no earlier content yet. Each change of the file adds one.</p>}
      <ol class="versions" aria-label={`Versions of ${file.path}`}>
        {versions?.map((one, i) => (
          <li key={one.version} class={compared?.version === one.version ? 'version selected' : 'version'}>
            <span class="version-number">Version {one.version}</span>
            <span class="hint">
              {new Date(one.modifiedAt).toLocaleString()}, {formatBytes(one.size)}
            </span>
            {i === 0 ? (
              <span class="hint">the present one</span>
            ) : (
              <span class="bar">
                <button type="button" class="small" aria-label={`Compare version ${one.version} with now`} onClick={() => void compare(one).catch(fail)}>
                  Compare
                </button>
                <button type="button" class="small" aria-label={`Download version ${one.version}`} onClick={() => void download(one.version).catch(fail)}>
                  Download
                </button>
                <button
                  type="button"
                  class="small"
                  aria-label={`Go back to version ${one.version}`}
                  disabled={file.readonly}
                  onClick={() => void revert(one.version).catch(fail)}
                >
                  Go back
                </button>
              </span>
            )}
          </li>
        ))}
      </ol>
      {compared &&
        (compared.texts ? (
          <DiffView path={file.path} before={compared.texts.before} after={compared.texts.after} titles={[`Version ${compared.version}`, 'Now']} />
        ) : (
          <p class="hint">These cannot be compared as texts. They can be downloaded.</p>
        ))}
    </div>
  );
}
