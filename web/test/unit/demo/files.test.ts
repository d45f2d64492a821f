import type { FileInfo } from '../../../src/types.js';
import { describe, expect, test } from 'vitest';
import { changedOutside, edited, isDirty, keptMine, opened, removed, saved, tagOf, tookTheirs } from '../../../demo/files/model/draft.js';
import { Drafts } from '../../../demo/files/model/drafts.js';
import { explain } from '../../../demo/files/model/explain.js';
import { hexRows } from '../../../demo/files/model/hex.js';
import { hasPreview, kindOf, languageOf } from '../../../demo/files/model/kinds.js';
import { ancestorsOf, freePath, isWithin, parentOf, pathProblem, shownName } from '../../../demo/files/model/paths.js';
import { beginningOf, decodeText, lineSeparatorOf } from '../../../demo/files/model/text.js';
import { rowByPrefix, stepFor } from '../../../demo/files/model/tree-keys.js';
import { rowsOf, search, treeOf } from '../../../demo/files/model/tree.js';
import { rowWindow, scrollTo } from '../../../demo/files/model/window.js';
import { ClientToolsError } from '../../../src/errors.js';

const info = (path: string, more: Partial<FileInfo> = {}): FileInfo => ({
  path,
  kind: 'file',
  size: 1,
  mimeType: 'text/plain',
  binary: false,
  modifiedAt: '2026-01-01T00:00:00Z',
  createdAt: '2026-01-01T00:00:00Z',
  version: 1,
  readonly: false,
  ...more,
});
const directory = (path: string) => info(path, { kind: 'directory' });

describe('paths', () => {
  test('have a parent, ancestors and what is within', () => {
    expect([parentOf('/a/b'), parentOf('/a'), parentOf('/')]).toEqual(['/a', '/', '/']);
    expect(ancestorsOf('/a/b/c')).toEqual(['/a', '/a/b']);
    expect([isWithin('/a/b', '/a'), isWithin('/ab', '/a'), isWithin('/x', '/')]).toEqual([true, false, true]);
  });
  test('that are taken get a number before their ending', () => {
    const taken = ['/a/b.txt', '/a/b 2.txt', '/.env', '/noend'];
    const free = (path: string) => freePath(path, (other) => taken.includes(other));
    expect(['/a/b.txt', '/.env', '/noend', '/new'].map(free)).toEqual(['/a/b 3.txt', '/.env 2', '/noend 2', '/new']);
  });
  test.each([
    ['a.txt', 'begins with /'],
    ['/a//b', 'missing'],
    ['/a/', 'missing'],
    ['/a/../b', 'cannot be .'],
    ['/a\\b', 'backslash'],
    ['/a\u0007', 'control'],
    [`/${'ü'.repeat(128)}`, '255'],
    [`/${'abcdefg/'.repeat(140)}x`, '1024'],
  ])('%j cannot be', (path, reason) => {
    expect(pathProblem(path)).toContain(reason);
  });
  test.each(['/constructor', '/__proto__', '/😀', '/a b/c.d', `/${'ü'.repeat(127)}`])('%j can be', (path) => {
    expect(pathProblem(path)).toBeUndefined();
  });
  test('show characters that turn or hide others', () => {
    expect(shownName('cv\u202efdp.exe')).toBe('cv‹U+202E›fdp.exe');
    expect(shownName('ünïcode 😀')).toBe('ünïcode 😀');
  });
});

