import type { Span } from './span.ts';

/**
 * Reads the fields of a binary frame in order. Past its end it returns zeros and empty bytes, so that a truncated frame
 * is read as far as possible; `remaining` tells in advance whether a group of fields is complete.
 */
export class FieldReader {
  readonly bytes: Buffer;
  offset: number;
  readonly end: number;
  #spans: Span[] | null;

  /**
   * @param spans target for the byte range of each named field; null: not needed
   */
  constructor(bytes: Buffer, offset = 0, end = bytes.length, spans: Span[] | null = null) {
    this.bytes = bytes;
    this.offset = offset;
    this.end = Math.max(offset, Math.min(end, bytes.length));
    this.#spans = spans;
  }

  /** Number of unread bytes. */
  get remaining(): number {
    return this.end - this.offset;
  }

  /** Returns the next bytes, as many as exist. */
  take(length: number, field?: string): Buffer {
    const from = this.offset;
    this.offset = Math.min(this.end, from + Math.max(0, length));
    if (field !== undefined) this.note(field, from);
    return this.bytes.subarray(from, this.offset);
  }

  skip(length: number): void {
    this.offset = Math.min(this.end, this.offset + Math.max(0, length));
  }

  /** Records that a field was read from the bytes between `from` and the current offset. */
  note(field: string, from: number): void {
    if (this.offset > from) this.#spans?.push({ field, from, to: this.offset });
  }

  /** Returns a reader limited to the next bytes; it shares the spans. */
  inside(length: number): FieldReader {
    const from = this.offset;
    this.skip(length);
    return new FieldReader(this.bytes, from, this.offset, this.#spans);
  }

  /** Returns a byte ahead without consuming it; 0 past the end. */
  peek(ahead = 0): number {
    return this.offset + ahead < this.end ? (this.bytes[this.offset + ahead] ?? 0) : 0;
  }

  /** Reads a big-endian integer of up to 8 bytes; 0 if the frame ends before. */
  uint(length: number, field?: string): number {
    return this.#number(length, field, false);
  }

  /** Reads a little-endian integer of up to 8 bytes; 0 if the frame ends before. */
  uintLe(length: number, field?: string): number {
    return this.#number(length, field, true);
  }

  int(length: number, field?: string): number {
    return signed(this.uint(length, field), length);
  }

  intLe(length: number, field?: string): number {
    return signed(this.uintLe(length, field), length);
  }

  #number(length: number, field: string | undefined, littleEndian: boolean): number {
    const bytes = this.take(length, field);
    if (bytes.length < length) return 0;
    let value = 0;
    for (let index = 0; index < length; index++)
      value = value * 256 + (bytes[littleEndian ? length - 1 - index : index] ?? 0);
    return value;
  }
}

function signed(value: number, length: number): number {
  const range = 256 ** length;
  return value >= range / 2 ? value - range : value;
}

/** Returns one bit of a word of up to 32 bits. */
export function bit(word: number, index: number): boolean {
  return ((word >>> index) & 1) === 1;
}

/** Returns `count` bits of a word of up to 32 bits, from bit `start` on. */
export function bits(word: number, start: number, count: number): number {
  return (word >>> start) & ((1 << count) - 1);
}

/** Formats six bytes as `aa:bb:cc:dd:ee:ff`. */
export function macOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(':');
}
