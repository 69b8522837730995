interface Tried {
  /** Times of failed attempts, ms. */
  wrong: number[];
  running: number;
  waiting: (() => void)[];
}

/**
 * Allows at most `most` failures of a key in any `window` ms, on this node. Only as many attempts run at once as may
 * still fail, others wait: a flood gets no more, and many correct attempts are not refused.
 */
export class FailureLimiter {
  #most: number;
  #window: number;
  #tried = new Map<string, Tried>();

  constructor(most: number, window: number) {
    this.#most = most;
    this.#window = window;
  }

  /** Returns the result of `judge`, null for a failure; `limited` without calling it after too many failures. */
  async judge<T>(key: string, judge: () => Promise<T | null>): Promise<T | null | 'limited'> {
    const tried = this.#of(key);
    for (;;) {
      tried.wrong = tried.wrong.filter((at) => at > Date.now() - this.#window);
      if (tried.wrong.length >= this.#most) return this.#end(key, tried, 'limited');
      if (tried.wrong.length + tried.running < this.#most) break;
      await new Promise<void>((resolve) => tried.waiting.push(resolve));
    }
    tried.running += 1;
    let answer: T | null | undefined;
    try {
      answer = await judge();
      return answer;
    } finally {
      tried.running -= 1;
      if (answer === null) tried.wrong.push(Date.now());
      this.#end(key, tried, null);
    }
  }

  #of(key: string): Tried {
    if (this.#tried.size > maxKeys) this.#forget();
    const tried = this.#tried.get(key) ?? { wrong: [], running: 0, waiting: [] };
    this.#tried.set(key, tried);
    return tried;
  }

  #end<T>(key: string, tried: Tried, answer: T): T {
    for (const resolve of tried.waiting.splice(0)) resolve();
    if (tried.running === 0 && tried.wrong.length === 0) this.#tried.delete(key);
    return answer;
  }

  /** Deletes keys without recent failures; if still too many, the oldest. */
  #forget(): void {
    for (const [key, tried] of this.#tried) {
      if (tried.running > 0 || tried.waiting.length > 0) continue;
      const over = (tried.wrong.at(-1) ?? 0) <= Date.now() - this.#window;
      if (over || this.#tried.size > maxKeys) this.#tried.delete(key);
    }
  }
}

const maxKeys = 10_000;
