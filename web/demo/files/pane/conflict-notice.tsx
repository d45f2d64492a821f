import { useState } from 'preact/hooks';
import { removed, type Draft } from '../model/draft.js';
import { DiffView } from './diff-view.js';

interface Props {
  path: string;
  draft: Draft;
  onKeepMine(): void;
  onTakeTheirs(): void;
}

/** Says that a file changed while there is unsaved text, and lets the user decide. */
export function ConflictNotice({ path, draft, onKeepMine, onTakeTheirs }: Props) {
  const [comparing, setComparing] = useState(false);
  const gone = draft.outside === removed;
  return (
    <div class="conflict" role="alert">
      <p>
        {gone ? <strong>This file was removed elsewhere.</strong> : <strong>This file was changed elsewhere.</strong>} Your text is still here.{' '}
        {gone ? 'Keep it to save the file anew.' : 'Keep mine: theirs stays among the versions. Take theirs: undo in the editor brings yours back.'}
      </p>
      <div class="bar">
        <button type="button" onClick={onKeepMine}>
          Keep mine
        </button>
        <button type="button" onClick={onTakeTheirs}>
          {gone ? 'Give mine up' : 'Take theirs'}
        </button>
        {!gone && (
          <button type="button" aria-expanded={comparing} onClick={() => setComparing(!comparing)}>
            {comparing ? 'Hide the difference' : 'Show the difference'}
          </button>
        )}
      </div>
      {comparing && draft.outside && !gone && <DiffView path={path} before={draft.outside.text} after={draft.text} titles={['Theirs', 'Mine']} />}
    </div>
  );
}
