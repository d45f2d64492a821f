import type { FileInfo } from 'clienttools';

/** What can be done to a file or folder as a whole. */
export type EntryAction = 'rename' | 'move' | 'copy' | 'download' | 'remove' | 'new-file' | 'new-folder' | 'upload';

/** The actions on the chosen file or folder. */
export function EntryBar({ file, onAction }: { file: FileInfo; onAction(action: EntryAction): void }) {
  const button = (action: EntryAction, text: string, shortcut?: string) => (
    <button type="button" class="small" key={action} onClick={() => onAction(action)} aria-keyshortcuts={shortcut}>
      {text}
    </button>
  );
  return (
    <div class="bar" role="group" aria-label={`Actions on ${file.path}`}>
      {file.kind === 'directory' && [button('new-file', 'New file here'), button('new-folder', 'New folder here'), button('upload', 'Upload here')]}
      {!file.readonly && [button('rename', 'Rename', 'F2'), button('move', 'Move')]}
      {button('copy', 'Copy')}
      {button('download', file.kind === 'directory' ? 'Download zip' : 'Download')}
      {!file.readonly && button('remove', 'Remove', 'Delete')}
    </div>
  );
}
