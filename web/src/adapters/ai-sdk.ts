// Vercel's AI SDK, `ai` 7. Nothing of it is imported: a ToolSet is plain objects.
import type { ClientTools, JSONSchema, ToolDefinition } from '../types.js';
import { inOrder } from './ai-sdk/in-order.js';
import { modelOutput, output, type AiSdkModelOutput, type AiSdkToolOutput } from './ai-sdk/output.js';
import { neutralTools, type NeutralTool } from './shared/neutral.js';
import type { AdapterSettings } from './shared/settings.js';
import { passingSchema, type PassingSchema } from './shared/standard-schema.js';
export type { AdapterSettings } from './shared/settings.js';
export type { AiSdkModelOutput, AiSdkToolOutput } from './ai-sdk/output.js';
export { aiSdkToolCalls, type AiSdkAddToolOutput, type AiSdkToolCall, type AiSdkToolCalls } from './ai-sdk/tool-calls.js';

/** A tool without `execute`: the page runs its calls. */
export interface AiSdkDeclaredTool {
  /** Its input has no static type. */
  type: 'dynamic';
  /** What the model reads about the tool. */
  description: string;
  /** The schema for the model; the tool itself checks its input. */
  inputSchema: PassingSchema;
  /** What the model gets of an output. */
  toModelOutput(options: { output: unknown }): AiSdkModelOutput;
}

/** A tool that the AI SDK runs. */
export interface AiSdkTool extends AiSdkDeclaredTool {
  /** Throws what the model shall see as an error; the AI SDK makes an error result of it. */
  execute(input: unknown, options: AiSdkCallOptions): Promise<AiSdkToolOutput>;
}

/** What the AI SDK tells a tool of a call. */
export interface AiSdkCallOptions {
  /** The id that the model gave the call. */
  toolCallId: string;
  /** Aborts when the generation is stopped. */
  abortSignal?: AbortSignal | undefined;
  /** The conversation: the URLs of its user messages may be fetched. */
  messages?: readonly unknown[] | undefined;
}

/**
 * The enabled tools as a ToolSet for streamText, generateText and ToolLoopAgent.
 * Tools that are registered or enabled later are not in it: make it anew.
 *
 * Where `context.knownTexts` is left out, the texts of the conversation's user
 * messages take its place, so that the `web` tool may fetch the URLs in them.
 */
export async function aiSdkTools(client: ClientTools, settings: AdapterSettings): Promise<Record<string, AiSdkTool>> {
  const userTexts: string[] = [];
  const known = settings.context?.knownTexts ? settings : { ...settings, context: { ...settings.context, knownTexts: userTexts } };
  const tools = inOrder(await neutralTools(client, known));
  return Object.fromEntries(
    tools.map((tool) => [
      tool.name,
      {
        ...declared(tool),
        execute: async (input, { toolCallId, abortSignal, messages = [] }) => {
          userTexts.splice(0, userTexts.length, ...textsOfUser(messages));
          return output(await tool.run(input, { id: toolCallId, signal: abortSignal }));
        },
      },
    ]),
  );
}

/**
 * The tools of a page as a ToolSet for the server that talks to the model: what
 * {@link AiSdkToolCalls.definitions} gave, as it came with the request. The page
 * decides what is in it, as it does of the messages.
 */
export function aiSdkDeclaredTools(definitions: ToolDefinition[]): Record<string, AiSdkDeclaredTool> {
  return Object.fromEntries((definitions as unknown as NeutralTool[]).map((definition) => [definition.name, declared(definition)]));
}

function declared({ description, inputSchema }: Pick<NeutralTool, 'description' | 'inputSchema'>): AiSdkDeclaredTool {
  return { type: 'dynamic', description, inputSchema: aiSdkSchema(inputSchema), toModelOutput: ({ output }) => modelOutput(output as AiSdkToolOutput) };
}

// Of a Standard Schema the AI SDK closes all objects (additionalProperties: false),
// also those that a tool wants open. Of its own form it sends the schema as it is;
// the mark is a registered symbol, there so that copies of the SDK understand each other.
function aiSdkSchema(inputSchema: JSONSchema): PassingSchema {
  return Object.assign(passingSchema(inputSchema), { [Symbol.for('vercel.ai.schema')]: true, jsonSchema: inputSchema, validate: undefined });
}

type UserMessage = { role?: string; content?: string | { type?: string; text?: string }[] };

function textsOfUser(messages: readonly unknown[]): string[] {
  return (messages as UserMessage[])
    .filter(({ role }) => role === 'user')
    .flatMap(({ content = [] }) => (typeof content === 'string' ? [content] : content.flatMap(({ text }) => (text === undefined ? [] : [text]))));
}
