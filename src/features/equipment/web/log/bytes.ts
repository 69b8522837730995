/** Which bytes a field was read from; `to` is behind the last one. */
export interface Span {
  field: string;
  from: number;
  to: number;
}

/** A run of bytes of one field, or of none. */
export interface Piece {
  from: number;
  field: string | null;
  bytes: Uint8Array;
}

/** The bytes of hex text. */
export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** The bytes cut where fields begin and end; where fields lie within each other the first one has them. */
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

/** Bytes as text, what cannot be printed as dots. */
export function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes).replace(/[^\P{C}\n\t]/gu, '·');
  } catch {
    return [...bytes].map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join('');
  }
}

/** Whether all of the bytes can be read as text. */
export const isText = (bytes: Uint8Array): boolean => !textOf(bytes).includes('·');

/** Bytes as pairs of hex digits. */
export function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
}
