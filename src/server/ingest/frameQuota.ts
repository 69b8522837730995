/** Quota of one connection. */
export interface Allowance {
  perMinute: number;
  /** Frames allowed at once after a pause: a device's stored backlog. */
  burst: number;
  /** Extra frames beyond the burst, if an alarm waits behind them. */
  credit: number;
}

const minute = 60_000;

/** Quota of a device whose model sets none: protocols.md P0.8. */
export const usual: Allowance = { perMinute: 120, burst: 600, credit: 600 };
/** Quota of a connection without a device number, or with an unregistered one. */
export const strange: Allowance = { perMinute: 30, burst: 30, credit: 0 };

/** Returns the quota set by a model. */
export function allowed(perMinute: number): Allowance {
  return { perMinute, burst: perMinute, credit: perMinute };
}

/** Leaky bucket of a connection's frames; the allowance may change. */
export class FrameQuota {
  #used = 0;
  #at = 0;

  /** Counts a taken frame. */
  take(): void {
    this.#used += 1;
  }

  /** Returns how long the next frame must wait, ms; 0: allowed now. `now` in ms. */
  wait(allowance: Allowance, now: number): number {
    this.#run(allowance, now);
    return Math.max(0, ((this.#used + 1 - allowance.burst) * minute) / allowance.perMinute);
  }

  /** Returns how many frames may pass before an alarm, beyond the rate. */
  credit({ burst, credit }: Allowance): number {
    return Math.max(0, Math.floor(burst + credit - this.#used));
  }

  #run({ perMinute }: Allowance, now: number): void {
    // A clock set back adds nothing.
    const passed = Math.max(0, now - this.#at);
    this.#at = now;
    this.#used = Math.max(0, this.#used - (passed * perMinute) / minute);
  }
}
