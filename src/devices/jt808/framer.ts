// Cuts the stream of JT/T 808: frames between two 0x7E, or two 0xE7 in the dialect, and texts in round brackets of locks.

import { ByteQueue } from '../byteQueue.ts';
import type { FrameError, FrameEvent, Framer } from '../framer.ts';
import { readHeader808 } from './frame.ts';

const [flag, otherFlag, open, close] = [0x7e, 0xe7, 0x28, 0x29];
const starts = [flag, otherFlag, open];
const [carriageReturn, lineFeed] = [0x0d, 0x0a];

const kb = 1024;
/** Junk before a device has named itself (protocols.md P0.8); the longest frame that is one, escaped, is a little over twice as long. */
const maxNameless = kb;
const maxFirst = 2300;
const maxLater = 64 * kb;

/** A closing flag may be the opening one of the next frame. */
export class Jt808Framer implements Framer {
  #queue = new ByteQueue();
  /** The flag at the beginning of the queue; null: it is looked for. */
  #flag: number | null = null;
  /** That flag closed a frame already, and nothing has followed yet. */
  #shared = false;
  #scan = 0;
  #looked = 0;
  #named = false;
  #skipped = 0;
  #dead = false;
  #events: FrameEvent[] = [];

  get pendingBytes(): number {
    return this.#shared && this.#queue.length === 1 ? 0 : this.#queue.length;
  }

  get lookedBytes(): number {
    return this.#looked + this.#queue.moved;
  }

  push(bytes: Buffer): FrameEvent[] {
    if (this.#dead) return [];
    this.#queue.push(bytes);
    while (!this.#dead && this.#step());
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

  /** One move; false when more bytes are needed. */
  #step(): boolean {
    if (this.#flag === null) return this.#begin();
    if (this.#shared) return this.#afterFrame();
    return this.#finish(this.#flag);
  }

  #begin(): boolean {
    let at = 0;
    while (at < this.#queue.length && !starts.includes(this.#queue.at(at) ?? 0)) at++;
    this.#looked += at + 1;
    this.#skip(at);
    const start = this.#queue.at(0);
    if (start === undefined || this.#dead) return false;
    this.#flag = start;
    this.#scan = 1;
    return true;
  }

  /** Behind a frame: another flag begins the next, a line end means nothing, and anything else uses the closing flag. */
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
    const end = this.#queue.indexOf(start === open ? close : start, this.#scan);
    this.#looked += (end < 0 ? this.#queue.length : end) - this.#scan + 1;
    const length = end < 0 ? this.#queue.length : end + 1;
    if (length > (this.#named ? maxLater : maxFirst)) {
      this.#fail('too_long', 256, true);
      return false;
    }
    if (end < 0) {
      this.#scan = this.#queue.length;
      return false;
    }
    if (end > 1) this.#emit(this.#queue.head(end + 1));
    if (start === open) {
      this.#queue.drop(end + 1);
      this.#flag = null;
      return true;
    }
    // The closing flag stays: of an empty frame it is the opening one.
    this.#queue.drop(end);
    this.#scan = 1;
    this.#shared = end > 1;
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
    this.#events.push({ kind: 'error', reason, bytes: this.#queue.head(length), fatal });
  }
}
