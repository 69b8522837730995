/** What one connection may send. */
export interface Allowance {
  perMinute: number;
  /** Frames that it may send at once after a rest: what a device stored while it was out of reach. */
  burst: number;
  /** Frames that go beyond it, before an alarm that waits behind them. */
  credit: number;
}

const minute = 60_000;

/** Of a device whose model says nothing: protocols.md P0.8. */
export const usual: Allowance = { perMinute: 120, burst: 600, credit: 600 };
/** Of a connection that has named no device, or a number that nobody registered. */
export const strange: Allowance = { perMinute: 30, burst: 30, credit: 0 };

/** As a model says it. */
export function allowed(perMinute: number): Allowance {
  return { perMinute, burst: perMinute, credit: perMinute };
}

/** The frames of one connection: a bucket that runs out by its allowance, whichever that is at the time. */
export class FrameQuota {
  #used = 0;
  #at = 0;

  /** Counts a frame that is taken. */
  take(): void {
    this.#used += 1;
  }

  /** How long the next frame has to wait, ms; 0: it may be taken. `now` in ms. */
  wait(allowance: Allowance, now: number): number {
    this.#run(allowance, now);
    return Math.max(0, ((this.#used + 1 - allowance.burst) * minute) / allowance.perMinute);
  }

  /** Frames that may go before an alarm, beyond what is let through by time. */
  credit({ burst, credit }: Allowance): number {
    return Math.max(0, Math.floor(burst + credit - this.#used));
  }

  #run({ perMinute }: Allowance, now: number): void {
    // A clock that was set back gives nothing.
    const passed = Math.max(0, now - this.#at);
    this.#at = now;
    this.#used = Math.max(0, this.#used - (passed * perMinute) / minute);
  }
}
