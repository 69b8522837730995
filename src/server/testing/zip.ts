import { crc32, deflateRawSync } from 'node:zlib';

/** Returns a zip file; `declaredSize`: the declared uncompressed size of an entry, if it is to be false. */
export function zipOf(entries: { name: string; content: Buffer | string; declaredSize?: number }[]): Buffer {
  const [locals, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const { name, content, declaredSize: said = Buffer.byteLength(content) } of entries) {
    const packed = deflateRawSync(content);
    // Version, flags, method, time, day, checksum, sizes, length of the name, length of the extra field.
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(content), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(said, 18);
    head.writeUInt16LE(name.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed]);
    locals.push(local);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), head, rest, Buffer.from(name));
    offset += local.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]);
}
