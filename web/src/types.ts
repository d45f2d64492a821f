// The public types. test/types checks them against the contract.

/** Where the tools find what they need. Every member may be left out. */
export interface LoadOptions {
  /**
   * Where project files live. `auto` (default): IndexedDB, else memory, and says so in {@link ClientTools.storage};
   * in Node: memory. A directory works in Node only.
   */
  storage?: 'auto' | 'indexeddb' | 'memory' | { directory: string };
  /** URL of `clienttools.wasm`. Default: beside this package, where bundlers pick it up. */
  wasmURL?: string | URL;
  /** URL of `sandbox.wasm`, which is fetched at the first call of `javascript`. Default: beside this package. */
  sandboxURL?: string | URL;
  /** URL of `transpile.wasm`, which is fetched when a script first needs TypeScript or the newest syntax. Default: beside this package. */
  transpileURL?: string | URL;
  /** URL of `core-worker.js`, for bundlers that do not copy it. Default: beside this package. */
  workerURL?: string | URL;
  /** URL of `sandbox-worker.js`, for bundlers that do not copy it. Default: beside this package. */
  sandboxWorkerURL?: string | URL;
  /** Run the core in a worker. Default: true where the environment has Web Workers. */
  worker?: boolean;
  /** Used by the `web` tool. Default: the environment's `fetch`. An application with a CORS proxy passes its own. */
  fetch?: typeof fetch;
  /** Base URL of a SearXNG instance for web search. */
  searchURL?: string;
  /** Where agents live (`agent_config`). Default: a store inside the project's own files. */
  agents?: AgentStore;
  /** Asked before a call that its tool's policy marks so. Missing, throwing or timing out means "denied". */
  approve?: (request: ApprovalRequest) => Promise<ApprovalDecision>;
  /** Limits that differ from the defaults. */
  limits?: Partial<Limits>;
  /** Load the sandbox of `javascript` at once and not at its first call. Default: false. */
  preloadSandbox?: boolean;
}

/** Limits of one client. */
export interface Limits {
  /** One javascript call, wall clock, milliseconds. Default 30,000. */
  javascriptTimeoutMs: number;
  /** Heap of one javascript call, bytes. Default 256 MiB, which is also the most that the module's memory allows. */
  javascriptMemoryBytes: number;
  /** What the model sees of one result, characters. Default 16,000; the whole result is kept in the project's files. */
  resultChars: number;
  /** One file, bytes. Default 32 MiB. */
  fileBytes: number;
  /** One project, bytes. Default 512 MiB. */
  projectBytes: number;
}

/** The API whose shapes are wanted. Also understood: chatgpt and webllm (openai_chat), responses_api (openai_responses), google (gemini). */
export type ApiType = 'anthropic' | 'openai_chat' | 'openai_responses' | 'gemini' | 'bedrock' | 'mcp';

/** The value of one option of a tool. */
export type ToolOptionValue = boolean | number | string;
/** Values of the options of one tool, by option id. Absent ones have their declared default. */
export type ToolOptions = Record<string, ToolOptionValue>;

/** One setting of a tool, as a settings view shows it. */
export interface ToolOptionDefinition {
  /** The key in {@link ToolOptions}. */
  id: string;
  /** What the settings view calls it. */
  label: string;
  /** A short line below the label. */
  subtitle?: string;
  /** What it does, for who asks. */
  description?: string;
  /** Absent means `boolean`. */
  type?: 'boolean' | 'number' | 'text' | 'longtext' | 'select';
  /** The value while nothing else is set. */
  default: ToolOptionValue;
  /** Smallest number. */
  min?: number;
  /** Largest number. */
  max?: number;
  /** What a `select` offers: the value that is kept, and how it is shown. */
  choices?: { value: string; label: string }[];
  /** Show this option only while another one has this value. */
  visibleWhen?: { optionId: string; value: ToolOptionValue };
}

