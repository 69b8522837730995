import type { Framer } from '#devices/framer.ts';
import type { Read } from './safeDecode.ts';

/** Maximum framer steps at a time: the cost of a step depends on the bytes. */
const steps = 32;
const nothing = Buffer.alloc(0);

/** Received bytes of a connection that are not taken yet, in order; cut into frames in small steps on demand. */
export class Arrived {
  #framer: Framer;
  /** `bytes` null: end of the stream. */
  #chunks: { bytes: Buffer | null; at: number }[] = [];
  #chunkBytes = 0;
  #reads: Read[] = [];
  #readBytes = 0;
  /** Reception time of the chunk in the framer. */
  #at = 0;

  constructor(framer: Framer) {
    this.#framer = framer;
  }

  /** Number of bytes held. */
  get bytes(): number {
    return this.#framer.pendingBytes + this.#chunkBytes + this.#readBytes;
  }

  /** True while a frame is incomplete. */
  get isBegun(): boolean {
    return this.#framer.pendingBytes > 0;
  }

  /** True if bytes wait that may contain a frame. */
  get waits(): boolean {
    return this.reaches(0);
  }

  get #isUncut(): boolean {
    return this.#framer.isStopped || this.#chunks.length > 0;
  }

  /** Returns whether there is a frame at an index, or may be after more cutting. */
  reaches(place: number): boolean {
    return this.#reads.length > place || this.#isUncut;
  }

  push(bytes: Buffer, at: number): void {
    this.#chunks.push({ bytes, at });
    this.#chunkBytes += bytes.length;
  }

  /** Marks the end of the stream. */
  end(at: number): void {
    this.#chunks.push({ bytes: null, at });
  }

  /** Returns the frame at an index, from 0, cutting one step if necessary; undefined: not cut yet, or none. */
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
