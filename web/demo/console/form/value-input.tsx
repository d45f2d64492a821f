import { useId, useState } from 'preact/hooks';
import { isObject, startOf, Unparsed, variantOf } from '../model/draft.js';
import { fieldsFor, nodeOf, type Field, type Node, type Schema } from '../model/schema.js';

interface Props {
  schema: Schema;
  /** Where references of the schema lead. */
  root: Schema;
  value: unknown;
  onValue(value: unknown): void;
}

interface ControlProps extends Props {
  name: string;
  required: boolean;
  /** Of the control: its label and description. */
  id: string;
  described: string | undefined;
}

/** The fields of an object: the ones for the chosen action, those not always needed folded away. */
export function ObjectInput({ schema, root, value, onValue }: Props) {
  const node = nodeOf(schema, root);
  if (node.kind !== 'object') return null;
  const object = isObject(value) ? value : {};
  const shown = fieldsFor(node.fields, object);
  const optional = shown.filter((field) => !isFirst(field));
  // A few are not worth folding away.
  const rest = optional.length > few ? optional : [];
  const first = shown.filter((field) => !rest.includes(field));
  const input = (field: Field) => (
    <FieldInput key={field.name} field={field} root={root} value={object[field.name]} onValue={(next) => onValue({ ...object, [field.name]: next })} />
  );
  return (
    <>
      {first.map(input)}
      {rest.length > 0 && (
        <details class="more" open={first.length === 0}>
          <summary>{first.length === 0 ? 'Fields' : `More fields (${rest.length})`}</summary>
          {rest.map(input)}
        </details>
      )}
    </>
  );
}

const few = 2;

/** What stands at once in the form; the rest unfolds. */
function isFirst(field: Field): boolean {
  // The fields of one action are few, so all of them that are for it alone are shown.
  return field.required || field.actions !== undefined;
}

/** One property, with its name and description. */
function FieldInput({ field, root, value, onValue }: { field: Field; root: Schema; value: unknown; onValue(value: unknown): void }) {
  const id = useId();
  const node = nodeOf(field.schema, root, field.name);
  const described = field.description ? `${id}-about` : undefined;
  const name = (
    <>
      {field.name}
      {field.required && (
        <abbr class="required" title="required">
          *
        </abbr>
      )}
    </>
  );
  const about = field.description && (
    <p class="hint" id={described}>
      {field.description}
    </p>
  );
  const control = (
    <Control schema={field.schema} root={root} value={value} onValue={onValue} name={field.name} required={field.required} id={id} described={described} />
  );
  if (isGroup(node)) {
    return (
      <fieldset class="field group" aria-describedby={described}>
        <legend class="field-name">{name}</legend>
        {about}
        {control}
      </fieldset>
    );
  }
  return (
    <div class={`field ${node.kind}`}>
      <label for={id} class="field-name">
        {name}
      </label>
      {control}
      {about}
    </div>
  );
}

function isGroup(node: Node): boolean {
  return node.kind === 'object' || node.kind === 'list' || node.kind === 'union';
}

/** The control for one value, whatever its schema. */
function Control(props: ControlProps) {
  const { schema, root, value, onValue, name, required, id, described } = props;
  const node = nodeOf(schema, root, name);
  const shared = { id, 'aria-describedby': described };
  switch (node.kind) {
    case 'object':
      return <OptionalObject {...props} />;
    case 'list':
      return <ListInput {...props} item={node.item} />;
    case 'union':
      return <UnionInput {...props} variants={node.variants} />;
    case 'choice':
      return <ChoiceInput shared={shared} choices={node.choices} value={value} onValue={onValue} />;
    case 'switch':
      return <ChoiceInput shared={shared} choices={[true, false]} value={value} onValue={onValue} />;
    case 'number':
      return (
        <input
          {...shared}
          type="number"
          step={node.integer ? 1 : 'any'}
          value={typeof value === 'number' ? value : ''}
          onInput={(event) => onValue(event.currentTarget.value === '' ? undefined : Number(event.currentTarget.value))}
        />
      );
    case 'json':
      return <JSONInput shared={shared} value={value} onValue={onValue} />;
    case 'line':
      return (
        <input
          {...shared}
          class="mono"
          value={typeof value === 'string' ? value : ''}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => onValue(event.currentTarget.value || undefined)}
        />
      );
    case 'text':
      return (
        <textarea
          {...shared}
          class="mono"
          rows={3}
          value={typeof value === 'string' ? value : ''}
          spellcheck={false}
          // Empty is a text where one is wanted, and nothing where it may be left out.
          onInput={(event) => onValue(event.currentTarget.value || (required ? '' : undefined))}
        />
      );
  }
}

interface Shared {
  id: string;
  'aria-describedby': string | undefined;
}

