// LangChain.js, `@langchain/core` 1. Its classes are arguments, so that it is the application's copy that makes the instances.
import type { ClientTools, JSONSchema } from '../types.js';
import { textWithError } from './shared/error-text.js';
import { neutralTools, type NeutralResult, type NeutralTool } from './shared/neutral.js';
import type { AdapterSettings } from './shared/settings.js';
export type { AdapterSettings } from './shared/settings.js';

/** What makes a tool: DynamicStructuredTool of `@langchain/core/tools`. */
export type LangChainToolClass<T> = new (fields: {
  name: string;
  description: string;
  schema: JSONSchema;
  responseFormat: 'content_and_artifact';
  func(input: unknown, manager: unknown, config?: unknown): Promise<[unknown, unknown]>;
}) => T;

/** What makes an answer: ToolMessage of `@langchain/core/messages`. */
export type LangChainMessageClass = new (fields: {
  status: 'error';
  content: string;
  artifact: LangChainArtifact;
  tool_call_id: string;
  name: string;
}) => unknown;

/** What stands beside the content of a ToolMessage, for the application: images and PDF files in base64, and whether the call failed. */
export interface LangChainArtifact {
  /** Whether the call failed. */
  isError: boolean;
  /** Images and files besides the text; `data` is base64. */
  files: { mimeType: string; data: string }[];
}

/** The classes of the application's LangChain, and what every adapter takes. */
export interface LangChainSettings<T> extends AdapterSettings {
  /** Of `@langchain/core/tools`. */
  DynamicStructuredTool: LangChainToolClass<T>;
  /** Of `@langchain/core/messages`. */
  ToolMessage: LangChainMessageClass;
}

/**
 * The enabled tools for `bindTools`, `createAgent` and ToolNode. Tools that are
 * registered or enabled later are not in it: make it anew.
 *
 * A call that fails gives a ToolMessage with status `error` and does not throw:
 * agents let most exceptions end the run.
 */
export async function langchainTools<T>(client: ClientTools, settings: LangChainSettings<T>): Promise<T[]> {
  return (await neutralTools(client, settings)).map((tool) => langchainTool(tool, settings));
}

interface Config {
  signal?: AbortSignal | undefined;
  toolCall?: { id?: string | undefined } | undefined;
}

function langchainTool<T>({ name, description, inputSchema, run }: NeutralTool, { DynamicStructuredTool, ToolMessage }: LangChainSettings<T>): T {
  const answer = async (input: unknown, { signal, toolCall }: Config = {}): Promise<[unknown, LangChainArtifact]> => {
    const result = await run(input, { id: toolCall?.id, signal });
    const artifact = { isError: result.isError, files: result.parts };
    const content = result.isError ? textWithError(result) : contentOf(result);
    if (!result.isError || toolCall?.id === undefined) return [content, artifact];
    return [new ToolMessage({ status: 'error', content: textWithError(result), artifact, tool_call_id: toolCall.id, name }), artifact];
  };
  const tool = new DynamicStructuredTool({
    name,
    description,
    schema: inputSchema,
    responseFormat: 'content_and_artifact',
    func: (input, _manager, config) => answer(input, config as Config | undefined),
  });
  return answeringInvalidInput(tool, answer);
}

/**
 * LangChain checks the input itself before `func` is called, and throws without
 * saying what is wrong. Such a call is answered by the registry, which says it.
 */
function answeringInvalidInput<T>(tool: T, answer: (input: unknown, config: Config) => Promise<[unknown, LangChainArtifact]>): T {
  type Invoke = (input: unknown, config?: Config) => Promise<unknown>;
  const invokable = tool as { invoke: Invoke };
  const invoke: Invoke = invokable.invoke.bind(tool);
  invokable.invoke = async (input, config = {}) => {
    try {
      return await invoke(input, config);
    } catch (error) {
      // ToolInputParsingException; its class is not among the arguments, and its name is not set.
      if (!(error instanceof Error) || typeof (error as { output?: unknown }).output !== 'string') throw error;
      const call = input as { type?: string; args?: unknown; id?: string };
      const isCall = typeof input === 'object' && input !== null && call.type === 'tool_call';
      const [content] = await answer(isCall ? call.args : input, isCall ? { ...config, toolCall: call } : config);
      return content;
    }
  };
  return tool;
}

function contentOf({ text, parts }: NeutralResult): unknown {
  if (parts.length === 0) return text;
  const files = parts.map(({ mimeType, data }) => ({ type: mimeType.startsWith('image/') ? 'image' : 'file', mimeType, data }));
  return text === '' ? files : [{ type: 'text', text }, ...files];
}
