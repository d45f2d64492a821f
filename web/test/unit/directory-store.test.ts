import { mkdtemp, readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { frame, readFrames } from '../../src/directory-frames.js';
import { openDirectory } from '../../src/directory-store.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array) => new TextDecoder().decode(content);

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'clienttools-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const log = () => path.join(directory, 'p', 'log-0');

/** A project with these records. */
async function written(...records: string[]) {
  const store = await openDirectory(directory);
  for (const [i, record] of records.entries()) await store.append('p', i + 1, bytes(record), [], []);
  return store;
}

describe('the store in a directory', () => {
  test('has the files of the store in Go', async () => {
    const store = await written('one', 'two', 'three');
    expect((await readdir(path.join(directory, 'p'))).sort()).toEqual(['blobs', 'born', 'log-0']);
    await store.compact('p', 4, [bytes('tree')], [], [], []);
    expect((await readdir(path.join(directory, 'p'))).sort()).toEqual(['blobs', 'born', 'log-4', 'snapshot-4']);
    expect((await readFile(path.join(directory, 'p', 'snapshot-4'))).subarray(0, 4).toString()).toBe('vfl1');
  });

  test.each([1, 10, 26])('drops a record that lacks its last %s bytes: it was never acknowledged', async (missing) => {
    const store = await written('one', 'two');
    await truncate(log(), (await stat(log())).size - missing);
    expect((await store.load('p')).records.map(text)).toEqual(['one']);
    await store.append('p', 2, bytes('other'), [], []);
    expect((await store.load('p')).records.map(text)).toEqual(['one', 'other']);
  });

  test('gives a damaged record as it is, for its reader to reject, and what follows', async () => {
    const store = await written('one', 'two', 'three');
    const content = await readFile(log());
    content[24 + 3 + 24] = 'X'.charCodeAt(0);
    await writeFile(log(), content);
    expect((await store.load('p')).records.map(text)).toEqual(['one', 'Xwo', 'three']);
  });

  test('gives an empty record for one whose header is damaged', async () => {
    const store = await written('one', 'two', 'three');
    const content = await readFile(log());
    content[24 + 3 + 5] = 0xff;
    await writeFile(log(), content);
    expect((await store.load('p')).records.map(text)).toEqual(['one', '', 'three']);
  });

  test('does not wait for a process that died with the lock', async () => {
    const store = await written('one');
    const lock = path.join(directory, '.locks', 'p.node');
    await writeFile(lock, '999999999');
    await store.append('p', 2, bytes('two'), [], []);
    await expect(stat(lock)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('says where it cannot store', async () => {
    await writeFile(path.join(directory, 'file'), '');
    await expect(openDirectory(path.join(directory, 'file', 'below'))).rejects.toMatchObject({
      code: 'load_failed',
      message: expect.stringContaining('file/below') as string,
    });
  });
});

describe('frames', () => {
  test('come back from any cut as a prefix', () => {
    const contents = ['', 'one', 'vfl1vfl1', 'three'.repeat(50)];
    const data = Buffer.concat(contents.map((content, i) => frame(i + 5, bytes(content), crc32)));
    for (let length = 0; length <= data.length; length++) {
      const read = readFrames(data.subarray(0, length), 5, crc32);
      expect(read.contents.map(text)).toEqual(contents.slice(0, read.contents.length));
      expect(read.end).toBeLessThanOrEqual(length);
    }
    expect(readFrames(data, 5, crc32).contents).toHaveLength(4);
  });
});
