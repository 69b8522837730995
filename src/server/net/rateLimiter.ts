/** Maximum number of keys in memory; the oldest are dropped. */
const maxKeys = 10_000;

/** Returns a limiter: a key is allowed at most `max` times in any `windowMs`, on this node. */
export function rateLimiter(max: number, windowMs: number): (key: string) => boolean {
  const seen = new Map<string, number[]>();
  return (key) => {
    const now = Date.now();
    const recent = (seen.get(key) ?? []).filter((at) => at > now - windowMs);
    const allowed = recent.length < max;
    if (allowed) recent.push(now);
    seen.delete(key);
    seen.set(key, recent);
    const [oldest] = seen.keys();
    if (seen.size > maxKeys && oldest !== undefined) seen.delete(oldest);
    return allowed;
  };
}
