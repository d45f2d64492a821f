import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addOutsider, firstProject, openDemo, visit, type DemoSite, type Visit } from './view-visits.js';
import { zipOf } from './zip.js';

let site: DemoSite;
beforeAll(async () => {
  site = await openDemo();
});
afterAll(() => site?.close());

let guest: Visit;
let page: Page;
beforeEach(async () => {
  guest = await visit(site, 'files');
  page = guest.page;
  await page.getByText('No files yet').waitFor();
  return () => guest.end();
});

const row = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const editor = () => page.locator('.editor-box .cm-content');
const shownText = () => editor().innerText();
const dialog = () => page.getByRole('dialog');
const names = () => page.locator('.tree-name').allTextContents();

/** Writes files as another tab would. */
async function outside(files: Record<string, string | number[]>, on: Page = page): Promise<void> {
  if (!(await on.evaluate(() => 'outside' in globalThis))) await addOutsider(on);
  await on.evaluate(
    async ({ files, project }) => {
      for (const [path, content] of Object.entries(files)) {
        await globalThis.outside.files(project).write(path, typeof content === 'string' ? content : new Uint8Array(content));
      }
    },
    { files, project: firstProject },
  );
}

/** What a file has for another tab, which hears of changes a moment later. */
const read = (path: string) => page.evaluate(([project, path]) => globalThis.outside.files(project!).readText(path!), [firstProject, path]);

async function fillPath(text: string, action: string): Promise<void> {
  await dialog().getByRole('textbox').fill(text);
  await dialog().getByRole('button', { name: action }).click();
}

/** Drops files and folders of this machine, as the operating system does. */
async function drop(on: string, files: string[]): Promise<void> {
  const box = (await page.locator(on).first().boundingBox())!;
  const session = await guest.context.newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: box.x + 60, y: box.y + 12, data: { items: [], files, dragOperationsMask: 1 } });
  }
}

async function temporaryFiles(files: Record<string, string | Uint8Array>): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'files-view-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  return folder;
}

