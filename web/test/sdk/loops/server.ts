// A model that plays a script: a server that speaks the wire formats of the APIs,
// streaming, and notes every request as it came. aimock does the speaking; it takes
// any request for good, so a door before it reads each and refuses what an API would.
import { Agent, createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LLMock, type FixtureResponse } from '@copilotkit/aimock';
import { faultsOf, read, type Api, type Call, type Seen } from './wire.js';

/** What the model does in one turn. */
export type Turn =
  | { say: string; call?: ScriptedCall[] }
  | { say?: string; call: ScriptedCall[] } /** The API fails: SDKs try again. */
  | { fail: { status: number; message: string } };

/** A call as the model makes it. `input` as text is sent as it is, broken or not. */
export interface ScriptedCall {
  name: string;
  input: unknown;
}

/** One request of an SDK. */
export interface Asked extends Seen {
  api: Api;
  path: string;
  /** The request as it came. */
  body: Record<string, unknown>;
}

export interface ModelServer {
  /** Without a path: what every SDK takes and adds to by itself. */
  url: string;
  /** Every request, in order, with failed ones. */
  asked: Asked[];
  /** What is wrong with the requests; must be empty. */
  faults: string[];
  /** How many turns of the script are left. */
  left(): number;
  close(): Promise<void>;
}

const apis: [RegExp, Api][] = [
  [/\/messages$/, 'anthropic'],
  [/\/chat\/completions$/, 'openai_chat'],
  [/\/responses$/, 'openai_responses'],
  [/:(streamGenerateContent|generateContent)$/, 'gemini'],
];

/** Starts a server that plays the turns, one for each request, to whoever asks. */
export async function startModel(script: Turn[]): Promise<ModelServer> {
  const turns = [...script];
  let calls = 0;
  let called: Call[] = [];
  const play = (): FixtureResponse => {
    const turn = turns.shift();
    if (!turn) return { error: { message: 'the script has no more turns' }, status: 400 };
    if ('fail' in turn) return { error: { message: turn.fail.message }, status: turn.fail.status };
    const toolCalls = (turn.call ?? []).map(({ name, input }) => ({
      id: `call_${++calls}`,
      name,
      arguments: typeof input === 'string' ? input : JSON.stringify(input),
    }));
    called = toolCalls;
    if (toolCalls.length === 0) return { content: turn.say ?? '' };
    return turn.say === undefined ? { toolCalls } : { content: turn.say, toolCalls };
  };
  const mock = new LLMock({ port: 0, chunkSize: 7 });
  mock.on({ predicate: () => true }, play);
  await mock.start();

  // Kept alive, a connection may be closed by one end when the other sends.
  const agent = new Agent({ keepAlive: false });
  const asked: Asked[] = [];
  const faults: string[] = [];
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Pages ask from another origin, as they do with the real ones.
    const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*, authorization', 'access-control-allow-methods': '*' };
    if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end();
    const text = await textOf(request);
    const { pathname } = new URL(request.url ?? '/', 'http://model');
    const api = apis.find(([path]) => path.test(pathname))?.[1];
    if (!api) return void response.writeHead(404, cors).end(`no API at ${pathname}`);
    const body = JSON.parse(text) as Record<string, unknown>;
    const seen = read(api, body);
    // The server has the conversation, as it goes on from an earlier response.
    if (body['previous_response_id']) seen.history.unshift(...(asked.at(-1)?.history ?? []), { calls: called });
    asked.push({ ...seen, api, path: pathname, body });
    const wrong = faultsOf(seen);
    faults.push(...wrong.map((fault) => `request ${asked.length} (${api}): ${fault}`));
    if (wrong.length > 0) {
      const refusal = { type: 'error', error: { type: 'invalid_request_error', code: 400, status: 'INVALID_ARGUMENT', message: wrong.join('; ') } };
      return void response.writeHead(400, { ...cors, 'content-type': 'application/json' }).end(JSON.stringify(refusal));
    }
    const { host: _host, 'content-length': _length, ...headers } = request.headers;
    const behind = forward(`${mock.url}${request.url}`, { method: 'POST', headers, agent }, (from) => {
      response.writeHead(from.statusCode ?? 500, { ...from.headers, ...cors });
      from.pipe(response);
    });
    behind.on('error', (error) => response.destroy(error));
    response.on('close', () => behind.destroy());
    behind.end(text);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    faults,
    left: () => turns.length,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await mock.stop();
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
