import { alarmsIn, bitsAfter, decodedOf, type Message } from '#devices/message.ts';
import { rangeOf } from '#server/core/addressRange.ts';

const hour = 3_600_000;
/** Interval in ms in which one alarm of a kind passes, for a number over its quota. */
const alarmEvery = 10_000;
/** Maximum numbers with their own counter. Others share a counter per address range, with `shares` times the quota. */
const maxNumbers = 100_000;
const maxRanges = 10_000;
const shares = 100;
/** Hex digits kept of the body of a message over the quota. */
const storedBodyChars = 2048;

/** Hourly quota of one number. */
export interface HourlyQuota {
  messages: number;
  bytes: number;
}

interface ToldBits {
  bits: number;
  mask: number;
}

interface Used extends HourlyQuota {
  since: number;
  /** Alarm bits told by the live messages that passed, and which of them were told; null before the first. */
  bits: ToldBits | null;
  /** Time when an alarm of the kind last passed over the quota, ms. */
  passed: Map<string, number>;
}

/** Counters per key and hour, limited in number. */
export class HourlyCounters {
  #most: number;
  #used = new Map<string, Used>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Returns the counter of a key; null if the limit is reached. */
  of(key: string, now: number): Used | null {
    // In order of their start: expired ones come first.
    for (const [first, { since }] of this.#used) {
      if (now - since < hour) break;
      this.#used.delete(first);
    }
    const existing = this.#used.get(key);
    if (existing || this.#used.size >= this.#most) return existing ?? null;
    const created: Used = { since: now, messages: 0, bytes: 0, bits: null, passed: new Map() };
    this.#used.set(key, created);
    return created;
  }
}

export interface QuotaDecision {
  /** The message to store; null: nothing is stored. */
  message: Message | null;
  /** True if it carries an alarm, or ends one. */
  urgent: boolean;
  /** True once per number and hour: the first message over the quota. */
  firstOver: boolean;
}

/** Reduces a message: few body bytes, no history except for an alarm. */
function reduced(message: Message): Message {
  const { more: _more, ...rest } = message;
  const decodedParts = decodedOf(message).filter((part, index) => index === 0 || part.alarms.length > 0);
  const [decoded = null, ...extraParts] = decodedParts.map((part) => {
    const trimmed = { ...part, raw: '', values: {}, wifi: [], cells: [] };
    return trimmed.alarms.length === 0 ? { ...trimmed, position: null, readings: [] } : trimmed;
  });
  return {
    ...rest,
    body: message.body.slice(0, storedBodyChars),
    decoded,
    ...(extraParts.length > 0 ? { more: extraParts } : {}),
    error: message.error ?? 'over its quota',
  };
}

/** Returns the alarm bits after a live message; the same object if it tells none. */
function bitsWith(message: Message, used: ToldBits | null): ToldBits | null {
  let last = used;
  for (const decoded of decodedOf(message)) {
    const bits = decoded.backlog ? null : bitsAfter(decoded, last?.bits ?? 0);
    if (bits !== null) last = { bits, mask: ((last?.mask ?? 0) | (decoded.alarmMask ?? ~0)) >>> 0 };
  }
  return last;
}

/** Returns the alarm kinds of a message, and `bits` if the alarm bits differ from the last message that passed. */
function kindsOf(message: Message, used: Used): string[] {
  const last = bitsWith(message, used.bits);
  // A cleared bit must be stored: otherwise its next rise goes unnoticed.
  const changed = used.bits !== null && (last?.bits !== used.bits.bits || last.mask !== used.bits.mask);
  return [...alarmsIn(message), ...(changed ? ['bits'] : [])];
}

/** Returns whether a message over the quota passes anyway: one alarm of a kind per interval. */
function canPass(kinds: readonly string[], used: Used, now: number): boolean {
  const due = kinds.filter((kind) => now - (used.passed.get(kind) ?? Number.NEGATIVE_INFINITY) >= alarmEvery);
  for (const kind of due) used.passed.set(kind, now);
  return due.length > 0;
}

/**
 * Quota of stored messages per number on this node, registered or not. Over it only alarms pass: the first of a kind at
 * once, others seconds apart. A conflicting connection with the same number has a separate counter.
 */
export class Quota {
  #most: HourlyQuota;
  #numbers: HourlyCounters;
  #ranges = new HourlyCounters(maxRanges);
  #rest = new HourlyCounters(1);

  constructor(most: HourlyQuota, numbers = maxNumbers) {
    this.#most = most;
    this.#numbers = new HourlyCounters(numbers);
  }

  /** Counts a message and decides; `now` in ms. */
  check(message: Message, now: number): QuotaDecision {
    const { protocol, number, gateway = '' } = message.deviceRef;
    const used = this.#numbers.of(`${protocol} ${gateway} ${number}${message.conflicting ? ' rival' : ''}`, now);
    return used ? this.#judgeNumber(message, used, now) : this.#judgeRange(message, now);
  }

  #judgeNumber(message: Message, used: Used, now: number): QuotaDecision {
    const kinds = kindsOf(message, used);
    const wasOver = this.#isOver(used);
    count(used, message);
    const over = this.#isOver(used);
    const firstOver = over && !wasOver;
    const passes = !over || firstOver || canPass(kinds, used, now);
    if (passes) used.bits = bitsWith(message, used.bits);
    const result = over ? { ...reduced(message), ...(firstOver ? { overQuota: true as const } : {}) } : message;
    return { message: passes ? result : null, urgent: kinds.length > 0, firstOver };
  }

  /**
   * Decides for a number without a counter: alarms pass, other messages while the address range is within its share.
   */
  #judgeRange(message: Message, now: number): QuotaDecision {
    const range = rangeOf(message.address) ?? message.deviceRef.gateway ?? message.source;
    const used = this.#ranges.of(range, now) ?? this.#rest.of('', now);
    const urgent = alarmsIn(message).length > 0;
    if (used) count(used, message);
    const over = used !== null && this.#isOver(used, shares);
    return { message: !over ? message : urgent ? reduced(message) : null, urgent, firstOver: false };
  }

  #isOver(used: Used, share = 1): boolean {
    return used.messages > this.#most.messages * share || used.bytes > this.#most.bytes * share;
  }
}

function count(used: Used, message: Message): void {
  used.messages += 1;
  used.bytes += message.body.length / 2;
}
