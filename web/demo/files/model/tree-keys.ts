import { parentOf } from './paths.js';
import type { TreeRow } from './tree.js';

/** What a key does in the tree. */
export type TreeStep = { do: 'go'; row: number } | { do: 'expand' | 'collapse' | 'open'; row: number } | { do: 'expand-siblings'; row: number };

/** Rows that Page Up and Page Down pass. */
const page = 10;

/**
 * What a key does, as the ARIA Authoring Practices describe a tree. `active` is
 * the row the keyboard is at. Undefined: the key means nothing here.
 */
export function stepFor(key: string, rows: readonly TreeRow[], active: number): TreeStep | undefined {
  const row = rows[active];
  if (!row) return rows.length > 0 && ['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(key) ? { do: 'go', row: 0 } : undefined;
  const last = rows.length - 1;
  switch (key) {
    case 'ArrowDown':
      return { do: 'go', row: Math.min(active + 1, last) };
    case 'ArrowUp':
      return { do: 'go', row: Math.max(active - 1, 0) };
    case 'Home':
      return { do: 'go', row: 0 };
    case 'End':
      return { do: 'go', row: last };
    case 'PageDown':
      return { do: 'go', row: Math.min(active + page, last) };
    case 'PageUp':
      return { do: 'go', row: Math.max(active - page, 0) };
    case 'ArrowRight':
      if (row.expanded === undefined) return undefined;
      if (!row.expanded) return { do: 'expand', row: active };
      return rows[active + 1]?.level === row.level + 1 ? { do: 'go', row: active + 1 } : undefined;
    case 'ArrowLeft': {
      if (row.expanded) return { do: 'collapse', row: active };
      const above = rows.findIndex((other) => other.file.path === parentOf(row.file.path));
      return above >= 0 ? { do: 'go', row: above } : undefined;
    }
    case 'Enter':
    case ' ':
      return { do: 'open', row: active };
    case '*':
      return { do: 'expand-siblings', row: active };
    default:
      return undefined;
  }
}

/** The next row, after the active one and around the end, whose name begins with the text. */
export function rowByPrefix(names: readonly string[], active: number, typed: string): number | undefined {
  const wanted = typed.toLowerCase();
  // One letter again and again goes on; a longer text may still be about the row it is at.
  const start = typed.length > 1 ? active : active + 1;
  for (let i = 0; i < names.length; i++) {
    const at = (Math.max(start, 0) + i) % names.length;
    if (names[at]?.toLowerCase().startsWith(wanted)) return at;
  }
  return undefined;
}
