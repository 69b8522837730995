import { alarmsIn, decodedOf, type Message } from '#devices/message.ts';
import { rangeOf } from '#server/core/addressRange.ts';

const hour = 3_600_000;
/** Of a number past its quota one alarm of a kind passes in so long, ms. */
const alarmEvery = 10_000;
/** Numbers with counters of their own. Further ones share one an address range, which may have as much as so many of them. */
const maxNumbers = 100_000;
const maxRanges = 10_000;
const shares = 100;
/** Of what passes beyond the quota so many bytes are kept, in hex digits. */
const storedBodyChars = 2048;

/** What one number may send in an hour. */
export interface HourlyQuota {
  messages: number;
  bytes: number;
}

interface Used extends HourlyQuota {
  since: number;
  /** The level word of the last live message that passed; null before one. */
  bits: number | null;
  /** When an alarm of the kind last passed beyond the quota, ms. */
  passed: Map<string, number>;
}

/** Counters of an hour each, by key; bounded. */
export class HourlyCounters {
  #most: number;
  #used = new Map<string, Used>();

  constructor(most: number) {
    this.#most = most;
  }

  /** The counter of a key; null where there is none and no room for another. */
  of(key: string, now: number): Used | null {
    // In the order of their beginning: those that are over come first.
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
  /** What is to be stored; null: nothing of it. */
  message: Message | null;
  /** It carries an alarm, or ends one. */
  urgent: boolean;
  /** True once a number and hour: the first message past the quota. */
  firstOver: boolean;
}

/** The message without what takes room: few of its bytes, and nothing for the history unless it is an alarm. */
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

/** The level word of a live message; null when it has none. */
function bitsOf(message: Message): number | null {
  return decodedOf(message).findLast(({ backlog, alarmBits }) => !backlog && alarmBits !== null)?.alarmBits ?? null;
}

/** What in a message is an alarm: its kinds, and `bits` where the level word differs from the last one that passed. */
function kindsOf(message: Message, used: Used): string[] {
  const bits = bitsOf(message);
  // A bit that fell has to be stored: its next rise would be none.
  const changed = bits !== null && used.bits !== null && bits !== used.bits;
  return [...alarmsIn(message), ...(changed ? ['bits'] : [])];
}

/** Whether a message past the quota passes all the same; of one number seconds lie between two alarms of a kind. */
function canPass(kinds: readonly string[], used: Used, now: number): boolean {
  const due = kinds.filter((kind) => now - (used.passed.get(kind) ?? Number.NEGATIVE_INFINITY) >= alarmEvery);
  for (const kind of due) used.passed.set(kind, now);
  return due.length > 0;
}

/**
 * What each number, registered or not, may still have stored on this node. Past it only alarms pass: the first of a kind at
 * once, further ones seconds apart. A rival that uses a number from another address has a counter of its own.
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

  /** Counts a message and judges it; `now` in ms. */
  check(message: Message, now: number): QuotaDecision {
    const { protocol, number } = message.deviceRef;
    const used = this.#numbers.of(`${protocol} ${number}${message.conflicting ? ' rival' : ''}`, now);
    return used ? this.#judgeNumber(message, used, now) : this.#judgeRange(message, now);
  }

  #judgeNumber(message: Message, used: Used, now: number): QuotaDecision {
    const kinds = kindsOf(message, used);
    const wasOver = this.#isOver(used);
    count(used, message);
    const over = this.#isOver(used);
    const firstOver = over && !wasOver;
    const passes = !over || firstOver || canPass(kinds, used, now);
    if (passes) used.bits = bitsOf(message) ?? used.bits;
    const result = over ? { ...reduced(message), ...(firstOver ? { overQuota: true as const } : {}) } : message;
    return { message: passes ? result : null, urgent: kinds.length > 0, firstOver };
  }

  /** Of numbers without a counter: alarms pass, and the rest while all of their range stay within their share. */
  #judgeRange(message: Message, now: number): QuotaDecision {
    const range = rangeOf(message.address) ?? message.source;
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
