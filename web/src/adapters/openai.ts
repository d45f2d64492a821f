/**
 * The tools for the OpenAI SDK, `openai`, and for servers that speak its Chat Completions.
 *
 * @packageDocumentation
 */
import type { RunnableToolFunctionWithoutParse } from 'openai/lib/RunnableFunction';
import type {
  ChatCompletionFunctionTool,
  ChatCompletionMessage,
  ChatCompletionMessageParam,
  ChatCompletionToolMessageParam,
} from 'openai/resources/chat/completions';
import type { FunctionTool, Response, ResponseInputItem } from 'openai/resources/responses/responses';
import type { ClientTools } from '../types.js';
import { sdkSession, type SdkSession } from './shared/session.js';
import { openSession, type AdapterSettings } from './shared/settings.js';
import { gatherTurns } from './shared/turns.js';

export type { AdapterSettings, RunOptions } from './shared/settings.js';
export type { SdkSession } from './shared/session.js';

/** For `chat.completions.create` and `.stream`: `run` takes the message of the model, and gives the messages that answer it. */
export type OpenAIChatSession = SdkSession<
  ChatCompletionFunctionTool,
  { tool_calls?: ChatCompletionMessage['tool_calls'] | undefined },
  ChatCompletionToolMessageParam
>;

/** The tools for a loop over `chat.completions.create` or `.stream`. */
export function openaiChatSession(client: ClientTools, settings: AdapterSettings): OpenAIChatSession {
  return sdkSession(client, 'openai_chat', settings, ({ tool_calls }) => tool_calls ?? []);
}

/** For `responses.create` and `.stream`: `run` takes the response of the model, and gives the input items that answer it. */
export type OpenAIResponsesSession = SdkSession<FunctionTool, Pick<Response, 'output'>, ResponseInputItem.FunctionCallOutput>;

/**
 * The tools for a loop over `responses.create` or `.stream`. Their definitions state
 * `strict: false`: left out, the API would take every optional parameter for required.
 */
export function openaiResponsesSession(client: ClientTools, settings: AdapterSettings): OpenAIResponsesSession {
  return sdkSession(client, 'openai_responses', settings, ({ output }) => output.filter(({ type }) => type === 'function_call'));
}

/**
 * The tools for `chat.completions.runTools`. The runner's own signal and `abort()`
 * cancel a call, so there is no need for one in the settings.
 */
export async function openaiTools(client: ClientTools, settings: AdapterSettings): Promise<RunnableToolFunctionWithoutParse[]> {
  const session = openSession(client, 'openai_chat', settings);
  const runInTurn = gatherTurns(session);
  const definitions = (await session.definitions()) as unknown as ChatCompletionFunctionTool[];
  const answered = new WeakSet<object>();
  return definitions.map(({ function: { name, description = '', parameters = {}, strict } }) => ({
    type: 'function',
    function: {
      name,
      description,
      parameters,
      ...(typeof strict === 'boolean' && { strict }),
      // Without parse: the registry says better than an exception what is wrong with broken JSON.
      // And what a tool does wrong is returned, since a throw ends the whole run. Only a call
      // that could not be made throws: that is the application's to know, not the model's.
      async function(args, runner) {
        const id = callId(runner.messages, name, args, answered);
        const call = { ...(id !== undefined && { id }), type: 'function', function: { name, arguments: args } };
        const { content } = (await runInTurn(call, runner.controller.signal)) as ChatCompletionToolMessageParam;
        return content;
      },
    },
  }));
}

/** The id of a call, which the runner does not tell: the first such call of the last turn that was not answered yet. */
function callId(messages: ChatCompletionMessageParam[], name: string, args: string, answered: WeakSet<object>): string | undefined {
  const turn = messages.filter((message) => message.role === 'assistant').at(-1);
  const found = turn?.tool_calls?.find(
    (call) => call.type === 'function' && call.function.name === name && call.function.arguments === args && !answered.has(call),
  );
  if (found) answered.add(found);
  return found?.id;
}
