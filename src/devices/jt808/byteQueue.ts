const kb = 1024;

/** Bytes of a stream that are not yet part of a frame: appended at the end, dropped at the beginning. */
export class ByteQueue {
  #buffer = Buffer.alloc(kb);
  #start = 0;
  #end = 0;
  #moved = 0;

  get length(): number {
    return this.#end - this.#start;
  }

  /** Number of bytes copied so far; repeated copies count each time. */
  get moved(): number {
    return this.#moved;
  }

  push(bytes: Buffer): void {
    if (this.#start > 0) this.#compact();
    const needed = this.#end + bytes.length;
    if (needed > this.#buffer.length) {
      const larger = Buffer.alloc(Math.max(needed, this.#buffer.length * 2));
      this.#buffer.copy(larger, 0, 0, this.#end);
      this.#moved += this.#end;
      this.#buffer = larger;
    }
    bytes.copy(this.#buffer, this.#end);
    this.#moved += bytes.length;
    this.#end = needed;
  }

  /** Returns the byte at an index from the beginning; undefined past the end. */
  at(index: number): number | undefined {
    return index < this.length ? this.#buffer[this.#start + index] : undefined;
  }

  /** Returns the first index of a byte at or after `from`; -1 if there is none. */
  indexOf(byte: number, from: number): number {
    const position = this.#buffer.subarray(this.#start, this.#end).indexOf(byte, from);
    return position;
  }

  /** Returns a copy of the first bytes. */
  head(length: number): Buffer {
    return Buffer.from(this.#buffer.subarray(this.#start, Math.min(this.#end, this.#start + length)));
  }

  drop(length: number): void {
    this.#start = Math.min(this.#end, this.#start + length);
  }

  #compact(): void {
    this.#buffer.copyWithin(0, this.#start, this.#end);
    this.#moved += this.length;
    this.#end -= this.#start;
    this.#start = 0;
    if (this.#end === 0 && this.#buffer.length > 4 * kb) this.#buffer = Buffer.alloc(kb);
  }
}
