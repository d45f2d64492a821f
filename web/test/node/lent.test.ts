// What an application lends reaches the tools that work on it.
import { afterEach, describe, expect, test } from 'vitest';
import type { Agent, ClientTools, LoadOptions } from '../../src/index.js';
import { built } from './built.js';

let tools: ClientTools | undefined;
afterEach(() => tools?.close());

async function load(options: LoadOptions): Promise<ClientTools> {
  tools = await (await built()).loadClientTools(options);
  return tools;
}

describe.each([true, false])('what an application lends (core in a thread of its own: %s)', (worker) => {
  test('its fetch, to web', async () => {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = (url) => {
      asked.push(String(url));
      return Promise.resolve(new Response('<title>Page</title><p>Hello', { headers: { 'content-type': 'text/html' } }));
    };
    const tools = await load({ worker, fetch });
    const result = await tools.executeClientSideTool('web', { action: 'fetch', url: 'https://example.org/page' }, ['web'], {}, { projectId: 'p' });
    expect(asked).toEqual(['https://example.org/page']);
    expect(result.content).toContain('Hello');
  });

  test('its agents, to agent_config, and what was replaced can be had back', async () => {
    const agent: Agent = { id: 'a', name: 'Ada', system_prompt: 'Be brief.', own: 'not for the core' };
    const agents = {
      get: (id: string) => Promise.resolve(id === 'a' ? agent : undefined),
      list: () => Promise.resolve([agent]),
      update: (_id: string, change: Partial<Agent>) =>
        change.name === 'Bob' ? Promise.reject(new Error('Name has already been taken')) : Promise.resolve(Object.assign(agent, change)),
    };
    // A change of prompts asks first.
    const tools = await load({ worker, agents, approve: () => Promise.resolve({ allow: true }) });
    const context = { projectId: 'p', chatId: 'c', agentId: 'a', groupChat: true };
    const run = (input: unknown) => tools.executeClientSideTool('agent_config', input, ['agent_config'], {}, context);
    expect((await run({ action: 'view', field: 'system_prompt' })).content).toContain('Be brief.');
    expect((await run({ action: 'update', field: 'system_prompt', value: 'Be kind.' })).isError).toBeUndefined();
    expect(agent.system_prompt).toBe('Be kind.');
    expect((await run({ action: 'update', field: 'name', value: 'Bob' })).content).toContain('Name has already been taken');

    const [earlier] = await tools.agentHistory('p').earlier('a');
    expect(earlier).toMatchObject({ field: 'system_prompt', value: 'Be brief.' });
    expect(await tools.agentHistory('p').restore('a', earlier!.id)).toMatchObject({ system_prompt: 'Be brief.' });
    expect(agent.system_prompt).toBe('Be brief.');
  });

  test('its answer, to a call that asks for approval', async () => {
    const asked: string[] = [];
    const tools = await load({
      worker,
      approve(request) {
        asked.push(`${request.tool} ${String(request.input['what'])}`);
        return Promise.resolve(request.input['what'] === 'yes' ? { allow: true } : { allow: false, reason: 'not today' });
      },
    });
    await tools.registerAll([
      { name: 'risky', description: 'x', inputSchema: { type: 'object', properties: { what: { type: 'string' } } }, policy: 'always', execute: () => 'done' },
    ]);
    const run = (what: string) => tools.executeClientSideTool('risky', { what }, ['risky'], {}, { projectId: 'p' });
    expect(await run('yes')).toMatchObject({ content: 'done' });
    expect(await run('no')).toMatchObject({ isError: true, content: expect.stringContaining('not today') as string });
    expect(asked).toEqual(['risky yes', 'risky no']);
  });

  test('no answer, so that what asks for approval is denied', async () => {
    const tools = await load({ worker });
    await tools.registerAll([{ name: 'risky', description: 'x', inputSchema: { type: 'object' }, policy: 'always', execute: () => 'done' }]);
    expect(await tools.executeClientSideTool('risky', {}, ['risky'], {}, { projectId: 'p' })).toMatchObject({ isError: true });
  });
});
