import type { FileInfo } from 'clienttools';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Mark } from '../model/listing.js';
import { baseName, parentOf } from '../model/paths.js';
import { rowByPrefix, stepFor } from '../model/tree-keys.js';
import { rowsOf, type Tree } from '../model/tree.js';
import { rowWindow, scrollTo } from '../model/window.js';
import { TreeRowView } from './tree-row.js';

/** Height of a row in CSS pixels; files.css has the same. */
const rowHeight = 32;
/** A pause this long, in milliseconds, begins a new word when typing a name. */
const typingPause = 700;

/** What can be dropped on a folder. */
export type Dropped = { transfer: DataTransfer } | { moved: string };

interface Props {
  tree: Tree;
  marks: ReadonlyMap<string, Mark>;
  dirty: ReadonlySet<string>;
  expanded: ReadonlySet<string>;
  selected: string | undefined;
  label: string;
  onSelect(file: FileInfo): void;
  onExpand(paths: string[], open: boolean): void;
  /** F2 and Delete; the other keys stay in the tree. */
  onKey(key: 'F2' | 'Delete', file: FileInfo): void;
  onDrop(dropped: Dropped, into: string): void;
}

/** The tree of files. Only the rows in view are drawn, however many there are. */
export function TreeView({ tree, marks, dirty, expanded, selected, label, onSelect, onExpand, onKey, onDrop }: Props) {
  const rows = useMemo(() => rowsOf(tree, expanded), [tree, expanded]);
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const [activePath, setActivePath] = useState(selected);
  const [over, setOver] = useState<string>();
  const typed = useRef({ text: '', at: 0 });
  const active = rows.findIndex((row) => row.file.path === activePath);

  useEffect(() => setActivePath(selected), [selected]);
  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  // What is chosen elsewhere comes into view, too.
  useLayoutEffect(() => {
    const element = box.current!;
    if (active >= 0) element.scrollTop = scrollTo(active, element.scrollTop, element.clientHeight, rowHeight);
  }, [active]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const file = rows[active]?.file;
    if (file && (event.key === 'F2' || event.key === 'Delete')) {
      event.preventDefault();
      return onKey(event.key, file);
    }
    const step = stepFor(event.key, rows, active);
    if (step) {
      event.preventDefault();
      return take(step);
    }
    if (event.key.length === 1) {
      const word = event.timeStamp - typed.current.at > typingPause ? event.key : typed.current.text + event.key;
      typed.current = { text: word, at: event.timeStamp };
      const names = rows.map((row) => baseName(row.file.path));
      const at = rowByPrefix(names, active, word);
      if (at !== undefined) setActivePath(rows[at]!.file.path);
    }
  };

  const take = (step: NonNullable<ReturnType<typeof stepFor>>) => {
    const { file, level } = rows[step.row]!;
    switch (step.do) {
      case 'go':
        return setActivePath(file.path);
      case 'expand':
      case 'collapse':
        return onExpand([file.path], step.do === 'expand');
      case 'expand-siblings':
        return onExpand(
          rows.filter((row) => row.level === level && row.expanded === false && parentOf(row.file.path) === parentOf(file.path)).map((row) => row.file.path),
          true,
        );
      case 'open':
        if (file.kind === 'directory') onExpand([file.path], !expanded.has(file.path));
        return onSelect(file);
    }
  };

  const click = (file: FileInfo) => {
    setActivePath(file.path);
    if (file.kind === 'directory') onExpand([file.path], !expanded.has(file.path));
    onSelect(file);
  };

  // Things are dropped into a folder: the one below the pointer, or that of the file below it.
  const folderAt = (event: DragEvent): string => {
    const row = (event.target as Element).closest('[data-row]');
    const file = row && rows[Number((row as HTMLElement).dataset['row'])]?.file;
    return !file ? '/' : file.kind === 'directory' ? file.path : parentOf(file.path);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(undefined);
    const moved = event.dataTransfer?.getData(movedType);
    if (moved) onDrop({ moved }, folderAt(event));
    else if (event.dataTransfer) onDrop({ transfer: event.dataTransfer }, folderAt(event));
  };

  const { first, end } = rowWindow(view.top, view.height, rowHeight, rows.length);
  const drawn = rows.slice(first, end).map((row, i) => ({ row, index: first + i }));
  // The row that the keyboard is at must exist to be announced.
  const activeRow = active >= 0 && (active < first || active >= end) ? [{ row: rows[active]!, index: active }] : [];
  return (
    <div
      ref={box}
      class={over === '/' ? 'tree drop-here' : 'tree'}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={active >= 0 ? idOf(rows[active]!.file.path) : undefined}
      onKeyDown={onKeyDown}
      onScroll={(event) => setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
      // Of the keyboard only: a click has its own row, and scrolling away below it would lose it.
      onFocus={(event) => active < 0 && rows[0] && event.currentTarget.matches(':focus-visible') && setActivePath(rows[0].file.path)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(folderAt(event));
      }}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(undefined)}
      onDrop={drop}
    >
      <div class="tree-space" role="presentation" style={{ height: `${rows.length * rowHeight}px` }}>
        {[...drawn, ...activeRow].map(({ row, index }) => (
          <TreeRowView
            key={row.file.path}
            id={idOf(row.file.path)}
            row={row}
            index={index}
            top={index * rowHeight}
            active={index === active}
            selected={row.file.path === selected}
            mark={marks.get(row.file.path)}
            dirty={dirty.has(row.file.path)}
            dropHere={over === row.file.path}
            onClick={() => click(row.file)}
            onDragStart={(event) => {
              event.dataTransfer?.setData(movedType, row.file.path);
              if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move';
            }}
          />
        ))}
      </div>
    </div>
  );
}

/** What a row being dragged carries: its path. */
export const movedType = 'application/x-clienttools-path';

function idOf(path: string): string {
  return `tree-row-${encodeURIComponent(path)}`;
}