/** A tool that the application defines in TypeScript. Everything that may depend on options is a value or a function of them. */
export interface ClientSideTool {
  /** What the model calls: `[a-zA-Z0-9_-]{1,64}`. */
  name: string;
  /** What the user sees. Default: the name. */
  displayName?: string;
  /** A short line below it. */
  displaySubtitle?: string;
  /** Default `general`. */
  category?: string;
  /** false: runs without an activity cell in the chat. Default true. */
  userFacing?: boolean;
  /** Hidden from the settings view. */
  internal?: boolean;
  /** What the model reads about the tool. */
  description: string | ((options: ToolOptions) => string);
  /** JSON Schema of the input. Input that does not satisfy it never reaches `execute`. */
  inputSchema: JSONSchema | ((options: ToolOptions) => JSONSchema);
  /** Its settings. Values arrive with every call, checked against these. */
  optionDefinitions?: ToolOptionDefinition[];
  /** Runs one call. What it throws becomes a result with `isError`. */
  execute(input: Record<string, unknown>, options: ToolOptions, context: ToolContext): Promise<ToolResult | string> | ToolResult | string;
  /** A provider-native definition, or undefined for the standard one. */
  getApiOverride?(apiType: ApiType, options: ToolOptions): unknown;
  /** Text for the system prompt; empty adds none. */
  systemPrompt?: string | ((context: SystemPromptContext, options: ToolOptions) => string | Promise<string>);
  /** The input as the chat shows it: text or Markdown. */
  renderInput?: (input: Record<string, unknown>) => string;
  /** The result as the chat shows it: text or Markdown. */
  renderOutput?: (output: string, isError?: boolean) => string;
  /** An emoji or an image address, for the call. */
  iconInput?: string;
  /** An emoji or an image address, for the result. */
  iconOutput?: string;
  /** When a call needs the user’s approval. Default `never`. */
  policy?: ApprovalPolicy;
  /** What a host that does not know the tool is told of it; default: that its calls change and replace things, here and elsewhere. */
  annotations?: ToolAnnotations;
}

/** What is true of every call of a tool. MCP and WebMCP hosts get it, and go by it. */
export interface ToolAnnotations {
  /** Changes nothing, so that such calls may run side by side. Default false. */
  readOnly?: boolean;
  /** May replace or remove what is there. Default: unless it is read-only. */
  destructive?: boolean;
  /** The same call again changes nothing more. Default false. */
  idempotent?: boolean;
  /** Reaches beyond the project's files. Default true. */
  openWorld?: boolean;
}

/** What the settings view needs of a registered tool. */
export interface ToolInfo {
  /** What the model calls. */
  name: string;
  /** What the user sees. */
  displayName: string;
  /** A short line below it. */
  displaySubtitle?: string;
  /** What it is listed under. */
  category: string;
  /** Whether its calls are shown in the chat. */
  userFacing: boolean;
  /** Whether a settings view leaves it out. */
  internal: boolean;
  /** Its settings. */
  optionDefinitions: ToolOptionDefinition[];
  /** An emoji or an image address, for the call. */
  iconInput?: string;
  /** An emoji or an image address, for the result. */
  iconOutput?: string;
}

/** Where a call happens. */
export interface ToolContext {
  /** Whose files the call works on. */
  projectId: string;
  /** The chat; what became known in one is not known in another. */
  chatId?: string;
  /** Tools about agents need this and `groupChat`. */
  agentId?: string;
  /** Whether the chat has several agents. */
  groupChat?: boolean;
  /** The assistant turn this call belongs to; per-turn limits count by it. */
  turnId?: string;
  /** Texts whose URLs the model may fetch, the user's messages say. */
  knownTexts?: string[];
  /** Given to tools written in TypeScript: aborts when the call is cancelled. */
  signal?: AbortSignal;
  /** Given to tools written in TypeScript: updates this call's activity. */
  progress?(update: ProgressUpdate): void;
}

/** What a running tool tells about itself. */
export interface ProgressUpdate {
  /** What is being done, for the user. */
  message?: string;
  /** Merged into the data of the activity. */
  data?: Record<string, unknown>;
  /** How much is done, from 0 to 1. */
  fraction?: number;
}

/** What a system prompt is made for. */
export interface SystemPromptContext extends ToolContext {
  /** The application’s own name of the API’s configuration. */
  apiDefinitionId?: string;
  /** The model that will read it. */
  modelId?: string;
  /** The API that will be asked. */
  apiType: ApiType;
}

/** What one call gives. */
export interface ToolResult {
  /** What the model reads. */
  content: string;
  /** Whether the call failed; then `content` says why, for the model. */
  isError?: boolean;
  /** Structured result, for the application and for APIs that carry it. */
  data?: Record<string, unknown>;
  /** Images and files besides the text, for APIs that carry them. */
  parts?: ToolResultPart[];
  /** Set when `content` was shortened: where the whole of it is. */
  fullResultPath?: string;
}

