// Every SDK through every conversation, in Node.
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { ClientTools } from '../../../src/index.js';
import { built } from '../../node/built.js';
import { conversations, type ConversationName } from './conversations.js';
import { expectConversation } from './expectations.js';
import { loops } from './loops.js';
import { loadToPlay, play } from './play.js';

let client: ClientTools;
beforeAll(async () => {
  client = await loadToPlay((await built()).loadClientTools);
});
afterAll(() => client?.close());

describe.concurrent.each(loops)('$name, in Node', (loop) => {
  test.each(Object.keys(conversations) as ConversationName[])('%s', (name) =>
    expectConversation(loop, name, (name, url) => play(loop, conversations[name], url, client)),
  );
});
