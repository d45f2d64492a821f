import { describe, expect, test } from 'vitest';
import { describeFailure } from '../../../demo/chat/failure.js';
import { settled, type Conversation } from '../../../demo/chat/conversation.js';
import { Models } from '../../../demo/chat/model-settings.js';
import { Projects } from '../../../demo/src/shell/projects.js';
import { addressOf, routeOf } from '../../../demo/src/shell/routes.js';

function storage() {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

describe('addresses', () => {
  test.each([
    ['', 'chat', ''],
    ['#/files', 'files', ''],
    ['#/chat/chat-1%2F2', 'chat', 'chat-1/2'],
    ['#/nothing/here', 'chat', ''],
    ['#/settings/%E0%A4%A', 'settings', ''],
  ])('%j is %s, %j', (hash, view, place) => expect(routeOf(hash)).toEqual({ view, place }));

  test('of a place are read again', () => expect(routeOf(addressOf('chat', 'a/b ?'))).toEqual({ view: 'chat', place: 'a/b ?' }));
});

describe('projects', () => {
  test('of two tabs are added to one list, and each tab has its own current one', () => {
    const shared = storage();
    const [first, second] = [new Projects(shared, storage()), new Projects(shared, storage())];
    const one = first.create('One');
    const two = second.create('Two');
    expect(first.current.id).toBe(one.id);
    expect(new Projects(shared, storage()).state.value.projects.map(({ name }) => name)).toEqual(['My project', 'One', 'Two']);
    second.remove(two.id);
    expect(second.current.name).toBe('My project');
  });

  test('are never none, and what is no project is left out', () => {
    const shared = storage();
    shared.setItem('clienttools-demo.projects', '[5, {"id": "a"}, {"id": "b", "name": "B"}]');
    const projects = new Projects(shared, storage());
    expect(projects.state.value.projects.map(({ id }) => id)).toEqual(['b']);
    projects.remove('b');
    expect(projects.state.value.projects).toHaveLength(1);
  });
});

describe('keys', () => {
  test('are stored on request only, and apart from the settings', () => {
    const shared = storage();
    const models = new Models(shared);
    models.change({ provider: 'openai' });
    expect(models.missing()).toBe('a key for OpenAI');
    models.setKey('openai', ' sk-canary ');
    expect(models.missing()).toBeUndefined();
    expect([...shared.values.values()].join()).not.toContain('canary');
    models.change({ remember: true });
    expect(shared.values.get('clienttools-demo.keys')).toContain('sk-canary');
    expect(new Models(shared).key('openai')).toBe('sk-canary');
    models.change({ remember: false });
    expect([...shared.values.values()].join()).not.toContain('canary');
  });

  test('are not repeated by what a server says', () => {
    const { settings } = new Models(storage());
    const error = Object.assign(new Error('400 Incorrect key sk-canary-012345 given'), { status: 400 });
    expect(describeFailure(error, { ...settings.value, provider: 'openai' })).toBe('OpenAI answered 400: 400 Incorrect key sk-… given');
  });
});

describe('a chat that was left', () => {
  test('has no call that still runs, and sends no results that it has not', () => {
    const chat = {
      entries: [
        {
          kind: 'assistant',
          id: '1',
          text: '',
          calls: [
            { id: 'a', name: 'x', input: {}, status: 'success', output: 'done' },
            { id: 'b', name: 'x', input: {}, status: 'in_progress' },
            { id: 'c', name: 'x', input: {}, status: 'preparing' },
          ],
          native: { apiType: 'anthropic', turn: [], results: [] },
        },
      ],
    } as unknown as Conversation;
    expect(settled(chat).entries).toMatchObject([{ calls: [{ status: 'success' }, { status: 'cancelled', output: 'The call was cancelled.' }] }]);
    expect(settled(chat).entries[0]).not.toHaveProperty('native');
  });
});
