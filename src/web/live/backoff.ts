/** Delays before the n-th retry, ms: short first, because a restart takes about a second. */
const pauses = [200, 400, 800, 1500, 3000, 5000] as const;

/**
 * Returns the delay before the next try.
 * @param attempt failed tries since the last good connection, from 0
 * @param random 0 up to 1; spreads the delay over 75–125 %, so that the seats of a room do not return at once
 * @returns milliseconds
 */
export function backoff(attempt: number, random: number): number {
  const base = pauses[Math.min(attempt, pauses.length - 1)] ?? 5000;
  return Math.round(base * (0.75 + random / 2));
}
