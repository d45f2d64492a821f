import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { built } from './built.js';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'clienttools-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('storage in Node', () => {
  test.each([true, false])('in a directory lasts (core in a thread of its own: %s)', async (worker) => {
    const { loadClientTools } = await built();
    const first = await loadClientTools({ worker, storage: { directory } });
    expect(first.storage).toEqual({ kind: 'directory', durable: true, persisted: false });
    await first.files('p').write('/notes/a.txt', 'kept');
    await first.files('p').write('/large.bin', new Uint8Array(1_000_000).fill(3));
    await first.close();

    const second = await loadClientTools({ worker, storage: { directory } });
    expect(await second.files('p').readText('/notes/a.txt')).toBe('kept');
    expect((await second.files('p').read('/large.bin')).every((byte) => byte === 3)).toBe(true);
    expect(await second.projects()).toEqual([{ id: 'p', files: 2, bytes: 1_000_004 }]);
    await second.deleteProject('p');
    expect(await second.projects()).toEqual([]);
    await second.close();
  });

  test('is in memory where nothing was chosen', async () => {
    const tools = await (await built()).loadClientTools();
    expect(tools.storage).toEqual({ kind: 'memory', durable: false, persisted: false });
    expect(await tools.persist()).toBe(false);
    await tools.close();
  });

  test('says that there is no IndexedDB', async () => {
    await expect((await built()).loadClientTools({ storage: 'indexeddb' })).rejects.toMatchObject({
      code: 'load_failed',
      message: expect.stringContaining('IndexedDB') as string,
    });
  });
});

describe('settings of an older release', () => {
  test("come out in today's form, with what is not known as it was", async () => {
    const tools = await (await built()).loadClientTools();
    const old = { name: 'Mine', memoryEnabled: true, jsExecutionEnabled: true, jsLibEnabled: false };
    const { project, migrated, changes } = await tools.migrateProject(old);
    expect(project).toEqual({ name: 'Mine', enabledTools: ['memory', 'javascript'], toolOptions: { javascript: { loadLib: false } } });
    expect(migrated).toBe(true);
    expect(changes.length).toBeGreaterThan(0);
    expect(await tools.migrateProject(project)).toMatchObject({ project, migrated: false });
    expect((await tools.migrateAgents([{ id: 'a', enabled_tools: ['WebSearchTool', 'WebFetchTool', 'mine'] }])).agents).toEqual([
      { id: 'a', enabled_tools: ['web', 'mine'] },
    ]);
    await tools.close();
  });
});
