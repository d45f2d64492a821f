import type { ClientTools } from '../../types.js';
import type { NeutralTool } from './neutral.js';

/** A tool as it is told to a host: what the definitions for MCP say. */
export type ToldTool = Omit<NeutralTool, 'run'>;

/** What a host of tools can do. */
export interface ToolHost<T extends ToldTool, R> {
  /** Registers a tool; gives what takes it away again. */
  add(tool: T): R | Promise<R>;
  remove(registration: R): void;
}

/** Tools that are registered with a host. */
export interface Registrations {
  /** The names of the tools that are registered now. */
  names(): string[];
  /** Takes all of them away. Tools that the client gets later are not registered. */
  unregister(): Promise<void>;
}

/**
 * Registers the listed tools with a host, and follows the client: tools that
 * come, go or change there do so at the host. Rejects where the host refuses a
 * tool at the start; then none is registered.
 */
export async function keepRegistered<T extends ToldTool, R>(client: ClientTools, list: () => Promise<T[]>, host: ToolHost<T, R>): Promise<Registrations> {
  const registered = new Map<string, { told: string; registration: R }>();
  let wanted = true;

  const update = async () => {
    const tools = wanted ? await list() : [];
    const told = new Map(tools.map((tool) => [tool.name, JSON.stringify(tool)]));
    for (const [name, { told: before, registration }] of registered) {
      if (told.get(name) === before) continue;
      registered.delete(name);
      host.remove(registration);
    }
    for (const tool of tools) {
      if (!registered.has(tool.name)) registered.set(tool.name, { told: told.get(tool.name) ?? '', registration: await host.add(tool) });
    }
  };

  // One after the other: an update that was overtaken would bring back what is gone.
  let last: Promise<void> = Promise.resolve();
  const updateInTurn = () => (last = last.then(update, update));
  const unregister = () => {
    wanted = false;
    stop();
    return updateInTurn();
  };
  const stop = client.on('tools', () => {
    updateInTurn().catch((error: unknown) => console.error('clienttools: the tools could not be registered anew:', error));
  });
  try {
    await updateInTurn();
  } catch (error) {
    await unregister();
    throw error;
  }
  return { names: () => [...registered.keys()], unregister };
}
