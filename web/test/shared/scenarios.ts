// What must hold wherever the package runs. Each scenario runs in Node and, sent
// as its source text, in a page: it refers to nothing outside of itself, and
// gives plain data that the test looks at.
import type { ClientTools } from '../../src/index.js';

type Outcome = { ok: unknown } | { code: unknown; message: string };

/** One call of each built-in tool, and what is in the files then. */
export async function eachTool(tools: ClientTools, projectId: string) {
  const enabled = ['memory', 'filesystem', 'javascript'];
  const run = (name: string, input: unknown) => tools.executeClientSideTool(name, input, enabled, {}, { projectId });
  const results = [
    await run('memory', { command: 'create', path: '/memories/a.md', file_text: 'remember' }),
    await run('filesystem', { action: 'write', path: '/in.txt', content: '6 * 7' }),
    await run('javascript', { code: "fs.writeFileSync('/out.txt', String(eval(fs.readFileSync('/in.txt', 'utf-8')))); return 'written';" }),
  ];
  const files = tools.files(projectId);
  return {
    failed: results.filter((result) => result.isError).map((result) => result.content),
    contents: results.map((result) => result.content),
    memory: await files.readText('/memories/a.md'),
    out: await files.readText('/out.txt'),
  };
}

/** A script that never ends, with a limit of `javascriptTimeoutMs` on the client; then a script that does. */
export async function endlessLoop(tools: ClientTools, projectId: string) {
  const run = (code: string) => tools.executeClientSideTool('javascript', { code }, ['javascript'], {}, { projectId });
  await tools.files(projectId).write('/kept.txt', 'kept');
  await run('return 1'); // loads the sandbox, which is not billed
  const startedAt = Date.now();
  const endless = await run("fs.writeFileSync('/lost.txt', 'x'); while (true) {}");
  const ms = Date.now() - startedAt;
  const next = await run("return fs.readFileSync('/kept.txt', 'utf-8')");
  return { endless, ms, next, lost: (await tools.files(projectId).stat('/lost.txt')) !== undefined };
}

/** What a script that never ends printed: while it ran, and in its result. */
export async function printing(tools: ClientTools, projectId: string) {
  await tools.executeClientSideTool('javascript', { code: 'return 1' }, ['javascript'], {}, { projectId }); // loads the sandbox
  const messages: string[] = [];
  const stop = tools.on('activity', ({ displayMessage }) => displayMessage !== undefined && messages.push(displayMessage));
  const code = 'console.log("first"); let at = Date.now(); for (let i = 1; ; ) if (Date.now() - at > 300) { console.log("step", i++); at = Date.now(); }';
  const result = await tools.executeClientSideTool('javascript', { code }, ['javascript'], {}, { projectId });
  stop();
  return { result, messages };
}

/** TypeScript in a call and in files, asynchronous iteration, and errors in them. */
export async function typeScript(tools: ClientTools, projectId: string) {
  const run = (code: string, language?: string) => tools.executeClientSideTool('javascript', { code, language }, ['javascript'], {}, { projectId });
  await run('return 1 as number', 'typescript'); // loads what is needed, and runs it once
  await tools.files(projectId).write('/lib/area.ts', 'export type Shape = { a: number; b: number };\nexport const area = (s: Shape): number => s.a * s.b;\n');
  return {
    results: [
      await run("import { area, type Shape } from '/lib/area.ts';\nconst s: Shape = { a: 6, b: 7 };\nexport default area(s);"),
      await run('async function* count() { yield 1; yield 2 }\nlet n = 0;\nfor await (const i of count()) n += i;\nn'),
      await run('const a: number[] = [];\nfunction first<T>(list: T[]): string {\n  return (list[0] as any).name;\n}\nfirst(a)', 'typescript'),
      await run('const a: number = 1;\nconst b: = 2;', 'typescript'),
      await run(`let x: number = ${'!'.repeat(20_000)}1`, 'typescript'),
      await run('return area({ a: 1, b: 1 })'),
    ].map(({ content }) => content),
  };
}

/** A script that wants all memory there is; then one that does not. */
export async function memoryBomb(tools: ClientTools, projectId: string) {
  const run = (code: string) => tools.executeClientSideTool('javascript', { code }, ['javascript'], {}, { projectId });
  const bomb = await run('return new Uint8Array(2 ** 30).length;');
  return { bomb, next: await run('return 1 + 1') };
}

