import { rangeOf } from '#server/core/addressRange.ts';

const minute = 60_000;
/** Lines of a minute, and of those about one address range: whoever comes again and again fills no log and hides nobody. */
const maxLines = 60;
const maxPerRange = 20;

/** How many lines about the connections of a port are written. What is left out is counted, here and by reason in the metrics. */
export class LogLimiter {
  #now: () => number;
  #since = Number.NEGATIVE_INFINITY;
  #written = 0;
  #ranges = new Map<string, number>();
  #leftOut = 0;

  /** `now` in ms. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes a line about an address: what it says of those left out since the last one; null where it is left out too. */
  take(address: string | null | undefined): { leftOut?: number } | null {
    if (this.#now() - this.#since >= minute) {
      this.#since = this.#now();
      this.#written = 0;
      this.#ranges.clear();
    }
    const range = rangeOf(address) ?? '';
    const ofRange = this.#ranges.get(range) ?? 0;
    if (this.#written >= maxLines || ofRange >= maxPerRange) {
      this.#leftOut++;
      return null;
    }
    this.#written++;
    this.#ranges.set(range, ofRange + 1);
    const leftOut = this.#leftOut;
    this.#leftOut = 0;
    return leftOut > 0 ? { leftOut } : {};
  }
}
