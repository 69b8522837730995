import type { Span } from './span.ts';

/**
 * Reads the fields of a binary frame in their order. Past its end it answers zeros and empty bytes, so that a frame cut off
 * anywhere is read as far as it came; `left` says before a group of fields whether all of it is there.
 */
export class FieldReader {
  readonly bytes: Buffer;
  offset: number;
  readonly end: number;
  #spans: Span[] | null;

  /** @param spans where to note which bytes each named field was read from; null: not asked for */
  constructor(bytes: Buffer, offset = 0, end = bytes.length, spans: Span[] | null = null) {
    this.bytes = bytes;
    this.offset = offset;
    this.end = Math.max(offset, Math.min(end, bytes.length));
    this.#spans = spans;
  }

  /** Bytes not read yet. */
  get remaining(): number {
    return this.end - this.offset;
  }

  /** The next bytes, as many of them as there are. */
  take(length: number, field?: string): Buffer {
    const from = this.offset;
    this.offset = Math.min(this.end, from + Math.max(0, length));
    if (field !== undefined) this.note(field, from);
    return this.bytes.subarray(from, this.offset);
  }

  skip(length: number): void {
    this.offset = Math.min(this.end, this.offset + Math.max(0, length));
  }

  /** Says that a field was read from the bytes between `from` and here. */
  note(field: string, from: number): void {
    if (this.offset > from) this.#spans?.push({ field, from, to: this.offset });
  }

  /** A reader of the next bytes alone, whose spans are noted with these. */
  inside(length: number): FieldReader {
    const from = this.offset;
    this.skip(length);
    return new FieldReader(this.bytes, from, this.offset, this.#spans);
  }

  /** The next byte without taking it; 0 past the end. */
  peek(ahead = 0): number {
    return this.offset + ahead < this.end ? (this.bytes[this.offset + ahead] ?? 0) : 0;
  }

  /** Big-endian, of up to 8 bytes; 0 where the frame ends before. */
  uint(length: number, field?: string): number {
    return this.#number(length, field, false);
  }

  /** Little-endian, of up to 8 bytes; 0 where the frame ends before. */
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

/** One bit of a word of up to 32 bits. */
export function bit(word: number, index: number): boolean {
  return ((word >>> index) & 1) === 1;
}

/** `count` bits of a word of up to 32 bits, from bit `at` on. */
export function bits(word: number, start: number, count: number): number {
  return (word >>> start) & ((1 << count) - 1);
}

/** `aa:bb:cc:dd:ee:ff` of six bytes. */
export function macOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(':');
}
