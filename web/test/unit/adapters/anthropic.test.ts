import type { Message } from '@anthropic-ai/sdk/resources/messages/messages';
import { describe, expect, test } from 'vitest';
import { anthropicMemoryHandlers, anthropicSession, anthropicTools } from '../../../src/adapters/anthropic.js';
import { clientThat } from './client.js';

const settings = { project: { id: 'p', enabledTools: ['memory'] } };
const answered = ({ id }: { id: string }) => ({ type: 'tool_result', tool_use_id: id, content: 'done' });
const message = (stop_reason: string, ...content: object[]) => ({ stop_reason, content }) as unknown as Message;
const use = (id: string) => ({ type: 'tool_use', id, name: 'memory', input: { command: 'view' }, caller: { type: 'direct' } });

describe('a session', () => {
  test('answers the calls of a message, and runs nothing where there are none', async () => {
    const { client, run } = clientThat(answered);
    const session = anthropicSession(client, settings);
    expect(await session.run(message('end_turn', { type: 'text', text: 'Hello' }))).toEqual([]);
    expect(run).not.toHaveBeenCalled();
    expect(await session.run(message('tool_use', { type: 'text', text: 'I look.' }, use('1'), use('2')))).toMatchObject([
      { tool_use_id: '1' },
      { tool_use_id: '2' },
    ]);
    expect(run.mock.calls[0]?.[0]).toEqual(['1', '2'].map((id) => ({ type: 'tool_use', id, name: 'memory', input: { command: 'view' } })));
    expect(await session.systemPrompts()).toEqual(['Take notes.']);
  });

  test.each(['max_tokens', 'model_context_window_exceeded'])('does not run a call that %s cut off', async (reason) => {
    const { client, run } = clientThat(answered);
    const results = await anthropicSession(client, settings).run(message(reason, use('1'), use('2')));
    expect(run.mock.calls[0]?.[0]).toMatchObject([{ id: '1' }]);
    expect(results).toMatchObject([
      { tool_use_id: '1', content: 'done' },
      { tool_use_id: '2', is_error: true, content: expect.stringContaining('cut it off') as unknown },
    ]);
    expect(await anthropicSession(client, settings).run(message(reason, use('1'), { type: 'text', text: 'and' }))).toEqual([answered({ id: '1' })]);
  });
});

describe('tools of the runner', () => {
  const toolUse = { type: 'tool_use', id: '7', name: 'memory', input: {} } as const;
  const definitions = [
    { type: 'memory_20250818', name: 'memory' },
    { type: 'web_search_20250305', name: 'web_search', max_uses: 3 },
  ];

  test('run with the id and the signal of the call; what runs at Anthropic is left as it is', async () => {
    const { client, run } = clientThat(answered, { definitions });
    const [memory, search] = await anthropicTools(client, settings);
    expect(search).toEqual(definitions[1]);
    const { signal } = new AbortController();
    if (!memory || !('run' in memory)) throw new Error('cannot be run');
    expect(memory).toMatchObject({ type: 'memory_20250818', name: 'memory' });
    expect(await memory.run(memory.parse({ command: 'view' }), { toolUse, toolUseBlock: toolUse, signal } as never)).toBe('done');
    expect(run.mock.calls).toEqual([[[{ type: 'tool_use', id: '7', name: 'memory', input: { command: 'view' } }], { signal }]]);
  });

  test('throw what the SDK puts "Error: " before', async () => {
    const { client } = clientThat(() => ({ content: 'Error: no such file', is_error: true }), { definitions });
    const [memory] = await anthropicTools(client, settings);
    if (!memory || !('run' in memory)) throw new Error('cannot be run');
    await expect(memory.run({}, undefined)).rejects.toThrow(/^no such file$/);
  });
});

test('the memory handlers enable memory alone', async () => {
  const { client, opened, run } = clientThat(answered);
  const { signal } = new AbortController();
  const handlers = anthropicMemoryHandlers(client, { project: { id: 'p', enabledTools: ['web'], toolOptions: { memory: { a: true } } }, signal });
  expect(await handlers.view({ command: 'view', path: '/memories' })).toBe('done');
  expect(opened).toEqual([{ apiType: 'anthropic', project: { id: 'p', enabledTools: ['memory'], toolOptions: { memory: { a: true } } } }]);
  expect(run.mock.calls).toEqual([[[{ type: 'tool_use', name: 'memory', input: { command: 'view', path: '/memories' } }], { signal }]]);
  expect(Object.keys(handlers)).toEqual(['view', 'create', 'str_replace', 'insert', 'delete', 'rename']);
});
