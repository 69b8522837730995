import { expect, test } from 'vitest';
import { type Heard, onlineState } from './offlineDetection.ts';

const minute = 60_000;
const now = Date.UTC(2026, 10, 23, 8);
/** Heard so many minutes ago; back online since `returned` minutes ago. */
const heard = (ago: number | null, more: Partial<Heard> = {}): Heard => ({
  lastSeenAt: ago === null ? null : now - ago * minute,
  returnedAt: null,
  intervalSeconds: 300,
  offlineSeconds: 900,
  ...more,
});
const stands = (one: Heard, gateway: Heard | null = null, upSince = 0) =>
  onlineState({ ...one, gateway }, { now, upSince });

test('a device is offline when it was silent for as long as its model allows, and not a moment before', () => {
  expect(stands(heard(null))).toBe('never');
  expect(stands(heard(14.99))).toBe('online');
  expect(stands(heard(15))).toBe('offline');
});

test('one that reports about daily sleeps between two reports', () => {
  const daily = { intervalSeconds: 86_400, offlineSeconds: 90_000 };
  expect(stands(heard(5, daily))).toBe('online');
  expect(stands(heard(11, daily))).toBe('sleeping');
  expect(stands(heard(24 * 60, daily))).toBe('sleeping');
  expect(stands(heard(25 * 60, daily))).toBe('offline');
});

test('time in which the server took no messages is nobody’s silence', () => {
  const up = (ago: number) => now - ago * minute;
  expect(stands(heard(600), null, up(14))).toBe('online');
  expect(stands(heard(600), null, up(15))).toBe('offline');
  expect(stands(heard(10), null, up(600))).toBe('online');
});

test('behind a gateway that is away nothing is known; its silence counts only while the gateway is heard', () => {
  expect(stands(heard(60), heard(60))).toBe('unknown');
  expect(stands(heard(60), heard(null))).toBe('unknown');
  expect(stands(heard(60), heard(0))).toBe('offline');
  // Heard until 2 minutes ago: the child had been silent for 14 of them then.
  expect(stands(heard(16), heard(2))).toBe('online');
  expect(stands(heard(17), heard(2))).toBe('offline');
});

test('after a gateway’s return each child has its own interval to report', () => {
  const back = (ago: number) => heard(0, { returnedAt: now - ago * minute });
  expect(stands(heard(600), back(14))).toBe('unknown');
  expect(stands(heard(600), back(15))).toBe('offline');
  expect(stands(heard(3), back(14))).toBe('online');
});
