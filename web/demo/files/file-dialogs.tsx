import type { OnCollision } from './actions.js';
import { ChoiceDialog, PathDialog } from './dialogs.js';
import type { Incoming } from './model/incoming.js';
import { freePath, shownName } from './model/paths.js';

/** What the user is asked. */
export type Asking =
  | { about: 'new-file' | 'new-folder' | 'rename' | 'move' | 'copy'; path: string }
  | { about: 'zip'; name: string; zip: Blob; into: string; incoming: Incoming[] }
  | { about: 'collision'; paths: string[]; into: string; incoming: Incoming[] };

interface Props {
  asking: Asking | undefined;
  onClose(): void;
  explain(error: unknown): string;
  onCreate(kind: 'new-file' | 'new-folder', path: string): Promise<void>;
  onMove(from: string, to: string): Promise<void>;
  onCopy(from: string, to: string): Promise<void>;
  onUnpack(zip: Blob, into: string, overwrite: boolean): void;
  onUpload(incoming: Incoming[], into: string, onCollision: OnCollision): void;
}

/** Paths named in a question; the rest is counted. */
const named = 5;

/** The questions of the file manager. */
export function FileDialogs({ asking, onClose, explain, onCreate, onMove, onCopy, onUnpack, onUpload }: Props) {
  if (!asking) return null;
  const path = { explain, onClose, label: 'Path' };
  switch (asking.about) {
    case 'new-file':
      return <PathDialog {...path} title="New file" path={asking.path} action="Create" onPath={(to) => onCreate('new-file', to)} />;
    case 'new-folder':
      return <PathDialog {...path} title="New folder" path={asking.path} action="Create" onPath={(to) => onCreate('new-folder', to)} />;
    case 'rename':
      return <PathDialog {...path} title="Rename" path={asking.path} action="Rename" onPath={(to) => onMove(asking.path, to)} />;
    case 'move':
      return <PathDialog {...path} title="Move" label="To" path={asking.path} action="Move" onPath={(to) => onMove(asking.path, to)} />;
    case 'copy':
      return (
        <PathDialog
          {...path}
          title="Copy"
          label="To"
          path={freePath(asking.path, (other) => other === asking.path)}
          action="Copy"
          onPath={(to) => onCopy(asking.path, to)}
        />
      );
    case 'zip':
      return (
        <ChoiceDialog
          title={`Unpack ${shownName(asking.name)}?`}
          onClose={onClose}
          choices={[
            { text: 'Keep as a file', choose: () => onUpload(asking.incoming, asking.into, 'keep-both') },
            { text: 'Unpack, replacing', choose: () => onUnpack(asking.zip, asking.into, true) },
            { text: 'Unpack', primary: true, choose: () => onUnpack(asking.zip, asking.into, false) },
          ]}
        >
          <p>
            Into <span class="mono">{shownName(asking.into)}</span>. Without replacing, files that are there already stay as they are.
          </p>
        </ChoiceDialog>
      );
    case 'collision':
      return (
        <ChoiceDialog
          title={asking.paths.length === 1 ? 'This file is there already' : `${asking.paths.length} files are there already`}
          onClose={onClose}
          choices={[
            { text: 'Skip', choose: () => onUpload(asking.incoming, asking.into, 'skip') },
            { text: 'Keep both', choose: () => onUpload(asking.incoming, asking.into, 'keep-both') },
            { text: 'Replace', primary: true, choose: () => onUpload(asking.incoming, asking.into, 'replace') },
          ]}
        >
          <ul>
            {asking.paths.slice(0, named).map((taken) => (
              <li class="mono" key={taken}>
                {shownName(taken)}
              </li>
            ))}
            {asking.paths.length > named && <li>and {asking.paths.length - named} more</li>}
          </ul>
          <p>What is replaced stays among the versions of its file.</p>
        </ChoiceDialog>
      );
  }
}
