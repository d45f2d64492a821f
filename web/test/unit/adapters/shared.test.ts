import { describe, expect, test, vi } from 'vitest';
import { neutralTools } from '../../../src/adapters/shared/neutral.js';
import { eitherSignal, openSession } from '../../../src/adapters/shared/settings.js';
import { gatherTurns } from '../../../src/adapters/shared/turns.js';
import type { ClientTools, Session } from '../../../src/index.js';

const project = { id: 'p', enabledTools: ['memory'] };

function sessionThatRuns(run: Session['run']): Session {
  return { run, definitions: () => Promise.resolve([]), systemPrompts: () => Promise.resolve([]) };
}

describe('calls that an SDK starts together', () => {
  test('are one turn, in order, each with its own result', async () => {
    const run = vi.fn((calls: unknown[]) => Promise.resolve(calls.map((call) => `result of ${String(call)}`)));
    const one = gatherTurns(sessionThatRuns(run));
    const later = Promise.resolve().then(() => one('b'));
    expect(await Promise.all([one('a'), later, one('c')])).toEqual(['result of a', 'result of b', 'result of c']);
    expect(run.mock.calls).toEqual([[['a', 'c', 'b'], {}]]);
    expect(await one('d')).toBe('result of d');
    expect(run).toHaveBeenCalledTimes(2);
  });

  test('end by their own signals', async () => {
    const run = vi.fn((calls: unknown[], _options?: { signal?: AbortSignal }) => Promise.resolve(calls));
    const one = gatherTurns(sessionThatRuns(run));
    const [first, second] = [new AbortController().signal, new AbortController().signal];
    await Promise.all([one('a', first), one('b', second), one('c', first), one('d', null)]);
    expect(run.mock.calls).toEqual([
      [['a', 'c'], { signal: first }],
      [['b'], { signal: second }],
      [['d'], {}],
    ]);
  });

  test('are all told when they could not be made', async () => {
    const one = gatherTurns(sessionThatRuns(() => Promise.reject(new Error('closed'))));
    const outcomes = await Promise.allSettled([one('a'), one('b')]);
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && String(outcome.reason))).toEqual(['Error: closed', 'Error: closed']);
  });
});

describe('a session of settings', () => {
  test('ends on the signal of the settings and on that of the run', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const client = {
      session: () => sessionThatRuns((_, options) => (signals.push(options?.signal), Promise.resolve([]))),
    } as unknown as ClientTools;
    const [always, once] = [new AbortController(), new AbortController()];
    const session = openSession(client, 'anthropic', { project, signal: always.signal });
    await session.run([]);
    await session.run([], { signal: once.signal });
    expect(signals[0]).toBe(always.signal);
    once.abort();
    expect(signals[1]?.aborted).toBe(true);
    expect(always.signal.aborted).toBe(false);
  });

  test('has no signal where there is none', () => {
    expect(eitherSignal(null, undefined)).toBeUndefined();
  });
});

test('neutral tools have the whole definition, and text, parts and error of a result', async () => {
  const definition = { name: 'memory', title: 'Memory', description: 'Notes', inputSchema: { type: 'object' }, annotations: { readOnlyHint: false } };
  const results = [
    { type: 'tool_result', tool_use_id: '1', content: 'no such file', is_error: true },
    {
      type: 'tool_result',
      tool_use_id: '2',
      content: [
        { type: 'text', text: 'a picture' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } },
      ],
    },
  ];
  const run = vi.fn((_calls: unknown[]) => Promise.resolve(results));
  const client = {
    session: ({ apiType }: { apiType: string }) => ({ ...sessionThatRuns(run), definitions: () => Promise.resolve(apiType === 'mcp' ? [definition] : []) }),
  } as unknown as ClientTools;
  const [tool] = await neutralTools(client, { project });
  expect(tool).toMatchObject(definition);
  const given = await Promise.all([tool?.run({ command: 'view' }, { id: '1' }), tool?.run({ command: 'view' }, { id: '2' })]);
  expect(run.mock.calls[0]?.[0]).toEqual([
    { type: 'tool_use', id: '1', name: 'memory', input: { command: 'view' } },
    { type: 'tool_use', id: '2', name: 'memory', input: { command: 'view' } },
  ]);
  expect(given).toEqual([
    { text: 'no such file', parts: [], isError: true },
    { text: 'a picture', parts: [{ mimeType: 'image/png', data: 'AA==' }], isError: false },
  ]);
});
