import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addOutsider, firstProject, openDemo, visit, type DemoSite, type Visit } from './view-visits.js';

let site: DemoSite;
beforeAll(async () => {
  site = await openDemo();
});
afterAll(() => site?.close());

let guest: Visit;
let page: Page;
beforeEach(async () => {
  guest = await visit(site, 'console');
  page = guest.page;
  return () => guest.end();
});

const pick = (name: RegExp) => page.getByRole('radio', { name }).check();
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const result = () => page.locator('.result .output').first();
const ended = () => page.getByRole('heading', { name: /as the model reads it/ }).waitFor();

/** The JSON that is shown for each API. */
async function onTheWire(): Promise<Record<string, unknown>> {
  await page.locator('.wire-card').first().waitFor();
  const cards = await page
    .locator('.wire-card')
    .evaluateAll((all) => all.map((card) => [card.getAttribute('aria-label')!, card.querySelector('pre')!.textContent]));
  return Object.fromEntries(cards.map(([name, json]) => [name, JSON.parse(json!) as unknown]));
}

test('shows definition, call and result as each API has them, and runs the tool once', async () => {
  await addOutsider(page);
  await pick(/^File/);
  await press('Write');
  const definitions = await onTheWire();
  const exact = await page.evaluate(async (project) => {
    const apis = {
      'Anthropic Messages': 'anthropic',
      'OpenAI Chat Completions': 'openai_chat',
      'OpenAI Responses': 'openai_responses',
      Gemini: 'gemini',
      'Bedrock Converse': 'bedrock',
      MCP: 'mcp',
    } as const;
    const entries = Object.entries(apis).map(async ([name, apiType]) => {
      const [definition] = await globalThis.outside.session({ apiType, project: { id: project, enabledTools: ['filesystem'] } }).definitions();
      return [name, definition] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  }, firstProject);
  expect(definitions).toEqual(exact);

  await press('Run');
  await ended();
  await press('Call');
  const calls = (await onTheWire()) as { 'Anthropic Messages': { id: string; input: unknown }; 'OpenAI Chat Completions': { function: { arguments: string } } };
  const { id, input } = calls['Anthropic Messages'];
  expect(input).toMatchObject({ action: 'write', path: '/data/cities.csv' });
  expect(JSON.parse(calls['OpenAI Chat Completions'].function.arguments)).toEqual(input);

  await press('Result');
  const content = await result().textContent();
  expect(await onTheWire()).toMatchObject({
    'Anthropic Messages': { type: 'tool_result', tool_use_id: id, content },
    'OpenAI Chat Completions': { role: 'tool', tool_call_id: id, content },
    'OpenAI Responses': { type: 'function_call_output', call_id: id, output: content },
    Gemini: { functionResponse: { id, name: 'filesystem', response: { output: content } } },
    'Bedrock Converse': { toolResult: { toolUseId: id, content: [{ text: content }], status: 'success' } },
    MCP: { content: [{ type: 'text', text: content }], structuredContent: expect.objectContaining({ action: 'write' }) as unknown },
  });
  const versions = await page.evaluate((project) => globalThis.outside.files(project).versions('/data/cities.csv'), firstProject);
  expect(versions).toHaveLength(1);
  expect(await page.locator('.activity').count()).toBe(1);
});

test('an error is one for each API; the next call replaces it', async () => {
  await pick(/^Memory/);
  await press('Look');
  await page.getByLabel('path', { exact: true }).fill('/memories/missing.md');
  await press('Run');
  await ended();
  await press('Result');
  expect(await onTheWire()).toMatchObject({
    'Anthropic Messages': { is_error: true },
    'Bedrock Converse': { toolResult: { status: 'error' } },
    MCP: { isError: true },
  });
  await page.getByLabel('path', { exact: true }).fill('/memories');
  await press('Run');
  await expect.poll(async () => ((await onTheWire())['Anthropic Messages'] as { is_error?: boolean }).is_error).toBe(undefined);
});

test('a form has lists of objects, and sends only what was filled in', async () => {
  await pick(/^File/);
  await press('Write');
  await press('Run');
  await ended();
  await page.getByRole('combobox', { name: 'action' }).selectOption('edit');
  await press('Add to edits');
  await page.getByRole('group', { name: 'edits 1' }).getByLabel('old_str').fill('Rome');
  await page.getByRole('group', { name: 'edits 1' }).getByText('More fields').click();
  await page.getByRole('group', { name: 'edits 1' }).getByLabel('new_str').fill('Roma');
  await press('Add to edits');
  await press('Remove edits 2');
  await press('As JSON');
  expect(JSON.parse(await page.getByLabel('Input', { exact: true }).inputValue())).toEqual({
    action: 'edit',
    path: '/data/cities.csv',
    edits: [{ old_str: 'Rome', new_str: 'Roma' }],
  });
  await press('Run');
  await expect.poll(() => result().textContent()).toContain('Roma');
});

test('a running call tells of itself, takes its time, and is stopped', async () => {
  await pick(/^JavaScript/);
  await press('Endless loop');
  await press('Run');
  await page.locator('.activity.in_progress').waitFor();
  await page
    .getByText(/Running/)
    .first()
    .waitFor();
  await press('Stop');
  await page.locator('.activity.cancelled').waitFor();
  await expect.poll(() => page.getByRole('heading', { name: /as the model reads it/ }).textContent()).toMatch(/\d+(\.\d+)? m?s$/);
});
