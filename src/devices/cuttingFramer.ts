import type { FrameError, FrameEvent, Framer } from './framer.ts';

/** Rules for the beginning and the length of a protocol's frames. */
export interface Cutter {
  /** Returns the index in [from, end) at which a frame may begin; `end` if there is none. */
  begins(bytes: Buffer, from: number, end: number): number;
  /**
   * Returns the length of the frame at `offset`; 0: more bytes are needed; negative: no frame begins here, skip that
   * many bytes.
   * @param seen index up to which this frame's bytes were examined before
   * @param ended whether the stream has ended
   */
  measure(bytes: Buffer, offset: number, end: number, seen: number, ended: boolean): number;
  /** Maximum length of a frame, bytes. */
  longest: number;
}

const kb = 1024;
/** Maximum bytes without any frame: before the first one (protocols.md P0.8) and later. */
const maxNameless = kb;
const maxJunk = 64 * kb;

/** Cuts a stream into frames by a cutter's rules, within limits; skips garbage between frames. */
export class CuttingFramer implements Framer {
  #cutter: Cutter;
  #buffer = Buffer.alloc(kb);
  /** Range [start, end) of the incomplete frame and what follows it. */
  #start = 0;
  #end = 0;
  #seen = 0;
  #looked = 0;
  #named = false;
  /** Number of bytes discarded since the last frame. */
  #skipped = 0;
  #dead = false;
  #isStopped = false;
  #events: FrameEvent[] = [];

  constructor(cutter: Cutter) {
    this.#cutter = cutter;
  }

  get pendingBytes(): number {
    return this.#end - this.#start;
  }

  get lookedBytes(): number {
    return this.#looked;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  push(bytes: Buffer, steps = Number.POSITIVE_INFINITY): FrameEvent[] {
    if (bytes.length > 0 && !this.#dead) this.#append(bytes);
    let remaining = steps;
    while (remaining > 0 && !this.#dead && this.#step(false)) remaining--;
    this.#isStopped = remaining === 0 && !this.#dead;
    return this.#take();
  }

  end(): FrameEvent[] {
    while (!this.#dead && this.#step(true));
    this.#dead = true;
    this.#start = this.#end;
    return this.#take();
  }

  #take(): FrameEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #append(bytes: Buffer): void {
    this.#compact();
    const needed = this.#end + bytes.length;
    if (needed > this.#buffer.length) {
      const larger = Buffer.alloc(Math.max(needed, this.#buffer.length * 2));
      this.#buffer.copy(larger, 0, 0, this.#end);
      this.#looked += this.#end;
      this.#buffer = larger;
    }
    bytes.copy(this.#buffer, this.#end);
    this.#end = needed;
    this.#looked += bytes.length;
  }

  #compact(): void {
    const shift = this.#start;
    if (shift === 0) return;
    this.#buffer.copyWithin(0, shift, this.#end);
    this.#looked += this.#end - shift;
    this.#start = 0;
    this.#end -= shift;
    this.#seen = Math.max(0, this.#seen - shift);
    if (this.#end === 0 && this.#buffer.length > 4 * kb) this.#buffer = Buffer.alloc(kb);
  }

  /** Does one step; returns false when more bytes are needed. */
  #step(ended: boolean): boolean {
    const from = this.#start;
    const offset = this.#cutter.begins(this.#buffer, from, this.#end);
    this.#looked += offset - from;
    this.#skip(offset - from);
    if (this.#dead || offset >= this.#end) return false;
    const length = this.#cutter.measure(this.#buffer, offset, this.#end, Math.max(offset, this.#seen), ended);
    this.#looked += this.#end - Math.max(offset, this.#seen) + 1;
    if (length > 0) this.#emit(Math.min(this.#end, offset + length));
    else if (length < 0) this.#refuse(-length);
    else return this.#wait(ended);
    return true;
  }

  #emit(end: number): void {
    this.#looked += end - this.#start;
    this.#events.push({ kind: 'frame', bytes: Buffer.from(this.#buffer.subarray(this.#start, end)) });
    this.#start = end;
    this.#seen = end;
    this.#named = true;
    this.#skipped = 0;
  }

  #refuse(length: number): void {
    this.#fail('malformed', Math.min(length, 256), false);
    this.#skip(Math.min(length, this.pendingBytes));
  }

  #wait(ended: boolean): false {
    this.#seen = this.#end;
    if (!ended && this.pendingBytes > this.#cutter.longest) this.#fail('too_long', 256, true);
    return false;
  }

  #skip(length: number): void {
    if (length === 0) return;
    this.#start += length;
    this.#seen = this.#start;
    this.#skipped += length;
    if (this.#skipped > (this.#named ? maxJunk : maxNameless)) this.#fail('junk', 0, true);
  }

  #fail(reason: FrameError, length: number, fatal: boolean): void {
    if (fatal) this.#dead = true;
    const last = this.#events.at(-1);
    // A run of garbage is one error, not one per possible frame start in it.
    if (last?.kind === 'error' && last.reason === reason) return;
    const end = Math.min(this.#end, this.#start + length);
    this.#events.push({ kind: 'error', reason, bytes: Buffer.from(this.#buffer.subarray(this.#start, end)), fatal });
  }
}
