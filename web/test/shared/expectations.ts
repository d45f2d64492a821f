// What the scenarios must come to, in Node and in the browser alike.
import { expect } from 'vitest';
import type * as scenarios from './scenarios.js';

type Scenario = keyof typeof scenarios;
type Outcome<S extends Scenario> = Awaited<ReturnType<(typeof scenarios)[S]>>;

interface Expectation {
  name: string;
  scenario: Scenario;
  expect: (outcome: never) => void;
}

const limitMs = 1500;

function expectation<S extends Scenario>(scenario: S, name: string, check: (outcome: Outcome<S>) => void): Expectation {
  return { name, scenario, expect: check };
}

const all: Expectation[] = [
  expectation('eachTool', 'runs each tool, on the same files', (outcome) => {
    expect(outcome.failed).toEqual([]);
    expect(outcome.memory).toBe('remember');
    expect(outcome.out).toBe('42');
    expect(outcome.contents[2]).toContain('written');
  }),

  expectation('endlessLoop', 'ends an endless loop within its limit and a second, and the next call finds its files', (outcome) => {
    expect(outcome.endless.isError).toBe(true);
    expect(outcome.endless.content).toMatch(/time limit of 1\.5 s/);
    expect(outcome.ms).toBeLessThan(limitMs + 1000);
    expect(outcome.next).toMatchObject({ content: 'kept' });
    expect(outcome.lost).toBe(false);
  }),

  expectation('printing', 'shows what a script prints while it runs, and after it was ended', (outcome) => {
    expect(outcome.messages).toEqual(expect.arrayContaining(['first', 'step 1', 'step 2']));
    expect(outcome.result.content).toMatch(/^=== Console output ===\n\[LOG\] first\n\[LOG\] step 1\n\[LOG\] step 2\n/);
    expect(outcome.result.content).toMatch(/time limit of 1\.5 s/);
  }),

  expectation('typeScript', 'runs TypeScript and the newest syntax, with the lines of the user', (outcome) => {
    expect(outcome.results).toEqual([
      '42',
      '3',
      "TypeError: Cannot read property 'name' of undefined\n    at first (script.js:3:27)\n    at script.js:5:7",
      'SyntaxError: Unexpected "="\n    at script.js:2:10\n      const b: = 2;\n               ^',
      expect.stringMatching(/^SyntaxError: the code nests too deep/),
      '1',
    ]);
  }),

  expectation('memoryBomb', 'ends a script that wants all memory, and the next call works', (outcome) => {
    expect(outcome.bomb.isError).toBe(true);
    expect(outcome.bomb.content).toMatch(/memory/i);
    expect(outcome.next.content).toBe('2');
  }),

  expectation('cancelled', 'cancels a script, and the next call works', (outcome) => {
    expect(outcome.result.isError).toBe(true);
    expect(outcome.result.content).toMatch(/cancel/i);
    expect(outcome.next.content).toBe('2');
  }),

  expectation('badInput', 'says what is wrong with bad input, and works on', checkBadInput),

  expectation('ownTool', 'takes a tool of the application as its own', (outcome) => {
    expect(outcome.info).toMatchObject({ name: 'weather', displayName: 'Weather', category: 'web', userFacing: true });
    expect(outcome.has).toBe(true);
    expect(outcome.definitions).toMatchObject([{ type: 'function', function: { name: 'weather', description: 'Tells the weather in F' } }]);
    expect(outcome.prompts).toEqual([`Weather for ${outcome.projectId} in C.`]);
    expect(outcome.section).toContain('weather');
    expect(outcome.result).toEqual({ content: '21 F in Rome', data: { degrees: 21 }, parts: [{ mimeType: 'image/png', data: [1, 0, 255] }] });
    expect(outcome.failed).toMatchObject({ isError: true, content: expect.stringContaining('no such place') as unknown });
    expect(outcome.invalid).toMatchObject({ isError: true, content: expect.stringContaining('place') as unknown });
    expect(outcome.disabled).toMatchObject({ isError: true, content: expect.stringContaining('Unknown tool: weather') as unknown });
    expect(outcome.gone).toBe(true);
    expect(outcome.activities).toEqual(expect.arrayContaining(['in_progress', 'in_progress asking 1', 'success 1', 'failure 1']));
    expect(outcome.toolsEvents[0]).toContain('weather');
  }),

  expectation('codeMode', 'lets code call tools as a model would', (outcome) => {
    const { description } = outcome.definitions.find(({ name }) => name === 'javascript') as { description: string };
    expect(description).toContain('  /** Looks something up. */\n  look(input: { id: number }): Result\n');
    expect(description).toContain('  "ask-first"(input?: object): Result\n');
    expect(outcome.parallel).toEqual({ contents: ['look 1', 'look 2', 'look 3'], sum: 12 });
    expect(outcome.inOrder).toEqual(['note 1', 'note 2', 'note 3']);
    expect(outcome.most).toEqual({ look: 3, note: 1 });
    expect(outcome.failing).toEqual(['ToolError', 'no luck', 'x']);
    expect(outcome.invalid).toContain('id must be an integer');
    expect(outcome.denied).toBe('The call was not approved and not executed: no one is there who could approve it');
    expect(outcome.unknown).toMatch(/^Unknown tool: memory\. Enabled tools: /);
    expect(outcome.nested).toMatch(/^javascript cannot call itself\. Enabled tools: /);
    expect(outcome.files).toBe('one\ntwo');
    expect(outcome.ofOneCall).toEqual(['look success call', 'fails failure call', 'javascript success call']);
    expect(outcome.cancelled).toMatchObject({ isError: true, content: expect.stringContaining('The call was cancelled.') as unknown });
    expect(outcome.endedByCancel).toBe(2);
    expect(outcome.late).toMatchObject({ isError: true, content: expect.stringContaining('time limit of 1.5 s') as unknown });
    expect(outcome.endedInAll).toBe(3);
    expect(outcome.lost).toBe(false);
    expect(outcome.next.content).toBe('look 4');
  }),

  expectation('sessions', 'answers calls in the form of their API', (outcome) => {
    expect(outcome.definitions.length).toBeGreaterThan(0);
    expect(outcome.anthropic).toMatchObject([
      { type: 'tool_result', tool_use_id: 'a1' },
      { type: 'tool_result', tool_use_id: 'a2', is_error: true },
    ]);
    expect(outcome.openai).toEqual([{ role: 'tool', tool_call_id: 'o1', content: '42' }]);
  }),
];

