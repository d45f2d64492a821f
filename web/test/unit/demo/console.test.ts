import { describe, expect, test } from 'vitest';
import { inputOf, startOf, Unparsed, variantOf } from '../../../demo/console/model/draft.js';
import { fieldsFor, fieldsOf, nodeOf, type Schema } from '../../../demo/console/model/schema.js';
import { apis, callFor } from '../../../demo/console/wire/apis.js';

const kind = (schema: Schema, name = 'x') => nodeOf(schema, schema, name).kind;

describe('a form is made of', () => {
  test.each<[string, Schema, string, string]>([
    ['text', { type: 'string' }, 'content', 'text'],
    ['one line, by its name', { type: 'string' }, 'new_path', 'line'],
    ['one line, by its format', { type: 'string', format: 'uri' }, 'address', 'line'],
    ['choices', { type: 'string', enum: ['a', 'b'] }, 'x', 'choice'],
    ['a constant', { const: 1 }, 'x', 'choice'],
    ['numbers', { type: 'integer' }, 'x', 'number'],
    ['yes or no', { type: 'boolean' }, 'x', 'switch'],
    ['a list', { type: 'array', items: { type: 'string' } }, 'x', 'list'],
    ['a list of anything', { type: 'array' }, 'x', 'json'],
    ['an object', { type: 'object', properties: { a: {} } }, 'x', 'object'],
    ['an object of anything', { type: 'object' }, 'x', 'json'],
    ['text or null', { type: ['string', 'null'] }, 'content', 'text'],
    ['text or number', { type: ['string', 'number'] }, 'x', 'union'],
    ['one of several', { oneOf: [{ type: 'string' }, { type: 'number' }] }, 'x', 'union'],
    ['one or nothing', { anyOf: [{ type: 'number' }, { type: 'null' }] }, 'x', 'number'],
    ['anything', {}, 'x', 'json'],
  ])('%s', (_, schema, name, expected) => {
    expect(kind(schema, name)).toBe(expected);
  });

  test('what references lead to, also round', () => {
    const root: Schema = { $defs: { n: { type: 'integer' }, 'a/b': { $ref: '#/$defs/n' }, loop: { $ref: '#/$defs/loop' } } };
    expect(nodeOf({ $ref: '#/$defs/n' }, root)).toEqual({ kind: 'number', integer: true });
    expect(nodeOf({ $ref: '#/$defs/a~1b' }, root).kind).toBe('number');
    expect(nodeOf({ $ref: '#/$defs/loop' }, root).kind).toBe('json');
    expect(nodeOf({ $ref: '#/$defs/none' }, root).kind).toBe('json');
  });

  test('a schema that contains itself, one level at a time', () => {
    const tree: Schema = { type: 'object', properties: { value: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } } };
    const node = nodeOf(tree, tree);
    expect(node.kind === 'object' && node.fields.map((field) => field.name)).toEqual(['value', 'children']);
    expect(inputOf(tree, { value: 'a', children: [{ value: 'b', children: [] }] }, tree)).toEqual({ value: 'a', children: [{ value: 'b', children: [] }] });
  });

  test('all parts of allOf', () => {
    const schema: Schema = { allOf: [{ properties: { a: { type: 'string' } }, required: ['a'] }, { properties: { b: { type: 'number' } } }] };
    const node = nodeOf(schema, schema);
    expect(node.kind === 'object' && node.fields.map(({ name, required }) => [name, required])).toEqual([
      ['a', true],
      ['b', false],
    ]);
  });
});

describe('the fields of an action', () => {
  const schema: Schema = {
    type: 'object',
    required: ['action'],
    properties: {
      path: { type: 'string', description: 'Where.' },
      action: { enum: ['read', 'write'], description: 'read: one. write: two.' },
      content: { type: 'string', description: 'write: the text.' },
      range: { type: 'string', description: 'read: lines.' },
    },
  };
  test('are those whose description names it, and those for all', () => {
    const fields = fieldsOf(schema);
    expect(fields.map((field) => field.name)).toEqual(['action', 'path', 'content', 'range']);
    expect(fieldsFor(fields, { action: 'write' }).map((field) => field.name)).toEqual(['action', 'path', 'content']);
    expect(fieldsFor(fields, {})).toHaveLength(4);
  });
  test('alone are sent', () => {
    expect(inputOf(schema, { action: 'read', path: '/a', content: 'typed before', range: undefined, extra: 1 }, schema)).toEqual({
      action: 'read',
      path: '/a',
      extra: 1,
    });
  });
});

describe('a union', () => {
  const schema: Schema = {
    type: 'object',
    required: ['do'],
    properties: {
      do: {
        oneOf: [
          { type: 'object', properties: { type: { const: 'move' }, x: { type: 'number' } }, required: ['type', 'x'] },
          { type: 'object', properties: { type: { const: 'say' }, text: { type: 'string' } }, required: ['type', 'text'] },
        ],
      },
    },
  };
  test('names its variants by their constants, and begins with the first', () => {
    const node = nodeOf((schema['properties'] as Record<string, Schema>)['do']!, schema);
    expect(node.kind === 'union' && node.variants.map((variant) => variant.label)).toEqual(['move', 'say']);
    expect(startOf(schema, schema)).toEqual({ do: { type: 'move' } });
    expect(node.kind === 'union' && variantOf(node.variants, { type: 'say', x: 1 }, schema)).toBe(1);
  });
  test('keeps what belongs to the variant that the value is', () => {
    expect(inputOf(schema, { do: { type: 'say', text: 'hi' } }, schema)).toEqual({ do: { type: 'say', text: 'hi' } });
  });
});

test('a text that is no JSON is refused, saying where', () => {
  const schema: Schema = { type: 'object', properties: { a: { type: 'object', properties: { b: {} } } } };
  expect(() => inputOf(schema, { a: { b: new Unparsed('{', 'it ends') } }, schema)).toThrow('a: b: not JSON: it ends');
});

test('a call has the shape of each API, broken input too', () => {
  const call = { id: 'c1', name: 'memory', input: { command: 'view' } };
  expect(Object.fromEntries(apis.map(({ type }) => [type, callFor(type, call)]))).toMatchInlineSnapshot(`
    {
      "anthropic": {
        "id": "c1",
        "input": {
          "command": "view",
        },
        "name": "memory",
        "type": "tool_use",
      },
      "bedrock": {
        "toolUse": {
          "input": {
            "command": "view",
          },
          "name": "memory",
          "toolUseId": "c1",
        },
      },
      "gemini": {
        "functionCall": {
          "args": {
            "command": "view",
          },
          "id": "c1",
          "name": "memory",
        },
      },
      "mcp": {
        "arguments": {
          "command": "view",
        },
        "name": "memory",
      },
      "openai_chat": {
        "function": {
          "arguments": "{"command":"view"}",
          "name": "memory",
        },
        "id": "c1",
        "type": "function",
      },
      "openai_responses": {
        "arguments": "{"command":"view"}",
        "call_id": "c1",
        "name": "memory",
        "type": "function_call",
      },
    }
  `);
  expect(callFor('openai_chat', { ...call, input: '{"command": ' })).toMatchObject({ function: { arguments: '{"command": ' } });
});
