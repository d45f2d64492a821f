// WebMCP: the page's tools for an agent of the browser, `document.modelContext`.
// A draft (W3C Web Machine Learning Community Group), in Chromium behind a flag.
import type { ClientTools } from '../types.js';
import { textWithError } from './shared/error-text.js';
import { neutralTools } from './shared/neutral.js';
import { keepRegistered, type Registrations } from './shared/registrations.js';
import type { AdapterSettings } from './shared/settings.js';
export type { AdapterSettings } from './shared/settings.js';
export type { Registrations } from './shared/registrations.js';

/** What is used of `document.modelContext`. */
export interface ModelContextLike {
  /** Offers a tool until the signal aborts. */
  registerTool(
    tool: {
      name: string;
      title: string;
      description: string;
      inputSchema: object;
      annotations: { readOnlyHint: boolean; untrustedContentHint: boolean; consequentialHint: boolean };
      execute(input: Record<string, unknown>, options?: { signal?: AbortSignal }): Promise<string>;
    },
    options: { signal: AbortSignal; exposedTo?: string[] },
  ): Promise<void>;
}

/** What is offered to the browser's agent, and to whom else. */
export interface WebMcpSettings extends AdapterSettings {
  /**
   * Offers tools that change things too. Default false: only those whose every
   * call reads, such as the filesystem with its option `readOnly`.
   */
  offerChanges?: boolean | undefined;
  /** Origins of other documents that may call the tools. Default: none. */
  exposedTo?: string[] | undefined;
}

/** This document's model context; undefined where there is none: another browser, a worker, a server. */
export function modelContext(): ModelContextLike | undefined {
  return (globalThis.document as { modelContext?: ModelContextLike } | undefined)?.modelContext;
}

/**
 * Registers the enabled tools with the browser, and keeps them up to date with
 * the client's registry. Without a model context it registers nothing. Rejects
 * where the document has a tool of the same name.
 *
 * An error is a text that begins with `Error: `: of what a tool throws, the
 * browser tells the agent nothing.
 */
export async function registerWebMcpTools(to: ModelContextLike | undefined, client: ClientTools, settings: WebMcpSettings): Promise<Registrations> {
  if (!to) return { names: () => [], unregister: () => Promise.resolve() };
  const { offerChanges = false, exposedTo, ...rest } = settings;
  const offered = async () => (await neutralTools(client, rest)).filter((tool) => offerChanges || tool.annotations.readOnlyHint);
  return keepRegistered(client, offered, {
    add: async (tool) => {
      const { readOnlyHint, destructiveHint, openWorldHint } = tool.annotations;
      const registration = new AbortController();
      await to.registerTool(
        {
          name: tool.name,
          title: tool.title,
          description: tool.description,
          inputSchema: tool.inputSchema,
          annotations: { readOnlyHint, untrustedContentHint: openWorldHint, consequentialHint: destructiveHint },
          execute: async (input, { signal } = {}) => textWithError(await tool.run(input, { signal })),
        },
        { signal: registration.signal, ...(exposedTo && { exposedTo }) },
      );
      return registration;
    },
    remove: (registration) => registration.abort(),
  });
}