describe('the tree', () => {
  const files = [directory('/b'), info('/b/x10'), info('/b/x9'), directory('/b/sub'), info('/a.txt'), directory('/c'), info('/constructor')];
  const all = new Map(files.map((file) => [file.path, file]));
  test('has directories first and numbers in order', () => {
    expect(rowsOf(treeOf(files), new Set(['/b'])).map((row) => `${row.level}${row.file.path}`)).toEqual([
      '1/b',
      '2/b/sub',
      '2/b/x9',
      '2/b/x10',
      '1/c',
      '1/a.txt',
      '1/constructor',
    ]);
  });
  test('says where each row stands', () => {
    const rows = rowsOf(treeOf(files), new Set(['/b']));
    expect(rows[2]).toMatchObject({ level: 2, position: 2, siblings: 3, expanded: undefined });
    expect(rows[0]).toMatchObject({ level: 1, position: 1, siblings: 4, expanded: true });
  });
  test('is searched by name, or by path where the text has a slash', () => {
    const found = search(all, 'X9');
    expect(found).toMatchObject({ matches: 1 });
    expect(found.found.map((file) => file.path).sort()).toEqual(['/b', '/b/x9']);
    expect([...found.expanded]).toEqual(['/b']);
    expect(search(all, 'b/x').matches).toBe(2);
    expect(search(all, '').matches).toBe(7);
  });
  test('of ten thousand files draws what is in view', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => info(`/f${i}`));
    const rows = rowsOf(treeOf(many), new Set());
    expect(rows).toHaveLength(10_000);
    expect(rowWindow(32_000, 640, 32, rows.length)).toEqual({ first: 990, end: 1030 });
    expect(rowWindow(10_000_000, 640, 32, 5)).toEqual({ first: 0, end: 5 });
    expect([scrollTo(0, 100, 640, 32), scrollTo(30, 0, 640, 32), scrollTo(5, 0, 640, 32)]).toEqual([0, 352, 0]);
  });
});

describe('a key in the tree', () => {
  const rows = rowsOf(treeOf([directory('/a'), info('/a/x'), info('/a/y'), directory('/b'), info('/c')]), new Set(['/a']));
  test.each([
    ['ArrowDown', 0, { do: 'go', row: 1 }],
    ['ArrowDown', 4, { do: 'go', row: 4 }],
    ['ArrowUp', 0, { do: 'go', row: 0 }],
    ['End', 0, { do: 'go', row: 4 }],
    ['PageDown', 1, { do: 'go', row: 4 }],
    ['ArrowRight', 0, { do: 'go', row: 1 }],
    ['ArrowRight', 3, { do: 'expand', row: 3 }],
    ['ArrowRight', 4, undefined],
    ['ArrowLeft', 0, { do: 'collapse', row: 0 }],
    ['ArrowLeft', 2, { do: 'go', row: 0 }],
    ['ArrowLeft', 4, undefined],
    ['Enter', 4, { do: 'open', row: 4 }],
    ['*', 0, { do: 'expand-siblings', row: 0 }],
    ['Tab', 0, undefined],
    ['ArrowDown', -1, { do: 'go', row: 0 }],
  ])('%s at row %i', (key, active, expected) => {
    expect(stepFor(key, rows, active)).toEqual(expected);
  });
  test('types a name', () => {
    const names = ['apple', 'banana', 'bread', 'cake'];
    expect([
      rowByPrefix(names, 0, 'b'),
      rowByPrefix(names, 1, 'b'),
      rowByPrefix(names, 2, 'b'),
      rowByPrefix(names, 1, 'br'),
      rowByPrefix(names, 0, 'z'),
    ]).toEqual([1, 2, 1, 2, undefined]);
  });
});

