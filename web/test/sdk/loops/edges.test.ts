// What conversations do not show of the adapters to agents: images, inputs that do
// not fit, calls that the model says one after the other, URLs of the user.
import { HumanMessage, ToolMessage } from '@langchain/core/messages';
import { DynamicStructuredTool } from '@langchain/core/tools';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aiSdkTools } from '../../../src/adapters/ai-sdk.js';
import { langchainTools } from '../../../src/adapters/langchain.js';
import { openaiAgentsTools } from '../../../src/adapters/openai-agents.js';
import type { ClientTools, ToolContext } from '../../../src/index.js';
import { built } from '../../node/built.js';
import type { Loop } from './play.js';
import { aiSdkAgent, aiSdkStream } from './sdks/ai-sdk.js';
import { langchainAgent } from './sdks/langchain.js';
import { openaiAgentsResponses } from './sdks/openai-agents.js';
import { startModel } from './server.js';

const png = 'iVBORw0KGgo=';
const settings = { project: { id: 'p', enabledTools: ['memory', 'paint', 'slow', 'context'] } };
const did: string[] = [];
const contexts: ToolContext[] = [];
let client: ClientTools;

beforeAll(async () => {
  client = await (await built()).loadClientTools({ storage: 'memory' });
  const inputSchema = { type: 'object' as const };
  await client.registerAll([
    {
      name: 'paint',
      description: 'Paints.',
      inputSchema: { type: 'object', required: ['what'], properties: { what: { type: 'string' }, labels: { type: 'object', properties: {} } } },
      execute: () => ({ content: 'painted', parts: [{ mimeType: 'image/png', data: Uint8Array.from(atob(png), (c) => c.charCodeAt(0)) }] }),
    },
    {
      name: 'slow',
      description: 'Takes its time.',
      inputSchema,
      async execute({ name }) {
        did.push(`${String(name)} begins`);
        await new Promise((done) => setTimeout(done, 20));
        did.push(`${String(name)} ends`);
        return 'done';
      },
    },
    { name: 'context', description: 'Looks around.', inputSchema, execute: (_input, _options, context) => (contexts.push(context), 'seen') },
  ]);
});
afterAll(() => client?.close());

describe('an image of a result', () => {
  test.each<[Loop, RegExp]>([
    [aiSdkStream, /"tool_result",.*"type":"image","source":\{"type":"base64","media_type":"image\/png","data":"iVBORw0KGgo="/],
    [aiSdkAgent, /"function_call_output",.*"type":"input_image","image_url":"data:image\/png;base64,iVBORw0KGgo="/],
    [openaiAgentsResponses, /"type":"input_image",.*"image_url":"data:image\/png;base64,iVBORw0KGgo="/],
    [langchainAgent, /"type":"input_image",.*"image_url":"data:image\/png;base64,iVBORw0KGgo="/],
  ])('gets to the model: $name', async (loop, form) => {
    const model = await startModel([{ call: [{ name: 'paint', input: { what: 'a tree' } }] }, { say: 'A tree.' }]);
    try {
      expect(await loop.run({ client, settings, url: model.url, prompt: 'Paint.', signal: new AbortController().signal })).toBe('A tree.');
      expect(JSON.stringify(model.asked.at(-1)?.body)).toMatch(form);
    } finally {
      await model.close();
    }
  });
});

describe('LangChain', () => {
  const made = async () => {
    const tools = await langchainTools(client, { ...settings, DynamicStructuredTool, ToolMessage });
    return (name: string) => tools.find((tool) => tool.name === name)!;
  };

  test('is told by the registry what is wrong with an input', async () => {
    const paint = (await made())('paint');
    const message = (await paint.invoke({ type: 'tool_call', id: 'c1', name: 'paint', args: { what: 5 } })) as unknown as ToolMessage;
    expect(message).toBeInstanceOf(ToolMessage);
    expect(message).toMatchObject({ status: 'error', tool_call_id: 'c1', name: 'paint', artifact: { isError: true } });
    expect(message.text).toMatch(/^Error: .*what must be/s);
    expect(await paint.invoke({ what: 5 })).toMatch(/^Error: .*what must be/s);
  });

  test('gets text without a call, and a message with an artifact for one', async () => {
    const tool = await made();
    expect(await tool('context').invoke({})).toBe('seen');
    const message = (await tool('paint').invoke({ type: 'tool_call', id: 'c2', name: 'paint', args: { what: 'a tree' } })) as unknown as ToolMessage;
    expect(message).toMatchObject({ status: 'success', tool_call_id: 'c2', artifact: { isError: false, files: [{ mimeType: 'image/png', data: png }] } });
    expect(new HumanMessage('x')).not.toBeInstanceOf(ToolMessage); // the check above can fail
  });

  test('throws what is no result: a client that was closed', async () => {
    const other = await (await built()).loadClientTools({ storage: 'memory' });
    const [memory] = await langchainTools(other, { project: settings.project, DynamicStructuredTool, ToolMessage });
    await other.close();
    await expect(memory!.invoke({ command: 'view', path: '/memories' })).rejects.toThrow(/closed/);
  });
});

describe('the AI SDK', () => {
  const call = (id: string) => ({ toolCallId: id, messages: [] });

  test('may start calls one after the other: they keep their order', async () => {
    const tools = await aiSdkTools(client, settings);
    did.length = 0;
    const first = tools['slow']!.execute({ name: 'first' }, call('1'));
    await new Promise((done) => setTimeout(done, 5));
    const second = tools['slow']!.execute({ name: 'second' }, call('2'));
    await Promise.all([first, second]);
    expect(did).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
    await expect(tools['paint']!.execute({}, call('3'))).rejects.toThrow(/^(?!Error: ).*what is required/); // the SDK adds it
    expect(await tools['slow']!.execute({ name: 'third' }, call('4'))).toBe('done'); // after one that failed
  });

  test("lets the web tool know the URLs of the user's messages, and of no others", async () => {
    const tools = await aiSdkTools(client, settings);
    const messages = [
      { role: 'user', content: 'See https://a.example/' },
      { role: 'assistant', content: 'https://b.example/ is better' },
      { role: 'user', content: [{ type: 'text', text: 'And https://c.example/' }, { type: 'image' }] },
    ];
    contexts.length = 0;
    await tools['context']!.execute({}, { toolCallId: '1', messages });
    await tools['context']!.execute({}, { toolCallId: '2' });
    const chosen = await aiSdkTools(client, { ...settings, context: { knownTexts: ['https://d.example/'] } });
    await chosen['context']!.execute({}, { toolCallId: '3', messages });
    expect(contexts.map(({ knownTexts }) => knownTexts ?? [])).toEqual([['See https://a.example/', 'And https://c.example/'], [], ['https://d.example/']]);
  });

  test('sends open objects of a schema as open', async () => {
    const { paint } = await aiSdkTools(client, settings);
    expect(paint?.inputSchema).toMatchObject({ jsonSchema: { properties: { labels: { type: 'object', properties: {} } } } });
    expect(JSON.stringify(paint?.inputSchema)).not.toContain('additionalProperties');
  });
});

test('OpenAI Agents: arguments that are no JSON are told where they break', async () => {
  const [memory] = await openaiAgentsTools(client, settings);
  expect(await memory!.invoke(undefined, '{"command":"vi')).toMatch(/^Error: .*not valid JSON.*character/);
  expect(await memory!.invoke(undefined, '{"command":"view","path":"/memories"}')).not.toMatch(/^Error/);
});
