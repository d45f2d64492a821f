import type { Channel, Reply } from './channel.js';
import { CodedError } from './errors.js';

/** More of a body than any tool reads. */
const maxBodyBytes = 16 << 20;

interface WireRequest {
  url: string;
  init: Record<string, unknown>;
}

interface WireResponse {
  status: number;
  statusText: string;
  url: string;
  redirected: boolean;
  type: string;
  headers: [string, string][];
}

// What of a RequestInit JSON can say.
const requestFields = ['method', 'mode', 'credentials', 'cache', 'redirect', 'referrer', 'referrerPolicy'] as const;

/** A fetch for the core that runs in the page: the application's own function cannot cross to a worker. */
export function lentFetch(page: Channel): typeof fetch {
  return async (input, init = {}) => {
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
    const plain: Record<string, unknown> = { headers: [...new Headers(init.headers).entries()] };
    for (const field of requestFields) if (init[field] !== undefined) plain[field] = init[field];
    if (init.body != null && typeof init.body !== 'string') throw new CodedError('invalid_argument', 'only text can be sent');
    if (init.body != null) plain['body'] = init.body;
    const reply = await page.call('fetch', JSON.stringify({ url, init: plain } satisfies WireRequest), { signal: init.signal ?? undefined });
    return response(reply);
  };
}

function response({ json, bytes }: Reply): Response {
  const { status, statusText, headers, url, redirected, type } = JSON.parse(json) as WireResponse;
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  // An opaque response has status 0, which the constructor refuses.
  const made = status === 0 ? Response.error() : new Response(hasBody ? (bytes as BodyInit | null) : null, { status, statusText, headers });
  Object.defineProperties(made, { url: { value: url }, redirected: { value: redirected }, type: { value: type } });
  return made;
}

/** Answers the core's `fetch` call with the application's function. */
export async function answerFetch(fetch: typeof globalThis.fetch, args: string, signal: AbortSignal): Promise<Reply> {
  const { url, init } = JSON.parse(args) as WireRequest;
  const answer = await fetch(url, { ...init, signal });
  const bytes = await readBody(answer);
  const headers: [string, string][] = [];
  answer.headers.forEach((value, name) => headers.push([name, value]));
  const { status, statusText, redirected, type } = answer;
  return { json: JSON.stringify({ status, statusText, redirected, type, url: answer.url, headers } satisfies WireResponse), bytes };
}

async function readBody(answer: Response): Promise<Uint8Array> {
  const reader = answer.body?.getReader();
  if (!reader) return new Uint8Array(await answer.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.length;
    if (size > maxBodyBytes) {
      await reader.cancel();
      break;
    }
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
