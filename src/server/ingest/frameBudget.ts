/** What holds bytes that are not yet a message. */
export interface Holder {
  /** Its bytes are let go of, and its connection with them. */
  crowded(): void;
}

/** Of all device ports together, bytes. */
const maxHeldBytes = 64 * 1024 * 1024;

/**
 * Bytes that all connections together may hold of frames which are begun or wait to be looked at. Past it the connection that
 * holds most has to go: an honest device holds next to nothing, and comes again.
 */
export class FrameBudget {
  #most: number;
  #held = new Map<Holder, number>();
  #total = 0;

  constructor(most = maxHeldBytes) {
    this.#most = most;
  }

  /** `bytes` is what the holder holds now; 0 lets go of it. */
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
