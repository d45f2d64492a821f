// Runs in the page: each file system as an adapter, and the work that all of them do.
import LightningFS from '@isomorphic-git/lightning-fs';
import { configureSingle, fs as zen } from '@zenfs/core';
import { IndexedDB } from '@zenfs/dom';
import { Volume, createFsFromVolume } from 'memfs';
import { loadClientTools } from '/pkg/index.js';

const directories = 20;

const clienttools = {
  durable: 'yes, strict',
  async open(name) {
    const tools = await loadClientTools();
    const files = tools.files(name);
    const edit = (path, pairs) => {
      const edits = pairs.map(([old_str, new_str]) => ({ old_str, new_str }));
      return tools.executeClientSideTool('filesystem', { action: 'edit', path, edits }, ['filesystem'], {}, { projectId: name }).then((result) => {
        if (result.isError) throw new Error(result.content);
      });
    };
    return {
      mkdir: (path) => files.mkdir(path),
      write: (path, content) => files.write(path, content),
      read: (path) => files.readText(path),
      list: async (path) => (await files.list(path)).map(({ path }) => path),
      listsSizes: true,
      stat: (path) => files.stat(path),
      rename: (from, to) => files.rename(from, to),
      remove: (path) => files.remove(path),
      edit,
      async createInOneCall() {
        const zip = await files.exportZip();
        const ms = await timed(() => files.importZip(zip, { into: '/copy' }));
        await files.remove('/copy');
        return ms;
      },
      /** Ten times as many files as are in a directory, in directories beside it. */
      async multiply(path) {
        await files.rename(path, '/moved');
        for (let i = 0; i < 10; i++) await files.copy('/moved', `${path}/${i}`);
        await files.remove('/moved');
        await files.purge();
      },
      settle: () => files.compact(),
      close: () => tools.close(),
    };
  },
};

/** Adapts what has the promises of Node's fs. */
function fromNode(promises, more = {}) {
  return {
    mkdir: (path) => promises.mkdir(path),
    write: (path, content) => promises.writeFile(path, content),
    read: (path) => promises.readFile(path, 'utf8'),
    list: async (path) => (await promises.readdir(path)).map((name) => `${path}/${name}`),
    stat: (path) => promises.stat(path),
    rename: (from, to) => promises.rename(from, to),
    remove: (path) => promises.unlink(path),
    async edit(path, pairs) {
      let text = await promises.readFile(path, 'utf8');
      for (const [from, to] of pairs) text = text.replace(from, to);
      await promises.writeFile(path, text);
    },
    settle: async () => {},
    close: async () => {},
    ...more,
  };
}

const contenders = {
  clienttools,
  'lightning-fs': {
    durable: 'no: the directory is saved half a second later',
    async open(name) {
      const fs = new LightningFS(name);
      return fromNode(fs.promises, { settle: () => fs.promises.flush() });
    },
  },
  'ZenFS IndexedDB': {
    durable: 'yes, relaxed',
    async open(name) {
      await configureSingle({ backend: IndexedDB, storeName: name });
      return fromNode(zen.promises);
    },
  },
  memfs: {
    durable: 'never: memory',
    open: async () => fromNode(createFsFromVolume(new Volume()).promises),
  },
};

const content = (n, round) => `file ${n}, round ${round}\n`.padEnd(2_000, 'abcdefghijklmnopqrstuvwxyz 0123456789\n');
const pathOf = (n) => `/d${n % directories}/f${n}`;

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Milliseconds of each kind of work on count files, one operation after another or all begun at once. */
async function run({ contender, name, count, atOnce }) {
  const fs = await contenders[contender].open(name);
  const all = Array.from({ length: count }, (_, n) => n);
  const each = async (operation) => {
    if (atOnce) await Promise.all(all.map(operation));
    else for (const n of all) await operation(n);
  };
  for (let d = 0; d < directories; d++) await fs.mkdir(`/d${d}`);
  const times = {};
  times.create = await timed(() => each((n) => fs.write(pathOf(n), content(n, 1))));
  times.read = await timed(() => each(async (n) => check((await fs.read(pathOf(n))) === content(n, 1), 'read')));
  times.list = await timed(async () => {
    let found = 0;
    for (let d = 0; d < directories; d++) {
      const paths = await fs.list(`/d${d}`);
      found += paths.length;
      // Names with sizes, as a file manager shows them.
      if (!fs.listsSizes) await Promise.all(paths.map((path) => fs.stat(path)));
    }
    check(found === count, 'list');
  });
  times.overwrite = await timed(() => each((n) => fs.write(pathOf(n), content(n, 2))));
  times['five edits, one call'] = await fiveEdits(fs);
  if (fs.createInOneCall) times['create, one call'] = await fs.createInOneCall();
  times.rename = await timed(() => each((n) => fs.rename(pathOf(n), `${pathOf(n)}.moved`)));
  check((await fs.read(`${pathOf(0)}.moved`)) === content(0, 2), 'rename');
  times.delete = await timed(() => each((n) => fs.remove(`${pathOf(n)}.moved`)));
  check((await fs.list('/d0')).length === 0, 'delete');
  await fs.close();
  return times;
}

