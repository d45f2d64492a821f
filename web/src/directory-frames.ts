// The frames of pkg/vfs/store/directory: magic, number, length, CRC-32 of the
// content, CRC-32 of all that, and the content. Numbers are little-endian.

const magic = [0x76, 0x66, 0x6c, 0x31]; // vfl1
const headerBytes = 24;
const headerSumAt = headerBytes - 4;

/** CRC-32 as Node's zlib has it. */
export type Checksum = (bytes: Uint8Array) => number;

/** One frame. */
export function frame(number: number, content: Uint8Array, crc32: Checksum): Uint8Array {
  const out = new Uint8Array(headerBytes + content.length);
  const view = new DataView(out.buffer);
  out.set(magic);
  view.setBigUint64(4, BigInt(number), true);
  view.setUint32(12, content.length, true);
  view.setUint32(16, crc32(content), true);
  view.setUint32(headerSumAt, crc32(out.subarray(0, headerSumAt)), true);
  out.set(content, headerBytes);
  return out;
}

interface Header {
  number: number;
  length: number;
  sum: number;
}

function headerAt(data: Uint8Array, at: number, crc32: Checksum): Header | undefined {
  if (at + headerBytes > data.length || !magic.every((byte, i) => data[at + i] === byte)) return undefined;
  const view = new DataView(data.buffer, data.byteOffset + at, headerBytes);
  if (crc32(data.subarray(at, at + headerSumAt)) !== view.getUint32(headerSumAt, true)) return undefined;
  return { number: Number(view.getBigUint64(4, true)), length: view.getUint32(12, true), sum: view.getUint32(16, true) };
}

/**
 * The contents of frames numbered from `first` on, and where the last whole one
 * ends. A frame cut short at the end was being written and does not count. Damage
 * before the end does not hide what follows: a damaged content is given as it is,
 * one that cannot be found as empty; whoever knows its format rejects it.
 */
export function readFrames(data: Uint8Array, first: number, crc32: Checksum): { contents: Uint8Array[]; end: number } {
  const contents: Uint8Array[] = [];
  let [at, end] = [0, 0];
  while (at < data.length) {
    const next = first + contents.length;
    const header = headerAt(data, at, crc32);
    if (header?.number !== next) {
      const found = findHeader(data, at + 1, next, crc32);
      if (!found) break;
      while (first + contents.length < found.number) contents.push(new Uint8Array());
      at = end = found.at;
      continue;
    }
    const start = at + headerBytes;
    if (start + header.length > data.length) break;
    const content = new Uint8Array(data.subarray(start, start + header.length));
    if (crc32(content) !== header.sum && neverWritten(content) && !findHeader(data, at + 1, next + 1, crc32)) break;
    contents.push(content);
    at = end = start + header.length;
  }
  return { contents, end };
}

/** The last frame of a log whose length reached the disk before its content did. */
function neverWritten(content: Uint8Array): boolean {
  return content.subarray(-8).every((byte) => byte === 0);
}

/** The next frame from `at` on with a number from `next` on, not absurdly far ahead. */
function findHeader(data: Uint8Array, at: number, next: number, crc32: Checksum): { at: number; number: number } | undefined {
  for (let i = data.indexOf(magic[0]!, at); i >= 0; i = data.indexOf(magic[0]!, i + 1)) {
    const header = headerAt(data, i, crc32);
    if (header && header.number >= next && header.number - next < 1 << 20) return { at: i, number: header.number };
  }
  return undefined;
}
