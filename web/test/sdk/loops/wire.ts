// Reads requests of each API into one form, and says what an API would refuse.
import { Ajv2020 } from 'ajv/dist/2020.js';

export type Api = 'anthropic' | 'openai_chat' | 'openai_responses' | 'gemini';

/** What a request says, whatever the API. */
export interface Seen {
  tools: { name: string; schema?: unknown; strict?: unknown }[];
  history: Entry[];
  /** Members that are none of the API's. */
  unknown: string[];
}

export type Entry = { said: string; by: 'user' | 'model' } | { calls: Call[] } | { results: Result[] };

export interface Call {
  id: string;
  name: string;
}

export interface Result {
  id: string;
  text: string;
  isError: boolean;
}

type Json = Record<string, any>;

/** Reads a request. */
export function read(api: Api, body: Json): Seen {
  return { tools: readTools(api, body['tools'] ?? []), history: merged(readers[api](body)), unknown: unknownMembers[api](body) };
}

function readTools(api: Api, tools: Json[]): Seen['tools'] {
  switch (api) {
    case 'anthropic':
      // The API has the schemas of its own tools, which are known by their type.
      return tools.map(({ name, type, input_schema }) => ({ name, schema: type === undefined || type === 'custom' ? input_schema : { type: 'object' } }));
    case 'openai_chat':
      return tools.map(({ function: { name, parameters, strict } }) => ({ name, schema: parameters, strict }));
    case 'openai_responses':
      return tools.map(({ name, parameters, strict }) => ({ name, schema: parameters, strict }));
    case 'gemini':
      return tools
        .flatMap(({ functionDeclarations }) => functionDeclarations ?? [])
        .map(({ name, parametersJsonSchema, parameters }: Json) => ({ name, schema: parametersJsonSchema ?? parameters }));
  }
}

const textIn = (content: unknown): string =>
  typeof content === 'string' ? content : Array.isArray(content) ? content.map((part: Json) => part['text'] ?? `[${part['type']}]`).join('') : '';
