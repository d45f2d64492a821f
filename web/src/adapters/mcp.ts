// The MCP TypeScript SDK v2, `@modelcontextprotocol/server` 2. Nothing of it is
// imported: the application makes the server and the transport.
import type { ClientTools } from '../types.js';
import { keepRegistered, type Registrations, type ToldTool } from './shared/registrations.js';
import { openSession, type AdapterSettings } from './shared/settings.js';
import { passingSchema, type PassingSchema } from './shared/standard-schema.js';
import { gatherTurns } from './shared/turns.js';
export { messagePortTransport, type MessagePortTransport } from './mcp/message-port-transport.js';
export type { AdapterSettings } from './shared/settings.js';
export type { Registrations } from './shared/registrations.js';

/** What is used of an McpServer. */
export interface McpServerLike {
  /** Offers a tool; what it gives takes the tool back. */
  registerTool(
    name: string,
    config: { title: string; description: string; inputSchema: PassingSchema; annotations: ToldTool['annotations'] },
    callback: (args: unknown, context: { mcpReq: { signal: AbortSignal } }) => Promise<McpCallResult>,
  ): { remove(): void };
}

/** A CallToolResult. */
export interface McpCallResult {
  /** What the model reads; data and blobs are base64. */
  content: (
    | { type: 'text'; text: string }
    | { type: 'image' | 'audio'; data: string; mimeType: string }
    | { type: 'resource'; resource: { uri: string; mimeType: string; blob: string } }
  )[];
  /** The same for programs, where the tool has it. */
  structuredContent?: Record<string, unknown>;
  /** Whether the call failed; then the content says why. */
  isError?: boolean;
  [member: string]: unknown;
}

/**
 * Registers the enabled tools with an McpServer, and keeps them up to date with
 * the client's registry; the SDK tells clients of changes (tools/list_changed).
 * An error is a result with `isError`. Rejects where the server has a tool of
 * the same name.
 */
export function registerMcpTools(server: McpServerLike, client: ClientTools, settings: AdapterSettings): Promise<Registrations> {
  const session = openSession(client, 'mcp', settings);
  const run = gatherTurns(session);
  const list = async () => (await session.definitions()) as unknown as ToldTool[];
  return keepRegistered(client, list, {
    add: ({ name, title, description, inputSchema, annotations }) =>
      server.registerTool(
        name,
        { title, description, inputSchema: passingSchema(inputSchema), annotations },
        async (args, { mcpReq }) => (await run({ name, arguments: args }, mcpReq.signal)) as McpCallResult,
      ),
    remove: (registration) => registration.remove(),
  });
}
