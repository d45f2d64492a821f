/** Bytes in one line of a dump. */
export const bytesPerRow = 16;

/** One line of a dump. */
export interface HexRow {
  offset: string;
  hex: string;
  text: string;
}

/** Lines of a dump, from one line on. */
export function hexRows(bytes: Uint8Array, from: number, count: number): HexRow[] {
  const rows: HexRow[] = [];
  for (let at = from * bytesPerRow; at < bytes.length && rows.length < count; at += bytesPerRow) {
    const part = bytes.subarray(at, at + bytesPerRow);
    rows.push({
      offset: at.toString(16).padStart(8, '0'),
      hex: Array.from(part, (byte) => byte.toString(16).padStart(2, '0')).join(' '),
      text: Array.from(part, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join(''),
    });
  }
  return rows;
}
