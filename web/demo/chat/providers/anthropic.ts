import type Anthropic from '@anthropic-ai/sdk';
import type { AssistantEntry, Entry } from '../conversation.js';
import { anthropicResultText } from './anthropic-result.js';
import { inputObject, type Provider, type TurnRequest, type Turn } from './provider.js';

/** Where a model is and which one. An empty address is the vendor's own. */
export interface Endpoint {
  baseURL: string;
  apiKey: string;
  model: string;
}

const maxTokens = 16_000;

/** Claude over the Messages API. The SDK is loaded now and not with the page. */
export async function anthropicProvider({ baseURL, apiKey, model }: Endpoint): Promise<Provider> {
  const { default: Anthropic } = await import('@anthropic-ai/sdk');
  const client = new Anthropic({ apiKey, ...(baseURL && { baseURL }), dangerouslyAllowBrowser: true, maxRetries: 1 });
  return {
    apiType: 'anthropic',
    resultText: anthropicResultText,
    async turn({ system, tools, entries, signal, onText, onCall }: TurnRequest): Promise<Turn> {
      const stream = client.messages.stream(
        {
          model,
          max_tokens: maxTokens,
          messages: entries.flatMap(messagesOf),
          ...(system && { system }),
          ...(tools.length > 0 && { tools: tools as unknown as Anthropic.Tool[] }),
        },
        { signal },
      );
      stream.on('text', onText);
      stream.on('streamEvent', (event) => {
        if (event.type === 'content_block_start' && event.content_block.type === 'tool_use') onCall(event.content_block.name);
      });
      const { content } = await stream.finalMessage();
      const nativeCalls = content.filter((block) => block.type === 'tool_use');
      return {
        text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
        calls: nativeCalls.map(({ id, name, input }) => ({ id, name, input })),
        nativeCalls,
        native: [{ role: 'assistant', content }],
      };
    },
  };
}

function messagesOf(entry: Entry): Anthropic.MessageParam[] {
  if (entry.kind === 'user') return [{ role: 'user', content: entry.text }];
  const results = entry.native?.apiType === 'anthropic' ? entry.native.results : entry.calls.map(resultOf);
  const turn = entry.native?.apiType === 'anthropic' ? (entry.native.turn as Anthropic.MessageParam[]) : turnOf(entry);
  return [...turn, ...(results.length > 0 ? [{ role: 'user' as const, content: results as Anthropic.ToolResultBlockParam[] }] : [])];
}

function turnOf({ text, calls }: AssistantEntry): Anthropic.MessageParam[] {
  const content: Anthropic.ContentBlockParam[] = [
    ...(text.trim() ? [{ type: 'text' as const, text }] : []),
    ...calls.map(({ id, name, input }) => ({ type: 'tool_use' as const, id, name, input: inputObject(input) })),
  ];
  // The API takes no empty turn, as one that failed at its start is.
  return content.length > 0 ? [{ role: 'assistant', content }] : [];
}

function resultOf({ id, output = '', status }: AssistantEntry['calls'][number]): Anthropic.ToolResultBlockParam {
  return { type: 'tool_result', tool_use_id: id, content: output, ...(status !== 'success' && { is_error: true }) };
}