/** An image or a file of a result. */
export interface ToolResultPart {
  /** What it is. */
  mimeType: string;
  /** Its bytes. */
  data: Uint8Array;
  /** The project file that it is of, if it is of one. */
  path?: string;
}

/** One call as a chat shows it. */
export interface Activity {
  /** The tool-use id where the API gave one. */
  id: string;
  /** The tool. */
  name: string;
  /** What the user sees. */
  displayName: string;
  /** How it stands. */
  status: 'in_progress' | 'success' | 'failure' | 'cancelled' | 'denied';
  /** What the model gave. */
  input: Record<string, unknown>;
  /** Output of the tool for the application; the only place for it. */
  data: Record<string, unknown>;
  /** While running; cleared on completion. */
  displayMessage?: string;
  /** Set when the status is failure, cancelled or denied. */
  error?: string;
  /** How much is done, from 0 to 1, where the tool says. */
  fraction?: number;
  /** When it began, RFC 3339. */
  startedAt: string;
  /** When it ended, RFC 3339. */
  finishedAt?: string;
  /** Whose files it works on. */
  projectId: string;
  /** The chat, where the context says. */
  chatId?: string;
}

/** Says that files of a project changed, here or in another tab. */
export interface FilesChange {
  /** Whose files changed. */
  projectId: string;
  /** The paths that changed: written, made, moved or removed. */
  paths: string[];
}

/** The tools, their registry and the project files: what {@link loadClientTools} gives. */
export interface ClientTools {
  /** The version of the core. */
  readonly version: string;
  /** What `storage: 'auto'` chose, whether files survive a reload, and whether the browser promised not to evict them. */
  readonly storage: { kind: 'indexeddb' | 'memory' | 'directory'; durable: boolean; persisted: boolean };
  /** Asks the browser not to evict this site's data. Works in a page only. Call it after the user's first write. */
  persist(): Promise<boolean>;

  /** Registers tools, all or none. A duplicate or invalid name rejects, naming the tool. */
  registerAll(tools: ClientSideTool[]): Promise<void>;
  /** Takes a tool away. */
  unregister(name: string): Promise<void>;
  /** All tools in the order of registration: a settings view renders from it. */
  getAllTools(): ToolInfo[];
  /** What is known of one tool. */
  get(name: string): ToolInfo | undefined;
  /** Whether a tool of this name is registered. */
  has(name: string): boolean;

  /** Definitions of the enabled tools in the shape of the API. Same input, byte-identical output, whatever the order of the names. */
  getToolDefinitionsForAPI(apiType: ApiType, enabledToolNames: string[], toolOptions: Record<string, ToolOptions>): Promise<ToolDefinition[]>;
  /** The system prompts of the enabled tools, in registration order, without empty ones. */
  getSystemPrompts(apiType: ApiType, enabledToolNames: string[], context: SystemPromptContext, toolOptions: Record<string, ToolOptions>): Promise<string[]>;
  /** The "## Available Tools" section for a prompt; empty without tools. */
  getToolsSection(enabledToolNames: string[], toolOptions: Record<string, ToolOptions>, layout?: ToolsSectionLayout): Promise<string>;

  /** Runs one call. Whatever the tool does, there is a result; a rejection means that the call could not be made. */
  executeClientSideTool(
    name: string,
    input: unknown,
    enabledToolNames: string[],
    toolOptions: Record<string, ToolOptions>,
    context: ToolContext,
    call?: { id?: string; signal?: AbortSignal },
  ): Promise<ToolResult>;

  /**
   * Input and output of a call as the tool's own renderers show them: text, or Markdown with fenced code, of what a
   * model said. Clean it before it becomes HTML. What the tool has no renderer for is left out.
   */
  render(name: string, call: { input?: unknown; output?: string; isError?: boolean }): Promise<{ input?: string; output?: string }>;

  /** Everything above, bound to one project and API: what a chat loop uses. */
  session(settings: SessionSettings): Session;

