import { randomBytes } from 'node:crypto';

/** Returns a trace number that a user can read out: 7f3a-09c2-41d8. */
export function newTrace(): string {
  const hex = randomBytes(6).toString('hex');
  return `${hex.slice(0, 4)}-${hex.slice(4, 8)}-${hex.slice(8)}`;
}
