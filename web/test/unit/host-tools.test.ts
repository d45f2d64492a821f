import { describe, expect, test } from 'vitest';
import type { CoreCall } from '../../src/connection.js';
import { HostTools } from '../../src/host-tools.js';
import type { ClientSideTool } from '../../src/index.js';

const signal = new AbortController().signal;

function tool(parts: Partial<ClientSideTool> = {}): ClientSideTool {
  return { name: 'weather', description: 'Tells the weather', inputSchema: { type: 'object' }, execute: () => 'sunny', ...parts };
}

function hostTools(tools: ClientSideTool[] = []) {
  const calls: [string, object][] = [];
  const call: CoreCall = (method, args) => {
    calls.push([method, args]);
    return Promise.reject(new Error('the call has ended'));
  };
  const host = new HostTools(() => call);
  host.add(tools);
  const ask = async (part: string, args: object = {}) => JSON.parse(await host.answer('weather', part, JSON.stringify(args), signal)) as unknown;
  return { host, ask, calls };
}

describe('what is registered of a tool', () => {
  test('is data where its parts are values', () => {
    const given = tool({
      displayName: 'Weather',
      category: 'web',
      userFacing: false,
      systemPrompt: 'Ask for the place.',
      policy: { ask: { place: ['*'] } },
      optionDefinitions: [{ id: 'unit', label: 'Unit', default: 'C' }],
    });
    const { execute: _execute, ...data } = given;
    expect(hostTools().host.describe([given])).toEqual([{ ...data, dynamic: [] }]);
  });

  test('names the parts that are functions and sends nothing of them', () => {
    const given = tool({
      description: () => 'd',
      inputSchema: () => ({ type: 'object' }),
      systemPrompt: () => 's',
      getApiOverride: () => undefined,
      renderInput: () => '',
    });
    expect(hostTools().host.describe([given])).toEqual([{ name: 'weather', dynamic: ['description', 'inputSchema', 'systemPrompt', 'override'] }]);
  });

  test.each<[string, unknown, RegExp]>([
    ['no array', tool(), /array/],
    ['null', [null], /needs a name/],
    ['no name', [{ ...tool(), name: undefined }], /needs a name/],
    ['no execute', [{ ...tool(), execute: 'x' }], /weather: execute/],
    ['no description', [{ ...tool(), description: undefined }], /weather: description/],
    ['no schema', [{ ...tool(), inputSchema: undefined }], /weather: inputSchema/],
  ])('is refused: %s', (_name, tools, says) => {
    expect(() => hostTools().host.describe(tools as ClientSideTool[])).toThrow(says);
  });
});

describe('what the core asks for', () => {
  test('is given by functions of the options', async () => {
    const { ask } = hostTools([
      tool({
        description: (options) => `in ${String(options['unit'])}`,
        inputSchema: (options) => ({ type: 'object', title: String(options['unit']) }),
        getApiOverride: (apiType, options) => (apiType === 'anthropic' ? { type: 'native', unit: options['unit'] } : undefined),
        systemPrompt: (context, options) => Promise.resolve(`${context.projectId} ${String(options['unit'])}`),
      }),
    ]);
    const options = { unit: 'F' };
    expect(await ask('description', { options })).toBe('in F');
    expect(await ask('inputSchema', { options })).toEqual({ type: 'object', title: 'F' });
    expect(await ask('override', { apiType: 'anthropic', options })).toEqual({ type: 'native', unit: 'F' });
    expect(await ask('override', { apiType: 'gemini', options })).toBeNull();
    expect(await ask('systemPrompt', { context: { projectId: 'p' }, options })).toBe('p F');
  });

  test('runs a call with input, options, context and signal', async () => {
    const seen: unknown[] = [];
    const { ask } = hostTools([
      tool({
        execute(input, options, context) {
          seen.push(input, options, context.projectId, context.signal);
          return { content: 'done', parts: [{ mimeType: 'image/png', data: new Uint8Array([0, 1, 255]) }] };
        },
      }),
    ]);
    const result = await ask('execute', { call: 'c1', id: 'x', input: { place: 'Rome' }, options: { unit: 'C' }, context: { projectId: 'p' } });
    expect(seen).toEqual([{ place: 'Rome' }, { unit: 'C' }, 'p', signal]);
    expect(result).toEqual({ content: 'done', parts: [{ mimeType: 'image/png', data: 'AAH/' }] });
  });

  test('takes a string as a result, and progress of the call it belongs to', async () => {
    const { ask, calls } = hostTools([
      tool({
        execute(_input, _options, context) {
          context.progress?.({ message: 'half', fraction: 0.5 });
          return Promise.resolve('sunny');
        },
      }),
    ]);
    expect(await ask('execute', { call: 'c7', id: 'x', input: {}, options: {}, context: { projectId: 'p' } })).toBe('sunny');
    expect(calls).toEqual([['tool.progress', { call: 'c7', message: 'half', fraction: 0.5 }]]);
  });

  test('rejects what is not there, and what the tool throws', async () => {
    const { ask } = hostTools([
      tool({
        execute() {
          throw new RangeError('too far');
        },
      }),
    ]);
    await expect(ask('nothing')).rejects.toThrow('no part nothing');
    await expect(ask('execute', { input: {}, context: {} })).rejects.toThrow('too far');
    await expect(hostTools().ask('description')).rejects.toMatchObject({ code: 'unknown_tool' });
  });
});
