import type { Channel, Reply } from './channel.js';

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
  headers: Record<string, string>;
}

/** What the core reads of a response. Its body comes whole: it has crossed already. */
export interface LentResponse extends Omit<WireResponse, 'headers'> {
  headers: { get(name: string): string | null };
  body: null;
  arrayBuffer(): Promise<Uint8Array>;
}

/** The fetch that the core is lent. */
export type LentFetch = (url: string, init: { signal?: AbortSignal } & Record<string, unknown>) => Promise<LentResponse>;

/** A fetch for the core that runs in the page: the application's own function cannot cross to a worker. */
export function lentFetch(page: Channel): LentFetch {
  return async (url, { signal, ...init }) => {
    const { json, bytes } = await page.call('fetch', JSON.stringify({ url, init } satisfies WireRequest), { signal });
    const { headers, ...answer } = JSON.parse(json) as WireResponse;
    return {
      ...answer,
      headers: { get: (name) => headers[name.toLowerCase()] ?? null },
      body: null,
      arrayBuffer: () => Promise.resolve(bytes ?? new Uint8Array()),
    };
  };
}

/** Answers the core's `fetch` call with the application's function. */
export async function answerFetch(fetch: typeof globalThis.fetch, args: string, signal: AbortSignal): Promise<Reply> {
  const { url, init } = JSON.parse(args) as WireRequest;
  const answer = await fetch(url, { ...init, signal });
  const bytes = await readBody(answer);
  const headers: Record<string, string> = {};
  answer.headers.forEach((value, name) => (headers[name.toLowerCase()] = value));
  const { status, statusText, redirected, type } = answer;
  return { json: JSON.stringify({ status, statusText, redirected, type, url: answer.url, headers } satisfies WireResponse), bytes };
}

async function readBody(answer: Response): Promise<Uint8Array> {
  const reader = answer.body?.getReader();
  if (!reader) return new Uint8Array(await answer.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size < maxBodyBytes) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  await reader.cancel();
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
