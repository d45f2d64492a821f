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
  type: 'function';
  name: string;
  description: string;
  parameters: { type: 'object'; properties: Record<string, any>; required: string[]; additionalProperties: any };
  strict: false;
  /** Gives an error as text: the API has no other form for it, and a throw would end the run. */
  invoke(runContext: unknown, input: string, details?: OpenAIAgentsCallDetails): Promise<string | OpenAIAgentsOutputPart[]>;
  /** Always false: the client asks ({@link LoadOptions.approve}). */
  needsApproval(): Promise<boolean>;
  isEnabled(): Promise<boolean>;
}

/** What OpenAI Agents tells a tool of a call. */
export interface OpenAIAgentsCallDetails {
  toolCall?: { callId: string } | undefined;
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
