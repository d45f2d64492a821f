// OpenAI Agents, `@openai/agents` 0.20. Nothing of it is imported: a FunctionTool is a plain object.
import type { ClientTools } from '../types.js';
import { textWithError } from './shared/error-text.js';
import { neutralTools, type NeutralResult, type NeutralTool } from './shared/neutral.js';
import type { AdapterSettings } from './shared/settings.js';
export type { AdapterSettings } from './shared/settings.js';

/** A part of an output that is more than text; `data` is base64. */
export type OpenAIAgentsOutputPart =
  | { type: 'text'; text: string }
  | { type: 'image'; image: { data: string; mediaType: string } }
  | { type: 'file'; file: { data: string; mediaType: string; filename: string } };

/** A FunctionTool, ready for `new Agent({ tools })`. */
export interface OpenAIAgentsTool {
  /** A function of ours. */
  type: 'function';
  /** What the model calls. */
  name: string;
  /** What the model reads about the tool. */
  description: string;
  /** The schema for the model; the tool itself checks its input. */
  parameters: { type: 'object'; properties: Record<string, any>; required: string[]; additionalProperties: any };
  /** The schemas are not of the subset that strict mode takes. */
  strict: false;
  /** Gives an error as text: the API has no other form for it, and a throw would end the run. */
  invoke(runContext: unknown, input: string, details?: OpenAIAgentsCallDetails): Promise<string | OpenAIAgentsOutputPart[]>;
  /** Always false: the client asks (`approve` of its LoadOptions). */
  needsApproval(): Promise<boolean>;
  /** Always true: a tool that is not enabled is not in the list. */
  isEnabled(): Promise<boolean>;
}

/** What OpenAI Agents tells a tool of a call. */
export interface OpenAIAgentsCallDetails {
  /** The call as the model made it. */
  toolCall?: { callId: string } | undefined;
  /** Aborts when the run is cancelled. */
  signal?: AbortSignal | undefined;
}

/**
 * The enabled tools for `new Agent({ tools })`. Tools that are registered or
 * enabled later are not in it: make it anew.
 */
export async function openaiAgentsTools(client: ClientTools, settings: AdapterSettings): Promise<OpenAIAgentsTool[]> {
  return (await neutralTools(client, settings)).map(functionTool);
}

// Made here and not by the SDK's tool(): arguments that are no JSON get here so,
// and the registry can tell the model where they break.
function functionTool({ name, description, inputSchema, run }: NeutralTool): OpenAIAgentsTool {
  const { properties = {}, required = [], additionalProperties = true } = inputSchema;
  return {
    type: 'function',
    name,
    description,
    parameters: { ...inputSchema, properties, required, additionalProperties },
    strict: false,
    invoke: async (_context, input, { toolCall, signal } = {}) => output(await run(input, { id: toolCall?.callId, signal })),
    needsApproval: () => Promise.resolve(false),
    isEnabled: () => Promise.resolve(true),
  };
}

function output(result: NeutralResult): string | OpenAIAgentsOutputPart[] {
  const text = textWithError(result);
  if (result.parts.length === 0) return text;
  const parts = result.parts.map(({ mimeType, data }): OpenAIAgentsOutputPart => {
    if (mimeType.startsWith('image/')) return { type: 'image', image: { data, mediaType: mimeType } };
    return { type: 'file', file: { data, mediaType: mimeType, filename: 'file.pdf' } };
  });
  return text === '' ? parts : [{ type: 'text', text }, ...parts];
}
