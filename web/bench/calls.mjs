// What one call costs from the page through the worker and Go, in parts; whether that grows with
// the tools and files there are; what many tools, parallel calls and large results cost; memory.
// REPS (5) runs of each, CALLS (200) calls in one.
import { interleave, launch, packageFiles, save, serve } from './harness.mjs';

const reps = Number(process.env.REPS ?? 5);
const calls = Number(process.env.CALLS ?? 200);

const script = `
import { loadClientTools } from '/pkg/index.js';

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
const clients = new Map();
const context = { projectId: 'bench' };

/** A client by name, with a small memory file and, where asked, more files and tools. */
async function client(name, { worker = true, tools = 0, files = 0, limits = {} } = {}) {
  if (!clients.has(name)) {
    const client = await loadClientTools({ worker, storage: 'indexeddb', limits });
    const project = name.replaceAll(/\\W+/g, '-');
    const write = { command: 'create', path: '/memories/notes.md', file_text: '- the user likes short answers\\n' };
    await client.executeClientSideTool('memory', write, ['memory'], {}, { projectId: project });
    if (files > 0) await client.files(project).importZip(storedZip(files));
    if (tools > 0) await client.registerAll(Array.from({ length: tools }, (_, i) => echo('tool_' + i)));
    clients.set(name, { client, project });
  }
  return clients.get(name);
}

const echo = (name) => ({
  name,
  description: 'Says again what it is told. Use it where a sentence has to be repeated word for word.',
  inputSchema: { type: 'object', properties: { text: { type: 'string', description: 'What to say.' }, times: { type: 'integer', minimum: 1 } }, required: ['text'] },
  execute: ({ text }) => text,
});

const call = ({ client, project }, input, tool = 'memory') => client.executeClientSideTool(tool, input, [tool], {}, { projectId: project });

/** The median time of one of \`count\` calls, one after another. */
async function each(count, run) {
  for (let i = 0; i < 20; i++) await run(i);
  const times = [];
  for (let i = 0; i < count; i++) {
    const begun = performance.now();
    await run(i);
    times.push(performance.now() - begun);
  }
  return median(times);
}

const must = (result) => {
  if (result.isError) throw new Error(result.content);
  return result;
};

globalThis.bench = {
  async message(count) {
    globalThis.other ??= new Worker(URL.createObjectURL(new Blob(['onmessage = ({ data }) => postMessage(data)'])));
    const message = JSON.stringify({ name: 'memory', input: { command: 'view', path: '/memories/notes.md' }, context });
    return each(count, () => new Promise((resolve) => ((other.onmessage = resolve), other.postMessage(message))));
  },
  async nothing(count, options) {
    const { client: one } = await client('plain ' + JSON.stringify(options ?? {}), options);
    return each(count, () => one.getToolDefinitionsForAPI('anthropic', [], {}));
  },
  async view(count, options) {
    const one = await client('plain ' + JSON.stringify(options ?? {}), options);
    return each(count, async () => must(await call(one, { command: 'view', path: '/memories/notes.md' })));
  },
  async edit(count, options) {
    const one = await client('plain ' + JSON.stringify(options ?? {}), options);
    const words = ['short', 'brief'];
    one.edits ??= 0;
    return each(count, async () => {
      const edit = { command: 'str_replace', path: '/memories/notes.md', old_str: words[one.edits % 2], new_str: words[++one.edits % 2] };
      return must(await call(one, edit));
    });
  },
  async hostTool(count) {
    const one = await client('plain {"tools":1}', { tools: 1 });
    return each(count, async () => must(await call(one, { text: 'hello' }, 'tool_0')));
  },
  async definitions(count, tools) {
    const { client: one } = await client('definitions ' + tools, { tools });
    const names = Array.from({ length: tools }, (_, i) => 'tool_' + i);
    return each(count, () => one.getToolDefinitionsForAPI('anthropic', names, {}));
  },
  async prompts(count, tools) {
    const { client: one } = await client('definitions ' + tools, { tools });
    const names = Array.from({ length: tools }, (_, i) => 'tool_' + i);
    return each(count, () => one.getSystemPrompts('openai_chat', names, { projectId: 'bench', apiType: 'openai_chat' }, {}));
  },
  async parallel(count) {
    const one = await client('plain {}');
    const begun = performance.now();
    for (const result of await Promise.all(Array.from({ length: count }, () => call(one, { command: 'view', path: '/memories/notes.md' })))) must(result);
    return (performance.now() - begun) / count;
  },
  async shorten(megabytes) {
    const one = await client('large', { limits: { fileBytes: 2 ** 26 } }); // the whole result is kept as a file
    const large = 'A line of a log that nobody reads to its end, with a number: 4711.\\n'.repeat((megabytes * 2 ** 20) / 66);
    if (!one.client.has('log')) await one.client.registerAll([{ ...echo('log'), execute: () => large }]);
    const begun = performance.now();
    const result = must(await call(one, { text: 'x' }, 'log'));
    if (!result.fullResultPath) throw new Error('not shortened');
    return performance.now() - begun;
  },
  /** Bytes of this page with its workers, after a collection of garbage. */
  async memory(after) {
    const one = after === 'nothing' ? undefined : await client('memory');
    if (after === 'calls') for (let i = 0; i < 1000; i++) must(await call(one, { command: 'view', path: '/memories/notes.md' }));
    if (after === 'sandboxes') for (let i = 0; i < 100; i++) must(await call(one, { code: 'return ' + i }, 'javascript'));
    const { bytes } = await performance.measureUserAgentSpecificMemory();
    return bytes;
  },
};

/** A zip of \`count\` small files, uncompressed. */
function storedZip(count) {
  const encoder = new TextEncoder();
  const parts = [];
  const directory = [];
  let offset = 0;
  const crc = (bytes) => {
    let value = -1;
    for (const byte of bytes) {
      value ^= byte;
      for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
    }
    return ~value >>> 0;
  };
  for (let i = 0; i < count; i++) {
    const name = encoder.encode('many/' + (i % 50) + '/file' + i + '.txt');
    const content = encoder.encode('file ' + i + '\\n');
    const fields = new DataView(new ArrayBuffer(26));
    fields.setUint16(0, 20, true);
    fields.setUint32(10, crc(content), true);
    fields.setUint32(14, content.length, true);
    fields.setUint32(18, content.length, true);
    fields.setUint16(22, name.length, true);
    const shared = new Uint8Array(fields.buffer);
    parts.push(new Uint8Array([0x50, 0x4b, 3, 4]), shared, name, content);
    const tail = new DataView(new ArrayBuffer(14));
    tail.setUint32(10, offset, true);
    directory.push(new Uint8Array([0x50, 0x4b, 1, 2, 20, 0]), shared, new Uint8Array(tail.buffer), name);
    offset += 4 + 26 + name.length + content.length;
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, count, true);
  end.setUint16(10, count, true);
  end.setUint32(12, length, true);
  end.setUint32(16, offset, true);
  return new Blob([...parts, ...directory, end.buffer]);
}
`;

