/** A connection with bytes that are not yet a message. */
export interface Holder {
  /** Drops the bytes and closes the connection. */
  crowded(): void;
}

/** Limit of all device ports together, bytes. */
const maxHeldBytes = 64 * 1024 * 1024;

/**
 * Limit of bytes held by all connections for incomplete or waiting frames. Above it the connection with the most bytes
 * is closed: a normal device holds almost none, and reconnects.
 */
export class FrameBudget {
  #most: number;
  #held = new Map<Holder, number>();
  #total = 0;

  constructor(most = maxHeldBytes) {
    this.#most = most;
  }

  /** Sets the bytes a holder has now; 0 removes it. */
  hold(holder: Holder, bytes: number): void {
    this.#total += bytes - (this.#held.get(holder) ?? 0);
    if (bytes === 0) this.#held.delete(holder);
    else this.#held.set(holder, bytes);
    while (this.#total > this.#most) this.#cut();
  }

  #cut(): void {
    let [largest, most]: [Holder | null, number] = [null, 0];
    for (const [holder, bytes] of this.#held) if (bytes > most) [largest, most] = [holder, bytes];
    if (!largest) return;
    this.hold(largest, 0);
    largest.crowded();
  }
}
