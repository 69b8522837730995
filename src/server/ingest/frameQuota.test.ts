import { expect, test } from 'vitest';
import { allowed, FrameQuota, strange, usual } from './frameQuota.ts';

const start = Date.UTC(2026, 10, 24);

/** Returns how many frames are allowed at an instant. */
function countAllowed(quota: FrameQuota, allowance: typeof usual, now: number): number {
  let frames = 0;
  for (; quota.wait(allowance, now) === 0; frames++) quota.take();
  return frames;
}

test('a device may send what it stored at once, then two frames a second; of a number that is nobody’s far fewer are taken', () => {
  const quota = new FrameQuota();
  expect(countAllowed(quota, usual, start)).toBe(600);
  expect(quota.wait(usual, start)).toBe(500);
  expect(countAllowed(quota, usual, start + 500)).toBe(1);
  expect(countAllowed(quota, usual, start + 60_500)).toBe(120);
  const unknownQuota = new FrameQuota();
  expect(countAllowed(unknownQuota, strange, start)).toBe(30);
  expect(countAllowed(unknownQuota, strange, start + 60_000)).toBe(30);
});

test('what a connection has sent counts whatever is allowed it later', () => {
  const quota = new FrameQuota();
  expect(countAllowed(quota, strange, start)).toBe(30);
  expect(countAllowed(quota, usual, start)).toBe(570);
  expect(quota.wait(strange, start)).toBe(571 * 2000);
  expect(countAllowed(quota, allowed(2), start + 3_600_000)).toBe(0);
});

test('before an alarm so many go that the quota owes no more than its credit', () => {
  const quota = new FrameQuota();
  countAllowed(quota, usual, start);
  expect(quota.credit(usual)).toBe(600);
  for (let n = 0; n < 600; n++) quota.take();
  expect([quota.credit(usual), quota.credit(strange)]).toEqual([0, 0]);
});

test('a clock that is set back neither gives nor takes', () => {
  const quota = new FrameQuota();
  countAllowed(quota, strange, start);
  expect(countAllowed(quota, strange, start - 60_000)).toBe(0);
  expect(countAllowed(quota, strange, start - 58_000)).toBe(1);
});
