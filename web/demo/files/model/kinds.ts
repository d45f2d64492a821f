import type { FileInfo } from 'clienttools';
import { extensionOf } from './paths.js';

/** Larger texts are not put into the editor, bytes. */
export const editorLimit = 2_000_000;
/** Larger images and binaries are read only when asked for, bytes. */
export const eagerLimit = 8_000_000;

/** How a file is shown. */
export type FileKind = 'text' | 'image' | 'binary' | 'large';

const shownImages = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp', 'image/x-icon', 'image/vnd.microsoft.icon'];

/** How a file is shown, by what is known without reading it. */
export function kindOf(file: FileInfo): FileKind {
  if (file.binary && shownImages.includes(file.mimeType ?? '')) return file.size > eagerLimit ? 'large' : 'image';
  if (file.binary) return file.size > eagerLimit ? 'large' : 'binary';
  return file.size > editorLimit ? 'large' : 'text';
}

/** Whether a text has a rendered form besides its source. */
export function hasPreview(file: FileInfo): boolean {
  return !file.binary && ['html', 'htm', 'xhtml', 'svg'].includes(extensionOf(file.path));
}

/** A language of the editor. */
export type Language = 'javascript' | 'jsx' | 'typescript' | 'tsx' | 'json' | 'css' | 'html' | 'markdown' | 'python' | 'xml';

const languages: Record<string, Language> = {
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'jsx',
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'tsx',
  json: 'json',
  jsonl: 'json',
  geojson: 'json',
  webmanifest: 'json',
  css: 'css',
  html: 'html',
  htm: 'html',
  md: 'markdown',
  markdown: 'markdown',
  py: 'python',
  xml: 'xml',
  svg: 'xml',
};

/** The language a file is written in, by its name; undefined means plain text. */
export function languageOf(path: string): Language | undefined {
  const extension = extensionOf(path);
  return Object.hasOwn(languages, extension) ? languages[extension] : undefined;
}