export const expectations = { limitMs, all };

function checkBadInput(outcomes: Outcome<'badInput'>): void {
  const failedResult = { ok: { isError: true } };
  const refused = { code: 'invalid_argument' };
  expect(outcomes).toMatchObject({
    'unknown tool': failedResult,
    'broken JSON': failedResult,
    'input of a wrong type': failedResult,
    'field of a wrong type': failedResult,
    'no input': failedResult,
    'input that is no JSON': refused,
    'NUL in a path': failedResult,
    'no project id': refused,
    'no context': refused,
    'project id of a wrong type': refused,
    'tool name of a wrong type': refused,
    'unknown API': refused,
    'enabled tools of a wrong type': refused,
    'unknown option': refused,
    'registering no array': refused,
    'registering null': refused,
    'registering a bad name': refused,
    'registering a name twice': { code: 'duplicate_tool' },
    'unregistering what is not there': { code: 'unknown_tool' },
    'files of no project': refused,
    'a missing file': refused,
    'a path of a wrong type': refused,
    'a content of a wrong type': refused,
    'no zip': refused,
    'calls that are no array': refused,
  });
  // No failure says no more than that there was one, and none is a panic.
  for (const [name, outcome] of Object.entries(outcomes)) {
    const said = 'ok' in outcome ? ((outcome.ok as { content?: string } | undefined)?.content ?? '') : outcome.message;
    expect(said, name).not.toMatch(/panic|goroutine|runtime error/);
    if (!('ok' in outcome)) expect(said.length, name).toBeGreaterThan(8);
  }
}