describe('a text', () => {
  test('is written, edited, saved, compared with its versions and brought back', async () => {
    await press('New file');
    await fillPath('/docs/plan.md', 'Create');
    await editor().click();
    await page.keyboard.type('# Plan');
    await page.getByText('Not saved', { exact: true }).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.keyboard.type(' B');
    await press('Save');
    await page.getByText('Saved', { exact: true }).waitFor();

    await press('Versions');
    await page.getByRole('button', { name: 'Compare version 1 with now' }).click();
    await expect.poll(() => page.locator('.diff .cm-changedText').allTextContents()).toContain(' B');
    await page.getByRole('button', { name: 'Go back to version 1' }).click();
    await page.getByText('has the content of version 1 again').waitFor();
    await press('Content');
    await expect.poll(shownText).toBe('# Plan');

    await page.reload();
    await row('docs').click();
    await row('plan.md').click();
    await expect.poll(shownText).toBe('# Plan');
  });

  test('keeps how its lines end, and a byte order mark', async () => {
    await outside({ '/dos.txt': '\ufeffone\r\ntwo\r\n', '/mixed.txt': 'a\r\nb\nc\r' });
    for (const [name, before, after] of [
      ['dos.txt', '\ufeffone\r\ntwo\r\n', '\ufeffone\r\ntwo\r\nX'],
      ['mixed.txt', 'a\r\nb\nc\r', 'a\r\nb\nc\rX'],
    ] as const) {
      await row(name).click();
      await editor().click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('X');
      await expect.poll(() => read(`/${name}`)).toBe(before);
      await press('Save');
      await page.getByText('Saved', { exact: true }).waitFor();
      await expect.poll(() => read(`/${name}`)).toBe(after);
    }
  });

  test('that is not saved survives a change from elsewhere, another file, another view, and asks before the page goes', async () => {
    await outside({ '/a.txt': 'one', '/b.txt': 'b' });
    await row('a.txt').click();
    await editor().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' mine');
    await outside({ '/a.txt': 'theirs' });
    await page.getByText('This file was changed elsewhere.').waitFor();
    expect(await shownText()).toBe('one mine');
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);

    await row('b.txt').click();
    await expect.poll(shownText).toBe('b');
    await page.getByRole('navigation').getByRole('link', { name: 'Console' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Files' }).click();
    await page.getByRole('treeitem', { name: /a\.txt.*not saved/ }).click();
    await expect.poll(shownText).toBe('one mine');

    await press('Show the difference');
    await expect.poll(() => page.locator('.diff').innerText()).toContain('theirs');
    await press('Keep mine');
    await press('Save');
    await page.getByText('Saved', { exact: true }).waitFor();
    await expect.poll(() => read('/a.txt')).toBe('one mine');
    await press('Versions');
    await page.getByRole('button', { name: 'Compare version 2 with now' }).click();
    await expect.poll(() => page.locator('.diff').innerText()).toContain('theirs');

    await press('Content');
    await editor().click();
    await page.keyboard.type('mine again ');
    await outside({ '/a.txt': 'theirs again' });
    await press('Take theirs');
    await expect.poll(shownText).toBe('theirs again');
    await editor().click();
    await page.keyboard.press('Control+z');
    await expect.poll(shownText).toContain('mine again');

    // The file goes away, the text does not.
    await page.evaluate((project) => globalThis.outside.files(project).remove('/a.txt'), firstProject);
    await page.getByText('This file was removed elsewhere.').waitFor();
    await press('Keep mine');
    const asked = page.waitForEvent('dialog');
    const closing = page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await closing;
    await press('Save');
    await page.getByText('Saved', { exact: true }).waitFor();
    await expect.poll(() => read('/a.txt')).toContain('mine again');
  });

  test('without own changes follows the file; what others did is marked', async () => {
    await outside({ '/a.txt': 'one', '/docs/b.txt': 'b' });
    await row('a.txt').click();
    await expect.poll(shownText).toBe('one');
    await outside({ '/a.txt': 'two', '/docs/b.txt': 'c' });
    await expect.poll(shownText).toBe('two');
    await row('docs').click();
    await page.getByRole('treeitem', { name: /b\.txt.*new/ }).click();
    await expect.poll(() => page.locator('.tree-mark').count()).toBe(0);
    await outside({ '/a.txt': 'three' });
    await page.getByRole('treeitem', { name: /a\.txt.*changed/ }).waitFor();
  });

  test('that is read-only can be read and copied, not changed', async () => {
    // Only programs outside of a browser make files read-only, so the page is told that one is.
    await page.addInitScript(() => {
      const parse = JSON.parse;
      const mark = (value: unknown): unknown => {
        if (typeof value !== 'object' || value === null) return value;
        if ((value as { path?: unknown }).path === '/ro.txt') Object.assign(value, { readonly: true });
        Object.values(value).forEach(mark);
        return value;
      };
      JSON.parse = (text: string, reviver?: (this: unknown, key: string, value: unknown) => unknown) => mark(parse(text, reviver));
    });
    await page.reload();
    await outside({ '/ro.txt': 'fixed' });
    await page.getByRole('treeitem', { name: /ro\.txt.*read-only/ }).click();
    await expect.poll(shownText).toBe('fixed');
    await editor().click();
    await page.keyboard.type('X');
    expect(await shownText()).toBe('fixed');
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(await page.getByRole('group', { name: 'Actions on /ro.txt' }).getByRole('button').allTextContents()).toEqual(['Copy', 'Download']);
  });
});

