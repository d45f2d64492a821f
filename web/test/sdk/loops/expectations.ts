// What must hold after a conversation, wherever and by whichever SDK it was played.
import { expect } from 'vitest';
import { conversations, type Conversation, type ConversationName } from './conversations.js';
import type { Loop, Observed } from './play.js';
import { startModel, type Asked, type ModelServer } from './server.js';
import { results } from './wire.js';

/** Plays a conversation by `play`, against a model of its own, and looks at what was said and done. */
export async function expectConversation(loop: Loop, name: ConversationName, play: (name: ConversationName, url: string) => Promise<Observed>): Promise<void> {
  const conversation: Conversation = conversations[name];
  const model = await startModel(conversation.turns);
  try {
    const observed = await play(name, model.url);
    expect(model.faults).toEqual([]);
    expect(new Set(model.asked.map(({ api }) => api))).toEqual(new Set([loop.api]));
    expectTools(model, conversation);
    expectIds(loop, observed, model);
    expectations[name](observed, model, model.asked.at(-1) as Asked, loop);
  } finally {
    await model.close();
  }
}

/** Every request has the enabled tools in one order, and says the same of them. */
function expectTools({ asked }: ModelServer, { enabledTools }: Conversation): void {
  for (const { tools, body } of asked) {
    expect(tools.map(({ name }) => name).sort()).toEqual([...enabledTools].sort());
    expect(JSON.stringify(body['tools'])).toBe(JSON.stringify(asked[0]?.body['tools']));
  }
}

/** A chat can tell which call of the model an activity is. */
function expectIds({ idsUnknown = [] }: Loop, { activities }: Observed, { asked }: ModelServer): void {
  const calls = asked.at(-1)?.history.flatMap((entry) => ('calls' in entry ? entry.calls : [])) ?? [];
  for (const { id, name } of calls.filter(({ name }) => !idsUnknown.includes(name))) expect(activities).toContainEqual(expect.objectContaining({ id, name }));
}

/** The tools did something once, and the model said something last. */
function expectEnd({ said, failed }: Observed, { left, asked }: ModelServer, text: string, requests: number): void {
  expect(failed).toBeUndefined();
  expect(said).toBe(text);
  expect(asked).toHaveLength(requests);
  expect(left()).toBe(0);
}

const expectations: Record<ConversationName, (observed: Observed, model: ModelServer, last: Asked, loop: Loop) => void> = {
  threeTurns(observed, model, last) {
    expectEnd(observed, model, 'Fertig: 42 Stück Obst — 🍎🍐.', 3);
    const [written, read, missing, unknown, ran] = results(last);
    expect(results(last)).toHaveLength(5);
    expect(written).toMatchObject({ isError: false });
    expect(read?.text).toContain('Äpfel 6'); // in spite of starting together with the write
    expect(missing).toMatchObject({ isError: true, text: expect.stringContaining('/memories/none.md') as unknown });
    expect(unknown).toMatchObject({ isError: true, text: expect.stringContaining('raed') as unknown });
    expect(ran).toMatchObject({ isError: false, text: expect.stringContaining('fertig') as unknown });
    expect(observed.files).toEqual({ '/notes.txt': 'Äpfel 6\nBirnen 7\n', '/sum.txt': '42' });
  },
  failing(observed, model, last) {
    expectEnd(observed, model, 'The printer is on fire, it seems.', 2);
    expect(observed.did).toEqual(['fail']);
    expect(results(last)).toMatchObject([{ isError: true, text: expect.stringContaining('the printer is on fire') as unknown }]);
  },
  denied(observed, model, last) {
    expectEnd(observed, model, 'Then on Monday.', 2);
    expect(observed.asked).toEqual([{ tool: 'publish', input: {} }]);
    expect(observed.did).toEqual([]);
    expect(results(last)).toMatchObject([{ isError: true, text: expect.stringContaining('not on a Sunday') as unknown }]);
    expect(observed.activities).toMatchObject([{ name: 'publish', status: 'denied' }]);
  },
  approved(observed, model, last) {
    expectEnd(observed, model, 'It is published.', 2);
    expect(observed.asked).toEqual([{ tool: 'publish', input: {} }]);
    expect(observed.did).toEqual(['publish']);
    expect(results(last)).toMatchObject([{ isError: false, text: 'published' }]);
  },
  stopped(observed, model) {
    expect(observed.did).toEqual(['wait', 'wait cancelled']);
    expect(observed.activities).toMatchObject([{ name: 'wait', status: 'cancelled' }]);
    expect(observed.said).toBeUndefined();
    expect(observed.failed).toMatch(/abort/i);
    expect(model.asked).toHaveLength(1);
    expect(model.left()).toBe(1);
  },
  picture(observed, model, last, { pictures = false }) {
    expectEnd(observed, model, 'A dot.', 2);
    expect(results(last)).toMatchObject([{ isError: false }]);
    expect(JSON.stringify(last.body).includes(conversations.picture.given['/dot.png'])).toBe(pictures);
  },
  busy(observed, model, last) {
    expectEnd(observed, model, 'Nothing is there.', 3);
    expect(results(last)).toHaveLength(1);
    expect(observed.activities).toHaveLength(1); // asked again, not run again
  },
};
