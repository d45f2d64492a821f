import type { JSONSchema } from 'clienttools';

/** A JSON Schema, or a part of one. */
export type Schema = Record<string, unknown>;

/** How a value of a schema is edited. Parts are schemas, so that a schema that contains itself does not end up here for ever. */
export type Node =
  | { kind: 'object'; fields: Field[] }
  | { kind: 'list'; item: Schema }
  | { kind: 'choice'; choices: unknown[] }
  | { kind: 'union'; variants: { label: string; schema: Schema }[] }
  | { kind: 'number'; integer: boolean }
  | { kind: 'switch' | 'line' | 'text' | 'json' };

/** One property of an object. */
export interface Field {
  name: string;
  required: boolean;
  description: string;
  schema: Schema;
  /** The actions that take it; undefined means all of them. */
  actions: string[] | undefined;
}

/** Property names whose texts are one line. Everything else gets room for more. */
const oneLine = /(^|_)(path|paths|name|url|pattern|glob|id|include|exclude|query|title|hash|save_to)$/i;

/** How a value of a schema is edited. The name is that of the property, the root is where references lead. */
export function nodeOf(schema: Schema, root: Schema, name = ''): Node {
  const { resolved, nullable } = resolve(schema, root);
  if ('const' in resolved) return { kind: 'choice', choices: [resolved['const']] };
  const choices = resolved['enum'];
  if (Array.isArray(choices)) return { kind: 'choice', choices: nullable ? choices : choices.filter((choice) => choice !== null) };
  const variants = resolved['oneOf'] ?? resolved['anyOf'];
  if (Array.isArray(variants)) return unionOf(variants as Schema[], resolved, root, name);
  const types = typesOf(resolved);
  if (types.length > 1) return { kind: 'union', variants: types.map((type) => ({ label: type, schema: { ...resolved, type } })) };
  return plainNode(types[0], resolved, name);
}

function plainNode(type: string | undefined, schema: Schema, name: string): Node {
  switch (type ?? (schema['properties'] ? 'object' : undefined)) {
    case 'object':
      return schema['properties'] ? { kind: 'object', fields: fieldsOf(schema) } : { kind: 'json' };
    case 'array':
      return isSchema(schema['items']) ? { kind: 'list', item: schema['items'] } : { kind: 'json' };
    case 'boolean':
      return { kind: 'switch' };
    case 'integer':
    case 'number':
      return { kind: 'number', integer: type === 'integer' };
    case 'string':
      return { kind: oneLine.test(name) || schema['format'] ? 'line' : 'text' };
    default:
      return { kind: 'json' };
  }
}

function unionOf(variants: Schema[], whole: Schema, root: Schema, name: string): Node {
  // "Or null" is no choice to make: leaving it out is the same to every tool.
  const kept = variants.filter((variant) => variant['type'] !== 'null');
  // What stands beside the variants holds for each of them.
  const { oneOf: _one, anyOf: _any, ...shared } = whole;
  const merged = kept.map((variant) => merge(shared, resolve(variant, root).resolved));
  if (merged.length === 1) return nodeOf(merged[0]!, root, name);
  return { kind: 'union', variants: merged.map((schema, i) => ({ label: labelOf(schema, i), schema })) };
}

/** A name for a variant: its title, the constants that tell it from the others, or what it is. */
function labelOf(schema: Schema, index: number): string {
  if (typeof schema['title'] === 'string') return schema['title'];
  const constants = Object.values(propertiesOf(schema))
    .flatMap(constantOf)
    .filter((value) => typeof value === 'string');
  if (constants.length > 0) return constants.join(', ');
  const names = (schema['required'] as string[] | undefined)?.join(', ');
  return names || typesOf(schema).join(' or ') || `variant ${index + 1}`;
}

function constantOf(schema: Schema): unknown[] {
  if ('const' in schema) return [schema['const']];
  const choices = schema['enum'];
  return Array.isArray(choices) && choices.length === 1 ? choices : [];
}

/** The properties of an object, required ones first. */
export function fieldsOf(schema: Schema): Field[] {
  const required = new Set((schema['required'] as string[] | undefined) ?? []);
  const properties = Object.entries(propertiesOf(schema));
  const actions = properties.find(([name, property]) => required.has(name) && Array.isArray(property['enum']));
  const known = ((actions?.[1]['enum'] as unknown[] | undefined) ?? []).map(String);
  const fields = properties.map(([name, property]): Field => {
    const description = typeof property['description'] === 'string' ? property['description'] : '';
    return { name, required: required.has(name), description, schema: property, actions: name === actions?.[0] ? undefined : actionsIn(description, known) };
  });
  return [...fields.filter((field) => field.required), ...fields.filter((field) => !field.required)];
}

/** The fields that the action of a value takes. */
export function fieldsFor(fields: Field[], value: Record<string, unknown>): Field[] {
  const chosen = fields.find((field) => field.required && Array.isArray(field.schema['enum']));
  const action = chosen && value[chosen.name];
  return fields.filter((field) => typeof action !== 'string' || !field.actions || field.actions.includes(action));
}

// Tools with actions say in a description which ones it is about: "view, create: …".
function actionsIn(description: string, actions: string[]): string[] | undefined {
  const names = /^([\w, ]+):/.exec(description)?.[1]?.split(/,\s*/);
  return names?.every((name) => actions.includes(name)) ? names : undefined;
}

/** Follows references and joins allOf. A reference that leads nowhere, or round, is any value. */
function resolve(schema: Schema, root: Schema): { resolved: Schema; nullable: boolean } {
  let resolved = schema;
  for (let steps = 0; typeof resolved['$ref'] === 'string'; steps++) {
    const target: unknown = steps < 10 ? at(root, resolved['$ref']) : {};
    const { $ref: _ref, ...beside } = resolved;
    resolved = { ...(isSchema(target) ? target : {}), ...beside };
  }
  const all = resolved['allOf'];
  if (Array.isArray(all)) {
    const { allOf: _all, ...beside } = resolved;
    resolved = (all as Schema[]).map((part) => resolve(part, root).resolved).reduce(merge, beside);
  }
  return { resolved, nullable: [resolved['type']].flat().includes('null') };
}

function at(root: Schema, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  const names = reference.slice(1).split('/').slice(1);
  const plain = (name: string) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');
  return names.reduce<unknown>((part, name) => (isSchema(part) && Object.hasOwn(part, plain(name)) ? part[plain(name)] : undefined), root);
}

function merge(a: Schema, b: Schema): Schema {
  const required = [...((a['required'] as string[] | undefined) ?? []), ...((b['required'] as string[] | undefined) ?? [])];
  const properties = { ...propertiesOf(a), ...propertiesOf(b) };
  return { ...a, ...b, ...(required.length > 0 && { required }), ...(Object.keys(properties).length > 0 && { properties }) };
}

function propertiesOf(schema: Schema): Record<string, Schema> {
  return isSchema(schema['properties']) ? (schema['properties'] as Record<string, Schema>) : {};
}

function typesOf(schema: Schema): string[] {
  return ([schema['type'] ?? []].flat() as string[]).filter((type) => type !== 'null');
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The schema of a tool's input, as a part like others. */
export function asSchema(schema: JSONSchema): Schema {
  return schema as Schema;
}
