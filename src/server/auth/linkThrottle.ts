import { Problem } from '#server/core/problem.ts';
import { rateLimiter } from '#server/net/rateLimiter.ts';
import { deadLink } from '#shared/link.ts';

/** 20 attempts per address and minute (domain.md 10.2). */
const canAttempt = rateLimiter(20, 60_000);

/** Returns the problem of every invalid link. */
export function invalidLink(): Problem {
  return new Problem(400, deadLink);
}

/** Counts an attempt of an address to open a link; 429 above 20 a minute. */
export function countLinkAttempt(ip: string): void {
  if (!canAttempt(ip)) throw new Problem(429, '尝试次数过多，请一分钟后再试');
}

/** Limit for an open page, which polls: higher, and separate from attempts. */
const canRepeat = rateLimiter(120, 60_000);

/** Counts a poll of a link's state; 429 above 120 a minute per address. */
export function countRepeat(ip: string): void {
  if (!canRepeat(ip)) throw new Problem(429, '尝试次数过多，请一分钟后再试');
}
