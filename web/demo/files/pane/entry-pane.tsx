import type { FileInfo } from 'clienttools';
import { useState } from 'preact/hooks';
import { formatBytes } from '../../src/format.js';
import { hasPreview, kindOf } from '../model/kinds.js';
import { isWithin, shownName } from '../model/paths.js';
import type { Project } from '../use-listing.js';
import { EntryBar, type EntryAction } from './entry-bar.js';
import { HexPane } from './hex-pane.js';
import { ImagePane } from './image-pane.js';
import { LargePane } from './large-pane.js';
import { PreviewPane } from './preview-pane.js';
import { TextPane } from './text-pane.js';
import { VersionsPane } from './versions-pane.js';

interface Props {
  path: string;
  /** Undefined where the file is gone while there is unsaved text. */
  file: FileInfo | undefined;
  project: Project;
  onAction(action: EntryAction): void;
  onClose(): void;
  onDone(message: string): void;
}

type Tab = 'content' | 'preview' | 'bytes' | 'versions';
const tabNames: Record<Tab, string> = { content: 'Content', preview: 'Preview', bytes: 'Bytes', versions: 'Versions' };

/** The chosen file or folder: what it is, what is in it, what can be done to it. */
export function EntryPane({ path, file, project, onAction, onClose, onDone }: Props) {
  return (
    <section class="entry" aria-label={path}>
      <div class="entry-head">
        <button type="button" class="quiet back" onClick={onClose}>
          ‹ Files
        </button>
        <h2 class="mono">
          <bdi>{shownName(path)}</bdi>
        </h2>
        <p class="hint">{file ? describe(file, project) : 'not there any more'}</p>
        {file && <EntryBar file={file} onAction={onAction} />}
      </div>
      {file?.kind === 'directory' ? null : <FileTabs key={path} path={path} file={file} project={project} onDone={onDone} />}
    </section>
  );
}

function describe(file: FileInfo, { listed }: Project): string {
  const readonly = file.readonly ? ', read-only' : '';
  if (file.kind === 'file')
    return `${file.mimeType ?? 'unknown type'}, ${formatBytes(file.size)}, changed ${new Date(file.modifiedAt).toLocaleString()}${readonly}`;
  let [files, bytes] = [0, 0];
  for (const other of listed.files.values()) {
    if (other.kind !== 'file' || !isWithin(other.path, file.path)) continue;
    files++;
    bytes += other.size;
  }
  return `Folder with ${files} ${files === 1 ? 'file' : 'files'}, ${formatBytes(bytes)}${readonly}`;
}

function FileTabs({ path, file, project, onDone }: Pick<Props, 'path' | 'file' | 'project' | 'onDone'>) {
  const [tab, setTab] = useState<Tab>('content');
  const [noText, setNoText] = useState(false);
  const kind = file && !noText ? kindOf(file) : noText ? 'binary' : 'text';
  const tabs: Tab[] = file
    ? [
        'content',
        ...(hasPreview(file) && kind === 'text' ? ['preview' as const] : []),
        ...(kind !== 'binary' && kind !== 'large' ? ['bytes' as const] : []),
        'versions',
      ]
    : ['content'];
  const shown = tabs.includes(tab) ? tab : 'content';
  return (
    <>
      {file && (
        <div class="tabs" role="group" aria-label="Show">
          {tabs.map((one) => (
            <button type="button" key={one} aria-pressed={one === shown} onClick={() => setTab(one)}>
              {tabNames[one]}
            </button>
          ))}
        </div>
      )}
      <div class="pane">
        <Shown tab={shown} kind={kind} path={path} file={file} project={project} onDone={onDone} onNoText={() => setNoText(true)} />
      </div>
    </>
  );
}

interface ShownProps extends Pick<Props, 'path' | 'file' | 'project' | 'onDone'> {
  tab: Tab;
  kind: ReturnType<typeof kindOf>;
  onNoText(): void;
}

function Shown({ tab, kind, path, file, project, onDone, onNoText }: ShownProps) {
  const { actions, drafts } = project;
  if (kind === 'text' && tab === 'content') return <TextPane path={path} file={file} drafts={drafts} actions={actions} onNoText={onNoText} />;
  if (!file) return null;
  if (tab === 'versions') return <VersionsPane file={file} actions={actions} onDone={onDone} />;
  if (tab === 'preview') return <PreviewPane file={file} project={project} />;
  if (tab === 'bytes' || kind === 'binary') return <HexPane files={actions.files} file={file} />;
  return kind === 'image' ? <ImagePane files={actions.files} file={file} /> : <LargePane files={actions.files} file={file} />;
}
