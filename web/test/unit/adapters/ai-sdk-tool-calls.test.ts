import { expect, test, vi } from 'vitest';
import { aiSdkDeclaredTools, aiSdkToolCalls } from '../../../src/adapters/ai-sdk.js';
import type { ClientTools, Session, ToolDefinition } from '../../../src/index.js';

const definition = {
  name: 'memory',
  title: 'Memory',
  description: 'Keeps notes.',
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
};
const settings = { project: { id: 'p', enabledTools: ['memory'] } };
const call = { toolName: 'memory', toolCallId: 'c1', input: { command: 'view' } };

/** A client whose calls give what `run` gives. */
function clientThat(run: Session['run'], definitions: () => Promise<ToolDefinition[]> = () => Promise.resolve([definition])): ClientTools {
  return { session: () => ({ run, definitions, systemPrompts: () => Promise.resolve([]) }) } as unknown as ClientTools;
}

const result = (content: unknown, is_error = false) => Promise.resolve([{ type: 'tool_result', tool_use_id: 'c1', content, is_error }]);

async function answered(client: ClientTools, toolCall = call) {
  const add = vi.fn();
  aiSdkToolCalls(client, settings).run(toolCall, add);
  await vi.waitFor(() => expect(add).toHaveBeenCalled());
  return add.mock.calls;
}

test('a call is answered once, by its id', async () => {
  expect(await answered(clientThat(() => result('seen')))).toEqual([[{ tool: 'memory', toolCallId: 'c1', state: 'output-available', output: 'seen' }]]);
});

test('a failed call is answered by an error', async () => {
  expect(await answered(clientThat(() => result('Error: no such file', true)))).toEqual([
    [{ tool: 'memory', toolCallId: 'c1', state: 'output-error', errorText: 'Error: no such file' }],
  ]);
});

test.each<[string, ClientTools]>([
  ['the call could not be made', clientThat(() => Promise.reject(new Error('the client was closed')))],
  [
    'the tools could not be had',
    clientThat(
      () => result(''),
      () => Promise.reject(new Error('the client was closed')),
    ),
  ],
])('a call is answered where %s', async (_name, client) => {
  expect(await answered(client)).toEqual([[{ tool: 'memory', toolCallId: 'c1', state: 'output-error', errorText: 'Error: the client was closed' }]]);
});

test('a call of another tool is left to the application', async () => {
  const run = vi.fn(() => result('seen'));
  const add = vi.fn();
  const calls = aiSdkToolCalls(clientThat(run), settings);
  calls.run({ ...call, toolName: 'ask_user' }, add);
  calls.run(call, add);
  await vi.waitFor(() => expect(add).toHaveBeenCalledOnce());
  expect(add).toHaveBeenCalledWith(expect.objectContaining({ tool: 'memory' }));
});

test('stop ends the calls that run, and what was stopped is not sent', async () => {
  const add = vi.fn();
  const signals: (AbortSignal | undefined)[] = [];
  const calls = aiSdkToolCalls(
    clientThat((_calls, { signal } = {}) => {
      signals.push(signal);
      return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(result('The call was cancelled.', true))));
    }),
    settings,
  );
  const condition = vi.fn(() => true);
  const send = calls.unlessStopped(condition);
  const messages = [{ parts: [{ type: 'step-start' }, { type: 'dynamic-tool', toolCallId: 'c1' }] }];
  expect(send({ messages })).toBe(true);
  calls.run(call, add);
  await vi.waitFor(() => expect(signals).toHaveLength(1));
  calls.stop();
  await vi.waitFor(() =>
    expect(add).toHaveBeenCalledWith({ tool: 'memory', toolCallId: 'c1', state: 'output-error', errorText: 'Error: The call was cancelled.' }),
  );
  expect(send({ messages })).toBe(false);
  expect(send({ messages: [...messages, { parts: [{ type: 'text' }] }] })).toBe(true); // the user went on
  expect(send({ messages: [] })).toBe(true);
});

test('a call is stopped that waits for the definitions', async () => {
  let definitions: (list: ToolDefinition[]) => void = () => {};
  const run = vi.fn((_calls: unknown[], { signal }: { signal?: AbortSignal } = {}) => result(signal?.aborted ? 'cancelled' : 'seen', signal?.aborted));
  const calls = aiSdkToolCalls(
    clientThat(run, () => new Promise((resolve) => (definitions = resolve))),
    settings,
  );
  const add = vi.fn();
  calls.run(call, add);
  calls.stop();
  definitions([definition]);
  await vi.waitFor(() => expect(add).toHaveBeenCalledWith(expect.objectContaining({ state: 'output-error', errorText: 'Error: cancelled' })));
});

test('the server reads the definitions of the page', () => {
  const { memory } = aiSdkDeclaredTools(JSON.parse(JSON.stringify([definition])) as ToolDefinition[]);
  expect(memory).toMatchObject({ type: 'dynamic', description: 'Keeps notes.', inputSchema: { jsonSchema: { type: 'object' } } });
  expect(memory).not.toHaveProperty('execute');
  expect(memory?.toModelOutput({ output: 'seen' })).toEqual({ type: 'text', value: 'seen' });
  expect(memory?.toModelOutput({ output: { text: '', files: [{ mediaType: 'image/png', data: 'AQID' }] } })).toEqual({
    type: 'content',
    value: [{ type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AQID' } }],
  });
});
