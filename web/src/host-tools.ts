import type { CoreCall } from './connection.js';
import { ClientToolsError, CodedError } from './errors.js';
import type { ExecuteToolArgs, HostPart, HostTool, OverrideArgs, PromptArgs } from './gen/types.js';
import type { ClientSideTool, JSONSchema, ProgressUpdate, SystemPromptContext, ToolContext, ToolOptions, ToolResult } from './types.js';

const dataFields = [
  'displayName',
  'displaySubtitle',
  'category',
  'userFacing',
  'internal',
  'optionDefinitions',
  'iconInput',
  'iconOutput',
  'policy',
  'annotations',
] as const;

/** The tools that the application defines. Their functions stay here; the core asks for what they give. */
export class HostTools {
  readonly #tools = new Map<string, ClientSideTool>();
  readonly #call: () => CoreCall;

  constructor(call: () => CoreCall) {
    this.#call = call;
  }

  /** What to register of the tools. Throws `invalid_argument` for what is no tool. */
  describe(tools: ClientSideTool[]): HostTool[] {
    if (!Array.isArray(tools)) throw new ClientToolsError('invalid_argument', 'registerAll wants an array of tools');
    return tools.map(describe);
  }

  /** Keeps tools that the core took. */
  add(tools: ClientSideTool[]): void {
    for (const tool of tools) this.#tools.set(tool.name, tool);
  }

  remove(name: string): void {
    this.#tools.delete(name);
  }

  clear(): void {
    this.#tools.clear();
  }

  /** What the tool's own renderers make of a call; undefined where the tool is none of these. */
  render(name: string, { input, output, isError = false }: { input?: unknown; output?: string; isError?: boolean }) {
    const tool = this.#tools.get(name);
    if (!tool) return undefined;
    const rendered: { input?: string; output?: string } = {};
    if (tool.renderInput && input !== undefined) rendered.input = tool.renderInput(input as Record<string, unknown>);
    if (tool.renderOutput && output !== undefined) rendered.output = tool.renderOutput(output, isError);
    return rendered;
  }

  /** Answers the core's question for one part of a tool, as JSON. */
  async answer(name: string, part: string, args: string, signal: AbortSignal): Promise<string> {
    const tool = this.#tools.get(name);
    if (!tool) throw new CodedError('unknown_tool', `the application has no tool ${name}`);
    const given = JSON.parse(args) as ExecuteToolArgs & OverrideArgs & PromptArgs;
    switch (part) {
      case 'description':
        return answerJSON(valueOf(tool.description, given.options));
      case 'inputSchema':
        return answerJSON(valueOf<JSONSchema, [ToolOptions]>(tool.inputSchema, given.options));
      case 'override':
        return answerJSON(tool.getApiOverride?.(given.apiType, given.options));
      case 'systemPrompt':
        return answerJSON(await valueOf(tool.systemPrompt, given.context as SystemPromptContext, given.options));
      case 'execute': {
        const context: ToolContext = { ...(given.context as ToolContext), signal, progress: (update) => this.#progress(given.call, update) };
        return answerJSON(wireResult(await tool.execute(given.input as Record<string, unknown>, given.options, context)));
      }
      default:
        throw new CodedError('invalid_argument', `a tool has no part ${part}`);
    }
  }

  #progress(call: string, update: ProgressUpdate): void {
    // The tool does not wait, and a call that has ended meanwhile is no error of its.
    this.#call()('tool.progress', { call, ...update }).catch(() => {});
  }
}

function describe(tool: ClientSideTool): HostTool {
  const name = (tool as Partial<ClientSideTool> | null)?.name;
  if (typeof name !== 'string') throw new ClientToolsError('invalid_argument', 'a tool needs a name');
  const wrong = (field: string, want: string) =>
    new ClientToolsError('invalid_argument', `tool ${name}: ${field} must be ${want}`, { details: { tool: name, field } });
  if (typeof tool.execute !== 'function') throw wrong('execute', 'a function');
  if (typeof tool.description !== 'string' && typeof tool.description !== 'function') throw wrong('description', 'a string or a function');
  if (typeof tool.inputSchema !== 'object' && typeof tool.inputSchema !== 'function') throw wrong('inputSchema', 'a JSON Schema or a function');

  const data: Record<string, unknown> = {};
  for (const field of dataFields) if (tool[field] !== undefined) data[field] = tool[field];
  const dynamic: HostPart[] = [];
  for (const part of ['description', 'inputSchema', 'systemPrompt'] as const) {
    if (typeof tool[part] === 'function') dynamic.push(part);
    else if (tool[part] !== undefined) data[part] = tool[part];
  }
  if (tool.getApiOverride) dynamic.push('override');
  return { name, ...data, dynamic };
}

function valueOf<T, A extends unknown[]>(part: T | ((...args: A) => T | Promise<T>) | undefined, ...args: A): T | Promise<T> | undefined {
  return typeof part === 'function' ? (part as (...args: A) => T | Promise<T>)(...args) : part;
}

function answerJSON(value: unknown): string {
  return JSON.stringify(value ?? null);
}

function wireResult(result: ToolResult | string): unknown {
  if (typeof result !== 'object' || result === null || !result.parts) return result;
  return { ...result, parts: result.parts.map((part) => ({ ...part, data: base64(part.data) })) };
}

function base64(bytes: Uint8Array): string {
  let binary = '';
  // In pieces: an argument list has a limit.
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}
