/** Addresses that are remembered at most; beyond it the oldest are forgotten. */
const maxKeys = 10_000;

/** Says whether a key may try once more: at most `most` times in any `window` ms, on this node. */
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