const said = (by: 'user' | 'model', content: unknown): Entry[] => (textIn(content) === '' ? [] : [{ said: textIn(content), by }]);
// These APIs have no flag for it. The AI SDK says it as JSON.
const errorByText = (text: string) => ({ text, isError: /^(Error: |\{"error":)/.test(text) });

const readers: Record<Api, (body: Json) => Entry[]> = {
  anthropic: ({ messages }) =>
    messages.flatMap(({ role, content }: Json): Entry[] => {
      const blocks: Json[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
      return blocks.flatMap((block): Entry[] => {
        if (block['type'] === 'tool_use') return [{ calls: [{ id: block['id'], name: block['name'] }] }];
        if (block['type'] === 'tool_result') {
          return [{ results: [{ id: block['tool_use_id'], text: textIn(block['content']), isError: block['is_error'] === true }] }];
        }
        return said(role === 'assistant' ? 'model' : 'user', [block]);
      });
    }),
  openai_chat: ({ messages }) =>
    messages.flatMap(({ role, content, tool_calls, tool_call_id }: Json): Entry[] => {
      if (role === 'tool') return [{ results: [{ id: tool_call_id, ...errorByText(textIn(content)) }] }];
      if (role !== 'assistant') return said('user', content);
      const calls: Call[] = (tool_calls ?? []).map((call: Json) => ({ id: call['id'], name: call['function'].name }));
      return [...said('model', content), ...(calls.length > 0 ? [{ calls }] : [])];
    }),
  openai_responses: ({ input }) =>
    (typeof input === 'string' ? [{ role: 'user', content: input }] : input).flatMap((item: Json): Entry[] => {
      if (item['type'] === 'function_call') return [{ calls: [{ id: item['call_id'], name: item['name'] }] }];
      if (item['type'] === 'function_call_output') return [{ results: [{ id: item['call_id'], ...errorByText(textIn(item['output'])) }] }];
      return said(item['role'] === 'assistant' ? 'model' : 'user', item['content']);
    }),
  // An id may be absent: calls and answers pair by order and name.
  gemini: ({ contents }) =>
    contents.flatMap(({ role, parts }: Json): Entry[] =>
      (parts ?? []).flatMap(({ functionCall, functionResponse, text }: Json): Entry[] => {
        if (functionCall) return [{ calls: [{ id: functionCall.id ?? functionCall.name, name: functionCall.name }] }];
        if (functionResponse) {
          const { id, name, response } = functionResponse;
          return [{ results: [{ id: id ?? name, text: String(response.error ?? response.output), isError: response.error !== undefined }] }];
        }
        return said(role === 'model' ? 'model' : 'user', text ?? '');
      }),
    ),
};

// Of what SDKs add to what they got, and of what they want to know of a tool.
const unknownMembers: Record<Api, (body: Json) => string[]> = {
  anthropic: ({ messages, tools = [] }) => [
    ...messages.flatMap((message: Json) => [
      ...besides('role content', message),
      ...(typeof message['content'] === 'string' ? [] : message['content']).flatMap((block: Json) =>
        besides(
          { text: 'type text citations', tool_use: 'type id name input caller', tool_result: 'type tool_use_id content is_error' }[block['type'] as string] ??
            '',
          block,
        ),
      ),
    ]),
    ...tools.flatMap((tool: Json) => besides('type name description input_schema strict eager_input_streaming cache_control', tool)),
  ],
  openai_chat: ({ messages, tools = [] }) => [
    ...messages.flatMap((message: Json) => [
      ...besides(message['role'] === 'tool' ? 'role content tool_call_id name' : 'role content refusal name tool_calls', message),
      ...(message['tool_calls'] ?? []).flatMap((call: Json) => [...besides('id type function', call), ...besides('name arguments', call['function'])]),
    ]),
    ...tools.flatMap((tool: Json) => [...besides('type function', tool), ...besides('name description parameters strict', tool['function'])]),
  ],
  openai_responses: ({ input, tools = [] }) => [
    ...(typeof input === 'string' ? [] : input).flatMap((item: Json) =>
      besides(
        { function_call: 'type id call_id name arguments status', function_call_output: 'type id call_id output status' }[item['type'] as string] ??
          'type id role content status phase',
        item,
      ),
    ),
    ...tools.flatMap((tool: Json) => besides('type name description parameters strict', tool)),
  ],
  gemini: ({ contents, tools = [] }) => [
    ...contents.flatMap((content: Json) => [
      ...besides('role parts', content),
      ...(content['parts'] ?? []).flatMap((part: Json) => [
        ...besides('text thought thoughtSignature functionCall functionResponse', part),
        ...besides('id name args', part['functionCall'] ?? {}),
        ...besides('id name response parts', part['functionResponse'] ?? {}),
      ]),
    ]),
    ...tools.flatMap((tool: Json) => [
      ...besides('functionDeclarations', tool),
      ...(tool['functionDeclarations'] ?? []).flatMap((declaration: Json) => besides('name description parametersJsonSchema', declaration)),
    ]),
  ],
};

const besides = (known: string, object: Json) => Object.keys(object).filter((key) => !known.split(' ').includes(key));

/** Neighbours of a kind as one entry: a turn's calls, and their results. */
function merged(entries: Entry[]): Entry[] {
  const whole: Entry[] = [];
  for (const entry of entries) {
    const last = whole.at(-1);
    if (last && 'calls' in last && 'calls' in entry) last.calls.push(...entry.calls);
    else if (last && 'results' in last && 'results' in entry) last.results.push(...entry.results);
    else whole.push(entry);
  }
  return whole;
}

/** What an API would refuse, or should have. */
export function faultsOf({ tools, history, unknown }: Seen): string[] {
  const faults = unknown.map((name) => `unknown: ${name}`);
  if (new Set(tools.map(({ name }) => name)).size < tools.length) faults.push('a tool is there twice');
  for (const { name, schema } of tools) {
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) faults.push(`the name ${JSON.stringify(name)}`);
    faults.push(...faultsOfSchema(schema).map((fault) => `the schema of ${name}: ${fault}`));
  }
  const answered = new Set<string>();
  history.forEach((entry, i) => {
    if ('calls' in entry) {
      for (const { name } of entry.calls) {
        if (!tools.some((tool) => tool.name === name)) faults.push(`${name} was called and is no tool`);
      }
      const next = history[i + 1];
      const results = next && 'results' in next ? next.results : [];
      const [wanted, got] = [entry.calls.map(({ id }) => id).join(), results.map(({ id }) => id).join()];
      if (wanted !== got) faults.push(`the calls ${wanted} are answered by ${got || 'nothing'}`);
    }
    if ('results' in entry) {
      const before = history[i - 1];
      if (!before || !('calls' in before)) faults.push(`results without calls: ${entry.results.map(({ id }) => id).join()}`);
      for (const { id, text } of entry.results) {
        if (answered.has(id)) faults.push(`${id} is answered twice`);
        answered.add(id);
        if (text === '') faults.push(`the result of ${id} is empty`);
      }
    }
  });
  return faults;
}

// Every request has the same schemas, and compiling them takes most of a test's time.
const known = new Map<string, string[]>();

function faultsOfSchema(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null || (schema as Json)['type'] !== 'object') return ['is not of an object'];
  const text = JSON.stringify(schema);
  const faults = known.get(text) ?? compiled(schema);
  known.set(text, faults);
  return faults;
}

function compiled(schema: object): string[] {
  try {
    new Ajv2020({ strict: true, strictRequired: false }).compile(schema);
    return [];
  } catch (error) {
    return [String(error)];
  }
}

/** The results of all calls so far. */
export function results({ history }: Seen): Result[] {
  return history.flatMap((entry) => ('results' in entry ? entry.results : []));
}
