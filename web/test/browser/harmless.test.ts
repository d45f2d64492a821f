// Nothing that a file, a zip or a tool says runs as script or fetches anything in the files view and the console.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOutsider, firstProject, openDemo, visit, type DemoSite, type Visit } from './view-visits.js';
import { zipOf } from './zip.js';

let site: DemoSite;
let elsewhere: Server;
/** What came to a server that nothing should come to; also connections without a request. */
const leaked: string[] = [];
let leak: string;
beforeAll(async () => {
  site = await openDemo();
  elsewhere = createServer((request, response) => {
    leaked.push(request.url ?? '');
    response.end();
  });
  elsewhere.on('connection', () => leaked.push('a connection'));
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  leak = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await site?.close();
  elsewhere?.close();
});

const run = () => `globalThis.ran=1;top.ran=1;parent.ran=1;fetch('${leak}/run')`;

/** Markup that runs or fetches where it is let in. */
function markupOf(): string[] {
  const js = run().replaceAll('"', '&quot;');
  return [
    `<script>${run()}</script>`,
    `<img src=x onerror="${js}">`,
    `<img src="${leak}/img" srcset="${leak}/srcset 2x">`,
    `<svg onload="${js}"><script>${run()}</script><image href="${leak}/svg-image"/><use href="${leak}/use#a"/><foreignObject><img src="${leak}/foreign"></foreignObject><animate onbegin="${js}" attributeName=x dur=1s /></svg>`,
    `<math><mtext><mglyph><style><img src=x onerror="${js}"></style></mglyph></mtext></math>`,
    `<iframe src="${leak}/frame"></iframe><iframe srcdoc="&lt;script&gt;${js}&lt;/script&gt;"></iframe><object data="${leak}/object"></object><embed src="${leak}/embed">`,
    `<style>@import url("${leak}/import");@font-face{font-family:x;src:url("${leak}/font")}body{background:url("${leak}/css");font-family:x}</style>`,
    `<link rel=stylesheet href="${leak}/sheet"><link rel=preload as=image href="${leak}/preload"><link rel=prefetch href="${leak}/prefetch"><link rel=preconnect href="${leak}"><link rel=dns-prefetch href="//leak.example">`,
    `<meta http-equiv=refresh content="0;url=${leak}/refresh"><base href="${leak}/base/"><img src="relative">`,
    `<video src="${leak}/video" poster="${leak}/poster" autoplay></video><audio src="${leak}/audio" autoplay></audio><track src="${leak}/track">`,
    `<form action="${leak}/form"><input autofocus onfocus="${js}"><button>go</button></form><details open ontoggle="${js}">x</details><body onload="${js}" background="${leak}/body">`,
    `<a href="javascript:${js}">link</a><a href="${leak}/link" ping="${leak}/ping">link</a><div style="background-image:url(${leak}/style)">x</div>`,
    `<template><img src=x onerror="${js}"></template><noscript><p title="</noscript><img src=x onerror='${js}'>"></noscript>`,
  ];
}

const documentOf = () => `<!doctype html><html><head><title>x</title></head><body>${markupOf().join('\n')}</body></html>`;
const markdownOf = () => `# x\n\n![](${leak}/md)\n[click](javascript:${run()})\n\n${markupOf().join('\n\n')}`;
const drawingOf = () =>
  `<?xml version="1.0"?><?xml-stylesheet href="${leak}/xsl"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="${run().replaceAll('"', "'")}"><script>${run()}</script><a xlink:href="javascript:${run()}"><text y="20">x</text></a><image xlink:href="${leak}/xlink"/></svg>`;
const namesOfFiles = [
  `<img src=x onerror=globalThis.ran=1>.html`,
  `"><svg onload=globalThis.ran=1>.md`,
  `javascript:globalThis.ran=1.svg`,
  `{{constructor.constructor('ran=1')()}}.txt`,
  `__proto__`,
  `constructor`,
  `cv\u202efdp.html`,
];

