import { afterAll, beforeAll, describe, test } from 'vitest';
import type { ClientTools } from '../../src/index.js';
import { expectations } from '../shared/expectations.js';
import * as scenarios from '../shared/scenarios.js';
import { built } from './built.js';

describe.each([
  ['the core in a thread of its own', true],
  ['the core in this one', false],
])('in Node, %s', (_name, worker) => {
  let tools: ClientTools;
  beforeAll(async () => {
    const { loadClientTools } = await built();
    tools = await loadClientTools({ worker, limits: { javascriptTimeoutMs: expectations.limitMs } });
  });
  afterAll(() => tools?.close());

  // Again where a busy machine was late: one scenario is about time.
  test.each(expectations.all)('$name', { retry: 2 }, async ({ scenario, expect }) => {
    expect((await scenarios[scenario](tools, `project ${scenario}`)) as never);
  });
});
