import type { Args, CoreCall } from './connection.js';
import { ClientToolsError } from './errors.js';
import { projectFiles } from './files.js';
import type { Methods, StartResult } from './gen/types.js';
import type { HostTools } from './host-tools.js';
import type { Events, Listeners } from './listeners.js';
import { newSession } from './session.js';
import type {
  AgentHistory,
  ApiType,
  ClientSideTool,
  ClientTools,
  ProjectFiles,
  Session,
  SessionSettings,
  SystemPromptContext,
  ToolContext,
  ToolDefinition,
  ToolInfo,
  ToolOptions,
  ToolResult,
  ToolsSectionLayout,
} from './types.js';

/** What a client works on. */
export interface ClientParts {
  call: CoreCall;
  started: StartResult;
  persisted: boolean;
  tools: HostTools;
  listeners: Listeners;
  /** Ends workers and channels. */
  end(): void;
}

/** The public surface: every method is a line above one call of the core. */
export class Client implements ClientTools {
  readonly version: string;
  readonly storage: ClientTools['storage'];
  readonly #parts: ClientParts;
  #tools: ToolInfo[];
  #closing: Promise<void> | undefined;

  constructor(parts: ClientParts) {
    this.#parts = parts;
    this.version = parts.started.version;
    this.storage = { ...parts.started.storage, persisted: parts.persisted };
    this.#tools = parts.started.tools as ToolInfo[];
    parts.listeners.on('tools', (tools) => (this.#tools = tools));
  }

  async persist(): Promise<boolean> {
    if (this.storage.kind !== 'indexeddb' || typeof navigator === 'undefined' || !navigator.storage?.persist) return false;
    this.storage.persisted = await navigator.storage.persist();
    return this.storage.persisted;
  }

  async registerAll(tools: ClientSideTool[]): Promise<void> {
    const described = this.#parts.tools.describe(tools);
    this.#tools = (await this.#call('register', { tools: described })).value as ToolInfo[];
    this.#parts.tools.add(tools);
  }

  async unregister(name: string): Promise<void> {
    this.#tools = (await this.#call('unregister', { name })).value as ToolInfo[];
    this.#parts.tools.remove(name);
  }

  getAllTools(): ToolInfo[] {
    return copy(this.#tools);
  }

  get(name: string): ToolInfo | undefined {
    const found = this.#tools.find((tool) => tool.name === name);
    return found && copy(found);
  }

  has(name: string): boolean {
    return this.#tools.some((tool) => tool.name === name);
  }

  async getToolDefinitionsForAPI(apiType: ApiType, enabledToolNames: string[], toolOptions: Record<string, ToolOptions>): Promise<ToolDefinition[]> {
    return (await this.#call('definitions', { apiType, enabledToolNames, toolOptions })).value as ToolDefinition[];
  }

  async getSystemPrompts(
    apiType: ApiType,
    enabledToolNames: string[],
    context: SystemPromptContext,
    toolOptions: Record<string, ToolOptions>,
  ): Promise<string[]> {
    return (await this.#call('systemPrompts', { apiType, enabledToolNames, context, toolOptions })).value;
  }

  async getToolsSection(enabledToolNames: string[], toolOptions: Record<string, ToolOptions>, layout: ToolsSectionLayout = {}): Promise<string> {
    return (await this.#call('toolsSection', { enabledToolNames, toolOptions, layout })).value;
  }

  async executeClientSideTool(
    name: string,
    input: unknown,
    enabledToolNames: string[],
    toolOptions: Record<string, ToolOptions>,
    context: ToolContext,
    { id, signal = context?.signal }: { id?: string; signal?: AbortSignal | undefined } = {},
  ): Promise<ToolResult> {
    // The signal and progress of a context are functions of this realm.
    const { signal: _signal, progress: _progress, ...plain } = context ?? {};
    const { value, bytes } = await this.#call('execute', { name, input, enabledToolNames, toolOptions, context: plain, id }, signal);
    const { parts, ...result } = value;
    if (!parts) return result;
    const data = bytes ?? new Uint8Array();
    return { ...result, parts: parts.map(({ offset, length, ...part }) => ({ ...part, data: data.slice(offset, offset + length) })) };
  }

  async render(name: string, call: { input?: unknown; output?: string; isError?: boolean }): Promise<{ input?: string; output?: string }> {
    return this.#parts.tools.render(name, call) ?? (await this.#call('render', { name, ...call })).value;
  }

  session(settings: SessionSettings): Session {
    return newSession((method, args, options) => this.#open()(method, args, options), settings);
  }

  async migrateProject<P extends object>(project: P): Promise<{ project: P; migrated: boolean; changes: string[] }> {
    return (await this.#call('migrateProject', { project })).value as { project: P; migrated: boolean; changes: string[] };
  }

  async migrateAgents<A extends { enabled_tools?: string[] }>(
    agents: A[],
    direction: 'consolidate' | 'deconsolidate' = 'consolidate',
  ): Promise<{ agents: A[]; changes: string[]; problems?: string[] }> {
    return (await this.#call('migrateAgents', { agents, direction })).value as { agents: A[]; changes: string[]; problems?: string[] };
  }

  files(projectId: string): ProjectFiles {
    return projectFiles((method, args, options) => this.#open()(method, args, options), projectId);
  }

  async projects(): Promise<{ id: string; files: number; bytes: number }[]> {
    return (await this.#call('projects', {})).value;
  }

  async deleteProject(projectId: string): Promise<void> {
    await this.#call('deleteProject', { projectId });
  }

  agentHistory(projectId: string): AgentHistory {
    return {
      earlier: async (agentId) => (await this.#call('agents.earlier', { projectId, agentId })).value,
      restore: async (agentId, id) => ({ ...(await this.#call('agents.restore', { projectId, agentId, id })).value }),
    };
  }

  on<E extends keyof Events>(event: E, listener: (payload: Events[E]) => void): () => void {
    return this.#parts.listeners.on(event, listener);
  }

  close(): Promise<void> {
    // The core ends what it has begun before it answers. One that died before has nothing to say.
    this.#closing ??= this.#parts.call('close', {}).then(
      () => this.#parts.end(),
      () => this.#parts.end(),
    );
    return this.#closing;
  }

  async _resetForTests(): Promise<void> {
    await this.#call('reset', {});
    this.#tools = (await this.#call('tools', {})).value as ToolInfo[];
    this.#parts.tools.clear();
  }

  #open(): CoreCall {
    if (this.#closing) return () => Promise.reject(new ClientToolsError('closed', 'the client was closed'));
    return this.#parts.call;
  }

  #call<M extends keyof Methods>(method: M, args: Args<M>, signal?: AbortSignal): Promise<{ value: Methods[M]['result']; bytes: Uint8Array | null }> {
    return this.#open()(method, args, { signal });
  }
}

// A caller may change what it got; the snapshot stays as it is.
function copy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