/** A call that is cancelled while its script runs; then one that is not. */
export async function cancelled(tools: ClientTools, projectId: string) {
  const controller = new AbortController();
  const stop = tools.on('activity', (activity) => {
    if (activity.status === 'in_progress') setTimeout(() => controller.abort(), 50);
  });
  const call = { signal: controller.signal };
  const result = await tools.executeClientSideTool('javascript', { code: 'while (true) {}' }, ['javascript'], {}, { projectId }, call);
  stop();
  return { result, next: await tools.executeClientSideTool('javascript', { code: 'return 2' }, ['javascript'], {}, { projectId }) };
}

/** Bad input to each part of the surface, each followed by a call that must work. */
export async function badInput(tools: ClientTools, projectId: string): Promise<Record<string, Outcome>> {
  const outcomes: Record<string, Outcome> = {};
  const attempt = async (name: string, work: () => unknown) => {
    try {
      outcomes[name] = { ok: await work() };
    } catch (error) {
      const { code, message } = error as { code?: unknown; message: string };
      outcomes[name] = { code, message };
    }
    const after = await tools.executeClientSideTool('memory', { command: 'view', path: '/memories' }, ['memory'], {}, { projectId });
    if (after.isError) throw new Error(`after ${name}: ${after.content}`);
  };
  const any = (value: unknown) => value as never;
  const enabled = ['memory', 'filesystem', 'javascript'];
  const run = (name: string, input: unknown, context: unknown = { projectId }) => tools.executeClientSideTool(name, input, enabled, {}, any(context));
  await tools.files(projectId).write('/memories/known.md', 'x');

  await attempt('unknown tool', () => run('nothing', {}));
  await attempt('broken JSON', () => run('memory', '{"command": '));
  await attempt('input of a wrong type', () => run('memory', 7));
  await attempt('field of a wrong type', () => run('memory', { command: ['view'] }));
  await attempt('no input', () => run('memory', undefined));
  await attempt('input that is no JSON', () => run('memory', { command: 10n }));
  await attempt('10 MB of text', () => run('filesystem', { action: 'write', path: '/large.txt', content: 'x'.repeat(10_000_000) }));
  await attempt('lone surrogates', () => run('filesystem', { action: 'write', path: '/surrogates.txt', content: 'a\ud800b\udc00' }));
  await attempt('NUL in a path', () => run('filesystem', { action: 'write', path: '/a\u0000b', content: '' }));
  await attempt('no project id', () => run('memory', { command: 'view', path: '/memories' }, {}));
  await attempt('no context', () => run('memory', { command: 'view', path: '/memories' }, null));
  await attempt('project id of a wrong type', () => run('memory', {}, { projectId: 7 }));
  await attempt('tool name of a wrong type', () => run(any(7), {}));
  await attempt('unknown API', () => tools.getToolDefinitionsForAPI(any('soap'), enabled, {}));
  await attempt('enabled tools of a wrong type', () => tools.getToolDefinitionsForAPI('anthropic', any('memory'), {}));
  await attempt('unknown option', () => tools.getToolDefinitionsForAPI('anthropic', enabled, { memory: { nothing: true } }));
  await attempt('registering no array', () => tools.registerAll(any({})));
  await attempt('registering null', () => tools.registerAll(any([null])));
  await attempt('registering a bad name', () => tools.registerAll([{ name: 'a b', description: 'x', inputSchema: { type: 'object' }, execute: () => '' }]));
  await attempt('registering a name twice', () =>
    tools.registerAll([{ name: 'memory', description: 'x', inputSchema: { type: 'object' }, execute: () => '' }]),
  );
  await attempt('unregistering what is not there', () => tools.unregister('nothing'));
  await attempt('files of no project', () => tools.files('').list());
  await attempt('a missing file', () => tools.files(projectId).read('/missing'));
  await attempt('a path of a wrong type', () => tools.files(projectId).read(any(7)));
  await attempt('a path out of the project', () => tools.files(projectId).write('/../../etc/passwd', 'x'));
  await attempt('a content of a wrong type', () => tools.files(projectId).write('/a', any(7)));
  await attempt('no zip', () => tools.files(projectId).importZip(new Uint8Array([1, 2, 3])));
  await attempt('calls that are no array', () => tools.session({ apiType: 'anthropic', project: { id: projectId } }).run(any('x')));
  await attempt('calls of a wrong shape', () => tools.session({ apiType: 'anthropic', project: { id: projectId } }).run([null, 7, {}]));
  return outcomes;
}