const html = '<!doctype html><script type="module" src="/bench.js"></script>';
const server = await serve({ ...(await packageFiles()), '/': html, '/bench.js': script }, { isolated: true });
const browser = await launch();

async function open() {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error.message));
  await page.goto(server.url);
  await page.waitForFunction(() => 'bench' in globalThis);
  return { page, run: (name, ...args) => page.evaluate(([name, args]) => bench[name](...args), [name, args]) };
}

const { page, run } = await open();

const sizes = [1, 4, 16, 64];
const figures = await interleave(reps, {
  'a message to a worker and back': () => run('message', calls),
  'page, worker and Go, doing nothing': () => run('nothing', calls),
  'memory view': () => run('view', calls),
  'memory str_replace (a commit to IndexedDB)': () => run('edit', calls),
  'a tool of the application': () => run('hostTool', calls),
  'memory view, without a worker': () => run('view', calls, { worker: false }),
  '50 memory views at once, each': () => run('parallel', 50),
  ...Object.fromEntries(sizes.map((n) => [`memory view, ${5 * n} further tools`, () => run('view', calls, { tools: 5 * n })])),
  ...Object.fromEntries(sizes.map((n) => [`memory view, ${100 * n} further files`, () => run('view', calls, { files: 100 * n })])),
  ...Object.fromEntries([5, 50, 500].map((n) => [`definitions of ${n} tools`, () => run('definitions', 20, n)])),
  ...Object.fromEntries([5, 50, 500].map((n) => [`prompts of ${n} tools`, () => run('prompts', 20, n)])),
  'shortening a result of 50 MB': () => run('shorten', 50),
});
await page.close();

// A page of its own for each: what an earlier one left would count.
async function memory(after) {
  const { page, run } = await open();
  try {
    return (await run('memory', after)) / 2 ** 20;
  } finally {
    await page.close();
  }
}
const used = await interleave(Math.min(reps, 3), {
  'an empty page': () => memory('nothing'),
  'after loading and one call': () => memory('loading'),
  'after 1,000 calls': () => memory('calls'),
  'after 100 sandboxes': () => memory('sandboxes'),
});
await browser.close();
console.log(
  Object.entries(figures)
    .map(([name, { median, low, high }]) => `${name}: ${median.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`)
    .join('\n'),
);
console.log(
  Object.entries(used)
    .map(([name, { median }]) => `${name}: ${median.toFixed(1)} MiB`)
    .join('\n'),
);

await server.close();
await save('calls', { unit: 'ms', figures });
await save('memory', { unit: 'MiB', figures: used });
