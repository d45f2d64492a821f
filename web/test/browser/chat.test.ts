import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answered, cells, choose, goTo, openDemo, say, visit, type DemoSite } from './demo-site.js';

let site: DemoSite;
beforeAll(async () => void (site = await openDemo()));
afterAll(() => site?.close());
beforeEach(() => void site.model.clearFixtures().clearRequests());

const call = (id: string, name: string, input: object) => ({ id, name, arguments: JSON.stringify(input) });
const last = () => site.model.getRequests().at(-1)!;

/** The keys that a page sends, as they come. The model's journal leaves them out. */
function keysSentTo(page: Page): string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    const key = request.headers()['authorization'];
    if (key) keys.push(key);
  });
  return keys;
}

describe('a chat with a model', () => {
  const providers = [
    { name: 'Anthropic', key: 'sk-ant-canary-0123456789', path: '' },
    { name: 'OpenAI', key: 'sk-canary-0123456789', path: '/v1' },
    { name: 'OpenAI-compatible server', key: '', path: '/v1' },
  ];
  test.each(providers)('of $name: streams, calls side by side, several turns, history', async ({ name, key, path }) => {
    site.model.on({ userMessage: 'And again' }, { content: 'Once more.' });
    site.model.on(
      { userMessage: 'Write two files', turnIndex: 0, hasToolResult: false },
      {
        content: 'I write *both* files.',
        toolCalls: [
          call('call_a', 'filesystem', { action: 'write', path: '/a.txt', content: 'alpha' }),
          call('call_b', 'memory', { command: 'create', path: '/memories/b.md', file_text: 'beta' }),
        ],
      },
    );
    site.model.on(
      { userMessage: 'Write two files', turnIndex: 1, hasToolResult: true },
      { toolCalls: [call('call_c', 'filesystem', { action: 'grep', pattern: 'alph.' })] },
    );
    site.model.on({ userMessage: 'Write two files', turnIndex: 2, hasToolResult: true }, { content: 'Found **alpha** in [a](https://example.org/a).' });

    const { page, context, complaints } = await visit(site);
    const keys = keysSentTo(page);
    await choose(page, name, { key, address: site.model.url + path });
    await say(page, 'Write two files');
    await answered(page);
    expect(await cells(page)).toEqual(['Filesystem Access success', 'Memory success', 'Filesystem Access success']);
    expect(await page.locator('.markdown strong').textContent()).toBe('alpha');
    expect(await page.locator('.markdown a').textContent()).toBe('a (https://example.org/a)');
    await page.locator('.tool-cell').nth(2).locator('summary').click();
    expect(await page.getByRole('group', { name: 'Output' }).textContent()).toContain('/a.txt');
    // The tool's own view of its input.
    await page.locator('.tool-cell').nth(1).locator('summary').click();
    await expect.poll(() => page.getByRole('group', { name: 'Input' }).nth(0).textContent()).toContain('create /memories/b.md\n\nbeta');

    // The tools of the project and every result went over the wire, each result once.
    const sent = JSON.stringify(last().body);
    for (const id of ['call_a', 'call_b', 'call_c']) expect(sent.split(`"${id}"`).length - 1, id).toBe(2);
    expect(sent).toContain('/a.txt');
    expect(keys.at(-1)).toBe(`Bearer ${key || 'none'}`);

    // The chat is there after a reload, and goes on.
    await page.reload();
    await page.locator('.markdown strong').waitFor();
    if (key) {
      // The key was not: it lasts as long as the page.
      await page.getByText(`a key for ${name} is missing`).waitFor();
      await choose(page, name, { key, address: site.model.url + path });
    }
    await say(page, 'And again');
    await page.getByText('Once more.').waitFor();
    expect(JSON.stringify(last().body)).toContain('alph.');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('shows what was denied, failed, stopped, and why a model did not answer', async () => {
    site.model.on(
      { userMessage: 'trouble', hasToolResult: false },
      {
        toolCalls: [
          call('call_1', 'agent_config', { action: 'update', field: 'system_prompt', value: 'x' }),
          call('call_2', 'filesystem', { action: 'read', path: '/missing' }),
          call('call_3', 'memory', { command: 'view', path: '/memories' }),
        ],
      },
    );
    site.model.on({ userMessage: 'trouble', hasToolResult: true }, { content: 'slowly '.repeat(400) }, { chunkSize: 7, latency: 40 });
    site.model.on({ userMessage: 'endless', hasToolResult: false }, { toolCalls: [call('call_5', 'javascript', { code: 'for (;;) {}' })] });
    const { page, context, complaints } = await visit(site);
    await choose(page, 'OpenAI-compatible server', { address: `${site.model.url}/v1` });

    // A question in place; the others go on meanwhile. Another view says that it waits.
    await say(page, 'trouble');
    const question = page.getByRole('group', { name: 'May Agent Configuration do this?' });
    await question.waitFor();
    await expect.poll(() => cells(page)).toEqual(['Agent Configuration asking', 'Filesystem Access failure', 'Memory success']);
    await goTo(page, 'Files');
    await page.getByRole('link', { name: /Chat 1 waiting for your answer/ }).click();
    await question.getByRole('button', { name: 'Deny' }).click();
    await expect.poll(async () => (await cells(page))[0]).toBe('Agent Configuration denied');

    // Stopped while it streams.
    await page.getByText('slowly slowly').waitFor();
    await page.getByRole('textbox', { name: 'Message' }).press('Escape');
    await page.getByText('You stopped it here.').waitFor();

    // Stopped while a tool runs.
    await say(page, 'endless');
    await page.locator('.tool-cell.in_progress').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.locator('.tool-cell.cancelled').waitFor();
    await page.getByRole('button', { name: 'Go on' }).waitFor();

    // No answer, and why; then one.
    site.model.nextRequestError(401, { message: 'no such key' });
    await say(page, 'hello');
    await page.getByText('did not accept the key (401)').waitFor();
    site.model.on({ userMessage: 'hello' }, { content: 'Here I am.' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Here I am.').waitFor();
    // Chromium itself reports the 401.
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
    await context.close();
  });

  test('cuts long results, and shows all on request', async () => {
    const content = Array.from({ length: 100 }, (_, i) => `line ${i}`).join('\n');
    site.model.on({ hasToolResult: false }, { toolCalls: [call('call_1', 'filesystem', { action: 'write', path: '/long.txt', content })] });
    site.model.on({ hasToolResult: true }, { content: 'Done.' });
    const { page, context } = await visit(site);
    await choose(page, 'OpenAI-compatible server', { address: `${site.model.url}/v1` });
    await say(page, 'go');
    await answered(page);
    await page.locator('.tool-cell summary').click();
    const input = page.getByRole('group', { name: 'Input' });
    expect(await input.textContent()).not.toContain('line 99');
    await page.getByRole('button', { name: /Show all \(10\d lines/ }).click();
    expect(await input.textContent()).toContain('line 99');
    await context.close();
  });

  test('keeps keys out of everything but their own place, and there only on request', async () => {
    const canary = 'sk-ant-canary-9876543210';
    site.model.on({ hasToolResult: false }, { toolCalls: [call('call_1', 'filesystem', { action: 'write', path: '/a.txt', content: 'a' })] });
    site.model.on({ hasToolResult: true }, { content: 'Done.' });
    const { page, context } = await visit(site);
    const keys = keysSentTo(page);
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await choose(page, 'Anthropic', { key: canary, address: site.model.url });
    await say(page, 'go');
    await answered(page);
    expect(keys).toEqual([`Bearer ${canary}`, `Bearer ${canary}`]);

    const stored = async () => (await page.evaluate(allStored)).filter((text) => text.includes(canary)).map((text) => text.split(' ')[0]);
    expect(await stored()).toEqual([]);
    await goTo(page, 'Settings');
    await page.getByRole('checkbox', { name: 'Remember keys in this browser' }).check();
    expect(await stored()).toEqual(['clienttools-demo.keys']);
    await page.reload();
    await page.getByRole('button', { name: 'Show' }).click();
    expect(await page.getByRole('textbox', { name: 'Key' }).inputValue()).toBe(canary);
    await page.getByRole('checkbox', { name: 'Remember keys in this browser' }).uncheck();
    expect(await stored()).toEqual([]);
    expect(said.join('\n')).not.toContain(canary);
    await context.close();
  });
});

/** Everything that this origin stores, as texts that begin with a name. */
async function allStored(): Promise<string[]> {
  const texts = [localStorage, sessionStorage].flatMap((storage) => Object.entries(storage).map(([key, value]) => `${key} ${String(value)}`));
  const decoder = new TextDecoder();
  const asText = (value: unknown): string =>
    value instanceof Uint8Array || value instanceof ArrayBuffer
      ? decoder.decode(value)
      : value && typeof value === 'object'
        ? Object.values(value).map(asText).join(' ')
        : String(value);
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name!);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error!);
    });
    for (const store of database.objectStoreNames) {
      const all = await new Promise<unknown[]>((resolve, reject) => {
        const request = database.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => resolve(request.result as unknown[]);
        request.onerror = () => reject(request.error!);
      });
      texts.push(...all.map((value) => `${name}/${store} ${asText(value)}`));
    }
    database.close();
  }
  return texts;
}