describe('what is no text', () => {
  test('is shown as a picture, as bytes, or not before it is asked for', async () => {
    const png = await page.evaluate(async () => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [3, 2];
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
      return [...new Uint8Array(await blob!.arrayBuffer())];
    });
    await outside({ '/dot.png': png, '/not.png': [0, 1, 2], '/blob.bin': [0, ...new TextEncoder().encode('Hello'), 255], '/latin.txt': [0xe9, 0x74, 0xe9] });
    await page.evaluate((project) => globalThis.outside.files(project).write('/big.log', 'a line of a log\n'.repeat(400_000)), firstProject);
    await row('dot.png').click();
    await page.getByText('3 × 2 pixels').waitFor();
    expect(await page.locator('.image-pane img').getAttribute('src')).toMatch(/^blob:/);
    await row('not.png').click();
    await page.getByText('no picture that the browser can show').waitFor();
    await row('blob.bin').click();
    await expect.poll(() => page.locator('.hex-lines').textContent()).toMatch(/^00000000 {2}00 48 65 6c 6c 6f ff +·Hello·$/);
    await row('latin.txt').click();
    await expect.poll(() => page.locator('.hex-lines').textContent()).toContain('e9 74 e9');

    await row('big.log').click();
    await page.getByText('This file has 6.4 MB.').waitFor();
    expect(await page.locator('.cm-editor').count()).toBe(0);
    await press('Show the beginning');
    await expect.poll(async () => (await page.locator('.beginning pre').textContent())!.length).toBe(64_000);
  });

  test('HTML and SVG show in a frame without rights', async () => {
    await outside({ '/page.html': '<h1>Hello</h1><script>document.title = "ran"</script>', '/a.svg': '<svg viewBox="0 0 9 9"><text y="8">drawn</text></svg>' });
    await row('page.html').click();
    await press('Preview');
    const frame = page.locator('.preview-pane iframe');
    expect(await frame.getAttribute('sandbox')).toBe('');
    await expect.poll(() => frame.contentFrame().locator('h1').textContent()).toBe('Hello');
    await row('a.svg').click();
    await press('Preview');
    await expect.poll(() => frame.contentFrame().locator('text').textContent()).toBe('drawn');
  });
});

describe('files come and go', () => {
  test('by button, with a folder, and by drag and drop', async () => {
    const folder = await temporaryFiles({ 'one.txt': 'one', 'two.txt': 'two', 'tree/a/b.txt': 'deep', 'tree/c.txt': 'c' });
    const at = (name: string) => path.join(folder, name);
    await page.getByLabel('Files to upload').setInputFiles([at('one.txt'), at('two.txt')]);
    await page.getByText('2 files came into the project.').waitFor();
    expect(await names()).toEqual(['one.txt', 'two.txt']);
    await page.getByLabel('Folder to upload').setInputFiles(at('tree'));
    await row('tree').click();
    await expect.poll(names).toEqual(['tree', 'a', 'c.txt', 'one.txt', 'two.txt']);

    await drop('.tree [data-path="/tree/a"]', [at('one.txt'), at('tree')]);
    await page.getByText('3 files came into /tree/a.').waitFor();
    await expect.poll(names).toEqual(['tree', 'a', 'tree', 'b.txt', 'one.txt', 'c.txt', 'one.txt', 'two.txt']);

    // What is there already is not replaced without a question.
    await writeFile(at('one.txt'), 'other');
    await drop('.tree [data-path="/two.txt"]', [at('one.txt')]);
    await dialog().getByRole('button', { name: 'Keep both' }).click();
    await row('one 2.txt').click();
    await expect.poll(shownText).toBe('other');
    await drop('.tree [data-path="/two.txt"]', [at('one.txt')]);
    await dialog().getByRole('button', { name: 'Replace' }).click();
    await page.locator('[data-path="/one.txt"]').click();
    await expect.poll(shownText).toBe('other');
    await page.getByRole('button', { name: 'Versions' }).click();
    await page.getByText('Version 1', { exact: true }).waitFor();
  });

  test('as zips, both ways, and a hostile one says what it did not take', async () => {
    await outside({ '/docs/a.txt': 'a', '/b.txt': 'b' });
    await row('b.txt').waitFor();
    const saving = page.waitForEvent('download');
    await press('Download zip');
    const download = await saving;
    expect(download.suggestedFilename()).toBe('project.zip');
    const zip = await download.path();
    const folder = await temporaryFiles({
      'project.zip': await readFile(zip),
      'hostile.zip': zipOf([
        { name: 'good.txt', content: 'good' },
        { name: '../evil.txt', content: 'evil' },
        { name: '/abs.txt', content: 'evil' },
        { name: 'link', content: '/etc/passwd', mode: 0o120777 & 0o777 },
        { name: 'good.txt', content: 'twice' },
      ]),
    });
    await press('New folder');
    await fillPath('/copy', 'Create');
    await drop('.tree [data-path="/copy"]', [path.join(folder, 'project.zip')]);
    await dialog().getByRole('button', { name: 'Unpack', exact: true }).click();
    await page.getByText('2 files came into /copy.').waitFor();
    await expect.poll(() => read('/copy/docs/a.txt')).toBe('a');

    await page.getByRole('button', { name: 'Close this message' }).click();
    await page.getByLabel('Files to upload').setInputFiles(path.join(folder, 'hostile.zip'));
    await dialog().getByRole('button', { name: 'Unpack', exact: true }).click();
    await page.locator('.toast summary').click();
    const told = await page.locator('.toast li').allTextContents();
    expect(told.join('\n')).toMatch(/evil\.txt/);
    expect(told.join('\n')).toMatch(/abs\.txt/);
    expect(told.length).toBeGreaterThanOrEqual(3);
    await expect.poll(() => read('/copy/good.txt')).toBe('good');

    const one = page.waitForEvent('download');
    await page.locator('[data-path="/b.txt"]').click();
    await page.getByRole('group', { name: 'Actions on /b.txt' }).getByRole('button', { name: 'Download' }).click();
    expect(await readFile(await (await one).path(), 'utf8')).toBe('b');
  });

  test('that are too large or have impossible names are refused with a reason', async () => {
    const folder = await temporaryFiles({ 'huge.bin': new Uint8Array(33 * 1024 * 1024), 'ok.txt': 'ok' });
    await page.getByLabel('Files to upload').setInputFiles([path.join(folder, 'huge.bin'), path.join(folder, 'ok.txt')]);
    await page.getByText('1 file came into the project.').waitFor();
    await page.locator('.toast summary').click();
    expect(await page.locator('.toast li').allTextContents()).toEqual([expect.stringContaining('/huge.bin: ')]);
    await press('New file');
    await fillPath('/a/../b', 'Create');
    await expect.poll(() => dialog().getByRole('alert').textContent()).toContain('cannot be .');
    await fillPath('/ok.txt', 'Create');
    await expect.poll(() => dialog().getByRole('alert').textContent()).toContain('there already');
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog().count()).toBe(0);
  });
});