describe('a draft', () => {
  const content = (text: string, version: number) => ({ text, tag: `t#${version}` });
  const start = opened(content('one', 1));
  const mine = edited(start, 'mine');

  test('without own text follows the file', () => {
    expect(changedOutside(start, content('two', 2))).toEqual(opened(content('two', 2)));
  });
  test('with own text keeps it, and says what the file became', () => {
    const draft = changedOutside(mine, content('two', 2));
    expect(draft).toMatchObject({ text: 'mine', outside: { text: 'two' } });
    expect(tookTheirs(draft)).toEqual(opened(content('two', 2)));
    expect(keptMine(draft)).toEqual({ base: content('two', 2), text: 'mine' });
    expect(isDirty(keptMine(draft))).toBe(true);
    expect(changedOutside(draft, content('three', 3))).toMatchObject({ text: 'mine', outside: { text: 'three' } });
  });
  test('is in no conflict over the same text', () => {
    expect(changedOutside(mine, content('mine', 2))).toEqual(opened(content('mine', 2)));
    expect(changedOutside(mine, content('one', 2))).toEqual({ base: content('one', 2), text: 'mine' });
    expect(changedOutside(mine, content('whatever', 1))).toBe(mine);
  });
  test('stays when the file is removed, and is unsaved even if it is empty', () => {
    const draft = keptMine(changedOutside(edited(start, ''), removed));
    expect(isDirty(draft)).toBe(true);
    expect(changedOutside(start, removed).outside).toBe(removed);
  });
  test('keeps what was typed while it was saved', () => {
    const typedOn = edited(mine, 'mine and more');
    const after = saved(typedOn, content('mine', 2));
    expect(after).toEqual({ base: content('mine', 2), text: 'mine and more' });
    expect(isDirty(after)).toBe(true);
  });
  test('moves with its file', () => {
    const drafts = new Drafts();
    drafts.set('/a/b.txt', mine);
    drafts.move('/a', '/c');
    expect(drafts.dirty()).toEqual(['/c/b.txt']);
    drafts.close('/c/b.txt');
    expect(drafts.dirty()).toEqual(['/c/b.txt']);
  });
  test('knows a file made anew from the old one', () => {
    expect(tagOf(info('/a', { createdAt: 'x' }))).not.toBe(tagOf(info('/a', { createdAt: 'y' })));
  });
});

describe('a content', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  test('that is no UTF-8 is no text', () => {
    expect(decodeText(new Uint8Array([0x66, 0xff]))).toBeUndefined();
    expect(decodeText(bytes('\ufeffüß'))).toBe('\ufeffüß');
  });
  test.each([
    ['a\nb\n', '\n'],
    ['a\r\nb\r\n', '\r\n'],
    ['a\r\nb\n', '\n'],
    ['a\rb', '\n'],
    ['a\r\nb\rc', '\n'],
    ['\nb\r\n', '\n'],
    ['', '\n'],
  ])('%j has lines ending with %j', (text, separator) => {
    expect(lineSeparatorOf(text)).toBe(separator);
  });
  test('is cut between characters', () => {
    expect(beginningOf(bytes('aüb'), 2)).toBe('a');
    expect(beginningOf(bytes('aüb'), 100)).toBe('aüb');
  });
  test('shows as bytes', () => {
    expect(hexRows(bytes('Hello\n<script>alert(1)</script>'), 1, 5)).toEqual([
      { offset: '00000010', hex: '65 72 74 28 31 29 3c 2f 73 63 72 69 70 74 3e', text: 'ert(1)</script>' },
    ]);
  });
  test('is shown by what it is', () => {
    const kinds = [
      info('/a.txt'),
      info('/a.txt', { size: 30_000_000 }),
      info('/a.png', { binary: true, mimeType: 'image/png' }),
      info('/a.svg', { mimeType: 'image/svg+xml' }),
      info('/a.bin', { binary: true, mimeType: 'application/octet-stream' }),
      info('/a.bin', { binary: true, size: 30_000_000 }),
    ].map(kindOf);
    expect(kinds).toEqual(['text', 'large', 'image', 'text', 'binary', 'large']);
    expect([hasPreview(info('/a.svg')), hasPreview(info('/a.md'))]).toEqual([true, false]);
    expect([languageOf('/a.ts'), languageOf('/constructor'), languageOf('/x.constructor')]).toEqual(['typescript', undefined, undefined]);
  });
});

test('errors are said with what helps', () => {
  const error = (code: ConstructorParameters<typeof ClientToolsError>[0], details?: Record<string, unknown>) =>
    explain(new ClientToolsError(code, 'as it is', { details }));
  expect(error('storage_full', { errno: 'EDQUOT' }).help).toContain('Nothing was changed');
  expect(error('storage_full', { errno: 'ENOSPC' }).what).toContain('no more space');
  expect(error('storage_conflict', { path: '/a' }).what).toContain('/a was changed in another tab');
  expect(error('invalid_argument', { errno: 'EEXIST', path: '/a' }).what).toBe('/a is there already.');
  expect(error('internal').what).toBe('as it is');
  expect(explain('text').what).toBe('text');
});
