// The door before the model lets nothing through that an API would refuse.
import { describe, expect, test } from 'vitest';
import { faultsOf, read, type Api } from './wire.js';

const schema = { type: 'object', properties: {} };
const ask = { user: { role: 'user', content: 'Go.' } };
const use = (id: string) => ({ type: 'tool_use', id, name: 'a', input: {} });
const result = (id: string, content = 'done') => ({ type: 'tool_result', tool_use_id: id, content });
const anthropic = (...messages: object[]) => ({ tools: [{ name: 'a', input_schema: schema }], messages: [ask.user, ...messages] });
const faults = (api: Api, body: object) => faultsOf(read(api, body)).join('; ');

describe('a request of Anthropic', () => {
  test.each<[string, object, RegExp | '']>([
    ['that is as it should be', anthropic({ role: 'assistant', content: [use('1'), use('2')] }, { role: 'user', content: [result('1'), result('2')] }), ''],
    ['with a call that is not answered', anthropic({ role: 'assistant', content: [use('1')] }), /calls 1 are answered by nothing/],
    [
      'with answers in another order',
      anthropic({ role: 'assistant', content: [use('1'), use('2')] }, { role: 'user', content: [result('2'), result('1')] }),
      /answered by 2,1/,
    ],
    ['with an answer too many', anthropic({ role: 'assistant', content: [use('1')] }, { role: 'user', content: [result('1'), result('1')] }), /answered twice/],
    ['with an answer to nothing', anthropic({ role: 'user', content: [result('1')] }), /results without calls/],
    [
      'with a late answer',
      anthropic({ role: 'assistant', content: [use('1')] }, ask.user, { role: 'user', content: [result('1')] }),
      /calls 1 are answered by nothing/,
    ],
    ['with an empty answer', anthropic({ role: 'assistant', content: [use('1')] }, { role: 'user', content: [result('1', '')] }), /empty/],
    ['with a call of no tool', { ...anthropic({ role: 'assistant', content: [use('1')] }, { role: 'user', content: [result('1')] }), tools: [] }, /is no tool/],
    ['with a bad name', { ...anthropic(), tools: [{ name: 'bad name!', input_schema: schema }] }, /the name "bad name!"/],
    [
      'with a tool twice',
      {
        ...anthropic(),
        tools: [
          { name: 'a', input_schema: schema },
          { name: 'a', input_schema: schema },
        ],
      },
      /there twice/,
    ],
    ['with a schema of no object', { ...anthropic(), tools: [{ name: 'a', input_schema: { type: 'array' } }] }, /not of an object/],
    [
      'with a schema that is none',
      { ...anthropic(), tools: [{ name: 'a', input_schema: { type: 'object', properties: { b: { type: 'text' } } } }] },
      /schema of a/,
    ],
  ])('%s', (_what, body, wanted) => {
    if (wanted === '') expect(faults('anthropic', body)).toBe('');
    else expect(faults('anthropic', body)).toMatch(wanted);
  });
});

test.each<[Api, object]>([
  [
    'openai_chat',
    {
      messages: [ask.user, { role: 'assistant', tool_calls: [{ id: '1', function: { name: 'a' } }] }],
      tools: [{ function: { name: 'a', parameters: schema } }],
    },
  ],
  ['openai_responses', { input: [ask.user, { type: 'function_call', call_id: '1', name: 'a' }], tools: [{ name: 'a', parameters: schema }] }],
  [
    'gemini',
    {
      contents: [{ role: 'model', parts: [{ functionCall: { id: '1', name: 'a' } }] }],
      tools: [{ functionDeclarations: [{ name: 'a', parametersJsonSchema: schema }] }],
    },
  ],
])('a call of %s that is not answered', (api, body) => {
  expect(faults(api, body)).toBe('the calls 1 are answered by nothing');
});
