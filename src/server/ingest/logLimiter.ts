import { rangeOf } from '#server/core/addressRange.ts';

const minute = 60_000;
/** Maximum lines a minute, in total and per address range: a repeated cause neither floods the log nor hides others. */
const maxLines = 60;
const maxPerRange = 20;

/**
 * Limits the log lines about the connections of a port. Omitted lines are counted here, and by reason in the metrics.
 */
export class LogLimiter {
  #now: () => number;
  #since = Number.NEGATIVE_INFINITY;
  #written = 0;
  #ranges = new Map<string, number>();
  #leftOut = 0;

  /** `now`: clock in ms. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Returns log fields for a line about an address, with the number omitted since the last line; null to omit this
   * line.
   */
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