/** A tool that the application defines, through everything that tools have. */
export async function ownTool(tools: ClientTools, projectId: string) {
  const activities: string[] = [];
  const toolsEvents: string[][] = [];
  const stops = [
    tools.on('activity', ({ status, displayMessage, data }) =>
      activities.push([status, displayMessage, data['step']].filter((part) => part !== undefined).join(' ')),
    ),
    tools.on('tools', (all) => toolsEvents.push(all.map((tool) => tool.name))),
  ];
  await tools.registerAll([
    {
      name: 'weather',
      displayName: 'Weather',
      category: 'web',
      description: (options) => `Tells the weather in ${String(options['unit'])}`,
      inputSchema: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'], additionalProperties: false },
      optionDefinitions: [
        {
          id: 'unit',
          label: 'Unit',
          type: 'select',
          default: 'C',
          choices: [
            { value: 'C', label: 'Celsius' },
            { value: 'F', label: 'Fahrenheit' },
          ],
        },
      ],
      systemPrompt: (context, options) => `Weather for ${context.projectId} in ${String(options['unit'])}.`,
      async execute(input, options, context) {
        context.progress?.({ message: 'asking', data: { step: 1 } });
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (input['place'] === 'Nowhere') throw new Error('no such place');
        return {
          content: `21 ${String(options['unit'])} in ${String(input['place'])}`,
          data: { degrees: 21 },
          parts: [{ mimeType: 'image/png', data: new Uint8Array([1, 0, 255]) }],
        };
      },
    },
  ]);
  const options = { weather: { unit: 'F' } };
  const run = (input: unknown) => tools.executeClientSideTool('weather', input, ['weather'], options, { projectId });
  const result = await run({ place: 'Rome' });
  const outcome = {
    projectId,
    info: tools.get('weather'),
    has: tools.has('weather'),
    definitions: await tools.getToolDefinitionsForAPI('openai_chat', ['weather'], options),
    prompts: await tools.getSystemPrompts('anthropic', ['weather'], { projectId, apiType: 'anthropic' }, {}),
    section: await tools.getToolsSection(['weather'], {}),
    result: { ...result, parts: result.parts?.map((part) => ({ ...part, data: [...part.data] })) },
    failed: await run({ place: 'Nowhere' }),
    invalid: await run({ plaice: 'Rome' }),
    disabled: await tools.executeClientSideTool('weather', { place: 'Rome' }, ['memory'], {}, { projectId }),
  };
  await tools.unregister('weather');
  stops.forEach((stop) => stop());
  return { ...outcome, gone: !tools.has('weather'), activities, toolsEvents };
}

/** Calls as APIs send them, and results as they want them. */
export async function sessions(tools: ClientTools, projectId: string) {
  const project = { id: projectId, enabledTools: ['memory', 'javascript'] };
  const view = { command: 'view', path: '/memories/none.md' };
  const anthropic = tools.session({ apiType: 'anthropic', project, context: { chatId: 'c', modelId: 'm' } });
  const openai = tools.session({ apiType: 'openai_chat', project });
  return {
    definitions: await anthropic.definitions(),
    prompts: await anthropic.systemPrompts(),
    anthropic: await anthropic.run([
      { type: 'tool_use', id: 'a1', name: 'javascript', input: { code: 'return 6 * 7' } },
      { type: 'tool_use', id: 'a2', name: 'memory', input: view },
    ]),
    openai: await openai.run([{ id: 'o1', type: 'function', function: { name: 'javascript', arguments: '{"code": "return 6 * 7"}' } }]),
  };
}

