import { createInflateRaw } from 'node:zlib';

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;
const localHeader = 0x04034b50;
const stored = 0;
const deflated = 8;

interface Entry {
  method: number;
  /** Compressed bytes in the file. */
  packed: number;
  /** Declared uncompressed bytes. */
  declaredSize: number;
  /** Offset of its local header. */
  headerOffset: number;
}

/** Reads the directory of a zip file; null if it is none. */
function entriesOf(file: Buffer): Entry[] | null {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > file.length || file.readUInt32LE(end) !== endOfDirectory) return null;
  const entries: Entry[] = [];
  let offset = file.readUInt32LE(end + 16);
  for (let remaining = file.readUInt16LE(end + 10); remaining > 0; remaining -= 1) {
    if (offset + 46 > file.length || file.readUInt32LE(offset) !== directoryEntry) return null;
    entries.push({
      method: file.readUInt16LE(offset + 10),
      packed: file.readUInt32LE(offset + 20),
      declaredSize: file.readUInt32LE(offset + 24),
      headerOffset: file.readUInt32LE(offset + 42),
    });
    offset += 46 + file.readUInt16LE(offset + 28) + file.readUInt16LE(offset + 30) + file.readUInt16LE(offset + 32);
  }
  return entries;
}

/** Returns the declared uncompressed size from the directory, without unpacking; null if it is no zip file. */
export function unpackedSize(file: Buffer): number | null {
  const entries = entriesOf(file);
  return entries === null ? null : entries.reduce((total, { declaredSize }) => total + declaredSize, 0);
}

/**
 * Returns whether a zip file really unpacks to at most `most` bytes: inflates every entry, discards the output and
 * stops at the limit. False if it cannot be unpacked.
 */
export async function unpacksWithin(file: Buffer, most: number): Promise<boolean> {
  const entries = entriesOf(file);
  if (entries === null) return false;
  let remaining = most;
  for (const entry of entries) {
    const size = await unpacked(file, entry, remaining);
    if (size === null) return false;
    remaining -= size;
  }
  return true;
}

async function unpacked(file: Buffer, { method, packed, headerOffset }: Entry, most: number): Promise<number | null> {
  if (headerOffset + 30 > file.length || file.readUInt32LE(headerOffset) !== localHeader) return null;
  const from = headerOffset + 30 + file.readUInt16LE(headerOffset + 26) + file.readUInt16LE(headerOffset + 28);
  if (from + packed > file.length || (method !== stored && method !== deflated)) return null;
  if (method === stored) return packed <= most ? packed : null;
  const inflate = createInflateRaw();
  inflate.end(file.subarray(from, from + packed));
  let size = 0;
  try {
    for await (const chunk of inflate) {
      size += (chunk as Buffer).length;
      if (size > most) return null;
    }
  } catch {
    return null;
  }
  return size;
}