/** What ran or was asked for, that should not have been. */
async function harm({ page }: Visit): Promise<unknown[]> {
  const ran = await Promise.all(page.frames().map((frame) => frame.evaluate(() => 'ran' in globalThis).catch(() => 'gone')));
  const own = site.asked.filter((pathname) => !/^\/($|assets\/|pkg\/|sw\.js|service-worker|[\w.-]+\.(js|json|webmanifest|svg|png)$)/.test(pathname));
  return [...ran.filter((one) => one === true), ...leaked, ...own];
}

test('files, their names and zips', async () => {
  // High enough for every file to have its row.
  const guest = await visit(site, 'files', { viewport: { width: 1280, height: 1600 } });
  const { page } = guest;
  page.on('dialog', (dialog) => void leaked.push(`dialog: ${dialog.message()}`));
  await addOutsider(page);
  // A map, since an object has no place for __proto__.
  const contents = new Map([
    ['page.html', documentOf()],
    ['note.md', markdownOf()],
    ['draw.svg', drawingOf()],
  ]);
  markupOf().forEach((one, i) => contents.set(`m${i}.html`, one));
  for (const name of namesOfFiles) contents.set(name, documentOf());
  const folder = await mkdtemp(path.join(os.tmpdir(), 'harmless-'));
  const zip = path.join(folder, '<img src=x onerror=globalThis.ran=1>.zip');
  await writeFile(
    zip,
    zipOf([...[...contents].map(([name, content]) => ({ name, content })), { name: `../<img src=x onerror=globalThis.ran=1>`, content: 'x' }]),
  );
  await page.getByLabel('Files to upload').setInputFiles(zip);
  await page.getByRole('dialog').getByRole('button', { name: 'Unpack', exact: true }).click();
  await page.locator('.toast summary').click();
  await page.getByRole('button', { name: 'Close this message' }).click();

  const paths = [...contents.keys()].map((name) => `/${name}`);
  const previewed = paths.filter((path) => /\.(html|svg)$/.test(path));
  expect(previewed.length).toBeGreaterThan(15);
  for (const file of paths) {
    await page.locator(`.tree-row[data-path=${JSON.stringify(file)}]`).click();
    await page.getByRole('region', { name: file, exact: true }).waitFor();
    await page.locator('.editor-box .cm-content').waitFor();
    if (!previewed.includes(file)) continue;
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await expect.poll(() => page.locator('.preview-pane iframe').contentFrame().locator('body').count()).toBe(1);
  }
  await page.getByRole('button', { name: 'Versions', exact: true }).click();
  await page.evaluate((project) => globalThis.outside.files(project).remove('/__proto__'), firstProject);
  await page.getByRole('button', { name: 'Trash', exact: true }).click();
  await page.getByText('/__proto__', { exact: true }).waitFor();
  expect(await harm(guest)).toEqual([]);
  // The frame's policy complains about what it stopped, as it should.
  await guest.end({ complaints: true });
});

test('what tools answer', async () => {
  const guest = await visit(site, 'console');
  const { page } = guest;
  const text = `${documentOf()}\n${markdownOf()}`;
  await page.getByRole('radio', { name: /^Memory/ }).check();
  await page.getByRole('combobox', { name: 'command' }).selectOption('create');
  await page.getByLabel('path', { exact: true }).fill('/memories/<img src=x onerror=globalThis.ran=1>.md');
  await page.getByLabel('file_text').fill(text);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('heading', { name: /Result, as the model reads it/ }).waitFor();
  await page.getByRole('combobox', { name: 'command' }).selectOption('view');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.poll(() => page.locator('.result .output').first().textContent()).toContain('<script>');
  for (const part of ['Call', 'Result']) {
    await page.getByRole('button', { name: part, exact: true }).click();
    await page.locator('.wire-card').first().waitFor();
  }
  expect(await harm(guest)).toEqual([]);
  await guest.end();
});

test('all of which does harm where it is let in', async () => {
  const context = await site.browser.newContext();
  const page = await context.newPage();
  await page.goto(`${site.url}/pkg/none`);
  await page.setContent(documentOf());
  await expect.poll(() => leaked).toEqual(expect.arrayContaining(['/run', '/img', '/style', '/frame', '/sheet']));
  await context.close();
  leaked.length = 0;
});
