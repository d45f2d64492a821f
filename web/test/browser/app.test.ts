import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answered, cells, goTo, openDemo, say, serveDemo, visit, watch, type DemoSite } from './demo-site.js';

let site: DemoSite;
beforeAll(async () => void (site = await openDemo()));
afterAll(() => site?.close());

const play = (page: Page, scenario: string) => page.getByRole('button', { name: scenario }).click();

describe('the practice mode', () => {
  test('shows its first result within two seconds of a visit, with a warm HTTP cache', async () => {
    const { page, context } = await visit(site);
    await page.getByRole('button', { name: 'Plan a trip' }).waitFor();
    const took: number[] = [];
    // A machine that is busy with something else is no fault of the page: the best of up to five.
    for (let n = 0; n < 5 && !(Math.min(...took) < 2000); n++) {
      await page.goto('about:blank');
      const startedAt = performance.now();
      await page.goto(site.url);
      await play(page, 'Plan a trip');
      await page.locator('.tool-cell.success').first().waitFor();
      took.push(Math.round(performance.now() - startedAt));
      // The next visit is a first one, too.
      await answered(page);
      await page.evaluate(async () => {
        localStorage.clear();
        sessionStorage.clear();
      });
    }
    console.log(`practice mode: from the visit to the first tool result ${took.join(', ')} ms`);
    expect(Math.min(...took)).toBeLessThan(2000);
    await context.close();
  });

  test('plays its scenarios over real tools, without a network after the first visit', async () => {
    const server = await serveDemo();
    const { page, context, complaints } = await visit({ ...site, url: server.url }, '', { serviceWorkers: 'allow' });
    await page.getByRole('button', { name: 'Projects…' }).click();
    await page.getByText('The app works offline').waitFor();
    await server.close();
    await page.reload();
    await play(page, 'Run JavaScript on a file');
    await page.getByText('7,527,646').waitFor();
    expect(await cells(page)).toEqual(['Filesystem Access success', 'JavaScript Execution success']);
    await page.getByRole('button', { name: 'New chat' }).click();
    await play(page, 'Remember something');
    await page.getByText('Every later chat').waitFor();
    await goTo(page, 'Files');
    await page.getByRole('treeitem', { name: /data/ }).waitFor();
    // What Chromium says of its own look-ups without a network.
    expect(complaints.filter((text) => !/ERR_CONNECTION_REFUSED|Failed to load resource|service worker/i.test(text))).toEqual([]);
    await context.close();
  });
});

describe('settings', () => {
  test('are made from what the tools say, decide what is sent, and last', async () => {
    const { page, context, complaints } = await visit(site, '#/settings');
    const tokens = async () => Number(/([\d,]+) tokens/.exec(await page.getByText('tokens with every request').innerText())![1]!.replace(',', ''));
    const definitions = page.getByRole('group', { name: 'Definitions' });
    const switchOf = (name: string) => page.getByRole('switch', { name, exact: true });
    await expect.poll(tokens).toBeGreaterThan(500);
    const before = await tokens();

    await switchOf('Web').check();
    const options = page.getByRole('group', { name: 'Options of Web' });
    await options.getByRole('textbox', { name: 'Blocked domains' }).fill('example.com');
    await expect.poll(tokens).toBeGreaterThan(before);
    await page.getByRole('combobox', { name: 'For' }).selectOption('Gemini');
    await expect.poll(() => definitions.textContent()).toContain('functionDeclarations');

    // An option that is there for one value of another only, and a number within its limits.
    await switchOf('Clock').check();
    const clock = page.getByRole('group', { name: 'Options of Clock' });
    await clock.getByRole('spinbutton', { name: 'Digits of a second' }).fill('7');
    await clock.getByRole('spinbutton', { name: 'Digits of a second' }).press('Tab');
    await clock.getByText('At most 3, please.').waitFor();
    await clock.getByRole('combobox', { name: 'Style' }).selectOption('In words');
    await clock.getByRole('textbox', { name: 'Language' }).waitFor();
    expect(await clock.getByRole('spinbutton').count()).toBe(0);

    await switchOf('Memory').uncheck();
    expect(await page.getByRole('group', { name: 'Options of Memory' }).count()).toBe(0);
    await page.reload();
    await options.waitFor();
    expect(await options.getByRole('textbox', { name: 'Blocked domains' }).inputValue()).toBe('example.com');
    expect(await switchOf('Memory').isChecked()).toBe(false);
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('clienttools-demo.projects')!) as Record<string, unknown>[]);
    expect(stored[0]!['toolOptions']).toEqual({ web: { blockedDomains: 'example.com' }, clock: { style: 'words' } });

    // A tool that is off is offered no more.
    await goTo(page, 'Chat');
    expect(await page.getByRole('button', { name: /Remember something.*Needs memory/ }).isDisabled()).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('of an older release are brought up to date, once, and the page says so', async () => {
    const older = { id: 'old', name: 'Older', memoryEnabled: true, jsExecutionEnabled: true, jsLibEnabled: false, colour: 'green' };
    const newer = { id: 'new', name: 'From the future', schemaVersion: 99, enabledTools: [] };
    const { page, context } = await visit(site, 'missing');
    await page.evaluate((projects) => localStorage.setItem('clienttools-demo.projects', JSON.stringify(projects)), [older, newer]);
    await page.goto(`${site.url}/#/settings`);
    await page.getByRole('heading', { name: 'The settings of “Older” were brought up to date' }).waitFor();
    expect(await page.getByRole('switch', { name: 'JavaScript Execution' }).isChecked()).toBe(true);
    expect(await page.getByRole('switch', { name: 'Load /lib Scripts' }).isChecked()).toBe(false);
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('clienttools-demo.projects')!) as Record<string, unknown>[]);
    expect(stored[0]).toMatchObject({ id: 'old', colour: 'green', enabledTools: ['memory', 'javascript'], toolOptions: { javascript: { loadLib: false } } });
    expect(stored[0]).not.toHaveProperty('memoryEnabled');
    expect(stored[1]).toEqual(newer);
    await page.reload();
    await page.getByRole('switch', { name: 'Memory' }).waitFor();
    expect(await page.getByText('brought up to date').count()).toBe(0);
    // A project of a newer release is left alone, and the page says that, too.
    await page.getByRole('combobox', { name: 'Project' }).selectOption('From the future');
    await page.getByText('could not be brought up to date').waitFor();
    await context.close();
  });
});

