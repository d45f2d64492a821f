import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answered, choose, goTo, openDemo, say, visit, type DemoSite } from './demo-site.js';

let site: DemoSite;
/** Addresses that something in a text made the page ask for. */
const leaks: string[] = [];
beforeAll(async () => {
  site = await openDemo();
  site.model.mount('/leak', {
    handleRequest(request, response) {
      leaks.push(request.url ?? '');
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end();
      return Promise.resolve(true);
    },
  });
});
afterAll(() => site?.close());

/** Texts that try to run, load, send or look like a part of the page. */
function corpus(leak: string): string[] {
  const run = 'globalThis.ran=1';
  return [
    `<script>${run}</script>`,
    `<img src=x onerror="${run}">`,
    `<svg onload="${run}"><image href="${leak}/svg"/></svg>`,
    `<svg><style>@import '${leak}/svgstyle'</style></svg>`,
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${run}&gt;"></table></mtext></math>`,
    `<iframe src="javascript:${run}" srcdoc="<script>parent.ran=1</script>"></iframe>`,
    `<object data="${leak}/object"></object><embed src="${leak}/embed">`,
    `<details open ontoggle="${run}"><summary>x</summary></details>`,
    `<video poster="${leak}/poster" src="${leak}/video" autoplay></video><audio src="${leak}/audio" autoplay></audio>`,
    `<form action="${leak}/form"><input name=key autofocus onfocus="${run}"><button>Send</button></form>`,
    `<style>body{background:url(${leak}/style)}</style><p style="background:url(${leak}/inline)">styled</p>`,
    `<link rel=stylesheet href="${leak}/link"><base href="${leak}/"><meta http-equiv=refresh content="0;url=${leak}/meta">`,
    `<a href="javascript:${run}">one</a> [two](javascript:${run}) [three](data:text/html,<script>${run}</script>) <javascript:${run}>`,
    `[four](JaVaScRiPt:${run}) [five](\u0001javascript:${run}) [six](vbscript:x) [seven](#/settings) [eight](//evil.example/x)`,
    `![image](${leak}/image) ![ref][r]\n\n[r]: ${leak}/ref "title"`,
    `![inline](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+) <picture><source srcset="${leak}/srcset"><img srcset="${leak}/set"></picture>`,
    `<div id="app" class="message user" name="getElementById">clobbered</div><img name=body><form id=documentElement></form>`,
    '```html\n<script>' + run + '</script>\n``` "onmouseover="' + run,
    '`<img src=x onerror=' + run + '>` **<b onclick="' + run + '">bold</b>**',
    `<template><script>${run}</script></template><noscript><p title="</noscript><img src=x onerror=${run}>"></noscript>`,
    `<table background="${leak}/table"><td background="${leak}/td">cell</table>`,
    `<a href="https://good.example" ping="${leak}/ping">ping</a> <area href="javascript:${run}"><map name=x></map>`,
  ];
}

/** What must be nowhere in what was said. */
const forbidden =
  'script, iframe, object, embed, style, link, meta, base, form, input, button:not(.small):not(.scenario), svg, math, video, audio, template, [style], [id], [name], [onclick]';

async function harmless(page: Page, place: string): Promise<void> {
  const found = await page
    .locator(place)
    .evaluateAll(
      (all, forbidden) =>
        all.flatMap((element) => [
          ...[...element.querySelectorAll(forbidden)].map((bad) => bad.outerHTML),
          ...[...element.querySelectorAll('*')].filter((one) => [...one.attributes].some(({ name }) => name.startsWith('on'))).map((bad) => bad.outerHTML),
          ...[...element.querySelectorAll('a[href]')].filter((link) => !/^(https?|mailto):/.test(link.getAttribute('href')!)).map((bad) => bad.outerHTML),
          ...[...element.querySelectorAll('img')].filter((image) => !/^data:image\/(png|jpeg|gif|webp)/.test(image.src)).map((bad) => bad.outerHTML),
        ]),
      forbidden,
    );
  expect(found).toEqual([]);
  expect(await page.evaluate(() => (globalThis as { ran?: unknown }).ran)).toBeUndefined();
}

describe('nothing runs, loads or sends', () => {
  test('whatever a model, a file, a result, a page or a name says', async () => {
    const leak = `${site.model.url}/leak`;
    const attacks = corpus(leak);
    const call = (id: string, name: string, input: object) => ({ id, name, arguments: JSON.stringify(input) });
    const fenced = attacks.join('\n\n') + '\n```\nx\n```\n';
    site.model.mount('/page', {
      handleRequest(_request, response) {
        const title = '&lt;img src=x onerror=globalThis.ran=1&gt; ```</title><title>second';
        response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' });
        response.end(
          `<!doctype html><title>${title}</title><h1>A page</h1><p>${attacks.map((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')).join('</p><p>')}</p>`,
        );
        return Promise.resolve(true);
      },
    });
    site.model.on(
      { hasToolResult: false },
      {
        content: attacks.join('\n\n'),
        toolCalls: [
          call('call_1', 'filesystem', { action: 'write', path: '/<img src=x onerror=globalThis.ran=1>.md', content: fenced }),
          call('call_2', 'memory', { command: 'create', path: '/memories/a.md', file_text: fenced }),
          call('call_3', 'javascript', { code: `return ${JSON.stringify(fenced)}` }),
          call('call_4', '<img src=x onerror=globalThis.ran=1>', { text: fenced }),
          call('call_5', 'web', { action: 'fetch', url: `${site.model.url}/page` }),
        ],
      },
    );
    site.model.on({ hasToolResult: true }, { content: [...attacks].reverse().join('\n\n') });

    const { page, context } = await visit(site);
    page.on('dialog', (dialog) => {
      leaks.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    // Names of projects and chats are texts, too.
    await page.getByRole('button', { name: 'Projects…' }).click();
    await page.getByRole('textbox', { name: 'Name of a new project' }).fill(attacks[1]!);
    await page.getByRole('button', { name: 'Create' }).click();
    await goTo(page, 'Settings');
    await page.getByRole('switch', { name: 'Web', exact: true }).check();
    await page.getByRole('textbox', { name: 'Allowed domains' }).fill('127.0.0.1\nlocalhost');
    await page.getByRole('textbox', { name: 'Allowed domains' }).press('Tab');
    await choose(page, 'OpenAI-compatible server', { address: `${site.model.url}/v1` });
    await say(page, `${attacks[1]} ${site.model.url}/page ${attacks.join(' ')}`);
    await answered(page);
    for (const summary of await page.locator('.tool-cell > summary').all()) await summary.click();
    await expect.poll(() => page.getByRole('group', { name: 'Output' }).count()).toBe(5);
    // The page was read, so that what it says is shown.
    expect(await page.locator('.tool-cell').nth(4).textContent()).toContain('A page');
    await harmless(page, '.log .markdown, .tool-body, .said, .tool-about, .tool-name');
    await harmless(page, '.chat-list a, .project option');
    // Links say where they lead.
    expect(
      await page
        .locator('.markdown a[href]')
        .evaluateAll((all) => all.filter((link) => !link.textContent?.includes(link.getAttribute('href') ?? '?')).map((link) => link.outerHTML)),
    ).toEqual([]);
    // Time for what loads late.
    await page.waitForTimeout(300);
    expect(leaks).toEqual([]);
    await context.close();
  });
});
