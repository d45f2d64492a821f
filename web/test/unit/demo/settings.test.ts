import { describe, expect, test } from 'vitest';
import type { ToolInfo } from '../../../src/types.js';
import { numberProblem, optionValue, visibleOptions, withOption, withTool } from '../../../demo/settings/tool-choice.js';

const tool: ToolInfo = {
  name: 'clock',
  displayName: 'Clock',
  category: 'general',
  userFacing: true,
  internal: false,
  optionDefinitions: [
    { id: 'on', label: 'On', default: false },
    { id: 'zone', label: 'Zone', type: 'text', default: 'UTC', visibleWhen: { optionId: 'on', value: true } },
    { id: 'lost', label: 'Lost', default: false, visibleWhen: { optionId: 'gone', value: true } },
  ],
};
const other: ToolInfo = { ...tool, name: 'abacus', optionDefinitions: [] };
const [on, zone] = tool.optionDefinitions as [ToolInfo['optionDefinitions'][0], ToolInfo['optionDefinitions'][0]];

describe('the choice of tools', () => {
  test('is in the order in which they are registered, and keeps what it does not know', () => {
    const choice = { enabledTools: ['of-another-release', 'abacus'], toolOptions: {} };
    expect(withTool(choice, [tool, other], 'clock', true).enabledTools).toEqual(['clock', 'abacus', 'of-another-release']);
    expect(withTool(choice, [tool, other], 'abacus', false).enabledTools).toEqual(['of-another-release']);
  });

  test('stores no defaults', () => {
    const choice = { enabledTools: [], toolOptions: {} };
    const set = withOption(withOption(choice, tool, on, true), tool, zone, 'CET');
    expect(set.toolOptions).toEqual({ clock: { on: true, zone: 'CET' } });
    expect(optionValue(set, tool, zone)).toBe('CET');
    const back = withOption(withOption(set, tool, on, false), tool, zone, 'UTC');
    expect(back.toolOptions).toEqual({});
    expect(optionValue(back, tool, zone)).toBe('UTC');
  });

  test('shows an option where the one that it depends on has its value', () => {
    const choice = { enabledTools: [], toolOptions: {} };
    expect(visibleOptions(choice, tool).map(({ id }) => id)).toEqual(['on']);
    expect(visibleOptions(withOption(choice, tool, on, true), tool).map(({ id }) => id)).toEqual(['on', 'zone']);
  });

  test.each([
    ['2', ''],
    ['-1', 'At least 0, please.'],
    ['3.5', 'At most 3, please.'],
    ['', 'A number, please.'],
    ['two', 'A number, please.'],
  ])('takes numbers within their limits: %j', (text, problem) => {
    expect(numberProblem({ id: 'n', label: 'N', type: 'number', default: 0, min: 0, max: 3 }, text)).toBe(problem);
  });
});
