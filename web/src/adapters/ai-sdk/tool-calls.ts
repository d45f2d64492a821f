import type { ClientTools, ToolDefinition } from '../../types.js';
import { textWithError } from '../shared/error-text.js';
import { neutralTools, type NeutralTool } from '../shared/neutral.js';
import { eitherSignal, openSession, type AdapterSettings } from '../shared/settings.js';
import { inOrder } from './in-order.js';
import { output, type AiSdkToolOutput } from './output.js';

/** A call as `onToolCall` of useChat gets it. */
export interface AiSdkToolCall {
  /** The tool. */
  toolName: string;
  /** The id that the model gave the call. */
  toolCallId: string;
  /** What the model gave. */
  input: unknown;
}

/** `addToolOutput` of useChat. */
export type AiSdkAddToolOutput = (
  answer: { tool: string; toolCallId: string } & ({ state: 'output-available'; output: AiSdkToolOutput } | { state: 'output-error'; errorText: string }),
) => unknown;

/** Runs the calls of useChat whose loop is on a server. One for a chat. */
export interface AiSdkToolCalls {
  /** What the server makes its ToolSet of (aiSdkDeclaredTools): send it with each request. */
  definitions(): Promise<ToolDefinition[]>;
  /**
   * For `onToolCall`: runs a call and hands over what it gave. Calls of tools that
   * are not enabled here are left to the application. It gives nothing to wait
   * for: waiting in `onToolCall` would hold up the chat that waits for the output.
   */
  run(call: AiSdkToolCall, addToolOutput: AiSdkAddToolOutput): void;
  /** For the stop button, besides `stop` of useChat: cancels the calls that run. The chat gets an error as output of each. */
  stop(): void;
  /**
   * Makes a condition for `sendAutomaticallyWhen` of the AI SDK's
   * (lastAssistantMessageIsCompleteWithToolCalls) that stays false where calls
   * were stopped: the user wants no answer then.
   */
  unlessStopped<M extends { messages: readonly { parts: readonly unknown[] }[] }>(
    condition: (options: M) => boolean | PromiseLike<boolean>,
  ): (options: M) => boolean | PromiseLike<boolean>;
}

/** The calls of one chat made with useChat. */
export function aiSdkToolCalls(client: ClientTools, settings: AdapterSettings): AiSdkToolCalls {
  const session = openSession(client, 'mcp', settings);
  const running = new Set<AbortController>();
  const stopped = new Set<string>();
  let tools: Promise<NeutralTool[]> | undefined;

  type Answer = { state: 'output-available'; output: AiSdkToolOutput } | { state: 'output-error'; errorText: string };

  /** What to tell the chat of a call; undefined where the tool is none of ours. */
  const answer = async ({ toolName, toolCallId, input }: AiSdkToolCall, signal: AbortSignal): Promise<Answer | undefined> => {
    try {
      const tool = (await (tools ??= neutralTools(client, settings).then(inOrder))).find(({ name }) => name === toolName);
      if (!tool) return undefined;
      const either = eitherSignal(settings.signal, signal);
      return { state: 'output-available', output: output(await tool.run(input, { id: toolCallId, signal: either })) };
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      return { state: 'output-error', errorText: textWithError({ text, isError: true }) };
    }
  };

  return {
    definitions: () => {
      tools = undefined; // a new request, perhaps with other tools
      return session.definitions();
    },
    run(call, addToolOutput) {
      const controller = new AbortController();
      running.add(controller);
      void answer(call, controller.signal).then((answer) => {
        running.delete(controller);
        if (!answer) return;
        if (controller.signal.aborted) stopped.add(call.toolCallId);
        addToolOutput({ tool: call.toolName, toolCallId: call.toolCallId, ...answer });
      });
    },
    stop() {
      for (const controller of running) controller.abort(new Error('the user stopped the call'));
    },
    unlessStopped: (condition) => (options) => {
      const parts = options.messages.at(-1)?.parts ?? [];
      return parts.some((part) => stopped.has((part as { toolCallId?: string }).toolCallId ?? '')) ? false : condition(options);
    },
  };
}