  /** Settings of an older release in today's form. Fields that are not known stay as they are. */
  migrateProject<P extends object>(project: P): Promise<{ project: P; migrated: boolean; changes: string[] }>;
  /** Tool names of an older release in today's form, or back. Agents that are none are left as they are, and listed in `problems`. */
  migrateAgents<A extends { enabled_tools?: string[] }>(
    agents: A[],
    direction?: 'consolidate' | 'deconsolidate',
  ): Promise<{ agents: A[]; changes: string[]; problems?: string[] }>;

  /** The files of one project: what a file manager uses. */
  files(projectId: string): ProjectFiles;
  /** The projects that have files. */
  projects(): Promise<{ id: string; files: number; bytes: number }[]>;
  /** Deletes a project with everything of it, its history and trash too. */
  deleteProject(projectId: string): Promise<void>;

  /** What `agent_config` replaced in the agents of a project, and the way back. */
  agentHistory(projectId: string): AgentHistory;

  /** Calls back on every change of a call's activity. The result stops it. */
  on(event: 'activity', listener: (activity: Activity) => void): () => void;
  /** Calls back when tools were registered or unregistered. The result stops it. */
  on(event: 'tools', listener: (tools: ToolInfo[]) => void): () => void;
  /** Calls back when files of a project changed. The result stops it. */
  on(event: 'files', listener: (change: FilesChange) => void): () => void;

  /** Ends everything. Later calls reject with code `closed`. */
  close(): Promise<void>;
  /** For tests: no tools registered, no files. */
  _resetForTests(): Promise<void>;
}

/** One tool in the shape of an API. */
export type ToolDefinition = Record<string, unknown>;

/** How {@link ClientTools.getToolsSection} lays tools out. */
export interface ToolsSectionLayout {
  /** `detailed` lists the parameters of each tool. Default `standard`. */
  level?: 'standard' | 'detailed';
  /** Whether tools stand under their categories. Default true. */
  categorize?: boolean;
  /** Names of tools that are not listed. */
  exclude?: string[];
}

/** What a {@link Session} is bound to. */
export interface SessionSettings {
  /** The API whose shapes are wanted. */
  apiType: ApiType;
  /** Whose files the tools work on, and its settings. Without `enabledTools` none is enabled. */
  project: { id: string; enabledTools?: string[]; toolOptions?: Record<string, ToolOptions> };
  /** What is known of where the calls happen. */
  context?: Omit<ToolContext, 'projectId' | 'signal' | 'progress'> & { modelId?: string; apiDefinitionId?: string };
}

/** The tools of one project for one API. */
export interface Session {
  /** What to send as `tools`. */
  definitions(): Promise<ToolDefinition[]>;
  /** What to add to the system prompt. */
  systemPrompts(): Promise<string[]>;
  /** The provider's tool calls of one assistant turn, as the API sent them, in; exactly one provider-shaped result per call, in the same order, out. */
  run(calls: unknown[], options?: { signal?: AbortSignal }): Promise<unknown[]>;
}

/** When a call needs the user's approval. `ask` has glob patterns by argument. */
export type ApprovalPolicy = 'never' | 'always' | 'first' | { ask: Record<string, string[]> };
/** What the user is asked to approve. */
export interface ApprovalRequest {
  /** The tool. */
  tool: string;
  /** What the model gave. */
  input: Record<string, unknown>;
  /** Where the call happens. */
  context: ToolContext;
  /** Why it is asked. */
  reason: string;
}
/** What the user decided. */
export type ApprovalDecision = { allow: true; remember?: boolean } | { allow: false; reason?: string };

/** An agent of the application. */
export interface Agent {
  /** Its key. */
  id: string;
  /** What users and models call it. */
  name: string;
  /** What it is told in each request. */
  system_prompt?: string | null;
  /** What it is told to reflect on a chat. */
  reflection_prompt?: string | null;
  /** What it is told to reflect on its memory. */
  memory_reflection_prompt?: string | null;
  [other: string]: unknown;
}
/** Where the application keeps its agents. */
export interface AgentStore {
  /** One agent, or undefined. */
  get(id: string): Promise<Agent | undefined>;
  /** All agents. */
  list(): Promise<Agent[]>;
  /** Rejects with an Error whose message is shown to the model. */
  update(id: string, change: Partial<Agent>): Promise<Agent>;
}

