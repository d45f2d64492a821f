import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { pathProblem } from './model/paths.js';

interface FrameProps {
  title: string;
  onClose(): void;
  children: ComponentChildren;
}

/** A dialog; Escape closes it. */
export function Dialog({ title, onClose, children }: FrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="files-dialog" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

interface PathDialogProps {
  title: string;
  label: string;
  /** What stands in the field at first; the name in it is selected. */
  path: string;
  action: string;
  /** Takes the path; what it throws is shown, and the dialog stays. */
  onPath(path: string): Promise<void>;
  explain(error: unknown): string;
  onClose(): void;
}

/** Asks for a path. */
export function PathDialog({ title, label, path, action, onPath, explain, onClose }: PathDialogProps) {
  const [text, setText] = useState(path);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const name = path.lastIndexOf('/') + 1;
    const dot = path.lastIndexOf('.');
    field.current?.focus();
    field.current?.setSelectionRange(name, dot > name ? dot : path.length);
  }, []);
  const submit = async (event: Event) => {
    event.preventDefault();
    const wrong = pathProblem(text.trim());
    if (wrong) return setProblem(wrong);
    setBusy(true);
    await onPath(text.trim()).then(onClose, (error: unknown) => setProblem(explain(error)));
    setBusy(false);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <label for={id}>{label}</label>
        <input
          ref={field}
          id={id}
          class="mono"
          value={text}
          spellcheck={false}
          autocomplete="off"
          aria-invalid={problem !== ''}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <p id={`${id}-problem`} class="problem" role="alert">
          {problem}
        </p>
        <div class="bar end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={busy}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** One answer to a question. */
export interface Choice {
  text: string;
  primary?: boolean;
  choose(): void;
}

interface ChoiceDialogProps {
  title: string;
  choices: Choice[];
  onClose(): void;
  children: ComponentChildren;
}

/** Asks a question with a few answers. */
export function ChoiceDialog({ title, choices, onClose, children }: ChoiceDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="dialog-text">{children}</div>
      <div class="bar end">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        {choices.map(({ text, primary, choose }) => (
          <button
            type="button"
            key={text}
            class={primary ? 'primary' : ''}
            onClick={() => {
              onClose();
              choose();
            }}
          >
            {text}
          </button>
        ))}
      </div>
    </Dialog>
  );
}
