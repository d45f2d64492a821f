// useChat in a page: React, with the agent in the page, and with the agent on a server.
import { createOpenAI } from '@ai-sdk/openai';
import { useChat } from '@ai-sdk/react';
import {
  convertToModelMessages,
  createUIMessageStreamResponse,
  DefaultChatTransport,
  DirectChatTransport,
  isStepCount,
  isToolUIPart,
  lastAssistantMessageIsCompleteWithToolCalls,
  streamText,
  ToolLoopAgent,
  toUIMessageStream,
  type UIMessage,
} from 'ai';
import { createElement, useEffect, useMemo, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { aiSdkDeclaredTools, aiSdkToolCalls, aiSdkTools } from '../../../../src/adapters/ai-sdk.js';
import type { ToolDefinition } from '../../../../src/index.js';
import type { App, Loop } from '../play.js';

const model = ({ url }: App) => createOpenAI({ baseURL: `${url}/v1`, apiKey: 'none' });

/** What a component tells the test. */
interface Outcome {
  said(text: string): void;
  failed(reason: unknown): void;
}

/** Renders a component until it has an outcome. */
async function untilOutcome(component: (outcome: Outcome) => ReactNode): Promise<string> {
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  try {
    return await new Promise<string>((said, failed) => root.render(component({ said, failed })));
  } finally {
    root.unmount();
  }
}

/** What useChat gives, whatever the types of its messages. */
interface Chatting {
  messages: unknown[];
  status: string;
  error: Error | undefined;
  sendMessage(message: { text: string }): Promise<void>;
}

/** What the component does besides chatting: it asks, presses stop, and tells how it went. */
function useOutcome(chat: Chatting, { prompt, signal }: App, stop: () => void, { said, failed }: Outcome): void {
  useEffect(() => {
    signal.addEventListener('abort', stop);
    void chat.sendMessage({ text: prompt });
  }, []);
  useEffect(() => {
    if (chat.error) failed(chat.error);
    else if (chat.status !== 'ready') return;
    else if (signal.aborted && allAnswered(chat.messages))
      setTimeout(() => failed(signal.reason), 300); // time to ask once more, which it must not
    else if (!signal.aborted && textOfLastStep(chat.messages) !== undefined) said(textOfLastStep(chat.messages) ?? '');
  });
}

const lastParts = (messages: unknown[]) => (messages as UIMessage[]).filter(({ role }) => role === 'assistant').at(-1)?.parts ?? [];
const allAnswered = (messages: unknown[]) =>
  lastParts(messages)
    .filter(isToolUIPart)
    .every(({ state }) => state.startsWith('output-'));

/** The text of the last step; undefined as long as it has calls. */
function textOfLastStep(messages: unknown[]): string | undefined {
  const parts = lastParts(messages);
  const step = parts.slice(parts.map(({ type }) => type).lastIndexOf('step-start') + 1);
  if (step.length === 0 || step.some(isToolUIPart)) return undefined;
  return step.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

export const aiSdkDirectChat: Loop = {
  name: 'AI SDK useChat, agent in the page, OpenAI responses',
  api: 'openai_responses',
  pictures: true,
  async run(app) {
    const tools = await aiSdkTools(app.client, app.settings);
    const agent = new ToolLoopAgent({ model: model(app).responses('gpt-test'), tools, stopWhen: isStepCount(10) });
    function Chat({ outcome }: { outcome: Outcome }) {
      const transport = useMemo(() => new DirectChatTransport({ agent }), []);
      const chat = useChat({ transport });
      const stop = () => void chat.stop().then(() => outcome.failed(app.signal.reason));
      useOutcome(chat, app, stop, outcome);
      return null;
    }
    return untilOutcome((outcome) => createElement(Chat, { outcome }));
  },
};

/** The route of a server that has the key and runs the loop, but no tools. */
async function route(app: App, request: Request): Promise<Response> {
  const { messages, tools: definitions } = (await request.json()) as { messages: UIMessage[]; tools: ToolDefinition[] };
  const tools = aiSdkDeclaredTools(definitions);
  const result = streamText({
    model: model(app).chat('gpt-test'),
    tools,
    messages: await convertToModelMessages(messages, { tools }),
    abortSignal: request.signal,
  });
  return createUIMessageStreamResponse({ stream: toUIMessageStream({ stream: result.stream, tools }) });
}

export const aiSdkServerChat: Loop = {
  name: 'AI SDK useChat, agent on a server, OpenAI chat completions',
  api: 'openai_chat',
  // As text of base64, see ai-sdk.ts.
  pictures: true,
  async run(app) {
    const fetchRoute = (url: string | URL | Request, init?: RequestInit) => route(app, new Request(url, init));
    function Chat({ outcome }: { outcome: Outcome }) {
      const calls = useMemo(() => aiSdkToolCalls(app.client, app.settings), []);
      const transport = useMemo(
        () => new DefaultChatTransport({ api: '/api/chat', fetch: fetchRoute as typeof fetch, body: async () => ({ tools: await calls.definitions() }) }),
        [],
      );
      const chat = useChat({
        transport,
        sendAutomaticallyWhen: calls.unlessStopped(lastAssistantMessageIsCompleteWithToolCalls),
        onToolCall({ toolCall }) {
          calls.run(toolCall, chat.addToolOutput);
        },
      });
      const stop = () => {
        calls.stop();
        void chat.stop();
      };
      useOutcome(chat, app, stop, outcome);
      return null;
    }
    return untilOutcome((outcome) => createElement(Chat, { outcome }));
  },
};
