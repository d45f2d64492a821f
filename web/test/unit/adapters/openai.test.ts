import { describe, expect, test } from 'vitest';
import { openaiChatSession, openaiResponsesSession, openaiTools } from '../../../src/adapters/openai.js';
import { clientThat } from './client.js';

const settings = { project: { id: 'p', enabledTools: ['memory'] } };
const call = (id: string, args: string) => ({ id, type: 'function' as const, function: { name: 'memory', arguments: args } });

test('a session of chat completions answers the calls of a message', async () => {
  const { client, opened, run } = clientThat(({ id }: { id: string }) => ({ role: 'tool', tool_call_id: id, content: 'done' }));
  const session = openaiChatSession(client, settings);
  expect(await session.run({})).toEqual([]);
  expect(await session.run({ tool_calls: [call('1', '{')] })).toEqual([{ role: 'tool', tool_call_id: '1', content: 'done' }]);
  expect(run.mock.calls).toEqual([[[call('1', '{')], {}]]);
  expect(opened[0]?.apiType).toBe('openai_chat');
});

test('a session of responses answers the function calls of an output', async () => {
  const { client, opened, run } = clientThat(({ call_id }: { call_id: string }) => ({ type: 'function_call_output', call_id, output: 'done' }));
  const output = [
    { type: 'reasoning', id: 'r', summary: [] },
    { type: 'function_call', call_id: '1', name: 'memory', arguments: '{}' },
    { type: 'message', id: 'm', role: 'assistant', status: 'completed', content: [] },
  ] as never[];
  expect(await openaiResponsesSession(client, settings).run({ output })).toEqual([{ type: 'function_call_output', call_id: '1', output: 'done' }]);
  expect(run.mock.calls[0]?.[0]).toHaveLength(1);
  expect(opened[0]?.apiType).toBe('openai_responses');
});

describe('tools of runTools', () => {
  const definitions = [{ type: 'function', function: { name: 'memory', description: 'Notes', parameters: { type: 'object' }, strict: false } }];
  const runnerAfter = (...tool_calls: object[]) =>
    ({
      controller: new AbortController(),
      messages: [
        { role: 'assistant', tool_calls: [call('of an earlier turn', '{}')] },
        { role: 'tool', tool_call_id: 'of an earlier turn', content: '' },
        { role: 'assistant', content: null, tool_calls },
      ],
    }) as never;

  test('state what strict is, and leave parsing to the registry', async () => {
    const [tool] = await openaiTools(clientThat(() => ({}), { definitions }).client, settings);
    expect(tool?.function).toMatchObject({ name: 'memory', strict: false, parameters: { type: 'object' } });
    expect(tool?.function).not.toHaveProperty('parse');
  });

  test('find the id of each call, also of calls that are the same', async () => {
    const { client, run } = clientThat(({ id }: { id: string }) => ({ content: `result of ${id}` }), { definitions });
    const [tool] = await openaiTools(client, settings);
    const runner = runnerAfter(call('1', '{}'), call('2', '{"a":1}'), call('3', '{}'));
    const results = await Promise.all(['{}', '{"a":1}', '{}'].map((args) => tool?.function.function(args, runner, undefined)));
    expect(results).toEqual(['result of 1', 'result of 2', 'result of 3']);
    expect(run).toHaveBeenCalledTimes(1);
    expect(run.mock.calls[0]?.[1]?.signal).toBe((runner as { controller: AbortController }).controller.signal);
  });

  test('return what went wrong, and throw only what could not be called', async () => {
    const failing = clientThat(() => ({ content: 'Error: no such file' }), { definitions });
    const [tool] = await openaiTools(failing.client, settings);
    expect(await tool?.function.function('{}', runnerAfter(), undefined)).toBe('Error: no such file');
    failing.run.mockRejectedValue(new Error('the client was closed'));
    await expect(tool?.function.function('{}', runnerAfter(), undefined)).rejects.toThrow('closed');
  });
});
