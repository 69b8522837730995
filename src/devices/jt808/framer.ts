// Cuts the JT/T 808 stream: frames between two 0x7E, or two 0xE7 in the dialect, and texts of locks in round brackets.

import type { FrameError, FrameEvent, Framer } from '../framer.ts';
import { ByteQueue } from './byteQueue.ts';
import { readHeader808, surenessOf } from './frame.ts';

const [flag, otherFlag, open, close] = [0x7e, 0xe7, 0x28, 0x29];
const starts = [flag, otherFlag, open];
const [carriageReturn, lineFeed] = [0x0d, 0x0a];

const kb = 1024;
/**
 * Maximum junk before a device has named itself (protocols.md P0.8); the longest valid frame, escaped, is a little over
 * twice as long.
 */
const maxNameless = kb;
const maxFirst = 2300;
const maxLater = 64 * kb;

/** Whether a byte may be in a bracketed text: printable and no flag. */
const isText = (byte: number | undefined) => byte !== undefined && byte >= 0x20 && byte < flag && byte !== close;

/** Framer for JT/T 808; a closing flag may also open the next frame. */
export class Jt808Framer implements Framer {
  #queue = new ByteQueue();
  /** Flag at the beginning of the queue; null while it is searched. */
  #flag: number | null = null;
  /** Whether that flag also closed a frame and no byte has followed yet. */
  #shared = false;
  #scan = 0;
  /**
   * Possible start of a frame with the other flag inside the current one, 0 for none, and the index searched so far.
   */
  #inner = 0;
  #innerScan = 1;
  #looked = 0;
  #named = false;
  #skipped = 0;
  #dead = false;
  #isStopped = false;
  #events: FrameEvent[] = [];

  get pendingBytes(): number {
    return this.#shared && this.#queue.length === 1 ? 0 : this.#queue.length;
  }

