import { useId } from 'preact/hooks';
import type { Field } from '../schema.js';

interface Props {
  field: Field;
  text: string;
  onText(text: string): void;
}

/** One property of an input, with its name and description. */
export function FieldInput({ field, text, onText }: Props) {
  const id = useId();
  const described = field.description ? `${id}-about` : undefined;
  return (
    <div class={`field ${field.kind}`}>
      <label for={id} class="field-name">
        {field.name}
        {field.required && (
          <abbr class="required" title="required">
            *
          </abbr>
        )}
      </label>
      <Control id={id} described={described} field={field} text={text} onText={onText} />
      {field.description && (
        <p class="hint" id={described}>
          {field.description}
        </p>
      )}
    </div>
  );
}

function Control({ id, described, field, text, onText }: Props & { id: string; described: string | undefined }) {
  const shared = { id, 'aria-describedby': described };
  switch (field.kind) {
    case 'choice':
      return (
        <select {...shared} value={text} onChange={(event) => onText(event.currentTarget.value)}>
          <option value="">–</option>
          {field.choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      );
    case 'switch':
      return (
        <select {...shared} value={text} onChange={(event) => onText(event.currentTarget.value)}>
          <option value="">–</option>
          <option value="true">yes</option>
          <option value="false">no</option>
        </select>
      );
    case 'number':
      return <input {...shared} type="number" step={field.integer ? 1 : 'any'} value={text} onInput={(event) => onText(event.currentTarget.value)} />;
    case 'line':
      return <input {...shared} class="mono" value={text} spellcheck={false} autocomplete="off" onInput={(event) => onText(event.currentTarget.value)} />;
    default:
      return <textarea {...shared} class="mono" rows={3} value={text} spellcheck={false} onInput={(event) => onText(event.currentTarget.value)} />;
  }
}
