// The TypeScript example of README.md does what it says.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ClientTools } from '../../src/index.js';
import { built } from './built.js';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

test('the example runs as it stands', async () => {
  const example = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const [imported, ...lines] = example.trim().split('\n');
  expect(imported).toBe("import { loadClientTools } from 'clienttools';");
  expect(lines.length + 1).toBeLessThanOrEqual(22);

  const AsyncFunction = (async () => {}).constructor as new (
    ...args: string[]
  ) => (...args: unknown[]) => Promise<Record<string, unknown> & { tools: ClientTools }>;
  const run = new AsyncFunction('loadClientTools', `${lines.join('\n')}\nreturn { tools, definitions, results, files };`);
  const { tools, definitions, results, files } = await run((await built()).loadClientTools);
  expect(definitions).toHaveLength(3);
  expect(results).toMatchObject([
    { type: 'tool_result', tool_use_id: '1', content: expect.stringContaining('42') as unknown },
    { type: 'tool_result', tool_use_id: '2', content: expect.stringContaining('/answer.txt') as unknown },
  ]);
  expect(files).toMatchObject([{ path: '/answer.txt', size: 2 }]);
  await tools.close();
});
