import { crc32, deflateRawSync } from 'node:zlib';

/** One entry of a zip that a test makes, with whatever a hostile one would say of it. */
export interface ZipEntry {
  path: string;
  content?: string | Buffer;
  /** Unix type and permissions; absent means a plain file. */
  mode?: number;
  flags?: number;
  method?: number;
  /** What the directory claims instead of the truth. */
  claimed?: { size?: number; compressed?: number; crc?: number };
}

interface Part {
  local: Buffer;
  central: Buffer;
}

function partOf(entry: ZipEntry, offset: number): Part {
  const name = Buffer.from(entry.path, 'utf8');
  const content = Buffer.from(entry.content ?? '');
  const method = entry.method ?? (content.length > 100 ? 8 : 0);
  const data = method === 8 ? deflateRawSync(content) : content;
  const { size = content.length, compressed = data.length, crc = crc32(content) } = entry.claimed ?? {};
  // UTF-8 names
  const flags = 0x800 | (entry.flags ?? 0);
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(flags, 2);
  head.writeUInt16LE(method, 4);
  head.writeUInt16LE(0, 6);
  head.writeUInt16LE(0x5c21, 8);
  head.writeUInt32LE(crc, 10);
  head.writeUInt32LE(compressed, 14);
  head.writeUInt32LE(size, 18);
  head.writeUInt16LE(name.length, 22);
  head.writeUInt16LE(0, 24);
  const before = Buffer.alloc(6);
  before.writeUInt32LE(0x02014b50, 0);
  before.writeUInt16LE((3 << 8) | 20, 4);
  const after = Buffer.alloc(14);
  after.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
  after.writeUInt32LE(offset, 10);
  return {
    local: Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), head, name, data]),
    central: Buffer.concat([before, head, after, name]),
  };
}

/** A zip file as it is on the disk. */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Part[] = [];
  let offset = 0;
  for (const entry of entries) {
    const part = partOf(entry, offset);
    offset += part.local.length;
    parts.push(part);
  }
  const directory = Buffer.concat(parts.map(({ central }) => central));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts.map(({ local }) => local), directory, end]);
}
