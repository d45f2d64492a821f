// The TypeScript example of docs/javascript.md does what it says.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ClientTools } from '../../src/index.js';
import { built } from './built.js';

test('the example of code that calls tools runs as it stands', async () => {
  const page = readFileSync(new URL('../../../docs/javascript.md', import.meta.url), 'utf8');
  const example = /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const [imported, ...lines] = example.trim().split('\n');
  expect(imported).toBe("import { loadClientTools } from 'clienttools';");

  const AsyncFunction = (async () => {}).constructor as new (...args: string[]) => (...args: unknown[]) => Promise<{ tools: ClientTools; results: unknown }>;
  const run = new AsyncFunction('loadClientTools', `${lines.join('\n')}\nreturn { tools, results };`);
  const { tools, results } = await run((await built()).loadClientTools);
  expect(results).toEqual([{ type: 'tool_result', tool_use_id: '1', content: '6' }]);
  expect(await tools.files('shop').readText('/total.txt')).toBe('6');
  await tools.close();
});
