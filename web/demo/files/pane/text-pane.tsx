import type { FileInfo } from 'clienttools';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { FileActions } from '../actions.js';
import { changedOutside, edited, isDirty, keptMine, opened, removed, tagOf, tookTheirs, type Draft } from '../model/draft.js';
import type { Drafts } from '../model/drafts.js';
import { explain } from '../model/explain.js';
import { languageOf } from '../model/kinds.js';
import type { CodeEditor } from './code-editor.js';
import { ConflictNotice } from './conflict-notice.js';
import { useEditorModule } from './use-editor.js';

interface Props {
  path: string;
  /** Undefined where the file was removed while there is unsaved text. */
  file: FileInfo | undefined;
  drafts: Drafts;
  actions: FileActions;
  /** The bytes are no text after all. */
  onNoText(): void;
}

/** The editor of one text file, with its draft. */
export function TextPane({ path, file, drafts, actions, onNoText }: Props) {
  const { draft, problem, save, change } = useDraft(path, file, drafts, actions, onNoText);
  const readonly = file?.readonly === true;
  if (!draft) return problem ? <p class="problem pane-message">{problem}</p> : <p class="hint pane-message">Reading…</p>;
  const dirty = isDirty(draft);
  return (
    <div class="text-pane">
      <div class="editor-bar">
        <span class="hint" role="status">
          {readonly ? 'Read-only' : dirty ? 'Not saved' : 'Saved'}
        </span>
        {!readonly && (
          <>
            {dirty && file && (
              <button type="button" class="quiet" onClick={() => change(opened(draft.outside ?? draft.base))}>
                Discard
              </button>
            )}
            <button type="button" class="primary" disabled={!dirty || draft.outside !== undefined} onClick={save} aria-keyshortcuts="Control+S">
              Save
            </button>
          </>
        )}
      </div>
      {draft.outside && (
        <ConflictNotice
          path={path}
          draft={draft}
          onKeepMine={() => change(keptMine(draft))}
          onTakeTheirs={() => (draft.outside === removed ? drafts.delete(path) : change(tookTheirs(draft)))}
        />
      )}
      {problem && (
        <p class="problem pane-message" role="alert">
          {problem}
        </p>
      )}
      <Editor
        key={path}
        path={path}
        text={draft.text}
        latestText={() => drafts.get(path)?.text}
        readonly={readonly}
        onText={(text) => change(edited(drafts.get(path) ?? draft, text))}
        onSave={save}
      />
    </div>
  );
}

/** The draft of a file: read when opened, kept up with what happens to the file. */
function useDraft(path: string, file: FileInfo | undefined, drafts: Drafts, actions: FileActions, onNoText: () => void) {
  const [draft, setDraft] = useState<Draft | undefined>(drafts.get(path));
  const [problem, setProblem] = useState('');
  const fail = useCallback((error: unknown) => {
    const { what, help } = explain(error);
    setProblem(help ? `${what} ${help}` : what);
  }, []);

  useEffect(() => {
    setDraft(drafts.get(path));
    const stop = drafts.listen(() => setDraft(drafts.get(path)));
    return () => {
      stop();
      drafts.close(path);
    };
  }, [drafts, path]);

  const tag = file && tagOf(file);
  useEffect(() => {
    let current = true;
    setProblem('');
    const known = drafts.get(path);
    if (known?.base.tag === tag) return;
    if (tag === undefined) {
      if (known) drafts.set(path, changedOutside(known, removed));
      return;
    }
    actions.content(path).then(
      (content) => {
        if (!current) return;
        const draft = drafts.get(path);
        if (content.binary && !(draft && isDirty(draft))) return onNoText();
        drafts.set(path, draft ? changedOutside(draft, content) : opened(content));
      },
      (error: unknown) => current && fail(error),
    );
    return () => void (current = false);
  }, [drafts, actions, path, tag]);

  const saving = useRef(false);
  const save = useCallback(() => {
    const draft = drafts.get(path);
    if (!draft || saving.current || draft.outside || !isDirty(draft)) return;
    saving.current = true;
    setProblem('');
    actions
      .save(path, draft)
      .then((after) => drafts.set(path, after), fail)
      .finally(() => (saving.current = false));
  }, [drafts, actions, path]);

  return { draft, problem, save, change: (next: Draft) => drafts.set(path, next) };
}

interface EditorProps {
  path: string;
  text: string;
  /** The text as it is, where `text` is that of the last drawing. */
  latestText(): string | undefined;
  readonly: boolean;
  onText(text: string): void;
  onSave(): void;
}

function Editor({ path, text, latestText, readonly, onText, onSave }: EditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor | undefined>(undefined);
  const module = useEditorModule();
  // The editor lives longer than the functions of one drawing.
  const latest = useRef({ onText, onSave, text });
  latest.current = { onText, onSave, text };

  useEffect(() => {
    if (!module || module instanceof Error) return;
    editor.current = module.openEditor({
      parent: box.current!,
      text: latest.current.text,
      language: languageOf(path),
      readonly,
      label: `Text of ${path}`,
      onText: (text) => latest.current.onText(text),
      onSave: () => latest.current.onSave(),
    });
    return () => editor.current?.destroy();
  }, [module, path, readonly]);
  // The latest, since typing is faster than drawing: an older text would undo what was typed.
  useEffect(() => editor.current?.setText(latestText() ?? text), [text]);

  if (module instanceof Error) {
    return (
      <>
        <p class="problem pane-message">The editor did not load ({module.message}). This is a plain one.</p>
        <textarea
          class="mono plain-editor"
          aria-label={`Text of ${path}`}
          value={text}
          readOnly={readonly}
          onInput={(event) => onText(event.currentTarget.value)}
        />
      </>
    );
  }
  return <div class="editor-box" ref={box} data-ready={module !== undefined} />;
}
