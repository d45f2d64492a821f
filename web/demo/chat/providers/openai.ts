import type OpenAI from 'openai';
import type { AssistantEntry, Entry } from '../conversation.js';
import type { Endpoint } from './anthropic.js';
import { inputText, type Provider, type Turn, type TurnRequest } from './provider.js';

type Message = OpenAI.ChatCompletionMessageParam;
type Call = OpenAI.ChatCompletionMessageFunctionToolCall;

/** A model of OpenAI, or of any server that speaks its Chat Completions API. The SDK is loaded now and not with the page. */
export async function openAIProvider({ baseURL, apiKey, model }: Endpoint): Promise<Provider> {
  const { default: OpenAI } = await import('openai');
  // A local server needs no key, and the SDK insists on one.
  const client = new OpenAI({ apiKey: apiKey || 'none', ...(baseURL && { baseURL }), dangerouslyAllowBrowser: true, maxRetries: 1 });
  return {
    apiType: 'openai_chat',
    resultText: openAIResultText,
    async turn({ system, tools, entries, signal, onText, onCall }: TurnRequest): Promise<Turn> {
      const messages: Message[] = [...(system ? [{ role: 'system' as const, content: system }] : []), ...entries.flatMap(messagesOf)];
      const stream = await client.chat.completions.create(
        { model, messages, stream: true, ...(tools.length > 0 && { tools: tools as unknown as OpenAI.ChatCompletionTool[] }) },
        { signal },
      );
      let text = '';
      const calls: Call[] = [];
      for await (const chunk of stream) {
        const delta = chunk.choices[0]?.delta;
        if (delta?.content) {
          text += delta.content;
          onText(delta.content);
        }
        for (const piece of delta?.tool_calls ?? []) if (gather(calls, piece)) onCall(calls.at(-1)!.function.name);
      }
      // The iteration of an aborted stream ends as if it were whole.
      signal.throwIfAborted();
      return turnOf(text, calls);
    },
  };
}

/** Adds a piece of a call to the calls; true where it begins one. Not every server counts them or gives them ids. */
function gather(calls: Call[], piece: OpenAI.ChatCompletionChunk.Choice.Delta.ToolCall): boolean {
  const at = piece.index ?? (piece.id ? calls.length : Math.max(calls.length - 1, 0));
  const call = calls[at];
  if (call) {
    call.function.arguments += piece.function?.arguments ?? '';
    return false;
  }
  calls[at] = {
    id: piece.id || `call_${crypto.randomUUID()}`,
    type: 'function',
    function: { name: piece.function?.name ?? '', arguments: piece.function?.arguments ?? '' },
  };
  return true;
}

function turnOf(text: string, gathered: Call[]): Turn {
  const nativeCalls = gathered.filter(Boolean);
  return {
    text,
    calls: nativeCalls.map(({ id, function: { name, arguments: input } }) => ({ id, name, input: parsed(input) })),
    nativeCalls,
    native: [{ role: 'assistant', content: text || null, ...(nativeCalls.length > 0 && { tool_calls: nativeCalls }) }],
  };
}

function parsed(input: string): unknown {
  if (!input.trim()) return {};
  try {
    return JSON.parse(input) as unknown;
  } catch {
    return input;
  }
}

/** The text of a tool message. The API knows no error flag; the text says it. */
export function openAIResultText(result: unknown): { text: string; isError: boolean } {
  const { content } = result as OpenAI.ChatCompletionToolMessageParam;
  const text = typeof content === 'string' ? content : content.map((part) => part.text).join('\n');
  return { text, isError: text.startsWith('Error: ') };
}

function messagesOf(entry: Entry): Message[] {
  if (entry.kind === 'user') return [{ role: 'user', content: entry.text }];
  if (entry.native?.apiType === 'openai_chat') return [...(entry.native.turn as Message[]), ...(entry.native.results as Message[])];
  return assistantMessages(entry);
}

function assistantMessages({ text, calls }: AssistantEntry): Message[] {
  if (!text.trim() && calls.length === 0) return [];
  const tool_calls = calls.map(({ id, name, input }): Call => ({ id, type: 'function', function: { name, arguments: inputText(input) } }));
  return [
    { role: 'assistant', content: text || null, ...(tool_calls.length > 0 && { tool_calls }) },
    ...calls.map(({ id, output = '', status }): Message => {
      const content = status === 'success' || output.startsWith('Error: ') ? output : `Error: ${output}`;
      return { role: 'tool', tool_call_id: id, content };
    }),
  ];
}
