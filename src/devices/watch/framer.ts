import type { FrameError, FrameEvent, Framer } from '../framer.ts';
import { maxHeader, readHeader, type WatchHeader } from './frame.ts';

const open = 0x5b;
const close = 0x5d;

const kb = 1024;
/** Maximum bytes before a device has named itself (protocols.md P0.8). */
const maxNameless = kb;
const maxText = 64 * kb;
const maxMedia = 1024 * kb;
const media = /^(?:tk2?|img|jxtk)(?:,|$)/i;

/**
 * Cuts the watch's stream into frames. The first `]` outside nesting ends a frame, whatever its declared length; that
 * only decides if it points at a `]` too (a Wi-Fi name may contain a bracket).
 */
export class WatchFramer implements Framer {
  #buffer = Buffer.alloc(kb);
  /** Range [start, end) of the incomplete frame and what follows it. */
  #start = 0;
  #end = 0;
  /** Offset at which the scan of the content continues. */
  #scan = 0;
  #depth = 0;
  /** Offset of the last `]` inside the incomplete frame, or -1. */
  #lastClose = -1;
  #header: WatchHeader | null = null;
  /** Whether the declared length decides the end of the incomplete frame; determined once, to keep brackets cheap. */
  #lengthDecides = false;
  #looked = 0;
  #named = false;
  /** Number of bytes discarded since the last frame. */
  #skipped = 0;
  #dead = false;
  #isStopped = false;
  #events: FrameEvent[] = [];

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
    while (remaining > 0 && !this.#dead && this.#step()) remaining--;
    this.#isStopped = remaining === 0 && !this.#dead;
    return this.#take();
  }

  end(): FrameEvent[] {
    if (this.#header && this.#lastClose >= 0 && !this.#dead) this.#emitFrame(this.#lastClose + 1);
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
    if (this.#end === 0 && this.#buffer.length > 4 * kb) this.#buffer = Buffer.alloc(kb);
    this.#scan -= shift;
    if (this.#lastClose >= 0) this.#lastClose -= shift;
    if (this.#header) this.#header.contentAt -= shift;
  }

  /** Does one step; returns false when more bytes are needed. */
  #step(): boolean {
    if (!this.#header) return this.#begin();
    return this.#scanContent(this.#header);
  }

  #begin(): boolean {
    const offset = this.#buffer.subarray(0, this.#end).indexOf(open, this.#start);
    this.#looked += (offset < 0 ? this.#end : offset) - this.#start;
    this.#skip((offset < 0 ? this.#end : offset) - this.#start);
    if (offset < 0 || this.#dead) return false;
    const header = this.#readHeader(offset, this.#end);
    if (header === 'begun') return false;
    if (!header) {
      this.#fail('malformed', maxHeader, false);
      this.#skip(1);
      return true;
    }
    this.#header = header;
    this.#named = true;
    this.#scan = header.contentAt;
    this.#depth = 0;
    this.#lastClose = -1;
    this.#lengthDecides = false;
    return true;
  }

  #readHeader(offset: number, end: number): WatchHeader | 'begun' | null {
    this.#looked += Math.min(end - offset, maxHeader);
    return readHeader(this.#buffer, offset, end);
  }

  #scanContent(header: WatchHeader): boolean {
    const declaredEnd = header.length === null ? -1 : header.contentAt + header.length;
    for (; this.#scan < this.#end; this.#scan++) {
      this.#looked++;
      const byte = this.#buffer[this.#scan];
      if (byte === open) {
        const moved = this.#onOpen();
        if (moved !== null) return moved;
      } else if (byte === close && this.#onClose(declaredEnd)) return true;
    }
    return this.#checkLength(header);
  }

  /** Handles a bracket inside content: nesting, or the header of the next frame if this one was never closed. */
  #onOpen(): boolean | null {
    const next = this.#readHeader(this.#scan, this.#end);
    if (next === 'begun') return false;
    if (next) {
      this.#abandonAt(this.#scan);
      return true;
    }
    this.#depth++;
    return null;
  }

  #onClose(declaredEnd: number): boolean {
    const offset = this.#scan;
    this.#lastClose = offset;
    if (offset === declaredEnd) {
      this.#emitFrame(offset + 1);
      return true;
    }
    if (this.#depth > 0) {
      this.#depth--;
      return false;
    }
    if (offset < declaredEnd && this.#lengthHolds(offset, declaredEnd)) return false;
    this.#emitFrame(offset + 1);
    return true;
  }

  /** Whether the declared length points at a received closing bracket, and no other frame begins before it. */
  #lengthHolds(from: number, declaredEnd: number): boolean {
    if (this.#lengthDecides) return true;
    if (declaredEnd >= this.#end || this.#buffer[declaredEnd] !== close) return false;
    for (let offset = from; offset < declaredEnd; offset++) {
      this.#looked++;
      if (this.#buffer[offset] === open && this.#readHeader(offset, declaredEnd)) return false;
    }
    this.#lengthDecides = true;
    return true;
  }

  #checkLength(header: WatchHeader): boolean {
    const type = this.#buffer.toString('latin1', header.contentAt, Math.min(this.#end, header.contentAt + 5));
    if (this.pendingBytes <= (media.test(type) ? maxMedia : maxText)) return false;
    this.#fail('too_long', 256, true);
    return false;
  }

  /** Ends the frame because another begins at `offset`: it ends at its last bracket, or is lost. */
  #abandonAt(offset: number): void {
    if (this.#lastClose >= 0) {
      this.#emitFrame(this.#lastClose + 1);
      return;
    }
    this.#fail('malformed', offset - this.#start, false);
    this.#header = null;
    this.#skip(offset - this.#start);
  }

  #emitFrame(end: number): void {
    this.#looked += end - this.#start;
    this.#events.push({ kind: 'frame', bytes: Buffer.from(this.#buffer.subarray(this.#start, end)) });
    this.#start = end;
    this.#header = null;
    this.#skipped = 0;
  }

  #skip(length: number): void {
    this.#start += length;
    this.#skipped += length;
    if (this.#skipped > (this.#named ? maxText : maxNameless)) this.#fail('junk', 0, true);
  }

  #fail(reason: FrameError, length: number, fatal: boolean): void {
    if (fatal) this.#dead = true;
    const last = this.#events.at(-1);
    // A run of garbage is one error, not one per bracket in it.
    if (last?.kind === 'error' && last.reason === reason) return;
    const end = Math.min(this.#end, this.#start + length);
    this.#events.push({ kind: 'error', reason, bytes: Buffer.from(this.#buffer.subarray(this.#start, end)), fatal });
  }
}