describe('the app', () => {
  const views = ['chat', 'files', 'console', 'settings'];
  test.each(['light', 'dark'] as const)('has no serious accessibility findings, %s', async (colorScheme) => {
    const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const { page, context } = await visit(site, '', { colorScheme, reducedMotion: 'reduce' });
    await play(page, 'What can go wrong');
    await page.getByRole('button', { name: 'Deny' }).waitFor();
    const findings: string[] = [];
    const check = async (name: string) => {
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() =>
        (globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }),
      );
      for (const { id, impact, nodes } of violations) {
        if (impact === 'serious' || impact === 'critical') findings.push(`${name}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
      }
    };
    await check('a question in the chat');
    await page.getByRole('button', { name: 'Deny' }).click();
    for (const view of views) {
      await page.goto(`${site.url}/#/${view}`);
      await page.locator(`main[data-view=${view}]`).waitFor();
      await check(view);
    }
    await page.getByRole('button', { name: 'Projects…' }).click();
    await check('projects');
    expect(findings).toEqual([]);
    await context.close();
  });

  test('is used with the keyboard alone', async () => {
    const { page, context } = await visit(site);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    await expect.poll(focused).toBe('Message');
    await page.keyboard.type('run: return 6 * 7');
    await page.keyboard.press('Enter');
    await answered(page);
    expect(await focused()).toBe('Message');
    // Back to the cell, and open it.
    for (let n = 0; n < 5 && !(await focused())?.includes('JavaScript Execution'); n++) await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('group', { name: 'Output' }).textContent()).toContain('42');
    const log = page.getByRole('log', { name: 'Conversation' });
    expect(await log.getAttribute('aria-busy')).toBe('false');
    expect(await log.textContent()).toContain('The script gave');
    await context.close();
  });

  test('works in two tabs: each sees what the other changes, and outlives it', async () => {
    const { page: first, context } = await visit(site);
    const second = await context.newPage();
    const complaints = watch(second);
    await second.goto(`${site.url}/#/files`);
    await play(first, 'Remember something');
    await answered(first);
    await second.getByRole('treeitem', { name: /memories/ }).waitFor();
    // The first one, which opened the storage, goes; a call that it has begun is as if it had not.
    await first.getByRole('button', { name: 'New chat' }).click();
    await say(first, 'run: fs.writeFileSync("/lost.txt", "x"); for (;;) {}');
    await first.locator('.tool-cell.in_progress').waitFor();
    await first.close();
    await goTo(second, 'Chat');
    await second.getByRole('link', { name: /Please remember/ }).click();
    await second.getByText('Every later chat').waitFor();
    await say(second, 'remember: trains, not planes');
    await second.getByText('Every later chat').nth(1).waitFor();
    await second.reload();
    await goTo(second, 'Files');
    await second.getByRole('treeitem', { name: /memories/ }).waitFor();
    expect(await second.getByRole('treeitem', { name: /lost\.txt/ }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
