/** Frames of the GPS watch text protocol (protocols.md P1): header, escapes, length. */

export interface WatchHeader {
  /** Maker code of two characters, echoed in the answer. */
  maker: string;
  number: string;
  /** Index of four hex digits, echoed in the answer. */
  index: string | null;
  /** Declared bytes of content; null if it is no hex number. Some devices send a wrong one. */
  length: number | null;
  /** Offset of the content. */
  contentAt: number;
}

/** Maximum header length: `[SG*<20 digits>*<index>*<length>*`. */
export const maxHeader = 48;

const header = /^\[([0-9A-Za-z]{2})\*(\d{4,20})\*(?:([0-9A-Fa-f]{4})\*(?=[0-9A-Fa-f]{4}\*))?([0-9A-Za-z]{1,8})\*/;
const begunHeader =
  /^\[(?:[0-9A-Za-z]{0,2}|[0-9A-Za-z]{2}\*(?:\d{0,20}|\d{4,20}\*(?:[0-9A-Za-z]{0,8}|[0-9A-Fa-f]{4}\*[0-9A-Fa-f]{0,4})))$/;

/** Reads the header at `offset`; `begun` if the bytes end inside a possible header. */
export function readHeader(bytes: Buffer, offset: number, end: number): WatchHeader | 'begun' | null {
  const text = bytes.toString('latin1', offset, Math.min(end, offset + maxHeader));
  const match = header.exec(text);
  if (match) {
    const [matched, maker = '', number = '', index, length = ''] = match;
    // `[3G*n*00A7*` may be a length, or an index with its length still to arrive.
    if (index === undefined && text.length < maxHeader && /^[0-9A-Fa-f]{0,4}$/.test(text.slice(matched.length)))
      return 'begun';
    return {
      maker,
      number,
      index: index ?? null,
      length: /^[0-9A-Fa-f]+$/.test(length) ? Number.parseInt(length, 16) : null,
      contentAt: offset + matched.length,
    };
  }
  return text.length < maxHeader && begunHeader.test(text) ? 'begun' : null;
}

const escapes = new Map([
  [0x01, 0x7d],
  [0x02, 0x5b],
  [0x03, 0x5d],
  [0x04, 0x2c],
  [0x05, 0x2a],
]);

/** Resolves `7D 01` … `7D 05`; null at an unknown escape. */
export function unescapeWatch(bytes: Buffer): Buffer | null {
  const out = Buffer.alloc(bytes.length);
  let length = 0;
  for (let index = 0; index < bytes.length; index++) {
    let byte = bytes[index] ?? 0;
    if (byte === 0x7d) {
      const plain = escapes.get(bytes[++index] ?? 0);
      if (plain === undefined) return null;
      byte = plain;
    }
    out[length++] = byte;
  }
  return out.subarray(0, length);
}

const escaped = new Map([...escapes].map(([code, byte]) => [byte, code]));

/** Escapes binary content (voice, photos) for a frame. */
export function escapeWatch(bytes: Buffer): Buffer {
  return Buffer.from([...bytes].flatMap((byte) => (escaped.has(byte) ? [0x7d, escaped.get(byte) ?? 0] : [byte])));
}

/** Encodes a frame for or from a watch; text `content` is sent as UTF-8, binary content must be escaped already. */
export function encodeWatch(maker: string, number: string, content: string | Buffer, index?: string | null): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const length = bytes.length.toString(16).toUpperCase().padStart(4, '0');
  const head = [maker, number, ...(index ? [index] : []), length, ''].join('*');
  return Buffer.concat([Buffer.from(`[${head}`), bytes, Buffer.from(']')]);
}
