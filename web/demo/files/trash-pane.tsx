import { useEffect, useState } from 'preact/hooks';
import { formatBytes } from '../src/format.js';
import { ChoiceDialog } from './dialogs.js';
import { explain } from './model/explain.js';
import { baseName, shownName } from './model/paths.js';
import type { Project } from './use-listing.js';

interface TrashItem {
  id: string;
  path: string;
  removedAt: string;
  size: number;
}

/** What was removed: bring it back, or delete it for good. */
export function TrashPane({ project, onClose, onRestored }: { project: Project; onClose(): void; onRestored(path: string): void }) {
  const { actions, listed } = project;
  const [items, setItems] = useState<TrashItem[]>();
  const [problem, setProblem] = useState('');
  const [asking, setAsking] = useState<TrashItem | 'all'>();
  const fail = (error: unknown) => setProblem(explain(error).what);
  const read = () => actions.files.trash().then((trash) => setItems([...trash].sort((a, b) => (a.removedAt < b.removedAt ? 1 : -1))), fail);
  // What is removed elsewhere shows as a change of the files.
  useEffect(() => void read(), [actions, listed.files]);

  const restore = async (item: TrashItem) => {
    setProblem('');
    const path = await actions.restore(item.id, item.path);
    await read();
    onRestored(path);
  };
  const purge = async (item: TrashItem | 'all') => {
    setProblem('');
    await actions.files.purge(item === 'all' ? undefined : item.id);
    await read();
  };
  return (
    <section class="entry" aria-label="Trash">
      <div class="entry-head">
        <button type="button" class="quiet back" onClick={onClose}>
          ‹ Files
        </button>
        <h2>Trash</h2>
        <p class="hint">What is here counts as history. It goes by itself after 30 days, or when space is needed.</p>
        {items && items.length > 0 && (
          <div class="bar">
            <button type="button" class="small" onClick={() => setAsking('all')}>
              Empty the trash
            </button>
          </div>
        )}
      </div>
      {problem && (
        <p class="problem pane-message" role="alert">
          {problem}
        </p>
      )}
      {items?.length === 0 && <p class="hint pane-message">The trash is empty.</p>}
      <ul class="trash" aria-label="Removed files">
        {items?.map((item) => (
          <li key={item.id}>
            <span class="mono trash-path">
              <bdi>{shownName(item.path)}</bdi>
            </span>
            <span class="hint">
              {formatBytes(item.size)}, removed {new Date(item.removedAt).toLocaleString()}
            </span>
            <span class="bar">
              <button type="button" class="small" aria-label={`Restore ${item.path}`} onClick={() => void restore(item).catch(fail)}>
                Restore
              </button>
              <button type="button" class="small" aria-label={`Delete ${item.path} for good`} onClick={() => setAsking(item)}>
                Delete for good
              </button>
            </span>
          </li>
        ))}
      </ul>
      {asking && (
        <ChoiceDialog
          title={asking === 'all' ? 'Empty the trash?' : `Delete ${shownName(baseName(asking.path))} for good?`}
          onClose={() => setAsking(undefined)}
          choices={[{ text: 'Delete for good', primary: true, choose: () => void purge(asking).catch(fail) }]}
        >
          <p>This cannot be undone.</p>
        </ChoiceDialog>
      )}
    </section>
  );
}
