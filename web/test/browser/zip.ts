// Writes zips as other programs do, and as attackers do.

export interface ZipEntry {
  name: string;
  content: Uint8Array | string;
  /** Unix mode; none where left out. */
  mode?: number;
}

/** A zip with the entries as they are, stored without compression. */
export function zipOf(entries: ZipEntry[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, content, mode } of entries) {
    const data = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    const nameBytes = new TextEncoder().encode(name);
    const shared = [u16(0x0800), u16(0), u32(0), u32(crc32(data)), u32(data.length), u32(data.length), u16(nameBytes.length), u16(0)];
    const local = join([u32(0x04034b50), u16(20), ...shared, nameBytes, data]);
    const madeBy = mode === undefined ? u16(20) : u16((3 << 8) | 20);
    const attributes = mode === undefined ? u32(0) : u32(((0o100000 | mode) << 16) >>> 0);
    directory.push(join([u32(0x02014b50), madeBy, u16(20), ...shared, u16(0), u16(0), u16(0), attributes, u32(offset), nameBytes]));
    parts.push(local);
    offset += local.length;
  }
  const central = join(directory);
  const end = join([u32(0x06054b50), u16(0), u16(0), u16(entries.length), u16(entries.length), u32(central.length), u32(offset), u16(0)]);
  return join([...parts, central, end]);
}

function u16(value: number): Uint8Array {
  return new Uint8Array([value & 255, (value >> 8) & 255]);
}

function u32(value: number): Uint8Array {
  return new Uint8Array([value & 255, (value >>> 8) & 255, (value >>> 16) & 255, (value >>> 24) & 255]);
}

function join(parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

const table = Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});

function crc32(data: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of data) crc = table[(crc ^ byte) & 255]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
