// Plays a conversation: an SDK's loop with our adapter, against a model that plays a
// script. Runs in Node and in a page; what it gives is plain data.
import type { AdapterSettings } from '../../../src/adapters/shared/settings.js';
import type { ApprovalDecision, ClientSideTool, ClientTools, ToolContext } from '../../../src/index.js';
import type { Conversation } from './conversations.js';
import type { Api } from './wire.js';

/** What a loop has to work with, as an application has. */
export interface App {
  client: ClientTools;
  settings: AdapterSettings;
  /** Of the model server, without a path. */
  url: string;
  prompt: string;
  /** Aborts when the user presses stop. */
  signal: AbortSignal;
}

/** One way to use an SDK with an adapter. */
export interface Loop {
  name: string;
  api: Api;
  /** Tools whose calls have ids that the SDK keeps to itself. */
  idsUnknown?: string[];
  /** The model gets the pictures that tools give. */
  pictures?: boolean;
  /** Answers the prompt, streaming where the SDK does; gives the text of the last turn. */
  run(app: App): Promise<string>;
}

/** What was to be seen. */
export interface Observed {
  /** The text of the last turn, or why the loop ended before. */
  said?: string;
  failed?: string;
  /** What the user was asked. */
  asked: { tool: string; input: Record<string, unknown> }[];
  /** What the application's own tools did: NAME, and NAME cancelled. */
  did: string[];
  /** The calls as a chat shows them. */
  activities: { id: string; name: string; status: string }[];
  files: Record<string, string>;
}

/** Plays one conversation, in a project of its own. */
export async function play(loop: Loop, conversation: Conversation, url: string, client: ClientTools): Promise<Observed> {
  const { prompt, enabledTools, stopAtCall, decision = { allow: false }, given = {}, files = [] } = conversation;
  const user = new AbortController();
  const observed: Observed = { asked: [], did: [], activities: [], files: {} };
  const projectId = crypto.randomUUID();
  stages.set(projectId, { observed, decision });
  const stop = client.on('activity', ({ id, name, status, projectId: of }) => {
    if (of !== projectId) return;
    if (status !== 'in_progress') observed.activities.push({ id, name, status });
    else if (name === stopAtCall) setTimeout(() => user.abort(), 50);
  });
  for (const [path, base64] of Object.entries(given)) {
    await client.files(projectId).write(
      path,
      Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)),
    );
  }
  try {
    const settings: AdapterSettings = { project: { id: projectId, enabledTools }, context: { chatId: 'chat' } };
    observed.said = await loop.run({ client, settings, url, prompt, signal: user.signal });
  } catch (error) {
    observed.failed = `${(error as Error).name}: ${(error as Error).message}`;
  }
  // An SDK may end before the tools have, when it is stopped.
  for (let i = 0; observed.did.includes('wait') && !observed.did.includes('wait cancelled') && i < 100; i++) await new Promise((done) => setTimeout(done, 20));
  for (const path of files) {
    observed.files[path] = await client
      .files(projectId)
      .readText(path)
      .catch(() => 'no such file');
  }
  stop();
  return observed;
}

// A client is given its approve function and tools when it is loaded, and plays many conversations: by project.
const stages = new Map<string, { observed: Observed; decision: ApprovalDecision }>();

/** Loads a client to play with. */
export async function loadToPlay(load: typeof import('../../../src/index.js').loadClientTools): Promise<ClientTools> {
  const client = await load({
    storage: 'memory',
    approve: ({ tool, input, context: { projectId } }) => {
      const stage = stages.get(projectId);
      stage?.observed.asked.push({ tool, input });
      return Promise.resolve(stage?.decision ?? { allow: false });
    },
  });
  // The sandbox takes its time to compile, once.
  await client.executeClientSideTool('javascript', { code: '' }, ['javascript'], {}, { projectId: 'first' });
  await client.registerAll(ownTools(({ projectId }, what) => stages.get(projectId)?.observed.did.push(what)));
  return client;
}

/** Tools of the application: one that ends when it is cancelled only, one that throws, one that asks. */
function ownTools(did: (context: ToolContext, what: string) => void): ClientSideTool[] {
  const inputSchema = { type: 'object' as const, properties: {}, additionalProperties: false };
  return [
    {
      name: 'wait',
      description: 'Waits until it is told to stop.',
      inputSchema,
      execute: (_input, _options, context) =>
        new Promise((_resolve, reject) => {
          did(context, 'wait');
          context.signal?.addEventListener('abort', () => {
            did(context, 'wait cancelled');
            reject(new Error('stopped'));
          });
        }),
    },
    {
      name: 'fail',
      description: 'Fails.',
      inputSchema,
      execute(_input, _options, context) {
        did(context, 'fail');
        throw new Error('the printer is on fire');
      },
    },
    {
      name: 'publish',
      description: 'Publishes the page.',
      inputSchema,
      policy: 'always',
      execute(_input, _options, context) {
        did(context, 'publish');
        return 'published';
      },
    },
  ];
}
