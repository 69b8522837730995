import { Problem } from '#server/core/problem.ts';
import { rateLimiter } from '#server/net/rateLimiter.ts';
import { deadLink } from '#shared/link.ts';

/** domain.md 10.2: 20 tries an address and minute. */
const canAttempt = rateLimiter(20, 60_000);

/** What every bad link is answered. */
export function invalidLink(): Problem {
  return new Problem(400, deadLink);
}

/** Counts a try of an address to open a link; 429 beyond 20 in a minute. */
export function countLinkAttempt(ip: string): void {
  if (!canAttempt(ip)) throw new Problem(429, '尝试次数过多，请一分钟后再试');
}

/** An open page asks again by itself: more often, and it takes no try from who answers. */
const canRepeat = rateLimiter(120, 60_000);

/** Counts that a page asks again how its link stands; 429 beyond 120 in a minute of an address. */
export function countRepeat(ip: string): void {
  if (!canRepeat(ip)) throw new Problem(429, '尝试次数过多，请一分钟后再试');
}
