// The code of the documents, for tests that run it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../../..', import.meta.url));

export interface CodeBlock {
  document: string;
  line: number;
  language: string;
  text: string;
}

/** The fenced blocks of a document of the repository. */
export function codeBlocks(document: string): CodeBlock[] {
  const source = readFileSync(path.join(repository, document), 'utf8');
  return [...source.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(({ index, 1: language = '', 2: text = '' }) => ({
    document,
    line: source.slice(0, index).split('\n').length + 1,
    language,
    text,
  }));
}
