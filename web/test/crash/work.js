// Runs in the page: writes until it is killed, telling the server what was acknowledged,
// and says afterwards what is there. The content of a file follows from its path, so
// whether a file is whole is a comparison of all its bytes.
import { loadClientTools } from '/pkg/index.js';

// Terminating workers is no public function; the page that crashes them keeps hold of them.
const workers = new Set();
globalThis.Worker = class extends globalThis.Worker {
  constructor(...args) {
    super(...args);
    workers.add(this);
  }
};

// Starting the core is most of a trial, so it is started once, and anew after a crash.
let client;
const loaded = () => (client ??= loadClientTools());

const groupSize = 5;
const sizes = { single: (n) => (n % 10 === 9 ? 300_000 : n % 3 === 2 ? 20_000 : 2_000), large: () => 2_000_000 };
const isText = (kind) => kind === 'tool' || kind === 'script';

/** What a file of this path must hold. */
function expected(path) {
  const [, kind, number] = path.split('/');
  const size = sizes[kind]?.(Number(number)) ?? 2_000;
  let state = 2166136261;
  for (const char of path) state = Math.imul(state ^ char.charCodeAt(0), 16777619);
  const bytes = new Uint8Array(size);
  for (let i = 0; i < size; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[i] = isText(kind) ? 97 + ((state >>> 8) % 26) : state >>> 8;
  }
  return bytes;
}

const text = (path) => new TextDecoder().decode(expected(path));
const group = (kind, n) => Array.from({ length: groupSize }, (_, i) => `/${kind}/${n}/${i}`);

function told(project) {
  const pending = new Set();
  const acked = new Set();
  const send = (address) => {
    const sent = fetch(address, { cache: 'no-store' }).finally(() => pending.delete(sent));
    sent.catch(() => {});
    pending.add(sent);
  };
  return {
    acked,
    ack: (what) => (acked.add(what), send(`/ack/${project}/${what}`)),
    failed: (error) => send(`/failed/${project}/${encodeURIComponent(String(error?.message ?? error))}`),
    all: () => Promise.allSettled([...pending]),
  };
}

/** Writes in several loops at once until the page or its worker ends. */
export async function write(project, { scripts = false, terminate = false } = {}) {
  const tools = await loaded();
  const files = tools.files(project);
  const journal = told(project);
  const { acked } = journal;
  const run = async (name, input) => {
    const result = await tools.executeClientSideTool(name, input, [name], {}, { projectId: project });
    if (result.isError) throw new Error(result.content);
  };
  const forever = async (step) => {
    for (let n = 1; ; n++) await step(n);
  };
  const loops = [
    forever(async (n) => {
      await files.write(`/single/${n}`, expected(`/single/${n}`));
      journal.ack(`single/${n}`);
      await files.write('/counter', String(n).padStart(2_000, '0'));
      journal.ack(`counter/${n}`);
    }),
    forever(async (n) => {
      await run('filesystem', { action: 'write', path: `/tool/${n}`, content: text(`/tool/${n}`) });
      journal.ack(`tool/${n}`);
      await files.importZip(zip(group('import', n)));
      journal.ack(`import/${n}`);
    }),
  ];
  if (scripts) {
    const code = (n) =>
      `fs.mkdirSync('/script/${n}', { recursive: true });\n` +
      group('script', n)
        .map((path) => `fs.writeFileSync(${JSON.stringify(path)}, ${JSON.stringify(text(path))});`)
        .join('\n');
    loops.push(forever((n) => run('javascript', { code: code(n) }).then(() => journal.ack(`script/${n}`))));
  }
  for (const loop of loops) loop.catch(journal.failed);
  if (!terminate) return;

  // Well into the writing: a large write has begun when the worker is ended.
  while (acked.size < 10 || (scripts && !acked.has('script/1'))) await pause(10);
  await pause(Math.random() * 300);
  let large = false;
  files.write('/large/1', expected('/large/1')).then(() => ((large = true), journal.ack('large/1')), journal.failed);
  await pause(Math.random() * 100);
  for (const worker of workers) worker.terminate();
  workers.clear();
  client = undefined;
  await journal.all();
  return { duringWrite: !large };
}

/** What a project holds: complete files and groups, and what is torn. The next call must work, too. */
export async function verify(project) {
  const tools = await loaded();
  const files = tools.files(project);
  const [present, torn] = [[], []];
  const members = new Map();
  let counter = 0;
  for (const { path, kind } of await files.list('/', { depth: 4 })) {
    if (kind === 'directory') continue;
    const bytes = await files.read(path);
    if (path === '/counter') {
      const value = new TextDecoder().decode(bytes);
      if (/^\d{2000}$/.test(value)) counter = Number(value);
      else torn.push(path);
      continue;
    }
    if (!same(bytes, expected(path))) torn.push(path);
    const [, name, number, member] = path.split('/');
    if (member === undefined) present.push(`${name}/${number}`);
    else members.set(`${name}/${number}`, (members.get(`${name}/${number}`) ?? 0) + 1);
  }
  for (const [name, count] of members) (count === groupSize ? present : torn).push(name);
  await files.write('/after', 'the next call works');
  const next = await files.readText('/after');
  await files.remove('/after');
  return { present, torn, counter, next };
}

export async function remove(projects) {
  const tools = await loaded();
  for (const project of projects) await tools.deleteProject(project);
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function same(a, b) {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n;
});
const crc32 = (bytes) => ~bytes.reduce((crc, byte) => table[(crc ^ byte) & 255] ^ (crc >>> 8), -1) >>> 0;

/** A zip of files that are stored as they are. */
function zip(paths) {
  const [local, central] = [[], []];
  let offset = 0;
  for (const path of paths) {
    const [name, data] = [new TextEncoder().encode(path.slice(1)), expected(path)];
    // Version, flags, method, time, date (1980-01-01), checksum, sizes, length of the name, no extra field.
    const common = [u16(20), u16(0), u16(0), u16(0), u16(33), u32(crc32(data)), u32(data.length), u32(data.length), u16(name.length), u16(0)].flat();
    local.push(Uint8Array.from([...u32(0x04034b50), ...common]), name, data);
    central.push(Uint8Array.from([...u32(0x02014b50), ...u16(20), ...common, ...u16(0), ...u16(0), ...u16(0), ...u32(0), ...u32(offset)]), name);
    offset += 30 + name.length + data.length;
  }
  const length = central.reduce((sum, part) => sum + part.length, 0);
  const end = [u32(0x06054b50), u16(0), u16(0), u16(paths.length), u16(paths.length), u32(length), u32(offset), u16(0)].flat();
  return new Blob([...local, ...central, Uint8Array.from(end)]);
}

function u16(value) {
  return [value & 255, value >>> 8];
}

function u32(value) {
  return [...u16(value & 0xffff), ...u16(value >>> 16)];
}

globalThis.work = { write, verify, remove };
