import type { CallableTool } from '@google/genai';
import { describe, expect, test } from 'vitest';
import { geminiSession, geminiTools } from '../../../src/adapters/gemini.js';
import { clientThat } from './client.js';

const settings = { project: { id: 'p', enabledTools: ['memory'] } };
const answer = ({ functionCall: { name } }: { functionCall: { name: string } }) => ({ functionResponse: { name, response: { output: 'done' } } });

test('a session answers the calls among the parts', async () => {
  const { client, run } = clientThat(answer);
  const session = geminiSession(client, settings);
  expect(await session.run([{ text: 'Hello' }])).toEqual([]);
  const parts = [
    { text: 'I look.', thoughtSignature: 's' },
    { functionCall: { name: 'memory', args: {} }, thoughtSignature: 's' },
  ];
  expect(await session.run(parts)).toEqual([answer({ functionCall: { name: 'memory' } })]);
  expect(run.mock.calls).toEqual([[[{ functionCall: { name: 'memory', args: {} } }], {}]]);
});

describe('callable tools', () => {
  const definitions = [{ functionDeclarations: [{ name: 'memory' }] }, { googleSearch: {} }];
  const calls = [{ name: 'memory' }, { name: 'weather' }];

  test("are one for all, beside Google's own", async () => {
    const { client } = clientThat(answer, { definitions });
    const [callable, ...others] = await geminiTools(client, settings);
    expect(await (callable as CallableTool).tool()).toEqual(definitions[0]);
    expect(others).toEqual([definitions[1]]);
  });

  test.each([
    [false, ['memory', 'weather']],
    [true, ['memory']],
  ])('answer calls of names that are not theirs, unless there are others: %s', async (besideOthers, names) => {
    const { client } = clientThat(answer, { definitions });
    const [callable] = await geminiTools(client, { ...settings, besideOthers });
    const parts = await (callable as CallableTool).callTool(calls);
    expect(parts.map(({ functionResponse }) => functionResponse?.name)).toEqual(names);
  });
});
