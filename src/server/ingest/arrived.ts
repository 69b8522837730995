import type { Framer } from '#devices/framer.ts';
import type { Read } from './safeDecode.ts';

/** Moves of a framer at a time: each costs what its bytes say. */
const steps = 32;
const nothing = Buffer.alloc(0);

/** What came on a connection and waits to be taken, in its order; cut into frames a little at a time, as they are asked for. */
export class Arrived {
  #framer: Framer;
  /** Null: no more bytes come. */
  #chunks: { bytes: Buffer | null; at: number }[] = [];
  #chunkBytes = 0;
  #reads: Read[] = [];
  #readBytes = 0;
  /** When what the framer is in the midst of came. */
  #at = 0;

  constructor(framer: Framer) {
    this.#framer = framer;
  }

  /** Bytes that it holds. */
  get bytes(): number {
    return this.#framer.pendingBytes + this.#chunkBytes + this.#readBytes;
  }

  /** Whether a frame is begun of which the rest has not come. */
  get isBegun(): boolean {
    return this.#framer.pendingBytes > 0;
  }

  /** Whether something waits that a frame may be in. */
  get waits(): boolean {
    return this.reaches(0);
  }

  get #isUncut(): boolean {
    return this.#framer.isStopped || this.#chunks.length > 0;
  }

  /** Whether something stands at a place, or may once more is cut. */
  reaches(place: number): boolean {
    return this.#reads.length > place || this.#isUncut;
  }

  push(bytes: Buffer, at: number): void {
    this.#chunks.push({ bytes, at });
    this.#chunkBytes += bytes.length;
  }

  /** No more bytes will come. */
  end(at: number): void {
    this.#chunks.push({ bytes: null, at });
  }

  /** What stands at a place, from 0; cuts a little where nothing is cut so far: undefined is none yet, or none at all. */
  at(place: number): Read | undefined {
    if (this.#reads.length <= place && this.#isUncut) this.#cut();
    return this.#reads[place];
  }

  shift(): Read | undefined {
    const first = this.#reads.shift();
    this.#readBytes -= first?.event.bytes.length ?? 0;
    return first;
  }

  #cut(): void {
    const next = this.#framer.isStopped ? { bytes: nothing, at: this.#at } : this.#chunks.shift();
    if (!next) return;
    this.#at = next.at;
    this.#chunkBytes -= next.bytes?.length ?? 0;
    const events = next.bytes ? this.#framer.push(next.bytes, steps) : this.#framer.end();
    for (const event of events) {
      this.#reads.push({ event, receivedAt: next.at });
      this.#readBytes += event.bytes.length;
    }
  }
}
