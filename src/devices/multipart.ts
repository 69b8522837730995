/** Incomplete message in several frames. */
interface Begun {
  total: number;
  /** Reception of the first part, ms. */
  at: number;
  bytes: number;
  /** Bytes received for it, repeats included, minus the bytes of answers. */
  spare: number;
  parts: Map<number, MessagePart>;
}

/** Part: its content and its frame. */
export interface MessagePart {
  content: Buffer;
  frame: Buffer;
}

/** State of a message in parts. */
export type Collected =
  | { state: 'whole'; content: Buffer; frames: Buffer }
  /** `isRepeated`: the part was received before. */
  | { state: 'begun'; isRepeated: boolean }
  /** The message exceeds the limits of length or parts. */
  | { state: 'refused' };

export interface MultipartLimits {
  /** Maximum bytes of all incomplete messages together, frames included. */
  bytes: number;
  /** Maximum parts of one message. */
  parts: number;
  /** Maximum incomplete messages; the oldest is dropped. */
  messages: number;
  /** Maximum time from the first part to the last, ms. */
  maxAgeMs: number;
}

export const multipartLimits: MultipartLimits = { bytes: 1024 * 1024, parts: 4096, messages: 8, maxAgeMs: 60_000 };

/** Collects messages in parts within limits of bytes and time; drops incomplete messages beyond them. */
export class MultipartCollector {
  #begun = new Map<string, Begun>();
  #bounds: MultipartLimits;
  #held = 0;

  constructor(limits: MultipartLimits = multipartLimits) {
    this.#bounds = limits;
  }

  /** Bytes of the incomplete messages. */
  get heldBytes(): number {
    return this.#held;
  }

  /**
   * Adds one part; a repeated one replaces the former.
   * @param key of the message
   * @param index from 1
   * @param at reception time, ms
   */
  add(key: string, total: number, index: number, part: MessagePart, at: number): Collected {
    this.#dropOld(at);
    const limits = this.#bounds;
    if (index < 1 || index > total || total > limits.parts) return { state: 'refused' };
    const existing = this.#begun.get(key);
    if (existing && existing.total !== total) this.#drop(key);
    const begun = this.#begun.get(key) ?? this.#begin(key, total, at);
    const isRepeated = begun.parts.has(index);
    const bytes = sizeOf(part) - sizeOf(begun.parts.get(index));
    begun.parts.set(index, part);
    begun.spare += part.frame.length;
    begun.bytes += bytes;
    this.#held += bytes;
    if (this.#held > limits.bytes) {
      this.#drop(key);
      return { state: 'refused' };
    }
    if (begun.parts.size < total) return { state: 'begun', isRepeated };
    this.#drop(key);
    const all = [...begun.parts].sort(([a], [b]) => a - b).map(([, stored]) => stored);
    return {
      state: 'whole',
      content: Buffer.concat(all.map(({ content }) => content)),
      frames: Buffer.concat(all.map(({ frame }) => frame)),
    };
  }

  /** Returns the first missing parts of a message, from 1, at most `most`. */
  missing(key: string, most: number): number[] {
    const { total, parts } = this.#begun.get(key) ?? { total: 0, parts: new Map() };
    const missing: number[] = [];
    for (let partIndex = 1; partIndex <= total && missing.length < most; partIndex++)
      if (!parts.has(partIndex)) missing.push(partIndex);
    return missing;
  }

  /**
   * Returns how many bytes may still be answered to a message: a sender of repeats gets no more bytes back than it
   * sends.
   */
  spare(key: string): number {
    return this.#begun.get(key)?.spare ?? 0;
  }

  /** Records bytes of answers to a message. */
  recordAnswered(key: string, bytes: number): void {
    const begun = this.#begun.get(key);
    if (begun) begun.spare -= bytes;
  }

  #begin(key: string, total: number, at: number): Begun {
    const [oldest] = this.#begun.keys();
    if (oldest !== undefined && this.#begun.size >= this.#bounds.messages) this.#drop(oldest);
    const begun: Begun = { total, at, bytes: 0, spare: 0, parts: new Map() };
    this.#begun.set(key, begun);
    return begun;
  }

  /** Drops expired messages; the map is ordered by their beginning, oldest first. */
  #dropOld(now: number): void {
    for (const [key, { at }] of this.#begun) {
      if (now - at <= this.#bounds.maxAgeMs) return;
      this.#drop(key);
    }
  }

  #drop(key: string): void {
    this.#held -= this.#begun.get(key)?.bytes ?? 0;
    this.#begun.delete(key);
  }
}

function sizeOf(part: MessagePart | undefined): number {
  return part ? part.content.length + part.frame.length : 0;
}