describe('a file is', () => {
  test('renamed, moved by dialog and by dragging, and copied; unsaved text goes along', async () => {
    await outside({ '/a.txt': 'a', '/docs/b.txt': 'b' });
    await row('a.txt').click();
    await editor().click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('new ');
    await press('Rename');
    await fillPath('/c.txt', 'Rename');
    await expect.poll(shownText).toBe('new a');
    await page.getByRole('treeitem', { name: /c\.txt.*not saved/ }).waitFor();
    await press('Save');
    await page.getByText('Saved', { exact: true }).waitFor();
    await expect.poll(() => read('/c.txt')).toBe('new a');

    await row('docs').click();
    await page.locator('[data-path="/c.txt"]').dragTo(page.locator('[data-path="/docs"]'));
    await page.locator('[data-path="/docs/c.txt"]').click();
    await press('Move');
    await fillPath('/docs/b.txt', 'Move');
    await expect.poll(() => dialog().getByRole('alert').textContent()).toContain('/docs/b.txt is there already');
    await fillPath('/new/place/c.txt', 'Move');
    await page.locator('[data-path="/new/place/c.txt"]').waitFor();
    await press('Copy');
    await dialog().getByRole('button', { name: 'Copy' }).click();
    await page.locator('[data-path="/new/place/c 2.txt"]').waitFor();
    // A folder cannot go into itself.
    await page.locator('[data-path="/docs"]').click();
    await page.locator('[data-path="/new"]').dragTo(page.locator('[data-path="/new/place"]'));
    await page.getByText('A folder cannot go into itself').waitFor();
  });

  test('removed, with a way back, until it is deleted for good', async () => {
    await outside({ '/a.txt': 'a', '/b.txt': 'b' });
    await row('a.txt').click();
    await press('Remove');
    await press('Undo');
    await row('a.txt').waitFor();
    await press('Remove');
    await row('b.txt').click();
    await press('Remove');
    await press('Trash');
    const trash = page.getByRole('list', { name: 'Removed files' });
    await expect.poll(() => trash.locator('.trash-path').allTextContents()).toEqual(['/b.txt', '/a.txt']);
    await outside({ '/a.txt': 'another' });
    await page.getByRole('button', { name: 'Restore /a.txt' }).click();
    await page.getByText('/a 2.txt is back.').waitFor();
    await page.getByRole('button', { name: 'Delete /b.txt for good' }).click();
    await dialog().getByRole('button', { name: 'Delete for good' }).click();
    await page.getByText('The trash is empty.').waitFor();
    expect(await names()).toEqual(['a 2.txt', 'a.txt']);
  });
});

