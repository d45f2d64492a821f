import type { ClientTools, FileInfo } from 'clienttools';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import './files.css';
import { FileDialogs, type Asking } from './file-dialogs.js';
import { EntryPane } from './pane/entry-pane.js';
import type { EntryAction } from './pane/entry-bar.js';
import { explain } from './model/explain.js';
import { incomingFiles, incomingOf, isZip, type Incoming } from './model/incoming.js';
import { ancestorsOf, baseName, isWithin, joinPath, parentOf, shownName } from './model/paths.js';
import { search, treeOf } from './model/tree.js';
import type { OnCollision } from './actions.js';
import { ToastView, useToast } from './toasts.js';
import { TrashPane } from './trash-pane.js';
import { TreeView, type Dropped } from './tree/tree-view.js';
import { UsageBar } from './usage-bar.js';
import { useProject } from './use-listing.js';

interface Props {
  tools: ClientTools;
  projectId: string;
}

/** A file manager for the files of one project, for whatever tool or tab changes them. */
export function FilesView({ tools, projectId }: Props) {
  const project = useProject(tools, projectId);
  const { listed, listing, actions, dirty } = project;
  const [selected, setSelected] = useState<string>();
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [query, setQuery] = useState('');
  const [trashOpen, setTrashOpen] = useState(false);
  const [asking, setAsking] = useState<Asking>();
  const [toast, showToast] = useToast();
  const [progress, setProgress] = useState<{ done: number; all: number; stop(): void }>();

  const found = useMemo(() => (query.trim() === '' ? undefined : search(listed.files, query)), [listed.files, query]);
  const tree = useMemo(() => treeOf(found ? found.found : listed.files.values()), [found, listed.files]);
  const file = selected === undefined ? undefined : listed.files.get(selected);
  // A file that is gone stays open while it has unsaved text.
  const shown = selected !== undefined && (file !== undefined || dirty.has(selected)) ? selected : undefined;
  useEffect(() => {
    if (shown !== undefined) listing.seen(shown);
  }, [listing, shown, listed.marks]);

  const fail = (error: unknown) => {
    const { what, help } = explain(error);
    showToast({ text: what, help, bad: true });
  };
  const attempt = (work: () => Promise<unknown>) => void work().catch(fail);
  const expand = (paths: string[], open: boolean) =>
    setExpanded((before) => {
      const after = new Set(before);
      for (const path of paths) open ? after.add(path) : after.delete(path);
      return after;
    });
  const select = (path: string) => {
    setTrashOpen(false);
    setSelected(path);
    expand(ancestorsOf(path), true);
  };
  const folder = file?.kind === 'directory' ? file.path : selected === undefined ? '/' : parentOf(selected);

  const remove = (path: string) =>
    attempt(async () => {
      const restore = await actions.remove(path);
      showToast({ text: `${shownName(baseName(path))} is in the trash.`, action: { text: 'Undo', run: () => attempt(async () => select(await restore())) } });
    });
  const move = (from: string, to: string) =>
    attempt(async () => {
      if (from === to) return;
      await actions.move(from, to);
      if (selected !== undefined && isWithin(selected, from)) select(to + selected.slice(from.length));
    });

  const upload = async (incoming: Incoming[], into: string, onCollision: OnCollision) => {
    const controller = new AbortController();
    const stop = () => controller.abort();
    setProgress({ done: 0, all: incoming.length, stop });
    try {
      const report = await actions.upload(incoming, into, onCollision, (done, all) => setProgress({ done, all, stop }), controller.signal);
      tell(report, into);
    } finally {
      setProgress(undefined);
    }
  };
  const tell = ({ written, skipped }: { written: string[]; skipped: { path: string; reason: string }[] }, into: string) => {
    if (into !== '/') expand([...ancestorsOf(into), into], true);
    const where = into === '/' ? 'the project' : shownName(into);
    showToast({
      text: `${written.length} ${written.length === 1 ? 'file' : 'files'} came into ${where}.`,
      bad: skipped.length > 0,
      details: skipped.length > 0 ? skipped.map(({ path, reason }) => `${shownName(path)}: ${reason}`) : undefined,
    } as Parameters<typeof showToast>[0]);
  };
  const unpack = (zip: Blob, into: string, overwrite: boolean) => attempt(async () => tell(await actions.importZip(zip, into, overwrite), into));
  const take = (incoming: Incoming[], into: string) => {
    if (incoming.length === 0) return;
    const [only] = incoming;
    if (incoming.length === 1 && only?.content && isZip(only)) return setAsking({ about: 'zip', name: only.path, zip: only.content, into, incoming });
    const taken = incoming.filter(({ path, content }) => content && listed.files.has(joinPath(into, path)));
    if (taken.length > 0) return setAsking({ about: 'collision', paths: taken.map(({ path }) => joinPath(into, path)), into, incoming });
    attempt(() => upload(incoming, into, 'keep-both'));
  };
  const drop = (dropped: Dropped, into: string) => {
    if ('moved' in dropped) return move(dropped.moved, joinPath(into, baseName(dropped.moved)));
    attempt(async () => take(await incomingOf(dropped.transfer), into));
  };

  const act = (action: EntryAction, on: FileInfo) => {
    switch (action) {
      case 'download':
        return attempt(() => actions.download(on));
      case 'remove':
        return remove(on.path);
      case 'upload':
        return pickFiles.current?.click();
      case 'new-file':
      case 'new-folder':
        return setAsking({ about: action, path: joinPath(on.path, '') });
      default:
        return setAsking({ about: action, path: on.path });
    }
  };
  const pickFiles = useRef<HTMLInputElement>(null);
  const pickFolder = useRef<HTMLInputElement>(null);
  // Preact's types do not know this attribute of file inputs.
  useEffect(() => pickFolder.current?.setAttribute('webkitdirectory', ''), []);
  const picked = (input: HTMLInputElement) => {
    take(incomingFiles(input.files ?? []), folder);
    input.value = '';
  };
  const changes = listed.marks.size;
  const paneOpen = shown !== undefined || trashOpen;

  return (
    <div
      class={['files-view', paneOpen && (file?.kind === 'directory' && !trashOpen ? 'folder-open' : 'pane-open')].filter(Boolean).join(' ')}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        // Beside the tree, things go into the folder that is open, or the root.
        event.preventDefault();
        if (event.dataTransfer?.files.length) drop({ transfer: event.dataTransfer }, folder);
      }}
    >
      <section class="files-side" aria-label="Files of the project">
        <div class="bar">
          <button type="button" class="small" onClick={() => setAsking({ about: 'new-file', path: joinPath(folder, '') })}>
            New file
          </button>
          <button type="button" class="small" onClick={() => setAsking({ about: 'new-folder', path: joinPath(folder, '') })}>
            New folder
          </button>
          <button type="button" class="small" onClick={() => pickFiles.current?.click()}>
            Upload
          </button>
          <button type="button" class="small" onClick={() => pickFolder.current?.click()}>
            Upload folder
          </button>
          <button type="button" class="small" onClick={() => attempt(() => actions.download(undefined))} disabled={listed.files.size === 0}>
            Download zip
          </button>
          <button type="button" class="small" aria-pressed={trashOpen} onClick={() => setTrashOpen(!trashOpen)}>
            Trash
          </button>
          <input
            ref={pickFiles}
            class="visually-hidden"
            type="file"
            multiple
            tabIndex={-1}
            aria-label="Files to upload"
            onChange={(event) => picked(event.currentTarget)}
          />
          <input
            ref={pickFolder}
            class="visually-hidden"
            type="file"
            tabIndex={-1}
            aria-label="Folder to upload"
            onChange={(event) => picked(event.currentTarget)}
          />
        </div>
        <label class="files-search">
          <span class="visually-hidden">Search by name</span>
          <input type="search" placeholder="Search by name" value={query} spellcheck={false} onInput={(event) => setQuery(event.currentTarget.value)} />
        </label>
        <p class="hint files-count" role="status">
          {found ? `${found.matches} found` : changes > 0 ? `${changes} changed by tools or other tabs` : ''}
        </p>
        {listed.error !== undefined && (
          <p class="problem" role="alert">
            {explain(listed.error).what} {explain(listed.error).help}
          </p>
        )}
        {listed.loaded && listed.files.size === 0 && listed.error === undefined && (
          <p class="hint files-empty">No files yet. Drop files, folders or a zip here. What tools write appears by itself and stays.</p>
        )}
        <TreeView
          tree={tree}
          marks={listed.marks}
          dirty={dirty}
          expanded={found ? found.expanded : expanded}
          selected={shown}
          label="Files"
          onSelect={(chosen) => {
            setTrashOpen(false);
            setSelected(chosen.path);
          }}
          onExpand={expand}
          onKey={(key, on) => (on.readonly ? undefined : act(key === 'F2' ? 'rename' : 'remove', on))}
          onDrop={drop}
        />
        {progress && (
          <div class="files-progress" role="status">
            <progress max={progress.all} value={progress.done} aria-label="Upload" />
            <span class="hint">
              {progress.done} of {progress.all}
            </span>
            <button type="button" class="small" onClick={progress.stop}>
              Stop
            </button>
          </div>
        )}
        <UsageBar tools={tools} project={project} />
      </section>
      <div class="files-main">
        {trashOpen ? (
          <TrashPane
            project={project}
            onClose={() => setTrashOpen(false)}
            onRestored={(path) => showToast({ text: `${shownName(path)} is back.`, action: { text: 'Open', run: () => select(path) } })}
          />
        ) : shown !== undefined ? (
          <EntryPane
            path={shown}
            file={file}
            project={project}
            onAction={(action) => file && act(action, file)}
            onClose={() => setSelected(undefined)}
            onDone={(text) => showToast({ text })}
          />
        ) : (
          <p class="hint files-nothing">Choose a file to see and edit it.</p>
        )}
      </div>
      <FileDialogs
        asking={asking}
        onClose={() => setAsking(undefined)}
        explain={(error) => [explain(error).what, explain(error).help].filter(Boolean).join(' ')}
        onCreate={async (kind, path) => {
          await (kind === 'new-file' ? actions.createFile(path) : actions.createFolder(path));
          select(path);
        }}
        onMove={async (from, to) => {
          await actions.move(from, to);
          if (selected !== undefined && isWithin(selected, from)) select(to + selected.slice(from.length));
        }}
        onCopy={async (from, to) => {
          await actions.copy(from, to);
          select(to);
        }}
        onUnpack={unpack}
        onUpload={(incoming, into, onCollision) => attempt(() => upload(incoming, into, onCollision))}
      />
      <ToastView toast={toast} onClose={() => showToast(undefined)} />
    </div>
  );
}
