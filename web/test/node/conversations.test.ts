import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClientTools } from '../../src/index.js';
import { comparable, play, readConversations } from '../shared/conversations.js';
import { built } from './built.js';

const conversations = readConversations();

let tools: ClientTools;
beforeAll(async () => {
  tools = await (await built()).loadClientTools();
});
afterAll(() => tools?.close());

test.each(conversations.map((script) => ({ name: script.name, script })))('$name', async ({ name, script }) => {
  const { want, got } = comparable(script, await play(tools, script, `conversation ${name}`));
  expect(got).toEqual(want);
});