/** The median of some calls, each of five edits in another file. */
async function fiveEdits(fs) {
  const pairs = ['one', 'two', 'three', 'four', 'five'].map((word) => [word, word.toUpperCase()]);
  const times = [];
  for (let i = 0; i < 11; i++) {
    await fs.write(`/edited${i}`, 'one two three four five '.padEnd(2_000, '.'));
    times.push(await timed(() => fs.edit(`/edited${i}`, pairs)));
    check((await fs.read(`/edited${i}`)).startsWith('ONE TWO THREE FOUR FIVE'), 'edit');
  }
  return times.sort((a, b) => a - b)[5];
}

/** Milliseconds until a project of count files, opened by a client that is ready, says what a file is and what it holds. */
async function openLarge({ contender, name, count }) {
  let fs = await contenders[contender].open(name);
  for (let d = 0; d < directories; d++) await fs.mkdir(`/d${d}`);
  for (let first = 0; first < count; first += 500) {
    await Promise.all(Array.from({ length: 500 }, (_, i) => fs.write(pathOf(first + i), content(first + i, 1))));
  }
  await fs.settle();
  await fs.close();
  fs = await contenders[contender].open(name);
  const opened = await timed(() => fs.stat(pathOf(1)));
  check((await fs.read(pathOf(count - 1))) === content(count - 1, 1), 'open');
  await fs.close();
  return opened;
}

const small = 'a small file, of which there are many\n';
const listed = 50; // files of each directory

/** Files in directories of `listed` each. */
async function fill(fs, at, count) {
  await fs.mkdir(at);
  for (let d = 0; d < count / listed; d++) {
    await fs.mkdir(`${at}/d${d}`);
    await Promise.all(Array.from({ length: listed }, (_, n) => fs.write(`${at}/d${d}/f${n}`, small)));
  }
}

/** Milliseconds of one operation each, the median of some, in projects of more and more files. */
async function grow({ contender, name, sizes }) {
  const fs = await contenders[contender].open(name);
  await fill(fs, '/here', listed);
  await fill(fs, '/many', sizes[0]);
  const rows = [];
  for (const [i, size] of sizes.entries()) {
    if (i > 0 && fs.multiply) await fs.multiply('/many');
    else if (i > 0) await fill(fs, `/more${i}`, size - sizes[i - 1]);
    await fs.settle();
    rows.push({ size, ...(await oneOfEach(fs)) });
  }
  await fs.close();
  return rows;
}

async function oneOfEach(fs) {
  const pairs = ['one', 'two', 'three', 'four', 'five'].map((word) => [word, word.toUpperCase()]);
  const text = 'one two three four five '.padEnd(2_000, '.');
  const [file, moved] = ['/here/d0/one', '/here/d0/other'];
  const works = {
    create: () => fs.write(file, text),
    read: () => fs.read(file),
    list: () => fs.list('/here/d0'),
    'five edits': () => fs.edit(file, pairs),
    overwrite: () => fs.write(file, text.toUpperCase()),
    rename: () => fs.rename(file, moved),
    delete: () => fs.remove(moved),
  };
  const times = {};
  for (let round = 0; round < 9; round++) for (const [work, run] of Object.entries(works)) (times[work] ??= []).push(await timed(run));
  return Object.fromEntries(Object.entries(times).map(([work, all]) => [work, all.sort((a, b) => a - b)[4]]));
}

/** Opens a project with one file, for edits of it. */
async function openForEdits({ contender, name }) {
  const fs = await contenders[contender].open(name);
  const text = (round) => 'x'.repeat(950) + String(round).padStart(100, '#') + 'y'.repeat(950);
  await fs.mkdir('/d');
  await fs.write('/d/f', text(0));
  await fs.settle();
  globalThis.edit = (round) => fs.write('/d/f', text(round));
  globalThis.endEdits = () => fs.close();
}

/** So many edits of 100 bytes, one after another. */
async function edits(count) {
  for (let round = 1; round <= count; round++) await globalThis.edit(round);
}

function check(holds, what) {
  if (!holds) throw new Error(`${what}: not what was expected`);
}

globalThis.bench = {
  run,
  openLarge,
  grow,
  openForEdits,
  edits,
  durable: Object.fromEntries(Object.entries(contenders).map(([name, { durable }]) => [name, durable])),
};