/** Code that calls tools: built-in ones and the application's, several at once, failing, denied and endless ones. */
export async function codeMode(tools: ClientTools, projectId: string) {
  const running = { look: 0, note: 0 };
  const most = { look: 0, note: 0 };
  const controller = new AbortController();
  let [begun, ended] = [0, 0];
  const endedAre = async (many: number) => {
    for (let i = 0; i < 100 && ended < many; i++) await new Promise((resolve) => setTimeout(resolve, 20));
    return ended;
  };
  const schema = { type: 'object' as const, properties: { id: { type: 'integer' as const } }, required: ['id'], additionalProperties: false };
  const busy = async (name: 'look' | 'note', id: unknown) => {
    most[name] = Math.max(most[name], ++running[name]);
    await new Promise((resolve) => setTimeout(resolve, 40));
    running[name]--;
    return { content: `${name} ${String(id)}`, data: { id, double: Number(id) * 2 } };
  };
  await tools.registerAll([
    {
      name: 'look',
      description: 'Looks something up. Slowly.',
      annotations: { readOnly: true },
      inputSchema: schema,
      execute: (input) => busy('look', input['id']),
    },
    { name: 'note', description: 'Notes something.', inputSchema: schema, execute: (input) => busy('note', input['id']) },
    { name: 'fails', description: 'Fails.', inputSchema: { type: 'object' }, execute: () => ({ content: 'no luck', isError: true, data: { why: 'x' } }) },
    { name: 'ask-first', description: 'Asks.', inputSchema: { type: 'object' }, policy: 'always', execute: () => 'done' },
    {
      name: 'endless',
      description: 'Never ends.',
      inputSchema: { type: 'object' },
      annotations: { readOnly: true },
      execute: (_input, _options, { signal }) =>
        new Promise((_, reject) => {
          if (++begun === 2) controller.abort();
          signal?.addEventListener('abort', () => {
            ended++;
            reject(new Error('stopped'));
          });
        }),
    },
  ]);
  const enabled = ['javascript', 'filesystem', 'look', 'note', 'fails', 'ask-first', 'endless'];
  const options = { javascript: { allowTools: true } };
  const activities: string[] = [];
  const stop = tools.on('activity', ({ id, name, status, data }) => {
    if (status !== 'in_progress') activities.push([name, status, id === 'call' ? 'call' : (data['parentId'] as string)].join(' '));
  });
  const run = (code: string, more: { id?: string; signal?: AbortSignal } = {}) =>
    tools.executeClientSideTool('javascript', { code }, enabled, options, { projectId, chatId: 'c' }, more);
  const value = async (code: string) => {
    const { data, content } = await run(code);
    return data?.['value'] ?? content;
  };
  await run('return 1'); // loads the sandbox, which is not billed
  const outcome = {
    definitions: await tools.getToolDefinitionsForAPI('anthropic', enabled, options),
    parallel: await value(`const all = await Promise.all([1, 2, 3].map((id) => tools.look({ id })));
      return { contents: all.map((one) => one.content), sum: all.reduce((sum, one) => sum + one.data.double, 0) }`),
    inOrder: await value(`return (await Promise.all([1, 2, 3].map((id) => tools.note({ id })))).map(String)`),
    failing: await value(`try { await tools.fails() } catch (e) { return [e.name, e.message, e.result.data.why] }`),
    invalid: await value(`try { await tools.look({ id: 'one' }) } catch (e) { return e.message }`),
    denied: await value(`try { await tools['ask-first']() } catch (e) { return e.message }`),
    unknown: await value(`try { await tools.memory({}) } catch (e) { return e.message }`),
    nested: await value(`try { await tools.javascript({ code: '1' }) } catch (e) { return e.message }`),
    files: await value(`fs.writeFileSync('/a.txt', 'one'); await tools.filesystem({ action: 'append', path: '/a.txt', content: 'two' });
      return fs.readFileSync('/a.txt', 'utf8')`),
    most,
  };
  activities.length = 0;
  await run('await tools.look({ id: 1 }); await tools.fails().catch(() => {})', { id: 'call' });
  const ofOneCall = [...activities];
  stop();
  const cancelled = await run('await Promise.all([tools.endless(), tools.endless()])', { signal: controller.signal });
  const endedByCancel = await endedAre(2);
  const late = await run("const p = tools.endless(); await tools.look({ id: 1 }); fs.writeFileSync('/lost.txt', 'x'); await p");
  const lost = (await tools.files(projectId).stat('/lost.txt')) !== undefined;
  const next = await run('return (await tools.look({ id: 4 })).content');
  for (const name of ['look', 'note', 'fails', 'ask-first', 'endless']) await tools.unregister(name);
  return { ...outcome, ofOneCall, cancelled, endedByCancel, late, endedInAll: await endedAre(3), lost, next };
}