/** A value that a field of an agent had. */
export interface EarlierAgentValue {
  /** Its number, for {@link AgentHistory.restore}. */
  id: number;
  /** The agent. */
  agent_id: string;
  /** What the agent was called. */
  agent: string;
  /** What was replaced. */
  field: 'name' | 'system_prompt' | 'reflection_prompt' | 'memory_reflection_prompt';
  /** What it was. */
  value: string;
  /** When it was replaced, RFC 3339. */
  replaced_at: string;
}
/** Earlier values of agents. */
export interface AgentHistory {
  /** The values that were replaced, the newest first. */
  earlier(agentId: string): Promise<EarlierAgentValue[]>;
  /** Brings one of them back; gives the agent as it is then. */
  restore(agentId: string, id: number): Promise<Agent>;
}

/** What is known of a file or directory. */
export interface FileInfo {
  /** Absolute, in NFC. */
  path: string;
  /** Which of both it is. */
  kind: 'file' | 'directory';
  /** Bytes; 0 for a directory. */
  size: number;
  /** What a file is, by its name and first bytes. */
  mimeType?: string;
  /** Whether it is something else than UTF-8 text. */
  binary: boolean;
  /** When its content changed, RFC 3339. */
  modifiedAt: string;
  /** When it was made, RFC 3339. */
  createdAt: string;
  /** The number of its content, one more with each change. */
  version: number;
  /** Whether its permissions forbid writing; they are kept and not enforced. */
  readonly: boolean;
}

/** The files of one project. Paths are absolute. When a promise resolves, the change is durable. */
export interface ProjectFiles {
  /** What is in a directory; `depth` levels deep (default 1). */
  list(path?: string, options?: { depth?: number }): Promise<FileInfo[]>;
  /** What is known of a path; undefined where there is nothing. */
  stat(path: string): Promise<FileInfo | undefined>;
  /** The content of a file. */
  read(path: string): Promise<Uint8Array>;
  /** The content as UTF-8. */
  readText(path: string): Promise<string>;
  /** Writes a file, making its directories. */
  write(path: string, content: string | Uint8Array | Blob): Promise<FileInfo>;
  /** Makes a directory, and those above it. */
  mkdir(path: string): Promise<void>;
  /** Moves a file or directory. Where there is something it rejects, unless `overwrite` is set. */
  rename(from: string, to: string, options?: { overwrite?: boolean }): Promise<void>;
  /** Copies a file or directory. Where there is something it rejects, unless `overwrite` is set. */
  copy(from: string, to: string, options?: { overwrite?: boolean }): Promise<void>;
  /** Moves a file or directory into the trash. */
  remove(path: string): Promise<void>;
  /** What was removed, the newest first. `size` is in bytes. */
  trash(): Promise<{ id: string; path: string; removedAt: string; size: number }[]>;
  /** Takes something out of the trash, to where it was or to another path; gives the path. */
  restore(id: string, to?: string): Promise<string>;
  /** Deletes one thing in the trash for good, or everything. */
  purge(id?: string): Promise<void>;
  /** The contents that a file had, with the current one. `size` is in bytes. */
  versions(path: string): Promise<{ version: number; size: number; modifiedAt: string }[]>;
  /** A content that a file had. */
  readVersion(path: string, version: number): Promise<Uint8Array>;
  /** Makes an older version the current one, as a new version. */
  revert(path: string, version: number): Promise<FileInfo>;
  /** A directory as a zip archive; without a path, all files. */
  exportZip(path?: string): Promise<Uint8Array>;
  /** Writes what is in a zip archive. Files that are there already are skipped, unless `overwrite` is set. */
  importZip(
    zip: Uint8Array | Blob,
    options?: { into?: string; overwrite?: boolean },
  ): Promise<{ written: string[]; skipped: { path: string; reason: string }[] }>;
  /** What the project takes: files, their bytes, the most they may be, and the bytes of history and trash on top. */
  usage(): Promise<{ files: number; bytes: number; limit: number; historyBytes: number }>;
  /** Rewrites the history into less space. */
  compact(): Promise<{ before: number; after: number }>;
}

/** A JSON Schema of an object. */
export type JSONSchema = {
  /** A tool's input is an object. */
  type: 'object';
  /** The schema of each property. */
  properties?: Record<string, unknown>;
  /** The properties that must be there. */
  required?: string[];
  [keyword: string]: unknown;
};
