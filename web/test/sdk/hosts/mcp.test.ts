// The registry as an MCP server, asked by the SDK's own client.
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { messagePortTransport, registerMcpTools, type AdapterSettings, type Registrations } from '../../../src/adapters/mcp.js';
import type { ApprovalDecision, ClientSideTool, ClientTools } from '../../../src/index.js';
import { built } from '../../node/built.js';

const enabledTools = ['memory', 'filesystem', 'javascript', 'web', 'wait', 'publish', 'look'];
const inputSchema = { type: 'object' as const };
let tools: ClientTools;
let client: Client;
let server: McpServer;
let registered: Registrations;
let decision: ApprovalDecision;
const did: string[] = [];

const own: ClientSideTool[] = [
  {
    name: 'wait',
    description: 'Waits.',
    inputSchema,
    execute: (_input, _options, { signal }) =>
      new Promise((_resolve, reject) => {
        did.push('wait');
        signal?.addEventListener('abort', () => {
          did.push('wait cancelled');
          reject(new Error('stopped'));
        });
      }),
  },
  { name: 'publish', description: 'Publishes.', inputSchema, policy: 'always', execute: () => (did.push('publish'), 'published') },
  {
    name: 'look',
    displayName: 'Look',
    description: 'Looks.',
    inputSchema: { type: 'object', properties: { at: { type: 'object', additionalProperties: { type: 'string' } } } },
    annotations: { readOnly: true, idempotent: true, openWorld: false },
    execute: (input) => ({ content: JSON.stringify(input), parts: [{ mimeType: 'image/png', data: new Uint8Array([1, 2, 3]) }] }),
  },
];

const settings = { project: { id: 'p', enabledTools, toolOptions: { filesystem: { readOnly: true } } } } satisfies AdapterSettings;

beforeEach(async () => {
  did.length = 0;
  decision = { allow: false, reason: 'not today' };
  tools = await (await built()).loadClientTools({ approve: () => Promise.resolve(decision) });
  await tools.registerAll(own);
  server = new McpServer({ name: 'page', version: '1.0.0' });
  registered = await registerMcpTools(server, tools, settings);
  client = new Client({ name: 'test', version: '1.0.0' });
});
afterEach(async () => {
  await client.close();
  await server.close();
  await tools.close();
});

async function connectInMemory(): Promise<void> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
}

const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
// In a project of its own: the same calls, from the beginning.
const direct = (name: string, input: unknown) => tools.executeClientSideTool(name, input, enabledTools, settings.project.toolOptions, { projectId: 'q' });

/** What the hosts of the definitions see, whatever the transport. */
async function expectSameAsDirect(): Promise<void> {
  const { tools: listed } = await client.listTools();
  expect(listed).toEqual(await tools.session({ apiType: 'mcp', ...settings }).definitions());
  const inputs: [string, Record<string, unknown>][] = [
    ['memory', { command: 'create', path: '/memories/a.md', file_text: 'Äpfel 🍎' }],
    ['memory', { command: 'view', path: '/memories/a.md' }],
    ['memory', { command: 'view', path: '/memories/none.md' }],
    ['filesystem', { action: 'grep', pattern: 'Ä' }],
    ['filesystem', { action: 'delete', path: '/memories/a.md' }],
    ['javascript', { code: 'console.log(6 * 7); throw new Error("so")' }],
    ['look', { at: 5 }],
    ['publish', {}],
  ];
  for (const [name, input] of inputs) {
    const result = await call(name, input);
    const wanted = await direct(name, input);
    expect(timeless(result.content)).toEqual(timeless([{ type: 'text', text: wanted.content }]));
    expect(result.isError ?? false).toBe(wanted.isError ?? false);
  }
}

// Two runs of a script take their own time.
const timeless = (value: unknown) => JSON.stringify(value).replaceAll(/\d+(\.\d+)? ?m?s\b/g, 'TIME');

