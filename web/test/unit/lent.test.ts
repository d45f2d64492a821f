// What the page lends to the core besides files, scripts and tools.
import { describe, expect, test } from 'vitest';
import { answerAgents } from '../../src/agents.js';
import { Channel } from '../../src/channel.js';
import { answerFetch, lentFetch } from '../../src/fetch.js';
import type { Agent, AgentStore } from '../../src/index.js';
import { portEndpoint } from '../../src/platform.js';

/** The core's fetch over an application's function. */
function fetchOver(fetch: typeof globalThis.fetch) {
  const { port1, port2 } = new MessageChannel();
  new Channel(portEndpoint(port2), { call: (_method, args, _bytes, signal) => answerFetch(fetch, args, signal) });
  return lentFetch(new Channel(portEndpoint(port1), { call: () => Promise.reject(new Error('not expected')) }));
}

describe('the fetch of an application', () => {
  test('gets the request and gives the response', async () => {
    let asked: unknown;
    const fetch = fetchOver((url, init) => {
      asked = [url, init?.method, init?.headers, init?.signal instanceof AbortSignal];
      return Promise.resolve(new Response('päge', { status: 404, statusText: 'Not Found', headers: { 'Content-Type': 'text/plain' } }));
    });
    const response = await fetch('https://example.org/', { method: 'GET', headers: { accept: 'text/html' } });
    expect(asked).toEqual(['https://example.org/', 'GET', { accept: 'text/html' }, true]);
    expect(response).toMatchObject({ status: 404, statusText: 'Not Found', body: null });
    expect([response.headers.get('content-type'), response.headers.get('CONTENT-TYPE'), response.headers.get('x')]).toEqual(['text/plain', 'text/plain', null]);
    expect(new TextDecoder().decode(await response.arrayBuffer())).toBe('päge');
  });

  test('rejects with what the application threw', async () => {
    await expect(fetchOver(() => Promise.reject(new TypeError('Failed to fetch')))('https://example.org/', {})).rejects.toThrow('Failed to fetch');
  });

  test('hears of an abort', async () => {
    const controller = new AbortController();
    const fetch = fetchOver((_url, init) => new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))));
    const response = fetch('https://example.org/', { signal: controller.signal });
    setTimeout(() => controller.abort(), 10);
    await expect(response).rejects.toThrow('aborted');
  });

  test('does not read a body without end', async () => {
    const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(1 << 20)) });
    const response = await fetchOver(() => Promise.resolve(new Response(endless)))('https://example.org/', {});
    expect((await response.arrayBuffer()).byteLength).toBe(16 << 20);
  });
});

describe('the agents of an application', () => {
  const agents: Agent[] = [{ id: 'a', name: 'Ada', system_prompt: null, key: 'secret' }];
  const store: AgentStore = {
    get: (id) => Promise.resolve(agents.find((agent) => agent.id === id)),
    list: () => Promise.resolve(agents),
    update: (id, change) =>
      change.name === 'Bob' ? Promise.reject(new Error('Name has already been taken')) : Promise.resolve({ ...agents[0]!, id, ...change }),
  };
  const ask = async (op: string, args: object) => JSON.parse(await answerAgents(store, op, JSON.stringify(args))) as unknown;

  test("are given without what is the application's own", async () => {
    expect(await ask('get', { id: 'a' })).toEqual({ id: 'a', name: 'Ada' });
    expect(await ask('get', { id: 'b' })).toBeNull();
    expect(await ask('list', {})).toEqual([{ id: 'a', name: 'Ada' }]);
  });

  test('are changed, or not, as the application says', async () => {
    expect(await ask('update', { id: 'a', change: { name: 'Eve' } })).toEqual({ id: 'a', name: 'Eve' });
    await expect(ask('update', { id: 'a', change: { name: 'Bob' } })).rejects.toThrow('Name has already been taken');
    await expect(ask('delete', {})).rejects.toThrow('agents has no delete');
  });
});
