// What it costs to have one call of an application's own tool validated, run and answered, beside
// the ways in which Vercel's AI SDK and the MCP SDK do that, in Node. REPS (5) runs of CALLS (300).
import { interleave, save } from './harness.mjs';
import { loadClientTools } from '../dist/index.js';
import { generateText, isStepCount, jsonSchema, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';

const reps = Number(process.env.REPS ?? 5);
const calls = Number(process.env.CALLS ?? 300);

const inputSchema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'], additionalProperties: false };
const description = 'Says again what it is told.';
const input = { text: 'a sentence of some length that the model wants to hear again' };

const tools = await loadClientTools({ storage: 'memory', worker: false });
await tools.registerAll([{ name: 'echo', description, inputSchema, execute: ({ text }) => text }]);

// One tool turn of a model that asks once and is then done: what the SDK adds to the call itself.
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const model = (step) =>
  new MockLanguageModelV4({
    doGenerate: async ({ prompt }) =>
      step && prompt.at(-1).role !== 'tool'
        ? {
            content: [{ type: 'tool-call', toolCallId: 'one', toolName: 'echo', input: JSON.stringify(input) }],
            finishReason: { unified: 'tool-calls' },
            usage,
            warnings: [],
          }
        : { content: [{ type: 'text', text: 'done' }], finishReason: { unified: 'stop' }, usage, warnings: [] },
  });
const echo = tool({ description, inputSchema: jsonSchema(inputSchema), execute: async ({ text }) => text });
const generate = async (step) => {
  const { steps } = await generateText({ model: model(step), prompt: 'Say it again.', tools: { echo }, stopWhen: isStepCount(3) });
  if (steps.length !== (step ? 2 : 1)) throw new Error(`${steps.length} steps`);
};

const server = new McpServer({ name: 'bench', version: '1.0.0' });
server.registerTool('echo', { description, inputSchema: fromJsonSchema(inputSchema) }, async ({ text }) => ({ content: [{ type: 'text', text }] }));
const client = new Client({ name: 'bench', version: '1.0.0' });
const [left, right] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(left), client.connect(right)]);

/** Milliseconds of one call, the mean of many one after another. */
async function each(call) {
  for (let i = 0; i < 50; i++) await call();
  const begun = performance.now();
  for (let i = 0; i < calls; i++) await call();
  return (performance.now() - begun) / calls;
}

const context = { projectId: 'bench' };
const session = tools.session({ apiType: 'anthropic', project: { id: 'bench', enabledTools: ['echo'] } });
const figures = await interleave(reps, {
  'clienttools, executeClientSideTool': () => each(() => tools.executeClientSideTool('echo', input, ['echo'], {}, context)),
  'clienttools, a turn of 10 calls, each': async () => {
    const turn = Array.from({ length: 10 }, (_, i) => ({ type: 'tool_use', id: `call_${i}`, name: 'echo', input }));
    return (await each(() => session.run(turn))) / 10;
  },
  "MCP SDK, a client's callTool over its in-memory transport": () => each(() => client.callTool({ name: 'echo', arguments: input })),
  'AI SDK, generateText with one step of a tool': () => each(() => generate(true)),
  'AI SDK, generateText without a tool call': () => each(() => generate(false)),
});
console.log(
  Object.entries(figures)
    .map(([name, { median, low, high }]) => `${name}: ${median.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`)
    .join('\n'),
);
await save('dispatch', { unit: 'ms', figures });
await tools.close();
await client.close();
