const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;

/**
 * Bytes that a zip file says it unpacks to, read from its directory without unpacking; null when it is no zip file.
 * A file that lies about it is caught by the reader, which unpacks no more than was said.
 */
export function unpackedSize(file: Buffer): number | null {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > file.length || file.readUInt32LE(end) !== endOfDirectory) return null;
  const entries = file.readUInt16LE(end + 10);
  let at = file.readUInt32LE(end + 16);
  let total = 0;
  for (let index = 0; index < entries; index += 1) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== directoryEntry) return null;
    total += file.readUInt32LE(at + 24);
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return total;
}
