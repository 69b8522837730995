/** Work that is done in turns of the event loop. */
export interface Worker {
  /** Does the smallest unit of work; returns whether there is more now. */
  work(): boolean;
}

/** Time budget of all device sockets per turn of the event loop, ms. */
const most = 4;

interface Means {
  most: number;
  /** Monotonic clock, ms. */
  now(): number;
  /** Calls back in the next turn of the event loop. */
  later(callback: () => void): unknown;
}

/**
 * Time budget for all device sockets: round robin in small units until the turn's time is used. Under any load a frame
 * waits for one frame of each other connection, and other work for a few milliseconds.
 */
export class TurnBudget {
  #means: Means;
  /** Workers in the order of their turns. */
  #waiting = new Set<Worker>();
  #isPlanned = false;

  constructor(means: Partial<Means> = {}) {
    this.#means = { most, now: () => performance.now(), later: setImmediate, ...means };
  }

  /** Adds a worker at the end of the queue. */
  add(worker: Worker): void {
    this.#waiting.add(worker);
    this.#plan();
  }

  #plan(): void {
    if (this.#isPlanned || this.#waiting.size === 0) return;
    this.#isPlanned = true;
    this.#means.later(() => {
      this.#isPlanned = false;
      try {
        this.#turn();
      } finally {
        this.#plan();
      }
    });
  }

  #turn(): void {
    const started = this.#means.now();
    // A worker added again meanwhile goes to the end.
    for (const worker of this.#waiting) {
      this.#waiting.delete(worker);
      if (worker.work()) this.#waiting.add(worker);
      if (this.#means.now() - started >= this.#means.most) return;
    }
  }
}
