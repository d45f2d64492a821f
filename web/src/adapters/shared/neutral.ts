import type { ClientTools, JSONSchema } from '../../types.js';
import { openSession, type AdapterSettings } from './settings.js';
import { gatherTurns } from './turns.js';

/** A tool for SDKs that have their own form of definitions and results. */
export interface NeutralTool {
  name: string;
  title: string;
  description: string;
  inputSchema: JSONSchema;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
  /**
   * Runs one call. Whatever the tool does there is a result; a rejection means
   * that the call could not be made, because the client was closed, say.
   */
  run(input: unknown, call?: { id?: string | undefined; signal?: AbortSignal | null | undefined }): Promise<NeutralResult>;
}

/** What a call gives the model. */
export interface NeutralResult {
  text: string;
  /** Images and PDF files besides the text; `data` is base64. */
  parts: { mimeType: string; data: string }[];
  isError: boolean;
}

type Block = { type: 'text'; text: string } | { type: 'image' | 'document'; source: { media_type: string; data: string } };
type Result = { content: string | Block[]; is_error?: boolean };

/** The enabled tools, in the order of registration. */
export async function neutralTools(client: ClientTools, settings: AdapterSettings): Promise<NeutralTool[]> {
  // MCP's definitions say most of a tool; Anthropic's calls have ids and its results say whether they failed.
  const definitions = (await openSession(client, 'mcp', settings).definitions()) as unknown as Omit<NeutralTool, 'run'>[];
  const runInTurn = gatherTurns(openSession(client, 'anthropic', settings));
  return definitions.map((definition) => ({
    ...definition,
    run: async (input, { id, signal } = {}) => {
      const call = { type: 'tool_use', ...(id !== undefined && { id }), name: definition.name, input };
      return neutral((await runInTurn(call, signal)) as Result);
    },
  }));
}

function neutral({ content, is_error = false }: Result): NeutralResult {
  const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  return {
    text: blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n'),
    parts: blocks.flatMap((block) => (block.type === 'text' ? [] : [{ mimeType: block.source.media_type, data: block.source.data }])),
    isError: is_error,
  };
}