function ChoiceInput({ shared, choices, value, onValue }: { shared: Shared; choices: unknown[]; value: unknown; onValue(value: unknown): void }) {
  const text = (choice: unknown) => (typeof choice === 'boolean' ? (choice ? 'yes' : 'no') : typeof choice === 'string' ? choice : JSON.stringify(choice));
  return (
    <select {...shared} value={choices.indexOf(value)} onChange={(event) => onValue(choices[Number(event.currentTarget.value)])}>
      <option value={-1}>–</option>
      {choices.map((choice, i) => (
        <option key={i} value={i}>
          {text(choice)}
        </option>
      ))}
    </select>
  );
}

function JSONInput({ shared, value, onValue }: { shared: Shared; value: unknown; onValue(value: unknown): void }) {
  const [typed, setTyped] = useState<{ text: string; value: unknown }>();
  // What was typed stays as it is until another value comes from elsewhere.
  const text = typed && Object.is(typed.value, value) ? typed.text : value === undefined ? '' : value instanceof Unparsed ? value.text : JSON.stringify(value);
  const type = (text: string) => {
    const next = text.trim() === '' ? undefined : parse(text);
    setTyped({ text, value: next });
    onValue(next);
  };
  return <textarea {...shared} class="mono" rows={2} value={text} placeholder="JSON" spellcheck={false} onInput={(event) => type(event.currentTarget.value)} />;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    return new Unparsed(text, (error as Error).message);
  }
}

function OptionalObject({ schema, root, value, onValue, name, required }: ControlProps) {
  if (value === undefined && !required) {
    return (
      <button type="button" class="small" onClick={() => onValue(startOf(schema, root))}>
        Add {name}
      </button>
    );
  }
  return (
    <div class="nested">
      <ObjectInput schema={schema} root={root} value={value} onValue={onValue} />
      {!required && (
        <button type="button" class="small" onClick={() => onValue(undefined)}>
          Leave {name} out
        </button>
      )}
    </div>
  );
}

function ListInput({ root, value, onValue, name, id, item }: ControlProps & { item: Schema }) {
  const items = Array.isArray(value) ? (value as unknown[]) : [];
  const set = (next: unknown[]) => onValue(next.length > 0 ? next : undefined);
  return (
    <div class="nested">
      {items.map((one, i) => (
        <div class="list-item" role="group" aria-label={`${name} ${i + 1}`} key={i}>
          {isGroup(nodeOf(item, root, name)) || (
            <label class="visually-hidden" for={`${id}-${i}`}>
              {name} {i + 1}
            </label>
          )}
          <Control
            schema={item}
            root={root}
            value={one}
            onValue={(next) => set(items.map((other, j) => (j === i ? next : other)))}
            name={name}
            required
            id={`${id}-${i}`}
            described={undefined}
          />
          <button type="button" class="small" aria-label={`Remove ${name} ${i + 1}`} onClick={() => set(items.filter((_, j) => j !== i))}>
            Remove
          </button>
        </div>
      ))}
      <button type="button" class="small" onClick={() => onValue([...items, startOf(item, root) ?? ''])}>
        Add to {name}
      </button>
    </div>
  );
}

function UnionInput({ root, value, onValue, name, required, id, described, variants }: ControlProps & { variants: { label: string; schema: Schema }[] }) {
  const [chosen, setChosen] = useState<number>();
  const at = value === undefined ? chosen : (chosen ?? variantOf(variants, value, root));
  const variant = at === undefined ? undefined : variants[at];
  const choose = (next: number) => {
    setChosen(next < 0 ? undefined : next);
    onValue(next < 0 ? undefined : startOf(variants[next]!.schema, root));
  };
  return (
    <div class="nested">
      <label class="visually-hidden" for={id}>
        Kind of {name}
      </label>
      <select id={id} aria-describedby={described} value={at ?? -1} onChange={(event) => choose(Number(event.currentTarget.value))}>
        {!required && <option value={-1}>–</option>}
        {required && at === undefined && <option value={-1}>–</option>}
        {variants.map(({ label }, i) => (
          <option key={i} value={i}>
            {label}
          </option>
        ))}
      </select>
      {variant && <Variant key={at} schema={variant.schema} root={root} value={value} onValue={onValue} name={name} id={`${id}-value`} />}
    </div>
  );
}

function Variant({ schema, root, value, onValue, name, id }: Props & { name: string; id: string }) {
  if (nodeOf(schema, root, name).kind === 'object') return <ObjectInput schema={schema} root={root} value={value} onValue={onValue} />;
  return (
    <>
      <label class="visually-hidden" for={id}>
        {name}
      </label>
      <Control schema={schema} root={root} value={value} onValue={onValue} name={name} required id={id} described={undefined} />
    </>
  );
}
