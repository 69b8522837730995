/** Bytes from which a field was read; `to` is exclusive. */
export interface Span {
  field: string;
  from: number;
  to: number;
}

/** Contiguous bytes of one field, or of none. */
export interface Piece {
  from: number;
  field: string | null;
  bytes: Uint8Array;
}

/** Converts hex text to bytes. */
export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Splits the bytes at the borders of fields; of nested fields the first one gets the bytes. */
export function pieces(bytes: Uint8Array, spans: readonly Span[]): Piece[] {
  const sorted = [...spans].sort((a, b) => a.from - b.from || b.to - a.to);
  const cut: Piece[] = [];
  let offset = 0;
  const until = (to: number, field: string | null) => {
    if (to > offset) cut.push({ from: offset, field, bytes: bytes.subarray(offset, to) });
    offset = Math.max(offset, to);
  };
  for (const { field, from, to } of sorted) {
    if (from < offset) continue;
    until(from, null);
    until(Math.min(to, bytes.length), field);
  }
  until(bytes.length, null);
  return cut;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Returns bytes as text; unprintable ones become dots. */
export function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes).replace(/[^\P{C}\n\t]/gu, '·');
  } catch {
    return [...bytes].map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join('');
  }
}

/** Returns whether all bytes are readable text. */
export const isText = (bytes: Uint8Array): boolean => !textOf(bytes).includes('·');

/** Returns bytes as pairs of hex digits. */
export function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
}
