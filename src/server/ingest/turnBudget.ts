/** What has work that goes on in turns of the event loop. */
export interface Worker {
  /** Does the least that can be done at once; whether there is more to do now. */
  work(): boolean;
}

/** What all device sockets together may work in a turn of the event loop, ms. */
const most = 4;

interface Means {
  most: number;
  /** A clock that only goes on, ms. */
  now(): number;
  /** Calls back in the next turn of the event loop. */
  later(callback: () => void): unknown;
}

/**
 * One budget of time for all device sockets of a node: each does a little, one after the other, until the turn is used up, and
 * they go on in the next one. However much comes on some connections, a frame on another waits for one frame of each of them,
 * and everything else on the thread for a few milliseconds.
 */
export class TurnBudget {
  #means: Means;
  /** In the order in which they get their turn. */
  #waiting = new Set<Worker>();
  #isPlanned = false;

  constructor(means: Partial<Means> = {}) {
    this.#means = { most, now: () => performance.now(), later: setImmediate, ...means };
  }

  /** Gives a worker its place, behind all that wait. */
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
    // Whoever is added again meanwhile comes behind the others.
    for (const worker of this.#waiting) {
      this.#waiting.delete(worker);
      if (worker.work()) this.#waiting.add(worker);
      if (this.#means.now() - started >= this.#means.most) return;
    }
  }
}
