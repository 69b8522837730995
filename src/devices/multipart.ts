/** A message that comes in several frames. */
interface Begun {
  total: number;
  /** When its first part came, ms. */
  at: number;
  bytes: number;
  /** Bytes that came for it, repeats included, less those that were answered. */
  spare: number;
  parts: Map<number, MessagePart>;
}

/** One part: its content, and the frame that it came in. */
export interface MessagePart {
  content: Buffer;
  frame: Buffer;
}

/** Where a message in parts stands. */
export type Collected =
  | { state: 'whole'; content: Buffer; frames: Buffer }
  /** `isRepeated`: the part had come before. */
  | { state: 'begun'; isRepeated: boolean }
  /** It is longer, or has more parts, than is kept. */
  | { state: 'refused' };

export interface MultipartLimits {
  /** All begun messages together, their frames included, bytes. */
  bytes: number;
  /** Of one message. */
  parts: number;
  /** Messages begun at a time; the oldest makes room. */
  messages: number;
  /** From the first part to the last, ms. */
  maxAgeMs: number;
}

export const multipartLimits: MultipartLimits = { bytes: 1024 * 1024, parts: 4096, messages: 8, maxAgeMs: 60_000 };

/** Collects messages that come in parts, within bounds of bytes and time; whoever goes past them loses what was begun. */
export class MultipartCollector {
  #begun = new Map<string, Begun>();
  #bounds: MultipartLimits;
  #held = 0;

  constructor(limits: MultipartLimits = multipartLimits) {
    this.#bounds = limits;
  }

  /** Bytes of what has been begun. */
  get heldBytes(): number {
    return this.#held;
  }

  /**
   * Takes one part; a repeated one takes the place of the former.
   * @param key the message that it is of
   * @param index from 1
   * @param at when it came, ms
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

  /** The first parts of a begun message that have not come, counted from 1. */
  missing(key: string, most: number): number[] {
    const { total, parts } = this.#begun.get(key) ?? { total: 0, parts: new Map() };
    const missing: number[] = [];
    for (let partIndex = 1; partIndex <= total && missing.length < most; partIndex++)
      if (!parts.has(partIndex)) missing.push(partIndex);
    return missing;
  }

  /** What may be answered to a begun message, bytes: whoever repeats a part gets no more back than they send. */
  spare(key: string): number {
    return this.#begun.get(key)?.spare ?? 0;
  }

  /** Notes that so many bytes of answers go out for a begun message. */
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

  /** In the order of their beginning: the oldest come first. */
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
