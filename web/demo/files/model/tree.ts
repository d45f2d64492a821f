import type { FileInfo } from 'clienttools';
import { ancestorsOf, baseName, parentOf } from './paths.js';

/** What is directly in each directory, in the order it is shown. */
export type Tree = ReadonlyMap<string, readonly FileInfo[]>;

/** One line of the tree as it is shown. */
export interface TreeRow {
  file: FileInfo;
  /** 1 for what is in the root. */
  level: number;
  /** Undefined for files. */
  expanded: boolean | undefined;
  /** Place among its siblings, from 1, and how many they are. */
  position: number;
  siblings: number;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function inOrder(a: FileInfo, b: FileInfo): number {
  if (a.kind !== b.kind) return a.kind === 'directory' ? -1 : 1;
  const [one, two] = [baseName(a.path), baseName(b.path)];
  return collator.compare(one, two) || (one < two ? -1 : 1);
}

/** The tree of a list of files. Directories come first, numbers in names count as numbers. */
export function treeOf(files: Iterable<FileInfo>): Tree {
  const tree = new Map<string, FileInfo[]>();
  for (const file of files) {
    if (file.path === '/') continue;
    const siblings = tree.get(parentOf(file.path));
    if (siblings) siblings.push(file);
    else tree.set(parentOf(file.path), [file]);
  }
  for (const siblings of tree.values()) siblings.sort(inOrder);
  return tree;
}

/** The lines that show while these directories are open. */
export function rowsOf(tree: Tree, expanded: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (directory: string, level: number) => {
    const children = tree.get(directory) ?? [];
    children.forEach((file, index) => {
      const open = file.kind === 'directory' ? expanded.has(file.path) : undefined;
      rows.push({ file, level, expanded: open, position: index + 1, siblings: children.length });
      if (open) add(file.path, level + 1);
    });
  };
  add('/', 1);
  return rows;
}

/** The files whose names have the text, with the directories above them, and those directories. */
export function search(files: ReadonlyMap<string, FileInfo>, text: string): { found: FileInfo[]; matches: number; expanded: Set<string> } {
  const wanted = text.trim().toLowerCase();
  const found = new Map<string, FileInfo>();
  const expanded = new Set<string>();
  let matches = 0;
  for (const file of files.values()) {
    // With a slash the whole path is meant.
    const name = wanted.includes('/') ? file.path : baseName(file.path);
    if (file.path === '/' || !name.toLowerCase().includes(wanted)) continue;
    matches++;
    found.set(file.path, file);
    for (const above of ancestorsOf(file.path)) {
      expanded.add(above);
      const directory = files.get(above);
      if (directory) found.set(above, directory);
    }
  }
  return { found: [...found.values()], matches, expanded };
}
