import type { ToolOptionDefinition, ToolOptionValue } from 'clienttools';
import { useId, useState } from 'preact/hooks';
import { numberProblem } from './tool-choice.js';

interface Props {
  definition: ToolOptionDefinition;
  value: ToolOptionValue;
  onValue(value: ToolOptionValue): void;
}

/** One option of a tool, edited by its type. */
export function OptionField(props: Props) {
  const { definition } = props;
  const id = useId();
  const about = [definition.subtitle, definition.description].filter(Boolean).join(' ');
  const described = about ? `${id}-about` : undefined;
  const boolean = (definition.type ?? 'boolean') === 'boolean';
  return (
    <div class={boolean ? 'option switchable' : 'option'}>
      {boolean && <Switch {...props} id={id} described={described} />}
      <label for={id}>{definition.label}</label>
      {about && (
        <p class="hint" id={described}>
          {about}
        </p>
      )}
      {!boolean && <Control {...props} id={id} described={described} />}
    </div>
  );
}

type ControlProps = Props & { id: string; described: string | undefined };

function Switch({ id, described, value, onValue }: ControlProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      id={id}
      aria-describedby={described}
      checked={value === true}
      onChange={(event) => onValue(event.currentTarget.checked)}
    />
  );
}

function Control(props: ControlProps) {
  const { id, described, definition, value, onValue } = props;
  const shared = { id, 'aria-describedby': described };
  switch (definition.type) {
    case 'number':
      return <NumberField {...props} />;
    case 'select':
      return (
        <select {...shared} value={String(value)} onChange={(event) => onValue(event.currentTarget.value)}>
          {(definition.choices ?? []).map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      );
    case 'longtext':
      return <textarea {...shared} rows={2} value={String(value)} onChange={(event) => onValue(event.currentTarget.value)} />;
    default:
      return <input {...shared} value={String(value)} autocomplete="off" onChange={(event) => onValue(event.currentTarget.value)} />;
  }
}

/** Takes a number only within its limits; says what is wrong with any other. */
function NumberField({ id, described, definition, value, onValue }: ControlProps) {
  const [problem, setProblem] = useState('');
  const onInput = (text: string) => {
    const found = numberProblem(definition, text);
    setProblem(found);
    if (!found) onValue(Number(text));
  };
  return (
    <>
      <input
        type="number"
        id={id}
        aria-describedby={described}
        aria-invalid={problem !== ''}
        min={definition.min}
        max={definition.max}
        step="any"
        value={String(value)}
        onChange={(event) => onInput(event.currentTarget.value)}
      />
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
