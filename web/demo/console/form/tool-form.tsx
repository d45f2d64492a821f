import { useState } from 'preact/hooks';
import { errorText } from '../../src/format.js';
import { inputOf, startOf } from '../model/draft.js';
import { examples } from '../model/examples.js';
import { asSchema } from '../model/schema.js';
import type { ToolView } from '../use-tool-views.js';
import { ObjectInput } from './value-input.js';

interface Props {
  view: ToolView;
  running: boolean;
  onRun(input: unknown): void;
  onStop(): void;
}

/** The form for one tool's input, made from its schema, or the input as JSON. */
export function ToolForm({ view, running, onRun, onStop }: Props) {
  const schema = asSchema(view.schema);
  const offered = examples[view.info.name] ?? [];
  const [draft, setDraft] = useState<unknown>(() => offered[0]?.input ?? startOf(schema, schema));
  // Another example is another form: choices made in the old one mean nothing in it.
  const [shownExample, setShownExample] = useState(0);
  const [json, setJSON] = useState<string>();
  const [problem, setProblem] = useState('');

  const show = (input: unknown) => {
    setProblem('');
    setDraft(input);
    setShownExample((n) => n + 1);
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
      if (json === undefined) return setJSON(JSON.stringify(inputOf(schema, draft, schema), null, 2));
      setDraft(JSON.parse(json) as unknown);
      setShownExample((n) => n + 1);
      setJSON(undefined);
    });
  const submit = (event: Event) => {
    event.preventDefault();
    // Broken JSON goes as it is: the model's would, too.
    attempt(() => onRun(json === undefined ? inputOf(schema, draft, schema) : parsedOrText(json)));
  };

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
        <ObjectInput key={shownExample} schema={schema} root={schema} value={draft} onValue={setDraft} />
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

function parsedOrText(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return json;
  }
}
