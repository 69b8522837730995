/** Addresses that are remembered at most; beyond it the oldest are forgotten. */
const mostKeys = 10_000;

/** Says whether a key may try once more: at most `most` times in any `window` ms, on this node. */
export function rateLimiter(most: number, window: number): (key: string) => boolean {
  const seen = new Map<string, number[]>();
  return (key) => {
    const now = Date.now();
    const recent = (seen.get(key) ?? []).filter((at) => at > now - window);
    const allowed = recent.length < most;
    if (allowed) recent.push(now);
    seen.delete(key);
    seen.set(key, recent);
    const [oldest] = seen.keys();
    if (seen.size > mostKeys && oldest !== undefined) seen.delete(oldest);
    return allowed;
  };
}
