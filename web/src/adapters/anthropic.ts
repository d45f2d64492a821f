/**
 * The tools for the Anthropic SDK, `@anthropic-ai/sdk`.
 *
 * @packageDocumentation
 */
import type { MemoryToolHandlers } from '@anthropic-ai/sdk/helpers/beta/memory';
import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool';
import type { BetaToolResultContentBlockParam, BetaToolUnion } from '@anthropic-ai/sdk/resources/beta/messages/messages';
import type { Message, ToolResultBlockParam, ToolUnion } from '@anthropic-ai/sdk/resources/messages/messages';
import type { ClientTools } from '../types.js';
import { sdkSession, type SdkSession } from './shared/session.js';
import { openSession, type AdapterSettings } from './shared/settings.js';
import { gatherTurns, type RunInTurn } from './shared/turns.js';

export type { AdapterSettings, RunOptions } from './shared/settings.js';
export type { SdkSession } from './shared/session.js';

/** For `messages.create` and `messages.stream`: `run` takes the message of the model, and gives the content of the user message that answers it. */
export type AnthropicSession = SdkSession<ToolUnion, Pick<Message, 'content' | 'stop_reason'>, ToolResultBlockParam>;

/** The tools for a loop over `messages.create` or `messages.stream`. */
export function anthropicSession(client: ClientTools, settings: AdapterSettings): AnthropicSession {
  type Turn = Parameters<AnthropicSession['run']>[0];
  const session = sdkSession<ToolUnion, Turn, ToolResultBlockParam>(client, 'anthropic', settings, (turn) => toolUses(wholeBlocks(turn)));
  return {
    ...session,
    run: async (turn, options) => {
      const cutOff = toolUses(turn.content.slice(wholeBlocks(turn).length));
      return [...(await session.run(turn, options)), ...cutOff.map(({ id }) => cutOffResult(id))];
    },
  };
}

const toolUses = (content: Message['content']) =>
  content.flatMap((block) => (block.type === 'tool_use' ? [{ type: block.type, id: block.id, name: block.name, input: block.input }] : []));

// The SDK makes an object of as much of the input as came before the limit: a file
// would be written by half. The call is not run, and the model is told why.
const wholeBlocks = ({ content, stop_reason }: Pick<Message, 'content' | 'stop_reason'>) =>
  stop_reason === 'max_tokens' || stop_reason === 'model_context_window_exceeded' ? content.slice(0, -1) : content;

const cutOffResult = (id: string): ToolResultBlockParam => ({
  type: 'tool_result',
  tool_use_id: id,
  is_error: true,
  content: 'This call was not run: the token limit cut it off before its input was complete. Make it again with less in it, in several calls if need be.',
});

/**
 * The tools for `beta.messages.toolRunner`. Pass `thread: false` to the runner
 * unless the server keeps message threads: without it, from its second request on
 * the runner sends the results only, and what stands between it and the API would
 * have to know the rest. Pass the signal as `toolRunner(params, { signal })`.
 */
export async function anthropicTools(client: ClientTools, settings: AdapterSettings): Promise<(BetaRunnableTool<unknown> | BetaToolUnion)[]> {
  const session = openSession(client, 'anthropic', settings);
  const runInTurn = gatherTurns(session);
  const definitions = (await session.definitions()) as unknown as BetaToolUnion[];
  return definitions.map((definition) => {
    const name = 'name' in definition ? definition.name : '';
    // What runs on Anthropic's servers, such as their own web search, is sent as it is: a runnable tool would lose its settings.
    if (!client.has(name)) return definition;
    const runnable: Pick<BetaRunnableTool<unknown>, 'parse' | 'run'> = {
      parse: (input) => input,
      run: (input, context) => contentOf(runInTurn, { id: context?.toolUse.id, name, input }, context?.signal),
    };
    return { ...definition, ...runnable } as BetaRunnableTool<unknown>;
  });
}

/**
 * The handlers of the SDK's `betaMemoryTool`: the `memory` tool, over the project's
 * files. Using them enables `memory`, and no other tool; where `anthropicTools`
 * is used beside them, leave `memory` out of the tools enabled there. The SDK
 * hands no signal to handlers: give it in the settings.
 */
export function anthropicMemoryHandlers(client: ClientTools, settings: AdapterSettings): MemoryToolHandlers {
  const project = { ...settings.project, enabledTools: ['memory'] };
  const runInTurn = gatherTurns(openSession(client, 'anthropic', { ...settings, project }));
  const handle = (input: object) => contentOf(runInTurn, { name: 'memory', input });
  return { view: handle, create: handle, str_replace: handle, insert: handle, delete: handle, rename: handle };
}

async function contentOf(
  runInTurn: RunInTurn,
  { id, name, input }: { id?: string | undefined; name: string; input: unknown },
  signal?: AbortSignal | null | undefined,
): Promise<string | BetaToolResultContentBlockParam[]> {
  const call = { type: 'tool_use', ...(id !== undefined && { id }), name, input };
  const { content = '', is_error } = (await runInTurn(call, signal)) as { content?: string | BetaToolResultContentBlockParam[]; is_error?: boolean };
  // What is thrown, the SDK makes a result with is_error of, whose text is "Error: " and the message.
  if (is_error) throw new Error(String(content).replace(/^Error: /, ''));
  return content;
}
