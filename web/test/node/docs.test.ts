// The code of the package's documents: TypeScript runs as it stands, what belongs to a
// bundler stands in one of the projects of test/bundlers, policies are those of
// test/browser/delivery.test.ts, and quoted messages are those of the source.
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import ts from 'typescript';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { codeBlocks, repository } from '../shared/documents.js';
import { dist } from './built.js';

const documents = ['docs/package.md', 'docs/limits.md', 'docs/security.md', 'web/README.md'];
const blocks = documents.flatMap((document) => codeBlocks(document));

describe('TypeScript', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(repository, 'build', 'docs-'));
    vi.spyOn(console, 'log').mockImplementation(() => {});
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await rm(folder, { recursive: true });
  });

  test.each(blocks.filter(({ language }) => language === 'ts'))('of $document, line $line, runs', async ({ text }) => {
    const located = text
      .replaceAll(/from 'clienttools(\/\w+)?'/g, (_, entry: string = '/index') => `from '${new URL(`.${entry}.js`, dist).href}'`)
      .replaceAll("'./projects'", JSON.stringify(path.join(folder, 'projects')));
    expect(located).not.toContain("'clienttools");
    const script = path.join(folder, 'example.mjs');
    await writeFile(script, (await transform(located, { loader: 'ts', format: 'esm', target: 'es2022' })).code);
    const failed = vi.spyOn(console, 'error').mockImplementation(() => {});
    await import(/* @vite-ignore */ pathToFileURL(script).href);
    expect(failed).not.toHaveBeenCalled();
  });

  test('has the right types', async () => {
    const typescript = blocks.filter(({ language }) => language === 'ts');
    const names = await Promise.all(
      typescript.map(async ({ document, line, text }) => {
        const name = path.join(folder, `${document.replaceAll(/\W/g, '-')}-line-${line}.ts`);
        await writeFile(name, text);
        return name;
      }),
    );
    const types = (entry: string) => [fileURLToPath(new URL(`${entry}.d.ts`, dist))];
    const program = ts.createProgram(names, {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      paths: { clienttools: types('index'), 'clienttools/inline': types('inline') },
    });
    const problems = ts
      .getPreEmitDiagnostics(program)
      .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
    expect(problems).toEqual([]);
  });
});

describe('what belongs to a bundler', () => {
  const projects = path.join(repository, 'web', 'test', 'bundlers', 'projects');
  const files = readdirSync(projects, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const unindented = (text: string) => text.replaceAll(/^\s+/gm, '').trim();
  const texts = files.map((entry) => unindented(readFileSync(path.join(entry.parentPath, entry.name), 'utf8')));

  test.each(blocks.filter(({ language }) => ['js', 'jsx', 'html'].includes(language)))('of $document, line $line, stands in a project', ({ text }) => {
    expect(
      texts.some((project) => project.includes(unindented(text))),
      text,
    ).toBe(true);
  });
});

test('every block is of a kind that is looked at', () => {
  expect(new Set(blocks.map(({ language }) => language))).toEqual(new Set(['ts', 'js', 'jsx', 'html', 'http']));
});

test('messages are quoted as they are', () => {
  const source = readdirSync(new URL('../../src/', import.meta.url))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(new URL(`../../src/${name}`, import.meta.url), 'utf8'))
    .join('\n')
    .replaceAll('${response.status}', '404')
    .replaceAll('${status}', '404')
    .replaceAll("\\'", "'");
  const table = readFileSync(path.join(repository, 'docs/package.md'), 'utf8').split('| the message has | so |')[1]?.split('\n\n')[0] ?? '';
  const quoted = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, text = '']) => text);
  expect(quoted.length).toBeGreaterThan(8);
  for (const text of quoted) expect(source).toContain(text);
});
