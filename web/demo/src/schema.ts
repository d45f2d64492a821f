import type { JSONSchema } from 'clienttools';

/** How one property of an input is edited. */
export interface Field {
  name: string;
  required: boolean;
  description: string;
  kind: 'choice' | 'switch' | 'number' | 'line' | 'text' | 'json';
  choices: string[];
  /** Whole numbers only. */
  integer: boolean;
  /** The actions that take it; undefined means all of them. */
  actions: string[] | undefined;
}

interface PropertySchema {
  type?: string | string[];
  enum?: unknown[];
  description?: string;
}

/** Property names whose texts are one line. Everything else gets room for more. */
const oneLine = /(^|_)(path|name|url|pattern|glob|id|include|query)$/i;

/** The fields of a form for inputs of this schema, required ones first. */
export function fieldsOf(schema: JSONSchema): Field[] {
  const required = new Set(schema.required ?? []);
  const properties = Object.entries((schema.properties ?? {}) as Record<string, PropertySchema>);
  const actions = choicesOf(properties.find(([name, property]) => required.has(name) && property.enum)?.[1] ?? {});
  const fields = properties.map(([name, property]) => fieldOf(name, property, required.has(name), actions));
  return [...fields.filter((field) => field.required), ...fields.filter((field) => !field.required)];
}

/** The fields that the input's action takes. */
export function fieldsFor(fields: Field[], draft: Draft): Field[] {
  const action = fields.find((field) => field.required && field.kind === 'choice');
  const chosen = action && draft[action.name];
  return fields.filter((field) => !chosen || !field.actions || field.actions.includes(chosen));
}

function choicesOf(property: PropertySchema): string[] {
  return (property.enum ?? []).filter((value) => value !== null).map(String);
}

// Tools with actions say in a description which ones it is about: "view, create: …".
function actionsIn(description: string, actions: string[]): string[] | undefined {
  const names = /^([\w, ]+):/.exec(description)?.[1]?.split(/,\s*/);
  return names?.every((name) => actions.includes(name)) ? names : undefined;
}

function fieldOf(name: string, property: PropertySchema, required: boolean, actions: string[]): Field {
  const types = [property.type ?? []].flat().filter((type) => type !== 'null');
  const choices = choicesOf(property);
  const description = property.description ?? '';
  const about = choices.length > 0 && required ? undefined : actionsIn(description, actions);
  return { name, required, description, kind: kindOf(name, types, choices), choices, integer: types.includes('integer'), actions: about };
}

function kindOf(name: string, types: string[], choices: string[]): Field['kind'] {
  if (choices.length > 0) return 'choice';
  if (types.length !== 1) return 'json';
  switch (types[0]) {
    case 'boolean':
      return 'switch';
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
      return oneLine.test(name) ? 'line' : 'text';
    default:
      return 'json';
  }
}

/** The texts of a form's fields, by property name. Absent and empty mean: left out. */
export type Draft = Record<string, string>;

/** The input that a form's texts stand for. Throws with the field's name where a text is no value. */
export function inputOf(fields: Field[], draft: Draft): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const field of fields) {
    const text = draft[field.name];
    if (text === undefined || (text === '' && !(field.required && field.kind === 'text'))) continue;
    input[field.name] = valueOf(field, text);
  }
  return input;
}

function valueOf(field: Field, text: string): unknown {
  switch (field.kind) {
    case 'switch':
      return text === 'true';
    case 'number':
      return Number(text);
    case 'json':
      try {
        return JSON.parse(text) as unknown;
      } catch (error) {
        throw new Error(`${field.name}: not JSON: ${(error as Error).message}`);
      }
    default:
      return text;
  }
}

/** The texts that show an input in the form. */
export function draftOf(fields: Field[], input: Record<string, unknown>): Draft {
  const draft: Draft = {};
  for (const field of fields) {
    const value = input[field.name];
    if (value !== undefined) draft[field.name] = field.kind === 'json' ? JSON.stringify(value) : String(value);
  }
  return draft;
}
