// The TypeScript of the guide pages of the adapters, and the package as an application has it.
import { cpSync, linkSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const pages = here('../../../../docs/adapters/');
const web = here('../../..');

export interface Example {
  /** PAGE-1, PAGE-2, … */
  name: string;
  page: string;
  source: string;
  /** Where it was written to, to be compiled and run. */
  file: string;
}

/** Every example of every page. */
export function extractExamples(): Example[] {
  const dist = here('./dist/');
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  return readdirSync(pages)
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => {
      const page = path.basename(name, '.md');
      const blocks = [...readFileSync(path.join(pages, name), 'utf8').matchAll(/```(tsx?)\n([\s\S]*?)```/g)];
      return blocks.map(([, kind, source = ''], i) => ({ name: `${page}-${i + 1}`, page, source, file: path.join(dist, `${page}-${i + 1}.${kind}`) }));
    })
    .map((example) => {
      writeFileSync(example.file, example.source);
      return example;
    });
}

/** Whether an example answers a prompt: `export async function answer(prompt, apiKey, signal)`. The others are run by hosts.test.ts. */
export const answersPrompt = ({ source }: Example): boolean => source.includes('export async function answer(');

/** Puts the built package where the SDKs are installed, so that it finds their types, and its exports decide what is found of it. */
export function installPackage(): void {
  const target = here('../node_modules/clienttools');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  cpSync(path.join(web, 'package.json'), path.join(target, 'package.json'));
  for (const entry of readdirSync(path.join(web, 'dist'), { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const from = path.join(entry.parentPath, entry.name);
    const to = path.join(target, path.relative(web, from));
    mkdirSync(path.dirname(to), { recursive: true });
    linkSync(from, to);
  }
}
