/** Maximum number of keys in memory; the oldest are dropped. */
const maxKeys = 10_000;

/** Attempts per key in a window, on this node. */
export interface AttemptCounter {
  /** Counts an attempt; false, uncounted, if the key has `max` of them in the window. */
  count(key: string): boolean;
  /** Takes the last attempt of the key back: it was a correct one. */
  uncount(key: string): void;
}

export function attemptCounter(max: number, windowMs: number): AttemptCounter {
  const seen = new Map<string, number[]>();
  return {
    count(key) {
      const now = Date.now();
      const recent = (seen.get(key) ?? []).filter((at) => at > now - windowMs);
      const allowed = recent.length < max;
      if (allowed) recent.push(now);
      seen.delete(key);
      seen.set(key, recent);
      const [oldest] = seen.keys();
      if (seen.size > maxKeys && oldest !== undefined) seen.delete(oldest);
      return allowed;
    },
    uncount(key) {
      const recent = seen.get(key);
      recent?.pop();
      if (recent?.length === 0) seen.delete(key);
    },
  };
}

/** Returns a limiter: a key is allowed at most `max` times in any `windowMs`, on this node. */
export function rateLimiter(max: number, windowMs: number): (key: string) => boolean {
  return attemptCounter(max, windowMs).count;
}
