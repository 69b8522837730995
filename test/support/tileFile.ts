/** Zooms of the file; pages enlarge the last one. */
const maxZoom = 6;
const headerLength = 127;

/** Returns a variable-length integer, as PMTiles writes it. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

/** Returns a PMTiles file of version 3 with one PNG picture for every tile of the world. */
export function tileFile(picture: Buffer): Buffer {
  const tiles = (4 ** (maxZoom + 1) - 1) / 3;
  // One entry: first id, number of tiles, bytes, offset + 1.
  const directory = Buffer.from([1, 0, tiles, picture.length, 1].flatMap(varint));
  const metadata = Buffer.from('{}');
  const header = Buffer.alloc(headerLength);
  header.write('PMTiles', 'latin1');
  header[7] = 3;
  const dataAt = headerLength + directory.length + metadata.length;
  // Root directory, metadata, leaf directories and tiles, each with place and length; tiles, entries, pictures.
  const numbers = [
    ...[headerLength, directory.length, headerLength + directory.length, metadata.length],
    ...[dataAt, 0, dataAt, picture.length, tiles, 1, 1],
  ];
  for (const [index, value] of numbers.entries()) header.writeBigUInt64LE(BigInt(value), 8 + 8 * index);
  // Clustered; neither directory nor tiles compressed; PNG; zooms.
  header.set([1, 1, 1, 2, 0, maxZoom], 96);
  const bounds = [-180, -85, 180, 85];
  for (const [index, degrees] of bounds.entries()) header.writeInt32LE(degrees * 1e7, 102 + 4 * index);
  return Buffer.concat([header, directory, metadata, picture]);
}
