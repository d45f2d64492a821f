import { describe, expect, test, vi } from 'vitest';
import type { CoreCall } from '../../src/connection.js';
import { newSession } from '../../src/session.js';

type Project = Parameters<typeof newSession>[1]['project'];

function session(project: object) {
  const call = vi.fn(async (method: string, _args: object) => ({
    value:
      method === 'migrateProject'
        ? { project: { enabledTools: ['memory'], toolOptions: { memory: { useSystemPrompt: true } } }, migrated: true, changes: [] }
        : [],
    bytes: null,
  }));
  return { call, made: newSession(call as unknown as CoreCall, { apiType: 'mcp', project: project as Project }) };
}

describe('a session', () => {
  test('brings settings of an older release up to date, once, and sends no more than it needs', async () => {
    const project = { id: 'p', memoryEnabled: true, memoryUseSystemPrompt: true, toolOptions: { web: {} }, chats: [() => 'no JSON'] };
    const { call, made } = session(project);
    expect(call).not.toHaveBeenCalled();
    await Promise.all([made.definitions(), made.systemPrompts(), made.run([])]);
    const migrations = call.mock.calls.filter(([method]) => method === 'migrateProject');
    expect(migrations).toEqual([['migrateProject', { project: { memoryEnabled: true, memoryUseSystemPrompt: true, toolOptions: { web: {} } } }]]);
    const others = call.mock.calls.filter(([method]) => method !== 'migrateProject');
    expect(others).toHaveLength(3);
    for (const [, args] of others) expect(args).toMatchObject({ enabledToolNames: ['memory'], toolOptions: { memory: { useSystemPrompt: true } } });
    expect(project).toHaveProperty('memoryEnabled', true);
  });

  test.each([
    [{ id: 'p', enabledTools: [], memoryEnabled: true }, [], {}],
    [{ id: 'p', enabledTools: ['web'], toolOptions: { web: { a: 1 } } }, ['web'], { web: { a: 1 } }],
    [{ id: 'p' }, [], {}],
  ])('takes settings of today as they are: %j', async (project, enabledToolNames, toolOptions) => {
    const { call, made } = session(project);
    await made.definitions();
    expect(call.mock.calls).toEqual([['definitions', { apiType: 'mcp', enabledToolNames, toolOptions }]]);
  });
});
