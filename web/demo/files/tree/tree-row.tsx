import { formatBytes } from '../../src/format.js';
import type { Mark } from '../model/listing.js';
import { baseName, shownName } from '../model/paths.js';
import type { TreeRow } from '../model/tree.js';
import { Icon } from './icon.js';

interface Props {
  id: string;
  row: TreeRow;
  index: number;
  /** Pixels from the top of the list. */
  top: number;
  active: boolean;
  selected: boolean;
  mark: Mark | undefined;
  dirty: boolean;
  dropHere: boolean;
  onClick(): void;
  onDragStart(event: DragEvent): void;
}

const markText: Record<Mark, string> = { added: 'new', changed: 'changed' };

/** One line of the tree. */
export function TreeRowView({ id, row, index, top, active, selected, mark, dirty, dropHere, onClick, onDragStart }: Props) {
  const { file, level, expanded, position, siblings } = row;
  const directory = file.kind === 'directory';
  const classes = ['tree-row', active && 'active', selected && 'selected', dropHere && 'drop-here', mark && 'marked'].filter(Boolean).join(' ');
  return (
    <div
      id={id}
      class={classes}
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={expanded}
      aria-selected={selected}
      data-row={index}
      data-path={file.path}
      draggable
      style={{ transform: `translateY(${top}px)`, paddingInlineStart: `${(level - 1) * 0.95 + 0.3}rem` }}
      onClick={onClick}
      onDragStart={onDragStart}
    >
      {directory ? <Icon of="chevron" class={expanded ? 'open' : ''} /> : <span class="tree-gap" />}
      <Icon of={directory ? 'folder' : file.mimeType?.startsWith('image/') ? 'image' : 'file'} />
      <bdi class="tree-name" title={shownName(file.path)}>
        {shownName(baseName(file.path))}
      </bdi>
      {dirty && (
        <span class="tree-dirty" title="Has unsaved text">
          <span class="visually-hidden">, not saved</span>
        </span>
      )}
      {mark && <span class="tree-mark">{markText[mark]}</span>}
      {file.readonly && (
        <span title="Read-only">
          <Icon of="lock" />
          <span class="visually-hidden">, read-only</span>
        </span>
      )}
      {!directory && <span class="tree-size">{formatBytes(file.size)}</span>}
    </div>
  );
}
