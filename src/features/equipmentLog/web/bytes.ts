import { textOf } from '#web/data/bytes.ts';

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

/** Returns whether all bytes are readable text. */
export const isText = (bytes: Uint8Array): boolean => !textOf(bytes).includes('·');
