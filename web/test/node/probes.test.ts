import { expect, test } from 'vitest';
import { holding, probes } from '../shared/probes.js';
import { built } from './built.js';

test('what a model may use works in the module as it does natively', async () => {
  const { loadClientTools } = await built();
  const tools = await loadClientTools({ worker: false });
  const found = await holding(
    tools,
    probes.map(({ code }) => code),
  );
  await tools.close();
  const wrong = probes.filter(({ holds }, i) => holds !== found[i]);
  expect(wrong.map(({ name }) => name)).toEqual([]);
  console.log(`${found.filter(Boolean).length} of ${probes.length} features hold in Node`);
}, 300_000);
