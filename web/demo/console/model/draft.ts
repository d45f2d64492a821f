import { fieldsFor, nodeOf, type Schema } from './schema.js';

/** A text typed where a value is wanted, which is none yet. */
export class Unparsed {
  constructor(
    readonly text: string,
    readonly reason: string,
  ) {}
}

/** What a value of a schema begins as: constants are there, the rest is left out. */
export function startOf(schema: Schema, root: Schema): unknown {
  const node = nodeOf(schema, root);
  switch (node.kind) {
    case 'object': {
      const set = node.fields.filter((field) => field.required).map((field) => [field.name, startOf(field.schema, root)] as const);
      return Object.fromEntries(set.filter(([, value]) => value !== undefined));
    }
    case 'list':
      return [];
    case 'choice':
      return node.choices.length === 1 ? node.choices[0] : undefined;
    case 'union':
      return node.variants[0] && startOf(node.variants[0].schema, root);
    default:
      return undefined;
  }
}

/** The variant of a union that a value looks most like. */
export function variantOf(variants: readonly { schema: Schema }[], value: unknown, root: Schema): number {
  const scores = variants.map(({ schema }) => likeness(schema, value, root));
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}

function likeness(schema: Schema, value: unknown, root: Schema): number {
  const node = nodeOf(schema, root);
  switch (node.kind) {
    case 'object': {
      if (!isObject(value)) return 0;
      const known = node.fields.filter((field) => field.name in value);
      // A constant that differs rules a variant out.
      if (known.some((field) => isConstant(field.schema, root) && startOf(field.schema, root) !== value[field.name])) return 0;
      return 1 + known.length;
    }
    case 'list':
      return Array.isArray(value) ? 1 : 0;
    case 'choice':
      return node.choices.includes(value) ? 2 : 0;
    case 'number':
      return typeof value === 'number' ? 1 : 0;
    case 'switch':
      return typeof value === 'boolean' ? 1 : 0;
    case 'line':
    case 'text':
      return typeof value === 'string' ? 1 : 0;
    default:
      return 0;
  }
}

function isConstant(schema: Schema, root: Schema): boolean {
  const node = nodeOf(schema, root);
  return node.kind === 'choice' && node.choices.length === 1;
}

/** The input that a draft stands for: without what is left out and what the chosen action does not take. Throws where a text is no value. */
export function inputOf(schema: Schema, draft: unknown, root: Schema): unknown {
  if (draft instanceof Unparsed) throw new Error(`not JSON: ${draft.reason}`);
  const node = nodeOf(schema, root);
  if (node.kind === 'list' && Array.isArray(draft)) return draft.map((item, i) => named(`${i + 1}`, () => inputOf(node.item, item, root)));
  if (node.kind === 'union') {
    const variant = node.variants[variantOf(node.variants, draft, root)];
    return variant ? inputOf(variant.schema, draft, root) : draft;
  }
  if (node.kind !== 'object' || !isObject(draft)) return draft;
  const known = new Map(node.fields.map((field) => [field.name, field]));
  const taken = new Set(fieldsFor(node.fields, draft).map((field) => field.name));
  const entries = Object.entries(draft)
    .filter(([name, value]) => value !== undefined && (taken.has(name) || !known.has(name)))
    .map(([name, value]) => [name, known.has(name) ? named(name, () => inputOf(known.get(name)!.schema, value, root)) : value] as const);
  return Object.fromEntries(entries);
}

// Says where in the input it went wrong.
function named<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Unparsed);
}
