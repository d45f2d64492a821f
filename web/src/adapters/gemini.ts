/**
 * The tools for the Google GenAI SDK, `@google/genai`.
 *
 * @packageDocumentation
 */
import type { CallableTool, FunctionCall, Part, Tool } from '@google/genai';
import type { ClientTools } from '../types.js';
import { sdkSession, type SdkSession } from './shared/session.js';
import { openSession, type AdapterSettings } from './shared/settings.js';

export type { AdapterSettings, RunOptions } from './shared/settings.js';
export type { SdkSession } from './shared/session.js';

/** For `models.generateContent` and `generateContentStream`: `run` takes the parts of the model's content, and gives the parts that answer it. */
export type GeminiSession = SdkSession<Tool, Part[], Part>;

/** The tools for a loop over `models.generateContent` or `generateContentStream`. */
export function geminiSession(client: ClientTools, settings: AdapterSettings): GeminiSession {
  return sdkSession(client, 'gemini', settings, functionCalls);
}

const functionCalls = (parts: Part[]) => parts.flatMap(({ functionCall }) => (functionCall ? [{ functionCall }] : []));

/** What {@link geminiTools} takes. */
export interface GeminiSettings extends AdapterSettings {
  /**
   * There are other callable tools beside these, an MCP server's, say. Without
   * streaming, the SDK hands every call to every callable tool: then names that
   * are not ours are left to the others. Otherwise they are answered as unknown tools.
   */
  besideOthers?: boolean | undefined;
}

/**
 * The tools for `config.tools`, called by the SDK itself: one `CallableTool` for
 * all, and Google's own tools where a tool is overridden by one. The SDK hands no
 * signal to tools: give the `abortSignal` of the request in the settings too.
 */
export async function geminiTools(client: ClientTools, { besideOthers = false, ...settings }: GeminiSettings): Promise<(CallableTool | Tool)[]> {
  const session = openSession(client, 'gemini', settings);
  const definitions = (await session.definitions()) as Tool[];
  const ours = definitions.filter(({ functionDeclarations }) => functionDeclarations);
  const names = new Set(ours.flatMap(({ functionDeclarations }) => functionDeclarations?.map(({ name }) => name)));
  // What a tool does wrong is in its part: a throw would end the whole run.
  const callTool = async (calls: FunctionCall[]) => {
    const made = besideOthers ? calls.filter(({ name }) => names.has(name)) : calls;
    return made.length === 0 ? [] : ((await session.run(made.map((functionCall) => ({ functionCall })))) as Part[]);
  };
  const callables = ours.map((tool) => ({ tool: () => Promise.resolve(tool), callTool }));
  return [...callables, ...definitions.filter((definition) => !ours.includes(definition))];
}
