import { useMemo, useState } from 'preact/hooks';
import { examples } from '../examples.js';
import { errorText } from '../format.js';
import { draftOf, fieldsFor, fieldsOf, inputOf, type Draft, type Field } from '../schema.js';
import { FieldInput } from './field-input.js';
import type { ToolView } from './tool-console.js';

interface Props {
  view: ToolView;
  running: boolean;
  onRun(input: unknown): void;
  onStop(): void;
}

/** The form for one tool's input, made from its schema, or the input as JSON. */
export function ToolForm({ view, running, onRun, onStop }: Props) {
  const fields = useMemo(() => fieldsOf(view.schema), [view.schema]);
  const offered = examples[view.info.name] ?? [];
  const [draft, setDraft] = useState<Draft>(() => draftOf(fields, offered[0]?.input ?? {}));
  const [json, setJSON] = useState<string>();
  const [problem, setProblem] = useState('');

  const show = (input: Record<string, unknown>) => {
    setProblem('');
    setDraft(draftOf(fields, input));
    if (json !== undefined) setJSON(JSON.stringify(input, null, 2));
  };
  const attempt = (work: () => void) => {
    try {
      setProblem('');
      work();
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  const toggle = () =>
    attempt(() => {
      if (json === undefined) return setJSON(JSON.stringify(inputOf(fieldsFor(fields, draft), draft), null, 2));
      setDraft(draftOf(fields, JSON.parse(json) as Record<string, unknown>));
      setJSON(undefined);
    });
  const submit = (event: Event) => {
    event.preventDefault();
    // Broken JSON goes as it is: the model's would, too.
    attempt(() => onRun(json === undefined ? inputOf(fieldsFor(fields, draft), draft) : parsedOrText(json)));
  };
  const set = (name: string, text: string) => setDraft((before) => ({ ...before, [name]: text }));
  const shown = fieldsFor(fields, draft);
  const [first, rest] = [shown.filter((field) => isFirst(field, shown)), shown.filter((field) => !isFirst(field, shown))];

  return (
    <form class="tool-form" onSubmit={submit} aria-label={`Input of ${view.info.displayName}`}>
      <div class="form-bar">
        {offered.map(({ label, input }) => (
          <button type="button" class="chip" key={label} onClick={() => show(input)}>
            {label}
          </button>
        ))}
        <button type="button" class="quiet push" onClick={toggle} aria-pressed={json !== undefined}>
          {json === undefined ? 'As JSON' : 'As form'}
        </button>
      </div>
      {json === undefined ? (
        <>
          {first.map((field) => (
            <FieldInput key={field.name} field={field} text={draft[field.name] ?? ''} onText={(text) => set(field.name, text)} />
          ))}
          {rest.length > 0 && (
            <details class="more" open={first.length === 0}>
              <summary>{first.length === 0 ? 'Fields' : `More fields (${rest.length})`}</summary>
              {rest.map((field) => (
                <FieldInput key={field.name} field={field} text={draft[field.name] ?? ''} onText={(text) => set(field.name, text)} />
              ))}
            </details>
          )}
        </>
      ) : (
        <label class="field">
          <span class="field-name">Input</span>
          <textarea class="mono" rows={10} value={json} spellcheck={false} onInput={(event) => setJSON(event.currentTarget.value)} />
        </label>
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="form-bar">
        <button type="submit" class="primary" disabled={running}>
          {running ? 'Running…' : 'Run'}
        </button>
        {running && (
          <button type="button" onClick={onStop}>
            Stop
          </button>
        )}
      </div>
    </form>
  );
}

/** What stands at once in the form; the rest unfolds. */
function isFirst(field: Field, shown: Field[]): boolean {
  // The fields of one action are few, so all of them that are for it alone are shown.
  return field.required || field.actions !== undefined || shown.length <= 3;
}

function parsedOrText(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return json;
  }
}
