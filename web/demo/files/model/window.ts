/** The rows of a long list that are drawn. */
export interface RowWindow {
  first: number;
  /** One past the last. */
  end: number;
}

/** The rows in view, with some beyond the edges so that scrolling shows no gaps. */
export function rowWindow(scrollTop: number, height: number, rowHeight: number, rows: number, beyond = 10): RowWindow {
  const first = Math.max(0, Math.min(rows, Math.floor(scrollTop / rowHeight)) - beyond);
  const end = Math.min(rows, Math.ceil((scrollTop + height) / rowHeight) + beyond);
  return { first, end: Math.max(first, end) };
}

/** Where to scroll so that a row is in view; the same place if it is. */
export function scrollTo(row: number, scrollTop: number, height: number, rowHeight: number): number {
  if (row * rowHeight < scrollTop) return row * rowHeight;
  const below = (row + 1) * rowHeight - height;
  return below > scrollTop ? below : scrollTop;
}