describe('a client of the SDK', () => {
  test('lists and calls the tools over the in-memory transport and reads what a direct call gives', async () => {
    await connectInMemory();
    await expectSameAsDirect();
  });

  test('does so over a MessageChannel', async () => {
    const { port1, port2 } = new MessageChannel();
    await Promise.all([server.connect(messagePortTransport(port1)), client.connect(messagePortTransport(port2))]);
    await expectSameAsDirect();
    const closed = new Promise<void>((resolve) => (server.server.onclose = resolve));
    await client.close();
    await closed;
  });

  test('is told what the tools do: by their policies, their options and their own word', async () => {
    await connectInMemory();
    const annotations = Object.fromEntries((await client.listTools()).tools.map(({ name, annotations }) => [name, annotations]));
    expect(annotations).toMatchObject({
      memory: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
      filesystem: { readOnlyHint: true, destructiveHint: false, openWorldHint: false }, // by its option
      web: { openWorldHint: true },
      wait: { readOnlyHint: false, destructiveHint: true, openWorldHint: true }, // nothing is known of it
      look: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    });
  });

  test('gets images as such', async () => {
    await connectInMemory();
    expect((await call('look', { at: { sky: 'up' } })).content).toEqual([
      { type: 'text', text: '{"at":{"sky":"up"}}' },
      { type: 'image', mimeType: 'image/png', data: 'AQID' },
    ]);
  });

  test('cancels a call', async () => {
    await connectInMemory();
    const user = new AbortController();
    const waiting = client.callTool({ name: 'wait', arguments: {} }, { signal: user.signal });
    await vi.waitFor(() => expect(did).toEqual(['wait']));
    user.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow(/enough/);
    await vi.waitFor(() => expect(did).toEqual(['wait', 'wait cancelled']));
  });

  test('is refused what the user refuses, and gets what the user allows', async () => {
    await connectInMemory();
    expect(await call('publish', {})).toMatchObject({ isError: true, content: [{ type: 'text', text: expect.stringContaining('not today') as unknown }] });
    expect(did).toEqual([]);
    decision = { allow: true };
    expect(await call('publish', {})).toMatchObject({ content: [{ type: 'text', text: 'published' }] });
    expect(did).toEqual(['publish']);
  });

  test('keeps the order of calls that it makes together', async () => {
    await connectInMemory();
    const path = '/memories/order.md';
    const [, seen] = await Promise.all([call('memory', { command: 'create', path, file_text: 'first' }), call('memory', { command: 'view', path })]);
    expect(JSON.stringify(seen.content)).toContain('first');
  });
});

describe('the list of tools', () => {
  test('follows the registry, and clients are told', async () => {
    const changes = vi.fn();
    client.setNotificationHandler('notifications/tools/list_changed', changes);
    await connectInMemory();
    await tools.unregister('look');
    await vi.waitFor(() => expect(registered.names()).not.toContain('look'));
    await vi.waitFor(() => expect(changes).toHaveBeenCalled());
    const names = async () => (await client.listTools()).tools.map(({ name }) => name);
    expect(await names()).not.toContain('look');
    await tools.registerAll([{ ...own[2]!, description: 'Looks again.' }]);
    await vi.waitFor(() => expect(registered.names()).toContain('look'));
    expect((await client.listTools()).tools.find(({ name }) => name === 'look')?.description).toBe('Looks again.');
  });

  test('is empty after unregister, and stays so', async () => {
    await connectInMemory();
    await registered.unregister();
    expect(registered.names()).toEqual([]);
    expect((await client.listTools()).tools).toEqual([]);
    await tools.unregister('look');
    expect((await client.listTools()).tools).toEqual([]);
  });

  test("leaves the server's other tools alone, and refuses one of the same name", async () => {
    server.registerTool('ping', { description: 'Answers.' }, () => ({ content: [{ type: 'text', text: 'pong' }] }));
    await connectInMemory();
    expect(await call('ping', {})).toMatchObject({ content: [{ text: 'pong' }] });
    await expect(registerMcpTools(server, tools, settings)).rejects.toThrow(/memory/);
    expect(registered.names()).toContain('memory');
    expect(await call('memory', { command: 'view', path: '/memories' })).not.toMatchObject({ isError: true });
  });
});