  get lookedBytes(): number {
    return this.#looked + this.#queue.moved;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  push(bytes: Buffer, steps = Number.POSITIVE_INFINITY): FrameEvent[] {
    if (bytes.length > 0 && !this.#dead) this.#queue.push(bytes);
    let remaining = steps;
    while (remaining > 0 && !this.#dead && this.#step()) remaining--;
    this.#isStopped = remaining === 0 && !this.#dead;
    return this.#take();
  }

  end(): FrameEvent[] {
    this.#dead = true;
    this.#queue.drop(this.#queue.length);
    return this.#take();
  }

  #take(): FrameEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** Does one step; returns false when more bytes are needed. */
  #step(): boolean {
    if (this.#flag === null) return this.#begin();
    if (this.#shared) return this.#afterFrame();
    return this.#finish(this.#flag);
  }

  #begin(): boolean {
    let offset = 0;
    while (offset < this.#queue.length && !starts.includes(this.#queue.at(offset) ?? 0)) offset++;
    this.#looked += offset + 1;
    this.#skip(offset);
    const start = this.#queue.at(0);
    if (start === undefined || this.#dead) return false;
    this.#flag = start;
    this.#rescan();
    return true;
  }

  #rescan(): void {
    this.#scan = 1;
    this.#inner = 0;
    this.#innerScan = 1;
  }

  /**
   * Handles the byte after a frame: a flag begins the next one, a line end is ignored, any other byte reuses the
   * closing flag.
   */
  #afterFrame(): boolean {
    const next = this.#queue.at(1);
    if (next === undefined) return false;
    this.#looked++;
    this.#shared = false;
    if (starts.includes(next)) {
      this.#queue.drop(1);
      this.#flag = null;
    } else if (next === carriageReturn || next === lineFeed) {
      this.#queue.drop(2);
      this.#flag = null;
    }
    return true;
  }

  #finish(start: number): boolean {
    if (start === open) return this.#finishText();
    const end = this.#queue.indexOf(start, this.#scan);
    this.#looked += (end < 0 ? this.#queue.length : end) - this.#scan + 1;
    const sure = end > 1 ? this.#sureness(start, this.#queue.head(end + 1)) : 0;
    const hidden = sure === 2 ? -1 : this.#hidden(start, end < 0 ? this.#queue.length : end);
    if (hidden > 0) return this.#give(hidden);
    if (this.#tooLong(end)) return false;
    if (end < 0) {
      this.#scan = this.#queue.length;
      return false;
    }
    // Not a frame: another may begin anywhere after the flag.
    if (end > 1 && sure === 0) return this.#give(1, end);
    if (sure > 0) this.#emit(this.#queue.head(end + 1));
    // The closing flag stays: it may open a frame after an empty one.
    this.#queue.drop(end);
    this.#rescan();
    this.#shared = sure > 0;
    return true;
  }

  /**
   * Returns the certainty of a frame; one with the rare flag that contains the other must be valid, since frames of the
   * other flag contain the rare byte.
   */
  #sureness(start: number, bytes: Buffer): 0 | 1 | 2 {
    const sure = surenessOf(bytes);
    return sure === 1 && start === otherFlag && bytes.includes(flag) ? 0 : sure;
  }

  /** Finishes a text; if it contains an invalid byte, its bracket was garbage. */
  #finishText(): boolean {
    let offset = this.#scan;
    while (isText(this.#queue.at(offset))) offset++;
    this.#looked += offset - this.#scan + 1;
    this.#scan = offset;
    if (this.#tooLong(offset < this.#queue.length ? offset : -1)) return false;
    const byte = this.#queue.at(offset);
    if (byte === undefined) return false;
    if (byte !== close) return this.#give(1, offset);
    this.#emit(this.#queue.head(offset + 1));
    this.#queue.drop(offset + 1);
    this.#flag = null;
    return true;
  }

  /**
   * Returns the start of a complete frame with the other flag before `end`, if the flag before it was garbage; -1 for
   * none.
   */
  #hidden(start: number, end: number): number {
    const other = start === flag ? otherFlag : flag;
    for (;;) {
      const flagAt = this.#queue.indexOf(other, this.#innerScan);
      const stop = flagAt < 0 || flagAt >= end;
      this.#looked += (stop ? end : flagAt) - this.#innerScan + 1;
      this.#innerScan = stop ? Math.max(end, this.#innerScan) : flagAt + 1;
      if (stop) return -1;
      const from = this.#inner;
      this.#inner = flagAt;
      this.#looked += flagAt - from;
      if (from > 0 && surenessOf(this.#queue.head(flagAt + 1).subarray(from)) === 2) return from;
    }
  }

  /** Discards bytes that are no frame; `shown` of them are reported. */
  #give(length: number, shown = length): boolean {
    this.#fail('malformed', Math.min(shown, 256), false);
    this.#skip(length);
    this.#flag = null;
    return !this.#dead;
  }

  #tooLong(end: number): boolean {
    const length = end < 0 ? this.#queue.length : end + 1;
    if (length <= (this.#named ? maxLater : maxFirst)) return false;
    this.#fail('too_long', 256, true);
    return true;
  }

  #emit(bytes: Buffer): void {
    this.#looked += bytes.length * 2;
    this.#named ||= readHeader808(bytes) !== null;
    this.#skipped = 0;
    this.#events.push({ kind: 'frame', bytes });
  }

  #skip(length: number): void {
    this.#queue.drop(length);
    this.#skipped += length;
    if (this.#skipped > (this.#named ? maxLater : maxNameless)) this.#fail('junk', 0, true);
  }

  #fail(reason: FrameError, length: number, fatal: boolean): void {
    this.#dead ||= fatal;
    const last = this.#events.at(-1);
    // A run of garbage is one error, not one per possible frame start in it.
    if (last?.kind === 'error' && last.reason === reason) return;
    this.#events.push({ kind: 'error', reason, bytes: this.#queue.head(length), fatal });
  }
}
