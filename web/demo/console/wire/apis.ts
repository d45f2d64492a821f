import type { ApiType } from 'clienttools';

/** The APIs whose shapes are shown, with their names. */
export const apis: readonly { type: ApiType; name: string }[] = [
  { type: 'anthropic', name: 'Anthropic Messages' },
  { type: 'openai_chat', name: 'OpenAI Chat Completions' },
  { type: 'openai_responses', name: 'OpenAI Responses' },
  { type: 'gemini', name: 'Gemini' },
  { type: 'bedrock', name: 'Bedrock Converse' },
  { type: 'mcp', name: 'MCP' },
];

/** One call of a tool, before it takes the shape of an API. */
export interface Call {
  id: string;
  name: string;
  /** An object, or the text that a model sent in its place. */
  input: unknown;
}

/** A call as the API sends it. */
export function callFor(api: ApiType, { id, name, input }: Call): unknown {
  const json = typeof input === 'string' ? input : JSON.stringify(input);
  switch (api) {
    case 'anthropic':
      return { type: 'tool_use', id, name, input };
    case 'openai_chat':
      return { id, type: 'function', function: { name, arguments: json } };
    case 'openai_responses':
      return { type: 'function_call', call_id: id, name, arguments: json };
    case 'gemini':
      return { functionCall: { id, name, args: input } };
    case 'bedrock':
      return { toolUse: { toolUseId: id, name, input } };
    case 'mcp':
      return { name, arguments: input };
  }
}
