// The scripted conversations of wasm/conversation, played through the public API.
import { existsSync, readFileSync } from 'node:fs';
import type { ClientTools } from '../../src/index.js';

/** One conversation as `go run ./wasm/cmd/conversations` writes it. */
export interface Conversation {
  name: string;
  doc: string;
  options: { toolOptions: Record<string, Record<string, boolean | number | string>>; enabled?: string[] };
  before: Record<string, string>;
  calls: { tool: string; input: unknown; saw: string; error: boolean }[];
  after: Record<string, string | null>;
  paths?: string[];
}

/** What one conversation came to. */
export interface Played {
  seen: { text: string; error: boolean }[];
  after: Record<string, string | null>;
  paths: string[];
}

/** All conversations; made by `make build`. */
export function readConversations(): Conversation[] {
  const file = new URL('../../../build/conversations.json', import.meta.url);
  if (!existsSync(file)) throw new Error('build/conversations.json is missing: go run ./wasm/cmd/conversations build/conversations.json');
  return JSON.parse(readFileSync(file, 'utf8')) as Conversation[];
}

/**
 * Plays one in a project of its own. It runs in a page as well, so it refers to
 * nothing outside of itself.
 */
export async function play(tools: ClientTools, script: Conversation, projectId: string): Promise<Played> {
  const files = tools.files(projectId);
  for (const [path, text] of Object.entries(script.before)) await files.write(path, text);
  const enabled = script.options.enabled ?? tools.getAllTools().map((tool) => tool.name);
  const seen: Played['seen'] = [];
  for (const [i, call] of script.calls.entries()) {
    const context = { projectId, chatId: 'chat', turnId: `turn ${i}` };
    const result = await tools.executeClientSideTool(call.tool, call.input, enabled, script.options.toolOptions, context);
    seen.push({ text: result.content, error: result.isError === true });
  }
  const after: Played['after'] = {};
  for (const path of Object.keys(script.after)) after[path] = (await files.stat(path)) ? await files.readText(path) : null;
  const listed = await files.list('/', { depth: -1 });
  const paths = listed.filter((file) => file.path !== '/').map((file) => (file.kind === 'directory' ? `${file.path}/` : file.path));
  return { seen, after, paths: paths.sort() };
}

/** What the script expects, and what came, in the same form. Times differ from run to run. */
export function comparable(script: Conversation, played: Played): { want: unknown; got: unknown } {
  const ownPath = (path: string) => path !== '' && !path.startsWith('/.results');
  return {
    want: {
      seen: script.calls.map(({ saw, error }) => ({ text: withoutTimes(saw), error })),
      after: script.after,
      ...(script.paths && { paths: script.paths.filter(ownPath) }),
    },
    got: {
      seen: played.seen.map(({ text, error }) => ({ text: withoutTimes(text), error })),
      after: played.after,
      ...(script.paths && { paths: played.paths.filter(ownPath) }),
    },
  };
}

function withoutTimes(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>');
}
