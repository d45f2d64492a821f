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

  const answer = async (tool: NeutralTool, { toolName, toolCallId, input }: AiSdkToolCall, addToolOutput: AiSdkAddToolOutput) => {
    const controller = new AbortController();
    running.add(controller);
    const to = { tool: toolName, toolCallId };
    try {
      const signal = eitherSignal(settings.signal, controller.signal);
      addToolOutput({ ...to, state: 'output-available', output: output(await tool.run(input, { id: toolCallId, signal })) });
    } catch (error) {
      if (controller.signal.aborted) stopped.add(toolCallId);
      addToolOutput({
        ...to,
        state: 'output-error',
        errorText: textWithError({ text: error instanceof Error ? error.message : String(error), isError: true }),
      });
    } finally {
      running.delete(controller);
    }
  };

  return {
    definitions: () => {
      tools = undefined; // a new request, perhaps with other tools
      return session.definitions();
    },
    run(call, addToolOutput) {
      void (tools ??= neutralTools(client, settings).then(inOrder)).then((tools) => {
        const tool = tools.find(({ name }) => name === call.toolName);
        if (tool) return answer(tool, call, addToolOutput);
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