describe('the tree', () => {
  test('of 10,000 files is used by keyboard alone, and searched', async () => {
    const entries = Array.from({ length: 10_000 }, (_, i) => ({ name: `d${Math.floor(i / 100)}/f${i}.txt`, content: `${i}` }));
    const folder = await temporaryFiles({ 'many.zip': zipOf(entries) });
    await page.getByLabel('Files to upload').setInputFiles(path.join(folder, 'many.zip'));
    await dialog().getByRole('button', { name: 'Unpack', exact: true }).click();
    await page.getByText('10000 files came into the project.').waitFor();
    expect(await page.getByRole('treeitem').count()).toBeLessThan(100);

    const tree = page.getByRole('tree');
    const active = () => page.evaluate(() => document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')?.dataset['path']);
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('Tab');
    expect(await tree.evaluate((element) => element === document.activeElement)).toBe(true);
    for (const [key, path] of [
      ['ArrowDown', '/d1'],
      ['End', '/d99'],
      ['ArrowRight', '/d99'],
      ['ArrowRight', '/d99/f9900.txt'],
      ['End', '/d99/f9999.txt'],
      ['ArrowLeft', '/d99'],
      ['ArrowLeft', '/d99'],
      ['Home', '/d0'],
      ['PageDown', '/d10'],
      ['d', '/d11'],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(async () => [key, await active()]).toEqual([key, path]);
    }
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: '/d11/f1100.txt' }).waitFor();
    await page.keyboard.press('F2');
    await fillPath('/d11/renamed.txt', 'Rename');
    await page.getByRole('region', { name: '/d11/renamed.txt' }).waitFor();
    await tree.focus();
    await expect.poll(active).toBe('/d11/renamed.txt');
    await page.keyboard.press('Delete');
    await page.getByText('renamed.txt is in the trash.').waitFor();

    await page.getByRole('searchbox').fill('f777');
    await page.getByText('11 found').waitFor();
    expect(await names()).toEqual(expect.arrayContaining(['d7', 'f777.txt', 'd77', 'f7770.txt']));
  });

  test('says how much is used, and asks the browser to keep it', async () => {
    await outside({ '/a.txt': 'x'.repeat(1500) });
    await page.getByText('1 file, 1.5 kB of 536.9 MB').waitFor();
    await page.getByText(/used by this site/).waitFor();
    await press('Keep for good');
    await page.getByText(/did not promise it|will not evict/).waitFor();
  });
});

test('two tabs show the same files; closing one loses nothing and blocks nobody', async () => {
  await outside({ '/shared.txt': 'one' });
  const other = await guest.another('files');
  await other.getByRole('treeitem', { name: /^shared\.txt/ }).click();
  await expect.poll(() => other.locator('.cm-content').innerText()).toBe('one');
  await row('shared.txt').click();
  await editor().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' two');
  await press('Save');
  await expect.poll(() => other.locator('.cm-content').innerText()).toBe('one two');
  // The tab that had the storage first goes.
  await page.close();
  await other.locator('.cm-content').click();
  await other.keyboard.press('Control+End');
  await other.keyboard.type(' three');
  await other.getByRole('button', { name: 'Save' }).click();
  await other.getByText('Saved', { exact: true }).waitFor();
  await other.reload();
  await other.getByRole('treeitem', { name: /^shared\.txt/ }).click();
  await expect.poll(() => other.locator('.cm-content').innerText()).toBe('one two three');
});
